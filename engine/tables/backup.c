// SPDX-License-Identifier: GPL-3.0-or-later
// Backs up a unit block by block: the states against one set of enemy piles at a time, on threads.
#include "engine/tables/backup.h"

#include <stdlib.h>
#include <string.h>

#include "engine/tables/rows.h"
#include "engine/tables/single.h"

#define NOT_HERE UINT64_MAX /* an end outside of the unit */
#define SINGLE_BLOCK 1024   /* states of a block with throws=at-once */
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

/* What one thread has for itself. */
typedef struct {
    TabTurns *turns;
    TabRows *rows;
    size_t room_ends, room_full;
    End *ends;       /* by rank, less 1 */
    uint32_t *stop;  /* rank by id */
    double *worth;   /* by rank */
    uint64_t *where; /* by rank: state of the unit, or NOT_HERE */
    double *weight;  /* by rank, all 0 between states */
    double *sum;     /* by full node and saved tâbs */
    uint32_t *short_rank;
} Bench;

/* One backup on all threads. */
typedef struct {
    const TabBackupSetup *setup;
    const TabUnit *unit;
    const TabBackup *backup;
    unsigned saves;
    double short_chance[TAB_SHORT_HANDS];
    uint64_t n_blocks;
    guint64 next; /* under the lock, as all below */
    uint64_t done;
    unsigned running;
    bool stop;
    GMutex lock;
    GCond changed;
} Run;

static void bench_clear(Bench *bench)
{
    tab_turns_free(bench->turns);
    tab_rows_free(bench->rows);
    g_free(bench->ends);
    g_free(bench->stop);
    g_free(bench->worth);
    g_free(bench->where);
    g_free(bench->weight);
    g_free(bench->sum);
    g_free(bench->short_rank);
}

static void make_room(Bench *bench, size_t ends, size_t full, bool shorts)
{
    if (ends > bench->room_ends) {
        bench->room_ends = ends;
        bench->ends = g_renew(End, bench->ends, ends);
        bench->stop = g_renew(uint32_t, bench->stop, ends);
        bench->worth = g_renew(double, bench->worth, ends + 2);
        bench->where = g_renew(uint64_t, bench->where, ends + 2);
        g_free(bench->weight);
        bench->weight = g_new0(double, ends + 2);
    }
    if (full > bench->room_full) {
        bench->room_full = full;
        bench->sum = g_renew(double, bench->sum, full);
        if (shorts)
            bench->short_rank = g_renew(uint32_t, bench->short_rank, full * TAB_SHORT_HANDS);
    }
}

static int compare_ends(const void *a, const void *b)
{
    const End *x = a, *y = b;
    return x->worth < y->worth ? -1 : x->worth > y->worth ? 1 : x->id < y->id ? -1 : x->id > y->id;
}

/* Puts all ends of the graph in order of worth; returns the number of ranks. */
static uint32_t rank_ends(const Run *run, Bench *bench)
{
    const TabTurns *turns = bench->turns;
    const TabUnit *unit = run->unit;
    uint32_t n = 0;
    for (uint32_t node = 1; node < turns->n_nodes; node++)
        for (unsigned saved = 0; saved < run->saves; saved++) {
            uint64_t state = turns->after[node] + saved * turns->after_step[node];
            bench->ends[n++] =
                (End){.worth = 1 - run->backup->turned[state], .id = node * run->saves + saved};
        }
    qsort(bench->ends, n, sizeof(End), compare_ends);
    bench->worth[0] = 0;
    bench->where[0] = NOT_HERE;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = bench->ends[i].id / run->saves, saved = bench->ends[i].id % run->saves;
        uint64_t state = turns->after[node] + saved * turns->after_step[node];
        bool here = state >= unit->start && state < unit->start + unit->size;
        bench->stop[bench->ends[i].id] = i + 1;
        bench->worth[i + 1] = bench->ends[i].worth;
        bench->where[i + 1] = here ? state - unit->start : NOT_HERE;
    }
    bench->worth[n + 1] = 1; /* won */
    bench->where[n + 1] = NOT_HERE;
    for (unsigned saved = 0; saved < run->saves; saved++)
        bench->stop[saved] = n + 1;
    return n + 2;
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
                           (float)(-way[i].chance * all / kept));
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

/* The results of a block. */
static void write_block(const Run *run, Bench *bench)
{
    const TabTurns *turns = bench->turns;
    const TabBackup *backup = run->backup;
    for (uint32_t node = 1; node <= turns->n_full; node++)
        for (unsigned saved = 0; saved < run->saves; saved++) {
            size_t at = (size_t)node * run->saves + saved;
            uint64_t local = turns->before[node] + saved * turns->before_step - run->unit->start;
            bool passes = turns->blocked[node] && run->saves == 1; /* whatever is thrown */
            uint32_t stop = bench->stop[at];
            backup->value[local] =
                turns->stuck[node] ? 0.5
                : passes           ? bench->worth[stop]
                                   : bench->sum[at] + run->setup->box->tail * backup->tail_worth;
            if (!backup->successors)
                continue;
            Way pass = {.chance = 1, .state = bench->where[stop]};
            if (turns->stuck[node])
                write_ways(backup->successors, local, &pass, 0);
            else if (passes)
                write_ways(backup->successors, local, &pass, pass.state != NOT_HERE);
            else
                find_ways(run, bench, local, bench->short_rank + at * TAB_SHORT_HANDS);
        }
}

