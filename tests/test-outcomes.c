// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over outcomes: limits, stops, order and hands; that it finds them all is the business of
// test-selfplay.
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"
#include "rules-fixture.h"
#include "system-can.h"
#include "tab-throws.h"

/* What a walk is to do, and what it has met. */
typedef struct {
    unsigned stop_after; /* outcomes; 0: never */
    unsigned ticks, ticks_left;
    GHashTable *keys; /* of outcomes; each must be new */
} Meeting;

static bool meet(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                 gpointer data)
{
    Meeting *meeting = data;
    g_assert_true(g_hash_table_add(meeting->keys, g_memdup2(&key.a, sizeof key.a)));
    return g_hash_table_size(meeting->keys) != meeting->stop_after;
}

static bool tick(gpointer data)
{
    Meeting *meeting = data;
    meeting->ticks++;
    return meeting->ticks_left == 0 || --meeting->ticks_left > 0;
}

static TabOutcomesEnd walk(TabOutcomes *outcomes, const TabRules *rules,
                           const TabSituation *situation, size_t max_states, Meeting *meeting)
{
    TabHand hand = tab_situation_hand(rules, situation);
    g_clear_pointer(&meeting->keys, g_hash_table_unref);
    meeting->keys = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    meeting->ticks = 0;
    return tab_outcomes_visit(outcomes, rules, &situation->position, &hand, max_states, meet, tick,
                              meeting);
}

static bool is_subset(GHashTable *part, GHashTable *whole)
{
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, part);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        if (!g_hash_table_contains(whole, key))
            return false;
    return true;
}

/* Nine single pieces and five throws: thousands of outcomes. */
#define RICH "8n/9/1M1M1M1M1/M1M1M1M2 w 1,4,6,1,3 - 9"

static void test_limits(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation = situation_for(rules, RICH);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Meeting all = {0}, part = {0};
    g_assert_cmpint(walk(outcomes, rules, situation, TAB_OUTCOMES_MAX_STATES, &all), ==,
                    TAB_OUTCOMES_ALL);
    unsigned n = g_hash_table_size(all.keys);
    g_assert_cmpuint(n, >, 1000);
    for (size_t max = 1; max < 2 * n; max = 3 * max + 1) {
        g_assert_cmpint(walk(outcomes, rules, situation, max, &part), ==, TAB_OUTCOMES_FULL);
        g_assert_cmpuint(g_hash_table_size(part.keys), <=, max + 1);
        g_assert_true(is_subset(part.keys, all.keys));
    }
    /* depth first: a few states suffice for the first outcome, whatever the rest */
    g_assert_cmpint(walk(outcomes, rules, situation, 8, &part), ==, TAB_OUTCOMES_FULL);
    g_assert_cmpuint(g_hash_table_size(part.keys), >=, 1);
    /* a walk that was cut short leaves nothing behind */
    g_assert_cmpint(walk(outcomes, rules, situation, TAB_OUTCOMES_MAX_STATES, &part), ==,
                    TAB_OUTCOMES_ALL);
    g_assert_cmpuint(g_hash_table_size(part.keys), ==, n);
    g_assert_true(is_subset(part.keys, all.keys));
    /* how many states a walk may meet is the same whether its room grows on the way or is there */
    size_t few = 1, enough = TAB_OUTCOMES_MAX_STATES;
    while (enough - few > 1) {
        size_t max = (few + enough) / 2;
        TabOutcomesEnd end = walk(outcomes, rules, situation, max, &part);
        *(end == TAB_OUTCOMES_ALL ? &enough : &few) = max;
    }
    g_autoptr(TabOutcomes) fresh = tab_outcomes_new(), other = tab_outcomes_new();
    g_assert_cmpint(walk(fresh, rules, situation, enough, &part), ==, TAB_OUTCOMES_ALL);
    g_assert_cmpint(walk(other, rules, situation, few, &part), ==, TAB_OUTCOMES_FULL);
    g_hash_table_unref(all.keys);
    g_hash_table_unref(part.keys);
}

