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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/playout/longest-turn", test_longest_turn);
    return g_test_run();
}