static uint64_t run_collect(const Run *run, Bench *bench, unsigned own, unsigned enemy,
                            uint64_t number, unsigned enemy_saved)
{
    const TabBackupSetup *setup = run->setup;
    bool fits =
        tab_turns_make(bench->turns, setup->index, setup->layers, own, enemy, number, enemy_saved);
    g_assert(fits); /* who builds a table has looked: TAB_TURNS_MOST_NODES */
    size_t full = (size_t)bench->turns->n_full + 1;
    make_room(bench, (size_t)bench->turns->n_nodes * run->saves, full * run->saves,
              run->backup->successors != NULL);
    uint32_t n_ranks = rank_ends(run, bench);
    TabRowsTask task = {
        .turns = bench->turns,
        .box = setup->box,
        .saves = run->saves,
        .stop = bench->stop,
        .n_ranks = n_ranks,
        .worth = bench->worth,
        .sum = bench->sum,
        .short_rank = run->backup->successors ? bench->short_rank : NULL,
    };
    tab_rows_run(bench->rows, &task);
    write_block(run, bench);
    return (full - 1) * run->saves;
}

/* Blocks of own pieces against one set of enemy piles and its saved tâbs. */
static uint64_t blocks_of(const Run *run, unsigned enemy)
{
    return tab_index_boards(run->setup->index, 0, enemy) * run->saves;
}

/* Runs one block and returns its states. */
static uint64_t run_block(const Run *run, Bench *bench, uint64_t block)
{
    const TabUnit *unit = run->unit;
    if (!run->setup->box) {
        uint64_t first = block * SINGLE_BLOCK, count = MIN(SINGLE_BLOCK, unit->size - first);
        tab_single_run(run->setup, unit, run->backup, unit->start + first, count);
        return count;
    }
    unsigned own = unit->more, enemy = unit->fewer;
    uint64_t first = blocks_of(run, enemy);
    if (block >= first) {
        block -= first;
        own = unit->fewer;
        enemy = unit->more;
    }
    return run_collect(run, bench, own, enemy, block / run->saves, (unsigned)(block % run->saves));
}

static gpointer work(gpointer data)
{
    Run *run = data;
    Bench bench = {.turns = tab_turns_new(), .rows = tab_rows_new()};
    g_mutex_lock(&run->lock);
    while (!run->stop && run->next < run->n_blocks) {
        uint64_t block = run->next++;
        g_mutex_unlock(&run->lock);
        uint64_t states = run_block(run, &bench, block);
        g_mutex_lock(&run->lock);
        run->done += states;
    }
    run->running--;
    g_cond_signal(&run->changed);
    g_mutex_unlock(&run->lock);
    bench_clear(&bench);
    return NULL;
}

/* Waits for the threads and says how far they are. */
static void watch(Run *run, TabBackupProgress progress, gpointer user_data)
{
    g_mutex_lock(&run->lock);
    while (run->running) {
        gint64 until = g_get_monotonic_time() + POLL_MICROSECONDS;
        g_cond_wait_until(&run->changed, &run->lock, until);
        double done = (double)run->done / (double)run->unit->size;
        g_mutex_unlock(&run->lock);
        bool on = !progress || progress(done, user_data);
        g_mutex_lock(&run->lock);
        run->stop = run->stop || !on;
    }
    g_mutex_unlock(&run->lock);
}

bool tab_backup_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    TabBackupProgress progress, gpointer user_data)
{
    g_return_val_if_fail(setup->threads >= 1, false);
    g_return_val_if_fail(!backup->successors || (unit->size <= TAB_UNIT_MOST &&
                                                 backup->successors->slots >= TAB_N_THROWS),
                         false);
    Run run = {.setup = setup, .unit = unit, .backup = backup};
    run.saves = tab_index_saves(setup->index);
    run.running = setup->threads;
    if (setup->box) {
        tab_rows_short_chances(setup->box, run.short_chance);
        run.n_blocks = blocks_of(&run, unit->fewer) +
                       (unit->more != unit->fewer ? blocks_of(&run, unit->more) : 0);
    } else {
        run.n_blocks = (unit->size + SINGLE_BLOCK - 1) / SINGLE_BLOCK;
    }
    g_mutex_init(&run.lock);
    g_cond_init(&run.changed);
    g_autofree GThread **threads = g_new(GThread *, setup->threads);
    for (unsigned i = 0; i < setup->threads; i++)
        threads[i] = g_thread_new("backup", work, &run);
    watch(&run, progress, user_data);
    for (unsigned i = 0; i < setup->threads; i++)
        g_thread_join(threads[i]);
    g_mutex_clear(&run.lock);
    g_cond_clear(&run.changed);
    return run.done == unit->size;
}

uint64_t tab_backup_memory(const TabBackupSetup *setup, const TabUnit *unit)
{
    if (!setup->box)
        return 1 << 20;
    uint64_t most = tab_turns_most_nodes(setup->index, unit->more, unit->fewer);
    uint64_t other = tab_turns_most_nodes(setup->index, unit->fewer, unit->more);
    uint64_t full = tab_index_boards(setup->index, unit->more, 0) * tab_index_saves(setup->index);
    most = MAX(most, other);
    /* Rows; a graph's node with some thirty plays; ends, four arrays by rank; the short hands. */
    return tab_rows_memory(setup->box, most) + most * (160 + 40u * tab_index_saves(setup->index)) +
           full * (TAB_SHORT_HANDS * 4 + 8);
}
