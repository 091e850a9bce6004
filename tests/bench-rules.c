// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of rules, evaluation and search, each as a ratio to a fixed piece of work timed in the same
// run.
#include <stdio.h>

#include "bench-rate.h"
#include "engine/daemon/bench.h"
#include "engine/search/playout.h"
#include "engine/search/search.h"
#include "protocol/rules/notation.h"

typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabRandom random;
    TabEval *eval;
    TabSituation situation;
    TabOutcomes *outcomes;
    TabHash *hash;
    unsigned threads;
    double sum;
} Scene;

static uint64_t playout_round(gpointer data)
{
    static const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    Scene *scene = data;
    for (int i = 0; i < 100; i++)
        tab_playout_game(scene->rules, &scene->sticks, &limits, &scene->random);
    return 100;
}

static bool count_outcome(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n,
                          gpointer data)
{
    ++*(uint64_t *)data;
    return true;
}

static uint64_t outcomes_round(gpointer data)
{
    Scene *scene = data;
    uint64_t count = 0;
    TabHand hand = tab_situation_hand(scene->rules, &scene->situation);
    tab_outcomes_visit(scene->outcomes, scene->rules, &scene->situation.position, &hand, 1000000,
                       count_outcome, NULL, &count);
    return count;
}

static uint64_t eval_round(gpointer data)
{
    Scene *scene = data;
    for (int i = 0; i < 1000; i++)
        scene->sum += tab_eval_win(scene->eval, &scene->situation.position);
    return 1000;
}

static void note_nodes(const TabSearchReport *report, gpointer data)
{
    if (report->final)
        *(uint64_t *)data = report->nodes;
}

/* One search to a fixed depth from an empty hash table. */
static uint64_t search_round(gpointer data)
{
    Scene *scene = data;
    uint64_t nodes = 0;
    atomic_bool stop = false;
    tab_hash_clear(scene->hash);
    const TabSearch search = {
        .rules = scene->rules,
        .eval = scene->eval,
        .sticks = &scene->sticks,
        .hash = scene->hash,
        .situation = &scene->situation,
        .threads = scene->threads,
        .limits = {.start = g_get_monotonic_time(), .depth = 8},
        .stop = &stop,
    };
    tab_search_run(&search, note_nodes, &nodes);
    return nodes;
}

static void scene_init(Scene *scene, const char *rules, const char *position)
{
    g_autoptr(GError) error = NULL;
    scene->rules = tab_rules_parse(rules, &error);
    if (!scene->rules ||
        !tab_notation_parse_situation(scene->rules, position, &scene->situation, &error))
        g_error("%s", error->message);
    scene->sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    scene->random = tab_random_new(1);
    scene->eval = tab_eval_new(scene->rules, &scene->sticks);
    scene->outcomes = tab_outcomes_new();
    scene->hash = tab_hash_new(16);
}

static void scene_clear(Scene *scene)
{
    tab_outcomes_free(scene->outcomes);
    tab_hash_free(scene->hash);
    tab_eval_free(scene->eval);
    tab_rules_unref(scene->rules);
    g_free(scene);
}

static void show(const char *what, double figure, double reference)
{
    printf("%-28s %12.0f /s  ratio %.4g\n", what, figure, figure / reference);
}

int main(void)
{
    static const char *const playouts[][2] = {
        {"ludii:columns=11", "mmmmmmmmmmm/11/11/MMMMMMMMMMM w - - 1"},
        {"standard", "nnnnnnnnnnn/11/11/NNNNNNNNNNN w 1+ - 1"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1"},
    };
    double reference = tab_bench_reference();
    printf("reference %.1f rounds/s\n", reference);
    for (unsigned i = 0; i < G_N_ELEMENTS(playouts); i++) {
        Scene *scene = g_new0(Scene, 1);
        g_autofree char *name = g_strconcat("playouts ", playouts[i][0], NULL);
        scene_init(scene, playouts[i][0], playouts[i][1]);
        show(name, tab_bench_rate(playout_round, scene), reference);
        scene_clear(scene);
    }
    Scene *scene = g_new0(Scene, 1);
    scene_init(scene, "walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,4,1,6,2 - 30");
    show("outcomes", tab_bench_rate(outcomes_round, scene), reference);
    show("evaluations", tab_bench_rate(eval_round, scene), reference);
    scene_clear(scene);
    scene = g_new0(Scene, 1);
    scene_init(scene, "walker", "2m1nnnnn/2T1m2T1/1(MM)3t3/NNN2M3 w 4,3 - 12");
    scene->threads = 1;
    double alone = tab_bench_rate(search_round, scene);
    scene->threads = 2;
    double two = tab_bench_rate(search_round, scene);
    show("search nodes, one thread", alone, reference);
    show("search nodes, two threads", two, reference);
    printf("two threads search %.2f times as many nodes as one\n", two / alone);
    scene_clear(scene);
    TabBench bench;
    atomic_bool stop = false;
    tab_bench_run(&bench, NULL, &stop);
    show("search nodes", (double)bench.nodes * 1e6 / (double)bench.elapsed, reference);
    return 0;
}
