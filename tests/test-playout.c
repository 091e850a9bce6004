// SPDX-License-Identifier: GPL-3.0-or-later
// Random games: turns that are as long as they can be, and limits.
#include "engine/search/playout.h"
#include "rules-fixture.h"

/* Sticks that nearly always cast again: White's first turn has all the throws that a turn can have,
 * the tâb of the opening among them, and the last one ends it. All of them can be played, since
 * there is a piece for each tâb. */
static void test_longest_turn(void)
{
    g_autoptr(TabRules) rules = rules_for("standard");
    TabSticks sticks;
    g_assert_true(tab_sticks_parse(&rules->cast, "w=0,1,1e-6,0,0", &sticks, NULL));
    TabRandom random = tab_random_new(1);
    TabEndingLimits limits = {.idle_turns = TAB_MAX_IDLE_TURNS, .max_turns = 1};
    TabPlayout playout = tab_playout_game(rules, &sticks, &limits, &random);
    g_assert_cmpuint(playout.turns, ==, 1);
    g_assert_cmpuint(playout.plays, ==, TAB_MAX_THROWS);
    g_assert_cmpint(playout.winner, ==, -1);
}

/* The tâb of the opening is White's, in the first turn alone: with nothing but 2s behind it Black,
 * whose stones all wait for one, moves nothing. */
static void test_opening_tab(void)
{
    g_autoptr(TabRules) rules = rules_for("standard:opening-tab=counts");
    TabSticks sticks;
    g_assert_true(tab_sticks_parse(&rules->cast, "w=0,0,1,0,0", &sticks, NULL));
    TabRandom random = tab_random_new(1);
    for (unsigned turns = 1; turns <= 2; turns++) {
        TabEndingLimits limits = {.idle_turns = TAB_MAX_IDLE_TURNS, .max_turns = turns};
        TabPlayout playout = tab_playout_game(rules, &sticks, &limits, &random);
        g_assert_cmpuint(playout.turns, ==, turns);
        g_assert_cmpuint(playout.plays, ==, 2);
    }
}

/* Whoever throws the highest begins, each side as often; where White always begins, no throw says
 * so. */
static void test_who_begins(void)
{
    enum { GAMES = 400 };
    g_autoptr(TabRules) highest = rules_for("standard:opening=highest");
    g_autoptr(TabRules) first = rules_for("standard:opening=first");
    TabSticks sticks = tab_sticks_fair(&highest->cast);
    TabRandom random = tab_random_new(1);
    guint black = 0;
    for (guint i = 0; i < GAMES; i++) {
        black += tab_playout_opening(highest, &sticks, &random) == TAB_BLACK;
        g_assert_cmpint(tab_playout_opening(first, &sticks, &random), ==, TAB_WHITE);
    }
    g_assert_cmpuint(black, >, GAMES * 2 / 5);
    g_assert_cmpuint(black, <, GAMES * 3 / 5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/playout/longest-turn", test_longest_turn);
    g_test_add_func("/playout/opening-tab", test_opening_tab);
    g_test_add_func("/playout/who-begins", test_who_begins);
    return g_test_run();
}
