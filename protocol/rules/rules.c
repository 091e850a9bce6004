// SPDX-License-Identifier: GPL-3.0-or-later
// Shared, immutable rules: a ruleset with its tables.
#include "protocol/rules/rules.h"

const TabBoardShape *tab_rules_shape(const TabRuleset *set)
{
    return &tab_board_shapes[tab_ruleset_preset_row(set->preset)->board];
}

const TabCast *tab_rules_cast(const TabRuleset *set)
{
    return &tab_casts[tab_ruleset_preset_row(set->preset)->cast];
}

TabRules *tab_rules_new_from_tables(const TabRuleset *set, const TabBoardShape *shape,
                                    const TabCast *cast)
{
    TabRules *rules = g_new(TabRules, 1);
    g_atomic_ref_count_init(&rules->refs);
    rules->set = *set;
    rules->cast = *cast;
    rules->opening_kind = rules->saved_kind = -1;
    for (int t = cast->n_kinds; t-- > 0;) {
        if (cast->kind[t].unlocks)
            rules->opening_kind = (int8_t)t;
        if (cast->kind[t].saved && set->value[TAB_SWITCH_SAVE_TAB])
            rules->saved_kind = (int8_t)t;
    }
    tab_board_init(&rules->board, shape, tab_ruleset_columns(set), cast);
    return rules;
}

TabRules *tab_rules_new(const TabRuleset *set)
{
    return tab_rules_new_from_tables(set, tab_rules_shape(set), tab_rules_cast(set));
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
