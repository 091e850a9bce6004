// SPDX-License-Identifier: GPL-3.0-or-later
// Backs up a unit block by block: the states against one set of enemy piles at a time, on threads.
#include "engine/lab/solving/backup.h"

#include <math.h>
#include <stdlib.h>

#include "engine/lab/solving/rows.h"
#include "engine/lab/solving/single.h"

#define NOT_HERE UINT64_MAX /* an end outside of the unit */
#define SINGLE_BLOCK 1024   /* states of a block with throws=at-once */
#define SINGLE_BYTES 100  /* of a state's lists: nine ends with two piles a side, more with more */
#define CACHED_NODES 6000 /* of a graph whose rows stay in the processor's caches */
#define BLOCK 2 /* cells: of enemies that stand in the same blocks turns have most in common */
#define POLL_MICROSECONDS 200000

/* An end of a turn and what it is worth to the side that moved. */
typedef struct {
    double worth;
    uint32_t id; /* node * saves + own tâbs saved */
} End;

/* A way to go on within the unit. */
typedef struct {
    double chance;
    uint64_t state;
} Way;

/* A layer's enemies, shared out among graphs. */
typedef struct {
    GArray *enemies; /* guint64: their numbers in an order of their own */
    GArray *first;   /* guint64: the place there of each graph's first, and the end */
    uint64_t nodes;  /* that the largest has at most, … */
    uint64_t full;   /* … and full ones that one has */
    double time;     /* that all take, in a unit of its own */
} Plan;

struct _TabBackupGraphs {
    TabSubgraphs *subgraphs[2]; /* of the unit's two layers; of the second only if they differ */
    Plan plan[2];               /* by layer: of its graphs */
    TabSingleEnds **ends;       /* with throws=at-once: by block, NULL if they are not kept */
    uint64_t n_blocks; /* graphs, one for each number of tâbs that the enemy has saved; or … */
    uint64_t room;     /* bytes left for `ends`; under the lock of the run */
};

/* What one thread has for itself. */
typedef struct {
    TabTurnGraph *turns; /* to make graphs in */
    TabRows *rows;
    size_t room_ends, room_full;
    End *ends;       /* by rank, less 1 */
    End *sorting;    /* room for as many */
    uint32_t *stop;  /* rank by id */
    double *worth;   /* by rank */
    double *other;   /* by rank: the worth with S and T exchanged */
    uint64_t *where; /* by rank: state of the unit, or NOT_HERE */
    double *weight;  /* by rank, all 0 between states */
    double *sum;     /* by full node and saved tâbs */
    double *other_sum;
    double off; /* of all blocks so far */
    uint32_t *short_rank;
} Bench;

/* One backup on all threads. */
typedef struct {
    const TabBackupSetup *setup;
    const TabUnit *unit;
    const TabBackup *backup;
    TabBackupGraphs *graphs;
    unsigned saves;
    double short_chance[TAB_SHORT_HANDS];
    uint64_t n_blocks;
    guint64 next; /* under the lock, as all below */
    uint64_t done;
    unsigned running;
    bool stop;
    double off;
    GMutex lock;
    GCond changed;
} Run;

static void bench_clear(Bench *bench)
{
    tab_turn_graph_free(bench->turns);
    tab_rows_free(bench->rows);
    g_free(bench->ends);
    g_free(bench->sorting);
    g_free(bench->stop);
    g_free(bench->worth);
    g_free(bench->other);
    g_free(bench->where);
    g_free(bench->weight);
    g_free(bench->sum);
    g_free(bench->other_sum);
    g_free(bench->short_rank);
}

static void make_room(Bench *bench, size_t ends, size_t full, bool shorts)
{
    if (ends > bench->room_ends) {
        bench->room_ends = ends;
        bench->ends = g_renew(End, bench->ends, ends);
        bench->sorting = g_renew(End, bench->sorting, ends);
        bench->stop = g_renew(uint32_t, bench->stop, ends);
        bench->worth = g_renew(double, bench->worth, ends + 2);
        bench->other = g_renew(double, bench->other, ends + 2);
        bench->where = g_renew(uint64_t, bench->where, ends + 2);
        g_free(bench->weight);
        bench->weight = g_new0(double, ends + 2);
    }
    if (full > bench->room_full) {
        bench->room_full = full;
        bench->sum = g_renew(double, bench->sum, full);
        bench->other_sum = g_renew(double, bench->other_sum, full);
        if (shorts)
            bench->short_rank = g_renew(uint32_t, bench->short_rank, full * TAB_SHORT_HANDS);
    }
}

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define N_DIGITS 3

