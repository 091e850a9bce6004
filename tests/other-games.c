// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the two games.
#include "other-games.h"

#include "rules-fixture.h"

enum { HOME, MIDDLE, ENEMY };

/* From the home row onto a circle of the middle row and the enemy's. */
static const TabBoardShape three_rows = {
    .n_rows = 3,
    .n_legs = 3,
    .leg =
        {
            [HOME] = {1, true, TAB_RANK_M, MIDDLE, TAB_NO_LEG},
            [MIDDLE] = {2, false, TAB_RANK_M, ENEMY, TAB_NO_LEG},
            [ENEMY] = {3, true, TAB_RANK_T, MIDDLE, TAB_NO_LEG},
        },
};

/* No flat side counts five; a 1 opens, and a 1 and a 5 earn another throw. */
static const TabCast three_sticks = {
    .n_sticks = 3,
    .n_throws = 1,
    .n_kinds = 4,
    .kind =
        {
            {"1", "one", 1, .again = true, .unlocks = true, .saved = true},
            {"2", "two", 2},
            {"3", "three", 3},
            {"5", "five", 5, .again = true},
        },
    .kind_of_flats = {3, 0, 1, 2},
};

static const struct {
    const char *name;
    const TabBoardShape *shape;
    const TabCast *cast;
} games[] = {
    {"three-rows", &three_rows, &tab_casts[TAB_CAST_TAB]},
    {"three-sticks", &tab_board_shapes[TAB_BOARD_TAB], &three_sticks},
};

TabRules *other_game(const char *name, const char *switches)
{
    TabRuleset set = ruleset_for(switches);
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++)
        if (g_str_equal(name, games[i].name))
            return tab_rules_new_from_tables(&set, games[i].shape, games[i].cast);
    return NULL;
}
