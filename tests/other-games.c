// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the games.
#include "other-games.h"

#include "rules-fixture.h"

enum { HOME, MIDDLE, ENEMY };

static const TabTrack three_rows_track = {
    .n_legs = 3,
    .leg =
        {
            [HOME] = {1, true, TAB_RANK_M, MIDDLE, TAB_NO_LEG},
            [MIDDLE] = {2, false, TAB_RANK_M, ENEMY, TAB_NO_LEG},
            [ENEMY] = {3, true, TAB_RANK_T, MIDDLE, TAB_NO_LEG},
        },
};

static const TabBoardShape three_rows = {.n_rows = 3, .track = &three_rows_track};

static const TabTrack prow_track = {
    .n_legs = 3,
    .leg =
        {
            [HOME] = {1, true, TAB_RANK_M, MIDDLE, TAB_NO_LEG},
            [MIDDLE] = {2, false, TAB_RANK_M, ENEMY, TAB_NO_LEG},
            [ENEMY] = {3, true, TAB_RANK_M, MIDDLE, TAB_NO_LEG},
        },
};

static const TabBoardShape prow = {
    .n_rows = 3, .prow = true, .mirrored = true, .track = &prow_track};

static const TabTrack eight_track = {
    .n_legs = 4,
    .leg =
        {
            {1, true, TAB_RANK_M, 1, TAB_NO_LEG, .exact = true},
            {2, false, TAB_RANK_M, 2, TAB_NO_LEG, .exact = true},
            {3, true, TAB_RANK_M, 3, TAB_NO_LEG, .exact = true},
            {2, false, TAB_RANK_T, 0, TAB_NO_LEG, .exact = true},
        },
};

static const TabBoardShape eight = {.n_rows = 3, .track = &eight_track};

static const TabTrack snake_track = {
    .n_legs = 6,
    .leg =
        {
            {1, true, TAB_RANK_M, 1, TAB_NO_LEG, .exact = true},
            {2, false, TAB_RANK_M, 2, TAB_NO_LEG, .exact = true},
            {3, true, TAB_RANK_M, 3, TAB_NO_LEG, .exact = true},
            {4, false, TAB_RANK_M, 4, TAB_NO_LEG, .exact = true},
            {3, true, TAB_RANK_T, 5, TAB_NO_LEG, .exact = true},
            {2, false, TAB_RANK_T, 0, TAB_NO_LEG, .exact = true},
        },
};

static const TabBoardShape snake = {.n_rows = 4, .track = &snake_track};

/* No flat side counts five; a 1 opens, and a 1 and a 5 earn another throw. */
static const TabCast three_sticks = {
    .n_sticks = 3,
    .n_throws = 1,
    .n_kinds = 4,
    .kind =
        {
            {"1", "one", 1, .again = true, .unlocks = true, .tab = true, .saved = true},
            {"2", "two", 2},
            {"3", "three", 3},
            {"5", "five", 5, .again = true},
        },
    .kind_of_face = {3, 0, 1, 2},
    .last_face = 0,
};

/* No flat side counts twelve, and one is the sir, which goes five cells as a 5 does. */
static const TabCast six_sticks = {
    .n_sticks = 6,
    .n_throws = 1,
    .n_kinds = 7,
    .kind =
        {
            {"0", "nothing", 0},
            {"1", "one", 1},
            {"2", "two", 2},
            {"5", "five", 5},
            {"8", "eight", 8, .again = true},
            {"12", "twelve", 12, .again = true},
            {"s", "sir", 5, .again = true, .unlocks = true, .tab = true, .saved = true},
        },
    .kind_of_face = {5, 6, 0, 2, 1, 3, 4},
    .last_face = 6,
};

static const TabBoardShape tab_s_board = {.n_rows = 4, .track = &tab_tracks[TAB_TRACK_TAB][1]};

static const struct {
    const char *name;
    const TabBoardShape *shape;
    const TabCast *cast;
} games[] = {
    {"three-rows", &three_rows, &tab_casts[TAB_CAST_TAB]},
    {"prow", &prow, &tab_casts[TAB_CAST_TAB]},
    {"eight", &eight, &tab_casts[TAB_CAST_TAB]},
    {"snake", &snake, &tab_casts[TAB_CAST_TAB]},
    {"six-sticks", &tab_s_board, &six_sticks},
    {"three-sticks", &tab_s_board, &three_sticks},
};

TabRules *other_game(const char *name, const char *switches)
{
    TabRuleset set = ruleset_for(switches);
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++)
        if (g_str_equal(name, games[i].name))
            return tab_rules_new_from_tables(&set, games[i].shape, games[i].cast);
    return NULL;
}
