// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings are fair, and seeds depend on nothing but the match's seed and the game's number.
#include "protocol/match/schedule.h"

static void colours(void)
{
    TabSchedule schedule = {.games = 12, .n_rules = 3};
    static const guint rules[] = {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2};
    for (guint n = 1; n <= schedule.games; n++) {
        TabPairing pairing = tab_schedule_game(&schedule, n);
        g_assert_cmpuint(pairing.number, ==, n);
        g_assert_cmpuint(pairing.engine[TAB_WHITE], ==, n % 2 ? 0 : 1);
        g_assert_cmpuint(pairing.engine[TAB_BLACK], ==, n % 2 ? 1 : 0);
        g_assert_cmpuint(pairing.rules, ==, rules[n - 1]);
    }
}

static void seeds(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint64 seed = 0; seed < 10; seed++)
        for (guint n = 1; n <= 1000; n++) {
            guint64 *game = g_new(guint64, 1);
            *game = tab_schedule_game_seed(seed, n);
            g_assert_cmpuint(*game, ==, tab_schedule_game_seed(seed, n));
            g_assert_true(g_hash_table_add(seen, game));
        }
    /* fixed for ever: a record's seed must mean the same in every version */
    g_assert_cmpuint(tab_schedule_game_seed(1, 1), ==, G_GUINT64_CONSTANT(18210742990652214));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schedule/colours", colours);
    g_test_add_func("/schedule/seeds", seeds);
    return g_test_run();
}
