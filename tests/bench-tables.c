// SPDX-License-Identifier: GPL-3.0-or-later
// How fast tables are probed, and how many states a core solves in a second.
#include <stdio.h>
#include <time.h>

#include "engine/lab/solving/build.h"
#include "engine/tables/probe.h"
#include "protocol/rules/outcomes.h"

#define POSITIONS 4096
#define ROUNDS 500
#define SITUATIONS 20000

/* The processor's time: one thread works, and others may be at work beside it. */
static double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Random positions of a table, Black to move in every second one, looked up again and again. */
static void bench_probes(const char *path, uint64_t in_memory)
{
    char *const names[] = {(char *)path, NULL};
    g_autoptr(TabTables) tables = tab_tables_open_within(names, in_memory, NULL);
    const TabTable *table = tab_tables_get(tables, 0);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, table->rules);
    g_autofree TabPosition *position = g_new(TabPosition, POSITIONS);
    TabRandom random = tab_random_new(1);
    for (unsigned i = 0; i < POSITIONS; i++) {
        uint64_t state = tab_random_below(&random, (uint32_t)table->n_values);
        tab_layers_position(&table->layers, state, &position[i]);
        if (i & 1)
            tab_position_exchange_sides(table->rules, &position[i], &position[i]);
    }
    double sum = 0;
    clock_t start = clock();
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < POSITIONS; i++) {
            TabProbed found;
            if (tab_probe_value(probe, &position[i], &found))
                sum += found.value;
        }
    double seconds = seconds_since(start), n = (double)POSITIONS * ROUNDS;
    printf("%s: %.1f million probes a core-second %s (mean value %.3f)\n", path, n / seconds * 1e-6,
           in_memory ? "in memory" : "in the file", sum / n);
}

static bool count_one(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    ++*(double *)user_data;
    return true;
}

/* How many outcomes a hand has, on average over random states and hands: what a state costs. */
static void count_outcomes(const char *path)
{
    g_autoptr(TabTable) table = tab_table_open(path, false, NULL);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autofree TabSituation *situation = g_new0(TabSituation, 1);
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabRandom random = tab_random_new(1);
    double sum = 0;
    for (unsigned i = 0; i < SITUATIONS; i++) {
        uint64_t state = tab_random_next(&random) % table->n_values;
        tab_layers_position(&table->layers, state, &situation->position);
        situation->throws = (TabThrows){.n = 0};
        while (!tab_throws_complete(&situation->throws))
            tab_throws_add(table->rules, &situation->throws,
                           tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, &random));
        TabHand hand = tab_situation_hand(table->rules, situation);
        tab_outcomes_visit(outcomes, table->rules, &situation->position, &hand,
                           TAB_OUTCOMES_MAX_STATES, count_one, NULL, &sum);
    }
    printf("%s: %.2f outcomes a hand as thrown\n", path, sum / SITUATIONS);
}

static void bench_solve(const char *rules, unsigned more, unsigned fewer)
{
    g_autofree char *folder = g_dir_make_tmp("bench-tables-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    TabBuildPlan plan = {.more = more, .fewer = fewer, .tail = 1e-10, .threads = 1, .output = path};
    g_autoptr(GError) error = NULL;
    if (!tab_ruleset_parse(rules, &plan.set, &error))
        g_error("%s", error->message);
    g_autoptr(TabBuild) build = tab_build_new(&plan, &error);
    clock_t start = clock();
    if (!build || !tab_build_run(build, NULL, NULL, &error))
        g_error("%s", error->message);
    double seconds = seconds_since(start);
    printf("%s, %u against %u: %" G_GUINT64_FORMAT " states, %.0f a core-second, bound %.2g\n",
           rules, more, fewer, build->layers.n_states, (double)build->layers.n_states / seconds,
           build->head.bound);
    remove(path);
    remove(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bench_probes(argv[i], TAB_TABLE_IN_MEMORY);
        bench_probes(argv[i], 0);
        count_outcomes(argv[i]);
    }
    bench_solve("walker:columns=5", 2, 1);
    bench_solve("lane:columns=5", 2, 1);
    bench_solve("jordan:columns=5", 2, 1);
    bench_solve("ludii:columns=5", 2, 2);
    return 0;
}
