// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the two games.
#include "other-games.h"

#include "rules-fixture.h"

/* From the home row onto a circle of the middle row and the enemy's. */
static TabRules *three_rows(const TabRuleset *set)
{
    enum { HOME, MIDDLE, ENEMY };
    TabBoardShape shape = {
        .n_rows = 3,
        .n_legs = 3,
        .leg =
            {
                [HOME] = {1, true, TAB_RANK_M, MIDDLE, TAB_NO_LEG},
                [MIDDLE] = {2, false, TAB_RANK_M, ENEMY, TAB_NO_LEG},
                [ENEMY] = {3, true, TAB_RANK_T, MIDDLE, TAB_NO_LEG},
            },
    };
    for (unsigned row = 0; row < shape.n_rows; row++)
        shape.row[row].length = (uint8_t)tab_ruleset_columns(set);
    return tab_rules_new_from_tables(set, &shape, tab_cast_tab());
}

/* No flat side counts five; a 1 opens, and a 1 and a 5 earn another throw. */
static TabRules *three_sticks(const TabRuleset *set)
{
    static const TabCast cast = {
        .n_sticks = 3,
        .n_throws = 1,
        .n_kinds = 4,
        .kind =
            {
                {"1", 1, .again = true, .unlocks = true, .saved = true},
                {"2", 2},
                {"3", 3},
                {"5", 5, .again = true},
            },
        .kind_of_flats = {3, 0, 1, 2},
    };
    TabBoardShape shape = tab_board_shape_tab(tab_ruleset_columns(set));
    return tab_rules_new_from_tables(set, &shape, &cast);
}

TabRules *other_game(const char *name, const char *switches)
{
    TabRuleset set = ruleset_for(switches);
    if (g_str_equal(name, "three-rows"))
        return three_rows(&set);
    return g_str_equal(name, "three-sticks") ? three_sticks(&set) : NULL;
}