/* A whole number that rises with the worth, if it does not stay the same. */
static inline uint64_t sort_key(const End *end)
{
    const uint64_t most = (UINT64_C(1) << DIGIT_BITS * N_DIGITS) - 1;
    return (uint64_t)(CLAMP(end->worth, 0, 1) * (double)most);
}

/* Puts ends, which are in the order of their ids, in that of their worth; equal ones stay in order.
 * First by the digits of a rounded worth, then what that has left. */
static void sort_ends(Bench *bench, uint32_t n)
{
    uint32_t count[N_DIGITS][DIGITS] = {{0}};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = sort_key(&bench->ends[i]);
        for (unsigned d = 0; d < N_DIGITS; d++)
            count[d][key >> DIGIT_BITS * d & (DIGITS - 1)]++;
    }
    for (unsigned d = 0; d < N_DIGITS; d++) {
        uint32_t at = 0;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            uint32_t here = count[d][digit];
            count[d][digit] = at;
            at += here;
        }
        for (uint32_t i = 0; i < n; i++) {
            uint64_t key = sort_key(&bench->ends[i]);
            bench->sorting[count[d][key >> DIGIT_BITS * d & (DIGITS - 1)]++] = bench->ends[i];
        }
        End *sorted = bench->sorting;
        bench->sorting = bench->ends;
        bench->ends = sorted;
    }
    for (uint32_t i = 1; i < n; i++) {
        End end = bench->ends[i];
        uint32_t to = i;
        for (; to > 0 && bench->ends[to - 1].worth > end.worth; to--)
            bench->ends[to] = bench->ends[to - 1];
        bench->ends[to] = end;
    }
}

/* Puts all ends of the graph in order of worth; returns the number of ranks: those of the ends, the
 * best end of each rank standing for all, and two more. */
static uint32_t rank_ends(const Run *run, Bench *bench, const TabTurnGraph *turns)
{
    const TabUnit *unit = run->unit;
    uint32_t n = 0;
    for (uint32_t node = 1; node < turns->n_nodes; node++)
        for (unsigned saved = 0; saved < run->saves; saved++) {
            uint64_t state = turns->after[node] + saved * turns->after_step[node];
            bench->ends[n++] =
                (End){.worth = 1 - run->backup->turned[state], .id = node * run->saves + saved};
        }
    sort_ends(bench, n);
    bench->worth[0] = bench->other[0] = 0;
    bench->where[0] = NOT_HERE;
    bool rounds = run->setup->ranks && run->setup->ranks < n;
    uint32_t ranks = rounds ? run->setup->ranks : n, won = ranks + 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = bench->ends[i].id / run->saves, saved = bench->ends[i].id % run->saves;
        uint64_t state = turns->after[node] + saved * turns->after_step[node];
        bool here = state >= unit->start && state < unit->start + unit->size;
        uint32_t rank =
            1 + (rounds ? (uint32_t)(CLAMP(bench->ends[i].worth, 0, 1) * (ranks - 1)) : i);
        bench->stop[bench->ends[i].id] = rank;
        bench->worth[rank] = bench->ends[i].worth;
        bench->other[rank] = 1 - run->backup->same[state];
        bench->where[rank] = here ? state - unit->start : NOT_HERE;
    }
    bench->worth[won] = bench->other[won] = 1;
    bench->where[won] = NOT_HERE;
    for (unsigned saved = 0; saved < run->saves; saved++)
        bench->stop[saved] = won;
    return won + 1;
}

/* How much better, by the mean of both worths, an end of a lower rank is. */
static double find_off(const Bench *bench, uint32_t n_ranks)
{
    double most = 0, off = 0;
    for (uint32_t r = 1; r < n_ranks; r++) {
        double mean = (bench->worth[r] + bench->other[r]) / 2;
        most = MAX(most, mean);
        off = MAX(off, most - mean);
    }
    return off;
}

