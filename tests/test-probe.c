// SPDX-License-Identifier: GPL-3.0-or-later
// The engine inside an endgame table: its turn is always one of the table's best.
#include <string.h>

#include "engine/search/search.h"
#include "rules-fixture.h"

typedef struct {
    const TabProbe *probe;
    TabSide mover;
    double best;
} Best;

static double value_for(const TabProbe *probe, const TabPosition *after, TabSide mover)
{
    TabProbed found;
    g_assert_true(tab_probe_value(probe, after, &found));
    return after->side == mover ? found.value : 1 - found.value;
}

static bool note_value(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                       gpointer user_data)
{
    Best *best = user_data;
    best->best = MAX(best->best, value_for(best->probe, after, best->mover));
    return true;
}

static void note_answer(const TabSearchReport *report, gpointer user_data)
{
    if (report->final)
        *(TabSearchLine *)user_data = *report->lines[0];
}

/* Throws of a turn, drawn with fair sticks; not more than the situation holds. */
static void throw_sticks(const TabRules *rules, TabRandom *random, TabThrows *throws)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    memset(throws, 0, sizeof *throws);
    do
        tab_throws_add(rules, throws, tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, random));
    while (!tab_throws_complete(throws));
}

/* Plays one turn from one position in thirty of the table with throws drawn at random; in the long
 * version from all of them. */
static void plays_the_best(gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", NULL);
    g_autoptr(TabTables) tables = tab_tables_open(folder, &error);
    g_assert_no_error(error);
    g_autoptr(TabRules) rules = rules_for(data);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_assert_nonnull(probe);
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabEval) eval = tab_eval_new(rules, &sticks);
    g_autoptr(TabIndex) index = tab_index_new(rules, 2);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autofree TabSearchLine *answer = g_new(TabSearchLine, 1);
    g_autofree TabSituation *situation = g_new0(TabSituation, 1);
    TabRandom random = tab_random_new(1);
    atomic_bool stop = false;
    TabSearch search = {.rules = rules, .eval = eval, .sticks = &sticks, .probe = probe};
    search.situation = situation;
    search.threads = 1;
    search.limits.depth = 3;
    search.stop = &stop;
    unsigned played = 0, step = g_test_thorough() ? 1 : 30;
    for (unsigned own = 1; own <= 2; own++)
        for (unsigned enemy = 1; enemy <= 3 - own; enemy++)
            for (uint64_t i = 0; i < tab_index_layer_size(index, own, enemy); i += step) {
                TabPlace place = {(uint8_t)own, (uint8_t)enemy, i};
                tab_index_position(index, &place, &situation->position);
                throw_sticks(rules, &random, &situation->throws);
                TabHand hand = tab_situation_hand(rules, situation);
                Best best = {probe, (TabSide)situation->position.side, 0};
                tab_outcomes_visit(outcomes, rules, &situation->position, &hand, 100000, note_value,
                                   NULL, &best);
                tab_search_run(&search, note_answer, answer);
                g_assert_true(answer->known);
                g_assert_cmpfloat(value_for(probe, &answer->after, best.mover), ==, best.best);
                g_assert_cmpfloat(answer->win, ==, best.best);
                played++;
            }
    g_test_message("%s: %u turns", (const char *)data, played);
    g_assert_cmpuint(played, >, 200);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const char *const presets[] = {"walker", "standard", "lane", "ludii", "jordan"};
    for (unsigned i = 0; i < G_N_ELEMENTS(presets); i++) {
        g_autofree char *path = g_strconcat("/probe/plays-the-best/", presets[i], NULL);
        g_test_add_data_func(path, presets[i], plays_the_best);
    }
    return g_test_run();
}