static void test_stops(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation = situation_for(rules, RICH);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Meeting meeting = {.stop_after = 7};
    g_assert_cmpint(walk(outcomes, rules, situation, TAB_OUTCOMES_MAX_STATES, &meeting), ==,
                    TAB_OUTCOMES_STOPPED);
    g_assert_cmpuint(g_hash_table_size(meeting.keys), ==, 7);
    meeting.stop_after = 0;
    meeting.ticks_left = 3;
    g_assert_cmpint(walk(outcomes, rules, situation, TAB_OUTCOMES_MAX_STATES, &meeting), ==,
                    TAB_OUTCOMES_STOPPED);
    g_assert_cmpuint(meeting.ticks, ==, 3);
    g_hash_table_unref(meeting.keys);
}

/* Numbers of hands by RULES.md 9, and that each can be thrown and is met once. */
static bool note_hand(const TabHand *hand, gpointer data)
{
    GString *text = g_string_new(NULL);
    for (int t = 0; t < TAB_N_THROWS; t++)
        for (unsigned i = 0; i < hand->n[t]; i++)
            g_string_append_printf(text, "%d", tab_throw_value(t));
    g_assert_true(g_hash_table_add(data, g_string_free(text, FALSE)));
    return true;
}

static GHashTable *list_hands(const char *rules_text, const char *position, unsigned max_throws)
{
    g_autoptr(TabRules) rules = rules_for(rules_text);
    g_autofree TabSituation *situation = situation_for(rules, position);
    GHashTable *hands = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_assert_true(tab_outcomes_hands(rules, situation, max_throws, note_hand, hands));
    return hands;
}

static void check_hands(const char *rules, const char *position, unsigned max_throws, unsigned n,
                        const char *one)
{
    g_autoptr(GHashTable) hands = list_hands(rules, position, max_throws);
    g_assert_cmpuint(g_hash_table_size(hands), ==, n);
    g_assert_true(g_hash_table_contains(hands, one));
}

static void test_hands(void)
{
    check_hands("walker", "n8/9/9/N8 w - - 1", 1, 2, "2");
    check_hands("walker", "n8/9/9/N8 w - - 1", 2, 8, "36");
    check_hands("walker", "n8/9/9/N8 w - - 1", 3, 20, "346");
    check_hands("walker", "n8/9/9/N8 w 1+ - 1", 3, 20, "1112");
    check_hands("walker", "n8/9/9/N8 w 6,4+ - 1", 2, 8, "3466");
    check_hands("walker", "n8/9/9/N8 w 6,4,3 - 1", 3, 1, "346");
    check_hands("bell", "n8/9/9/N8 w - 2/7 1", 1, 2, "112");
    check_hands("bell", "n8/9/9/N8 b - 2/3 1", 2, 8, "11124");
    check_hands("ludii", "m6/7/7/M6 w - - 1", 3, 5, "6");
    check_hands("ludii:save-tab=yes", "m6/7/7/M6 w - 1/0 1", 1, 5, "16");
    check_hands("ludii", "m6/7/7/M6 w 6 - 1", 3, 1, "6");
}

static bool stop_at_third(const TabHand *hand, gpointer data)
{
    return ++*(unsigned *)data < 3;
}

static void test_hands_stop(void)
{
    g_autoptr(TabRules) rules = rules_for("walker"), at_once = rules_for("ludii");
    g_autofree TabSituation *situation = situation_for(rules, "n8/9/9/N8 w - - 1");
    g_autofree TabSituation *other = situation_for(at_once, "m6/7/7/M6 w - - 1");
    unsigned met = 0;
    g_assert_false(tab_outcomes_hands(rules, situation, 3, stop_at_third, &met));
    g_assert_cmpuint(met, ==, 3);
    met = 0;
    g_assert_false(tab_outcomes_hands(at_once, other, 3, stop_at_third, &met));
    g_assert_cmpuint(met, ==, 3);
}

static void test_finished(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation = situation_for(rules, "9/T8/9/9 b 1,2 - 9");
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Meeting meeting = {0};
    uint64_t count = 0;
    g_assert_cmpint(walk(outcomes, rules, situation, 100, &meeting), ==, TAB_OUTCOMES_ALL);
    g_assert_cmpuint(g_hash_table_size(meeting.keys), ==, 0);
    g_assert_true(tab_perft(rules, situation, 3, 3, NULL, &count));
    g_assert_cmpuint(count, ==, 1);
    g_hash_table_unref(meeting.keys);
}