static int compare_ways(const void *a, const void *b)
{
    const Way *x = a, *y = b;
    return x->chance > y->chance ? -1 : x->chance < y->chance ? 1 : x->state < y->state ? -1 : 1;
}

/* Writes the likeliest ways of one state; what there is no slot for is shared out among them. */
static void write_ways(TabSuccessors *next, uint64_t local, Way *way, unsigned n)
{
    double all = 0, kept = 0;
    if (n > 1)
        qsort(way, n, sizeof *way, compare_ways);
    unsigned used = MIN(n, next->slots);
    for (unsigned i = 0; i < n; i++) {
        all += way[i].chance;
        kept += i < used ? way[i].chance : 0;
    }
    for (unsigned i = 0; i < used; i++)
        tab_successors_set(next, local * next->slots + i, way[i].state,
                           -way[i].chance * all / kept);
    if (used < next->slots)
        next->chance[local * next->slots + used] = 0;
}

/* Gathers where the short hands of one state lead. */
static void find_ways(const Run *run, Bench *bench, uint64_t local, const uint32_t *ranks)
{
    Way way[TAB_SHORT_HANDS];
    unsigned n = 0;
    for (unsigned i = 0; i < TAB_SHORT_HANDS; i++) {
        if (bench->where[ranks[i]] == NOT_HERE)
            continue;
        if (bench->weight[ranks[i]] == 0)
            way[n++].state = ranks[i];
        bench->weight[ranks[i]] += run->short_chance[i];
    }
    for (unsigned i = 0; i < n; i++) {
        uint32_t rank = (uint32_t)way[i].state;
        way[i] = (Way){.chance = bench->weight[rank], .state = bench->where[rank]};
        bench->weight[rank] = 0;
    }
    write_ways(run->backup->successors, local, way, n);
}

/* What a state is worth on average over the hands of the box, whose sum is `sum`, and the others.
 * Some states are worth the same whatever is thrown: those where neither side can ever play, and
 * those where this side has no play (`passed`, else NULL). */
static double mean_worth(const TabHandBox *box, bool stuck, const double *passed, double sum,
                         double tail_worth)
{
    if (stuck)
        return 0.5 * box->whole;
    return passed ? *passed * box->whole : sum + box->tail * tail_worth;
}

/* The results of a block. */
static void write_block(const Run *run, Bench *bench, const TabTurnGraph *turns)
{
    const TabBackup *backup = run->backup;
    const TabHandBox *box = run->setup->box;
    for (uint32_t node = 1; node <= turns->n_full; node++)
        for (unsigned saved = 0; saved < run->saves; saved++) {
            size_t at = (size_t)node * run->saves + saved;
            uint64_t local = turns->before[node] + saved * turns->before_step - run->unit->start;
            bool stuck = turns->stuck[node], passes = turns->blocked[node] && run->saves == 1;
            uint32_t stop = bench->stop[at];
            backup->value[local] = mean_worth(box, stuck, passes ? &bench->worth[stop] : NULL,
                                              bench->sum[at], backup->tail_worth);
            if (backup->other)
                backup->other[local] = mean_worth(box, stuck, passes ? &bench->other[stop] : NULL,
                                                  bench->other_sum[at], 1 - backup->tail_worth);
            Way pass = {.chance = 1, .state = bench->where[stop]};
            if (backup->successors && (stuck || passes))
                write_ways(backup->successors, local, &pass, !stuck && pass.state != NOT_HERE);
            else if (backup->successors)
                find_ways(run, bench, local, bench->short_rank + at * TAB_SHORT_HANDS);
        }
}

static void plan_clear(Plan *plan)
{
    g_clear_pointer(&plan->enemies, g_array_unref);
    g_clear_pointer(&plan->first, g_array_unref);
}

