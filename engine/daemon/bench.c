// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed set of searches behind `bench`: positions of every preset with easy and rich hands.
#include "engine/daemon/bench.h"

#include "engine/data-folder.h"
#include "engine/eval/net.h"
#include "engine/search/search.h"
#include "protocol/rules/notation.h"

#define BENCH_HASH 16 /* MiB */

static const struct {
    const char *rules, *position;
    unsigned depth;
} searches[] = {
    {"standard", "nnnnnnnnnnn/11/11/NNNNNNNNNNN w 1,4,2 - 1", 4},
    {"standard", "4nnnnnnn/1m3T1T3/2t3(MM)1t2/NNNNN1M4 b 6,1,2 - 14", 4},
    {"standard", "11/3t2(tt)T3/2T4t3/4f6 w - - 61", 4},
    {"walker", "2m1nnnnn/2T1m2T1/1(MM)3t3/NNN2M3 w 4,3 - 12", 4},
    {"walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30", 4},
    {"walker", "9/1t7/T3t2M(MM)/3(MM)5 w 2 - 64", 5},
    {"bell", "3mm1Fnn/5T3/3(tt)5/NNf2MM2 b 3 9/0 25", 4},
    {"bell", "9/2t1~(FF)2m1/2ff3M1/9 w 1,2 2/1 41", 4},
    {"lane", "3F1nnFn/1T5(tmm)T/9/NNN6 b 4,3 - 30", 4},
    {"ludii", "5m1/3(TTTT)1m(mmm)/4M2/4M(ff)1 b 6 - 18", 5},
    {"jordan", "1m1mnnnn/3T4/4M1t1/NNNN1M2 w 6,2 - 9", 4},
    {"jordan:columns=12", "9F2/12/3(ff)8/12 b 4,1,2 - 162", 5},
};

/* FNV-1a over the bytes of a number. */
static void sign(TabBench *bench, uint64_t number)
{
    for (int i = 0; i < 8; i++) {
        bench->signature ^= number >> 8 * i & 0xff;
        bench->signature *= UINT64_C(0x100000001b3);
    }
}

static void sign_answer(const TabSearchReport *report, gpointer user_data)
{
    TabBench *bench = user_data;
    if (!report->final)
        return;
    bench->nodes += report->nodes;
    sign(bench, report->nodes);
    sign(bench, (uint64_t)(report->win * 1e9));
    if (report->n_lines) {
        sign(bench, report->lines[0]->key.a);
        sign(bench, report->lines[0]->turn.n_plays);
    }
}

static void run_one(unsigned i, TabBench *bench, const char *net_folder, atomic_bool *stop)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse(searches[i].rules, &error);
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    if (!rules || !tab_notation_parse_situation(rules, searches[i].position, situation, &error))
        g_error("bench position %u: %s", i, error->message);
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    g_autoptr(TabEval) eval = tab_eval_new(rules, &sticks);
    g_autofree char *reason = NULL;
    g_autoptr(TabNet) net = tab_net_find(net_folder, NULL, NULL, rules, eval->hits, &reason, NULL);
    tab_eval_set_net(eval, net);
    g_autoptr(TabHash) hash = tab_hash_new(BENCH_HASH);
    TabSearch search = {
        .rules = rules,
        .eval = eval,
        .sticks = &sticks,
        .hash = hash,
        .situation = situation,
        .threads = 1,
        .limits = {.start = g_get_monotonic_time(), .depth = searches[i].depth},
        .stop = stop,
    };
    tab_search_run(&search, sign_answer, bench);
}

bool tab_bench_run(TabBench *bench, const char *net_folder, atomic_bool *stop)
{
    int64_t start = g_get_monotonic_time();
    *bench = (TabBench){.signature = UINT64_C(0xcbf29ce484222325)};
    for (unsigned i = 0; i < G_N_ELEMENTS(searches) && !atomic_load(stop); i++)
        run_one(i, bench, net_folder, stop);
    bench->elapsed = g_get_monotonic_time() - start;
    return !atomic_load(stop);
}

char *tab_bench_line(atomic_bool *stop)
{
    TabBench bench;
    g_autofree char *nets = tab_data_folder("nets");
    if (!tab_bench_run(&bench, nets, stop))
        return NULL;
    return g_strdup_printf(
        "bench nodes %" G_GUINT64_FORMAT " nps %.0f signature %016" G_GINT64_MODIFIER "x",
        bench.nodes, (double)bench.nodes * 1e6 / (double)MAX(bench.elapsed, 1), bench.signature);
}