static void test_perft_ends(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation = situation_for(rules, "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1");
    int cancel = 0;
    uint64_t count = 77;
    g_assert_true(tab_perft(rules, situation, 0, 3, &cancel, &count));
    g_assert_cmpuint(count, ==, 1);
    g_assert_true(tab_perft(rules, situation, 1, 3, &cancel, &count));
    g_assert_cmpuint(count, ==, 38);
    cancel = 1;
    count = 77;
    g_assert_false(tab_perft(rules, situation, 9, 9, &cancel, &count));
    g_assert_cmpuint(count, ==, 77);
    g_assert_false(tab_perft(rules, situation, 1, TAB_MAX_THROWS, NULL, &count));
    g_assert_false(tab_perft(rules, situation, 1, UINT_MAX, NULL, &count));
}

/* However many throws are given, hands of the turn after it have their own. */
static void test_perft_after_a_long_hand(void)
{
    g_autoptr(TabRules) rules = rules_for("walker:columns=5,pieces=1");
    g_autofree TabSituation *situation = situation_for(rules, "5/1t3/5/M4 w - - 1");
    uint64_t count = 0;
    for (unsigned i = 0; i < TAB_MAX_THROWS - 1; i++)
        g_assert_true(tab_throws_add(rules, &situation->throws, TAB_THROW_6));
    g_assert_true(tab_throws_add(rules, &situation->throws, TAB_THROW_2));
    g_assert_true(tab_perft(rules, situation, 2, 1, NULL, &count));
    g_assert_cmpuint(count, ==, 2); /* one outcome, and a 2 or a 3 */
    g_assert_false(tab_perft(rules, situation, 2, TAB_MAX_THROWS + 1, NULL, &count));
}

typedef struct {
    const TabRules *rules;
    const TabPosition *position;
    TabOutcomes *outcomes;
    uint64_t n;
} Counting;

static bool count_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                          unsigned n_plays, gpointer user_data)
{
    ((Counting *)user_data)->n++;
    return true;
}

static bool count_hand(const TabHand *hand, gpointer user_data)
{
    Counting *counting = user_data;
    g_assert_cmpint(tab_outcomes_visit(counting->outcomes, counting->rules, counting->position,
                                       hand, TAB_OUTCOMES_MAX_STATES, count_outcome, NULL,
                                       counting),
                    ==, TAB_OUTCOMES_ALL);
    return true;
}

/* A turn with more positions than one walk over all hands keeps is counted as hand by hand. */
static void test_perft_of_a_large_turn(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation =
        situation_for(rules, "4nnnnn/1m3T1T1/2t3(MM)1t/NNNM5 w - - 14");
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    for (unsigned most = 5; most <= 7; most += 2) {
        Counting counting = {rules, &situation->position, outcomes, 0};
        uint64_t count = 0;
        g_assert_true(tab_outcomes_hands(rules, situation, most, count_hand, &counting));
        g_assert_true(tab_perft(rules, situation, 1, most, NULL, &count));
        g_assert_cmpuint(count, ==, counting.n);
    }
}

/* Who waits for the end is asked while the table of positions grows, too, and may stop there; the
 * table is good for the next walk whenever it was left. */
static void test_ticks_while_growing(void)
{
    enum { STATES = 30000 };
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *large =
        situation_for(rules, "8n/9/1M1M1M1M1/M1M1M1M2 w 1,4,6,1,4,6,1,3 - 9");
    g_autofree TabSituation *situation = situation_for(rules, RICH);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Meeting all = {0}, part = {0};
    walk(outcomes, rules, situation, TAB_OUTCOMES_MAX_STATES, &all);
    unsigned n = g_hash_table_size(all.keys);
    g_assert_cmpint(walk(outcomes, rules, large, STATES, &all), ==, TAB_OUTCOMES_FULL);
    g_assert_cmpuint(all.ticks, >, STATES / 1024 + 1);
    for (unsigned i = 1; i <= all.ticks; i++) {
        g_autoptr(TabOutcomes) fresh = tab_outcomes_new();
        part.ticks_left = i;
        g_assert_cmpint(walk(fresh, rules, large, STATES, &part), ==, TAB_OUTCOMES_STOPPED);
        part.ticks_left = 0;
        g_assert_cmpint(walk(fresh, rules, situation, TAB_OUTCOMES_MAX_STATES, &part), ==,
                        TAB_OUTCOMES_ALL);
        g_assert_cmpuint(g_hash_table_size(part.keys), ==, n);
    }
    g_hash_table_unref(all.keys);
    g_hash_table_unref(part.keys);
}

