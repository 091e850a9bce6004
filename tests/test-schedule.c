// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings are fair and complete, shards keep pairs whole, and seeds depend on nothing but the
// match's seed and the number of the set.
#include "protocol/match/schedule.h"

static void two_engines(void)
{
    TabSchedule schedule = {
        .engines = 2, .games = 13, .pairs = TRUE, .rules = 3, .shard = 1, .shards = 1};
    static const guint rules[] = {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0};
    static const guint opening[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2};
    g_assert_cmpuint(tab_schedule_games(&schedule), ==, 13);
    for (guint n = 1; n <= schedule.games; n++) {
        TabPairing pairing = tab_schedule_game(&schedule, n);
        g_assert_cmpuint(pairing.number, ==, n);
        g_assert_cmpuint(pairing.set, ==, (n + 1) / 2);
        g_assert_cmpuint(pairing.engine[TAB_WHITE], ==, n % 2 ? 0 : 1);
        g_assert_cmpuint(pairing.engine[TAB_BLACK], ==, n % 2 ? 1 : 0);
        g_assert_cmpuint(pairing.rules, ==, rules[n - 1]);
        g_assert_cmpuint(pairing.opening, ==, opening[n - 1]);
    }
    schedule.pairs = FALSE; /* the same but for the sticks: colours balance over two games */
    for (guint n = 1; n <= schedule.games; n++) {
        TabPairing pairing = tab_schedule_game(&schedule, n);
        g_assert_cmpuint(pairing.set, ==, n);
        g_assert_cmpuint(pairing.engine[TAB_WHITE], ==, n % 2 ? 0 : 1);
        g_assert_cmpuint(pairing.rules, ==, rules[n - 1]);
    }
}

/* Counts for every two engines how often one had White, over all games; and checks the sets. */
static void check_tournament(const TabSchedule *schedule, gboolean (*meets)(guint a, guint b))
{
    guint white[8][8] = {0}, games = tab_schedule_games(schedule);
    g_autoptr(GHashTable) sets = g_hash_table_new(NULL, NULL);
    for (guint n = 1; n <= games; n++) {
        TabPairing pairing = tab_schedule_game(schedule, n);
        white[pairing.engine[0]][pairing.engine[1]]++;
        guint seen = GPOINTER_TO_UINT(g_hash_table_lookup(sets, GUINT_TO_POINTER(pairing.set)));
        if (seen) { /* the other game of the pair: seats exchanged, all else the same */
            TabPairing other = tab_schedule_game(schedule, seen);
            g_assert_true(schedule->pairs);
            g_assert_cmpuint(other.engine[0], ==, pairing.engine[1]);
            g_assert_cmpuint(other.engine[1], ==, pairing.engine[0]);
            g_assert_cmpuint(other.rules, ==, pairing.rules);
            g_assert_cmpuint(other.opening, ==, pairing.opening);
            g_assert_cmpuint(other.encounter, ==, pairing.encounter);
        }
        g_hash_table_insert(sets, GUINT_TO_POINTER(pairing.set), GUINT_TO_POINTER(n));
    }
    for (guint a = 0; a < schedule->engines; a++)
        for (guint b = 0; b < schedule->engines; b++) {
            guint expected = a != b && meets(MIN(a, b), MAX(a, b)) ? schedule->games : 0;
            g_assert_cmpuint(white[a][b] + white[b][a], ==, expected);
            g_assert_cmpint(ABS((int)white[a][b] - (int)white[b][a]), <=,
                            (int)(schedule->games % 2));
        }
    guint half = schedule->games / 2,
          expected_sets = schedule->pairs ? half + schedule->games % 2 : schedule->games;
    g_assert_cmpuint(g_hash_table_size(sets), ==,
                     expected_sets * tab_schedule_encounters(schedule));
}

static gboolean all_meet(guint a, guint b)
{
    return TRUE;
}

static gboolean two_seeds(guint a, guint b)
{
    return a < 2 && b >= 2;
}

static void tournaments(void)
{
    for (guint pairs = 0; pairs < 2; pairs++)
        for (guint games = 1; games < 8; games++)
            for (guint engines = 3; engines < 8; engines++) {
                TabSchedule schedule = {.engines = engines,
                                        .games = games,
                                        .pairs = pairs != 0,
                                        .rules = 2,
                                        .shard = 1,
                                        .shards = 1};
                check_tournament(&schedule, all_meet);
                schedule.format = TAB_SCHEDULE_GAUNTLET;
                schedule.seeds = 2;
                check_tournament(&schedule, two_seeds);
            }
}

/* Each game is in one shard, with its set, and the shards are of equal size to a set. */
static void shards(void)
{
    for (guint count = 1; count < 6; count++) {
        guint sizes[6] = {0}, of_set[64] = {0};
        TabSchedule schedule = {
            .engines = 3, .games = 21, .pairs = TRUE, .rules = 1, .shards = count};
        for (guint n = 1; n <= tab_schedule_games(&schedule); n++) {
            guint set = tab_schedule_game(&schedule, n).set, owners = 0;
            for (schedule.shard = 1; schedule.shard <= count; schedule.shard++)
                if (tab_schedule_is_ours(&schedule, n)) {
                    owners++;
                    g_assert_true(!of_set[set] || of_set[set] == schedule.shard);
                    if (!of_set[set])
                        sizes[schedule.shard]++;
                    of_set[set] = schedule.shard;
                }
            g_assert_cmpuint(owners, ==, 1);
        }
        for (guint shard = 2; shard <= count; shard++)
            g_assert_cmpuint(sizes[shard] + 1, >=, sizes[1]);
    }
}

static void seeds(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint64 seed = 0; seed < 10; seed++)
        for (guint n = 1; n <= 1000; n++) {
            guint64 *set = g_new(guint64, 1);
            *set = tab_schedule_seed(seed, n);
            g_assert_cmpuint(*set, ==, tab_schedule_seed(seed, n));
            g_assert_true(g_hash_table_add(seen, set));
        }
    /* fixed for ever: a record's seed must mean the same in every version */
    g_assert_cmpuint(tab_schedule_seed(1, 1), ==, G_GUINT64_CONSTANT(18210742990652214));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schedule/two-engines", two_engines);
    g_test_add_func("/schedule/tournaments", tournaments);
    g_test_add_func("/schedule/shards", shards);
    g_test_add_func("/schedule/seeds", seeds);
    return g_test_run();
}
