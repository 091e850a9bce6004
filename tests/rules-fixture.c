// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the texts, and lets no error pass.
#include "rules-fixture.h"

#include "protocol/rules/notation.h"

TabRuleset ruleset_for(const char *text)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    tab_ruleset_parse(text, &set, &error);
    g_assert_no_error(error);
    return set;
}

TabRules *rules_for(const char *text)
{
    g_autoptr(GError) error = NULL;
    TabRules *rules = tab_rules_parse(text, &error);
    g_assert_no_error(error);
    return rules;
}

TabCell cell_for(const TabRules *rules, const char *name)
{
    const char *end;
    TabCell cell = tab_board_cell_of_name(&rules->board, name, &end);
    g_assert_cmpuint(cell, !=, TAB_NO_CELL);
    return cell;
}

TabSituation *situation_for(const TabRules *rules, const char *text)
{
    TabSituation *situation = g_new(TabSituation, 1);
    read_situation(rules, text, situation);
    return situation;
}

void read_situation(const TabRules *rules, const char *text, TabSituation *situation)
{
    g_autoptr(GError) error = NULL;
    tab_notation_parse_situation(rules, text, situation, &error);
    g_assert_no_error(error);
}