/* Graphs of at most so many nodes, if they have more than one enemy. */
static Plan plan_graphs(const TabBackupSetup *setup, unsigned own, unsigned enemy, GArray *enemies,
                        uint64_t most)
{
    const TabIndex *index = setup->layers->index;
    guint64 first = 0;
    uint64_t boards = tab_index_boards(index, own, 0);
    Plan plan = {.enemies = g_array_ref(enemies), .first = g_array_new(FALSE, FALSE, sizeof first)};
    g_array_append_val(plan.first, first);
    while (first < enemies->len) {
        const guint64 *here = &g_array_index(enemies, guint64, first);
        uint64_t nodes;
        unsigned n =
            tab_turn_graph_room(index, own, enemy, here, enemies->len - (guint)first, most, &nodes);
        /* As measured, a node takes three times as much where rows do not stay in the processor's
         * caches, and that twice where ranks have 32 bits. */
        double node_time = nodes <= CACHED_NODES ? 1 : nodes < UINT16_MAX ? 2.3 : 4.4;
        plan.nodes = MAX(plan.nodes, nodes);
        plan.full = MAX(plan.full, n * boards);
        plan.time += (double)nodes * node_time;
        first += n;
        g_array_append_val(plan.first, first);
    }
    return plan;
}

/* The plan that takes the least time: graphs of one enemy, graphs that stay in the caches, or large
 * ones, which have least in common with each other. */
static Plan find_plan(const TabBackupSetup *setup, unsigned own, unsigned enemy)
{
    uint64_t most[] = {0, MIN(CACHED_NODES, setup->nodes), setup->nodes};
    g_autoptr(GArray) enemies = tab_turn_graph_order(setup->layers->index, enemy, BLOCK);
    Plan best = {.time = INFINITY};
    for (unsigned i = 0; i < G_N_ELEMENTS(most); i++) {
        Plan plan = plan_graphs(setup, own, enemy, enemies, most[i]);
        bool better = plan.time < best.time;
        plan_clear(better ? &best : &plan);
        best = better ? plan : best;
    }
    return best;
}

TabBackupGraphs *tab_backup_graphs_new(const TabBackupSetup *setup, const TabUnit *unit)
{
    TabBackupGraphs *graphs = g_new0(TabBackupGraphs, 1);
    uint64_t room = setup->graphs, lower[2] = {0}, full[2] = {0};
    if (!setup->box) {
        graphs->n_blocks = (unit->size + SINGLE_BLOCK - 1) / SINGLE_BLOCK;
        graphs->ends = room ? g_new0(TabSingleEnds *, graphs->n_blocks) : NULL;
        graphs->room = room;
        return graphs;
    }
    /* Shares the room out: subgraphs that many turns pass through come first. */
    const TabIndex *index = setup->layers->index;
    unsigned own[2] = {unit->more, unit->fewer}, layers = unit->more == unit->fewer ? 1 : 2;
    for (unsigned i = 0; i < layers; i++) {
        lower[i] = MIN(room, tab_subgraphs_lower_memory(index, own[i], own[1 - i]));
        room -= lower[i];
    }
    for (unsigned i = 0; i < layers; i++) {
        full[i] = MIN(room, tab_subgraphs_full_memory(index, own[i], own[1 - i]));
        room -= full[i];
        graphs->subgraphs[i] =
            tab_subgraphs_new(setup->layers, own[i], own[1 - i], lower[i], full[i]);
        graphs->plan[i] = find_plan(setup, own[i], own[1 - i]);
        graphs->n_blocks += (graphs->plan[i].first->len - 1) * index->saves;
    }
    return graphs;
}

void tab_backup_graphs_free(TabBackupGraphs *graphs)
{
    if (!graphs)
        return;
    for (unsigned i = 0; i < 2; i++) {
        tab_subgraphs_free(graphs->subgraphs[i]);
        plan_clear(&graphs->plan[i]);
    }
    for (uint64_t i = 0; graphs->ends && i < graphs->n_blocks; i++)
        tab_single_ends_free(graphs->ends[i]);
    g_free(graphs->ends);
    g_free(graphs);
}