/* A walk no larger than one before it needs no memory. */
static void test_walks_again_without_memory(void)
{
#ifdef HAS_SANITIZER
    g_test_skip("a sanitizer needs memory itself");
#else
    enum { STATES = 500000 };
    if (skipped_without_memory_limit())
        return;
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation =
        situation_for(rules, "8n/9/1M1M1M1M1/M1M1M1M2 w 1,4,6,1,4,6,1,3 - 9");
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabHand hand = tab_situation_hand(rules, situation);
    uint64_t n[2];
    struct rlimit before, none = {0};
    getrlimit(RLIMIT_AS, &before);
    none.rlim_max = before.rlim_max;
    for (int i = 0; i < 2; i++) {
        Counting counting = {.n = 0};
        setrlimit(RLIMIT_AS, i ? &none : &before);
        tab_outcomes_visit(outcomes, rules, &situation->position, &hand, STATES, count_outcome,
                           NULL, &counting);
        n[i] = counting.n;
    }
    setrlimit(RLIMIT_AS, &before);
    g_assert_cmpuint(n[0], >, STATES / 10);
    g_assert_cmpuint(n[1], ==, n[0]);
#endif
}

/* A count of no plies is one whatever else is asked for, hands that are given or thrown one by one
 * need no bound, and a tower of plies is refused before the stack ends. */
static void test_perft_extremes(void)
{
    static const struct {
        const char *rules, *position;
        unsigned depth;
        bool counts;
    } rows[] = {
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1", 0, true},
        {"walker", "9/T8/9/9 b - - 9", UINT_MAX, true},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", 1, true},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", 2, false},
        {"ludii", "mmmmmmm/7/7/MMMMMMM w - - 1", 2, true},
    };
    uint64_t count = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRules) rules = rules_for(rows[i].rules);
        g_autofree TabSituation *situation = situation_for(rules, rows[i].position);
        g_assert_cmpint(tab_perft(rules, situation, rows[i].depth, UINT_MAX, NULL, &count), ==,
                        rows[i].counts);
    }
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation = situation_for(rules, "nnnnnnnnn/9/9/NNNNNNNNN w - - 1");
    g_assert_false(tab_perft(rules, situation, 100000, 1, NULL, &count));
}

/* The longest hand there can be on a board where nothing branches: deep, not broad. */
static void test_longest_hand(void)
{
    g_autoptr(TabRules) rules = rules_for("bell:columns=29");
    g_autofree TabSituation *situation = situation_for(rules, "28n/29/M28/29 w - 9/0 1");
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Meeting meeting = {0};
    for (unsigned i = 0; i < TAB_MAX_THROWS - 1; i++)
        g_assert_true(tab_throws_add(rules, &situation->throws, i % 2 ? TAB_THROW_4 : TAB_THROW_6));
    g_assert_true(tab_throws_add(rules, &situation->throws, TAB_THROW_2));
    TabOutcomesEnd end = walk(outcomes, rules, situation, 200000, &meeting);
    g_assert_true(end == TAB_OUTCOMES_ALL || end == TAB_OUTCOMES_FULL);
    g_assert_cmpuint(g_hash_table_size(meeting.keys), >=, 1);
    g_hash_table_unref(meeting.keys);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/outcomes/limits", test_limits);
    g_test_add_func("/outcomes/stops", test_stops);
    g_test_add_func("/outcomes/hands", test_hands);
    g_test_add_func("/outcomes/hands-stop", test_hands_stop);
    g_test_add_func("/outcomes/finished", test_finished);
    g_test_add_func("/outcomes/perft-ends", test_perft_ends);
    g_test_add_func("/outcomes/perft-after-a-long-hand", test_perft_after_a_long_hand);
    g_test_add_func("/outcomes/ticks-while-growing", test_ticks_while_growing);
    g_test_add_func("/outcomes/walks-again-without-memory", test_walks_again_without_memory);
    g_test_add_func("/outcomes/perft-extremes", test_perft_extremes);
    g_test_add_func("/outcomes/perft-of-a-large-turn", test_perft_of_a_large_turn);
    g_test_add_func("/outcomes/longest-hand", test_longest_hand);
    return g_test_run();
}
