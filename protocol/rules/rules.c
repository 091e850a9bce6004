// SPDX-License-Identifier: GPL-3.0-or-later
// Shared, immutable rules: a ruleset with its tables.
#include "protocol/rules/rules.h"

TabRules *tab_rules_new(const TabRuleset *set)
{
    TabRules *rules = g_new(TabRules, 1);
    g_atomic_ref_count_init(&rules->refs);
    rules->set = *set;
    tab_geometry_init(&rules->geometry, tab_ruleset_columns(set));
    return rules;
}

TabRules *tab_rules_parse(const char *text, GError **error)
{
    TabRuleset set;
    return tab_ruleset_parse(text, &set, error) ? tab_rules_new(&set) : NULL;
}

TabRules *tab_rules_ref(const TabRules *rules)
{
    TabRules *shared = (TabRules *)rules; /* only the count changes */
    g_atomic_ref_count_inc(&shared->refs);
    return shared;
}

void tab_rules_unref(TabRules *rules)
{
    if (g_atomic_ref_count_dec(&rules->refs))
        g_free(rules);
}