/* Bytes for the subgraphs of the graphs of both layers. */
static uint64_t parts_memory(const TabBackupSetup *setup, const TabUnit *unit,
                             uint64_t (*memory)(const TabIndex *, unsigned own, unsigned enemy))
{
    const TabIndex *index = setup->layers->index;
    uint64_t bytes = memory(index, unit->more, unit->fewer);
    return unit->more == unit->fewer ? bytes : bytes + memory(index, unit->fewer, unit->more);
}

uint64_t tab_backup_shared_memory(const TabBackupSetup *setup, const TabUnit *unit)
{
    return setup->box ? parts_memory(setup, unit, tab_subgraphs_lower_memory) : 0;
}

uint64_t tab_backup_graphs_memory(const TabBackupSetup *setup, const TabUnit *unit)
{
    return setup->box ? parts_memory(setup, unit, tab_subgraphs_lower_memory) +
                            parts_memory(setup, unit, tab_subgraphs_full_memory)
                      : unit->size * SINGLE_BYTES;
}

static bool has_changed(const Run *run, uint64_t state)
{
    guint64 local = state - run->unit->start;
    return g_hash_table_contains(run->backup->changed, &local);
}

/* Whether a turn of the graph begins with a state that has changed, or may lead to one. */
static bool sees_change(const Run *run, const TabTurnGraph *turns)
{
    for (uint32_t node = 1; node < turns->n_nodes; node++)
        for (unsigned saved = 0; saved < run->saves; saved++)
            if (has_changed(run, turns->after[node] + saved * turns->after_step[node]) ||
                (node <= turns->n_full &&
                 has_changed(run, turns->before[node] + saved * turns->before_step)))
                return true;
    return false;
}

/* Makes the graph of a block and backs up its full nodes; returns the number of states. */
static uint64_t back_up_graph(Run *run, Bench *bench, uint64_t block)
{
    const TabBackup *backup = run->backup;
    TabBackupGraphs *graphs = run->graphs;
    TabTurnGraph *turns = bench->turns;
    uint64_t first = (graphs->plan[0].first->len - 1) * run->saves;
    unsigned layer = block >= first;
    uint64_t number = layer ? block - first : block;
    const Plan *plan = &graphs->plan[layer];
    const guint64 *graph = &g_array_index(plan->first, guint64, number / run->saves);
    tab_turn_graph_make(turns, graphs->subgraphs[layer],
                        &g_array_index(plan->enemies, guint64, graph[0]),
                        (unsigned)(graph[1] - graph[0]), (unsigned)(number % run->saves));
    size_t full = (size_t)turns->n_full + 1;
    if (!backup->changed || sees_change(run, turns)) {
        make_room(bench, (size_t)turns->n_nodes * run->saves, full * run->saves,
                  backup->successors != NULL);
        uint32_t n_ranks = rank_ends(run, bench, turns);
        if (backup->other)
            bench->off = MAX(bench->off, find_off(bench, n_ranks));
        TabRowsTask task = {
            .turns = turns,
            .box = run->setup->box,
            .saves = run->saves,
            .stop = bench->stop,
            .n_ranks = n_ranks,
            .worth = bench->worth,
            .sum = bench->sum,
            .other_worth = backup->other ? bench->other : NULL,
            .other_sum = bench->other_sum,
            .short_rank = backup->successors ? bench->short_rank : NULL,
        };
        tab_rows_run(bench->rows, &task);
        write_block(run, bench, turns);
    }
    return (full - 1) * run->saves;
}

/* The same with throws=at-once. Keeps what it lists, if there is room. */
static uint64_t back_up_singles(Run *run, Bench *bench, uint64_t block)
{
    const TabUnit *unit = run->unit;
    TabBackupGraphs *graphs = run->graphs;
    uint64_t first = block * SINGLE_BLOCK, count = MIN(SINGLE_BLOCK, unit->size - first);
    g_autoptr(TabSingleEnds) made = NULL;
    const TabSingleEnds *ends = graphs->ends ? graphs->ends[block] : NULL;
    if (!ends)
        ends = made = tab_single_ends_new(run->setup, unit->start + first, count);
    double off = tab_single_run(run->setup, unit, run->backup, ends);
    bench->off = MAX(bench->off, off);
    if (made && graphs->ends) {
        uint64_t bytes = tab_single_ends_size(made);
        g_mutex_lock(&run->lock);
        if (bytes <= graphs->room) {
            graphs->room -= bytes;
            graphs->ends[block] = g_steal_pointer(&made);
        }
        g_mutex_unlock(&run->lock);
    }
    return count;
}

static gpointer back_up_blocks(gpointer data)
{
    Run *run = data;
    Bench bench = {.turns = tab_turn_graph_new(), .rows = tab_rows_new()};
    g_mutex_lock(&run->lock);
    while (!run->stop && run->next < run->n_blocks) {
        uint64_t block = run->next++;
        g_mutex_unlock(&run->lock);
        uint64_t states = run->setup->box ? back_up_graph(run, &bench, block)
                                          : back_up_singles(run, &bench, block);
        g_mutex_lock(&run->lock);
        run->done += states;
    }
    run->off = MAX(run->off, bench.off);
    run->running--;
    g_cond_signal(&run->changed);
    g_mutex_unlock(&run->lock);
    bench_clear(&bench);
    return NULL;
}

bool tab_backup_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    TabBackupProgress progress, gpointer user_data)
{
    g_return_val_if_fail(setup->threads >= 1, false);
    unsigned casts = setup->layers->index->rules->n_thrown;
    g_return_val_if_fail(!backup->successors ||
                             (unit->size <= TAB_UNIT_MOST && backup->successors->slots >= casts),
                         false);
    g_autoptr(TabBackupGraphs) own = backup->graphs ? NULL : tab_backup_graphs_new(setup, unit);
    Run run = {.setup = setup,
               .unit = unit,
               .backup = backup,
               .graphs = backup->graphs ? backup->graphs : own,
               .saves = setup->layers->index->saves,
               .running = setup->threads};
    run.n_blocks = run.graphs->n_blocks;
    if (setup->box)
        tab_rows_short_chances(setup->box, run.short_chance);
    g_mutex_init(&run.lock);
    g_cond_init(&run.changed);
    g_autofree GThread **threads = g_new(GThread *, setup->threads);
    for (unsigned i = 0; i < setup->threads; i++)
        threads[i] = g_thread_new("backup", back_up_blocks, &run);
    g_mutex_lock(&run.lock);
    while (run.running) {
        gint64 until = g_get_monotonic_time() + POLL_MICROSECONDS;
        g_cond_wait_until(&run.changed, &run.lock, until);
        double done = (double)run.done / (double)unit->size;
        g_mutex_unlock(&run.lock);
        bool on = !progress || progress(done, user_data);
        g_mutex_lock(&run.lock);
        run.stop = run.stop || !on;
    }
    g_mutex_unlock(&run.lock);
    for (unsigned i = 0; i < setup->threads; i++)
        g_thread_join(threads[i]);
    g_mutex_clear(&run.lock);
    g_cond_clear(&run.changed);
    if (backup->off)
        *backup->off = run.off;
    return run.done == unit->size;
}

/* Bytes for graphs of at most so many nodes, some of them full. */
static uint64_t memory_for(const TabBackupSetup *setup, uint64_t nodes, uint64_t full)
{
    unsigned saves = setup->layers->index->saves;
    /* Rows; a node with some thirty plays and its step; ends, four arrays by rank; short hands. */
    return tab_rows_memory(setup->box, nodes) + nodes * (260 + 40u * saves) +
           full * saves * (TAB_SHORT_HANDS * 4 + 16);
}

uint64_t tab_backup_memory(const TabBackupSetup *setup, const TabUnit *unit)
{
    if (!setup->box)
        return 1 << 20;
    Plan plan = find_plan(setup, unit->more, unit->fewer),
         other = find_plan(setup, unit->fewer, unit->more);
    uint64_t nodes = MAX(plan.nodes, other.nodes), full = MAX(plan.full, other.full);
    plan_clear(&plan);
    plan_clear(&other);
    return memory_for(setup, nodes, full);
}

uint64_t tab_backup_nodes(const TabBackupSetup *setup, uint64_t bytes)
{
    const uint64_t many = UINT64_C(1) << 20;
    return setup->box ? bytes / (memory_for(setup, many, many) / many) : 0;
}
