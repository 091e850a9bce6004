// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of ranks over a turn graph; 16 bits a rank if there are few ends, 32 otherwise.
#include "engine/lab/solving/rows-walk.h"

#include <string.h>

#define CACHE_LINE 64

struct _TabRows {
    void *memory; /* what no walk writes to is 0, for walks of the same layout */
    size_t room;
    unsigned plane, stride; /* the layout */
    size_t rank_size;
    TabRowsStep *step; /* by node, in the order of the walk */
    uint32_t *play;    /* of all steps */
    size_t room_steps, room_plays;
};

TabRows *tab_rows_new(void)
{
    return g_new0(TabRows, 1);
}

void tab_rows_free(TabRows *rows)
{
    if (!rows)
        return;
    g_aligned_free(rows->memory);
    g_free(rows->step);
    g_free(rows->play);
    g_free(rows);
}

void tab_rows_short_chances(const TabHandBox *box, double chance[TAB_SHORT_HANDS])
{
    for (unsigned n = 0; n < TAB_SHORT_LEVELS; n++)
        for (unsigned j = 0; j <= n; j++)
            for (unsigned k = 0; k <= n - j; k++) {
                bool in = n < box->levels && j <= box->fours[n] && k <= box->sixes;
                double before = in ? box->chance[n * box->plane + tab_hand_box_at(box, j, k)] : 0;
                *chance++ = before * box->end[0];
                *chance++ = before * box->end[1];
            }
}

static size_t rank_size(uint64_t ranks)
{
    return ranks <= UINT16_MAX ? sizeof(uint16_t) : sizeof(uint32_t);
}

/* Ranks of two sets of rows and the masks. */
static size_t ranks_needed(const TabHandBox *box, uint64_t nodes)
{
    return 2 * tab_rows_set_size(box, nodes) + TAB_ROWS_MASKS * 3 * box->plane;
}

uint64_t tab_rows_memory(const TabHandBox *box, uint64_t nodes)
{
    return ranks_needed(box, nodes) * rank_size(nodes + 2);
}

/* With the newest instructions that can be used here. */
static TabRowsWalk *best_walk(unsigned flags, bool wide)
{
#if defined(__x86_64__)
    if (!(flags & (TAB_ROWS_PLAIN | TAB_ROWS_OLDER)) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return wide ? tab_rows_walk_32_avx512 : tab_rows_walk_16_avx512;
    if (!(flags & TAB_ROWS_PLAIN) && __builtin_cpu_supports("avx2"))
        return wide ? tab_rows_walk_32_avx2 : tab_rows_walk_16_avx2;
#endif
    return wide ? tab_rows_walk_32 : tab_rows_walk_16;
}

/* Writes the step of a node; returns where the plays of the next one go. */
static uint32_t *write_step(const TabTurnGraph *turns, const TabBoxKinds *kinds, uint32_t node,
                            TabRowsStep *step, uint32_t *play)
{
    const uint32_t *start = &turns->start[TAB_BOX_KINDS * (size_t)node];
    *step = (TabRowsStep){.node = node, .play = play};
    for (unsigned on = 0; on < TAB_BOX_ON; on++) {
        unsigned t = kinds->on[on];
        for (uint32_t i = start[t]; i < start[t + 1]; i++, step->n_on++)
            *play++ = turns->target[i] * TAB_ROWS_SHIFTS + on;
    }
    for (unsigned e = 0; e < TAB_BOX_ENDS; e++) {
        unsigned t = kinds->end[e];
        for (uint32_t i = start[t]; i < start[t + 1]; i++, step->n_end[e]++)
            *play++ = turns->target[i];
    }
    return play;
}

#define KINDS 1024
#define WINDOW 1024 /* steps that are put in order: what they look up stays in caches */

/* Nodes of one kind have as many plays, unless they have very many. */
static unsigned kind_of(const TabTurnGraph *turns, const TabBoxKinds *kinds, uint32_t node)
{
    const uint32_t *start = &turns->start[TAB_BOX_KINDS * (size_t)node];
    unsigned on = 0, end[TAB_BOX_ENDS];
    for (unsigned i = 0; i < TAB_BOX_ON; i++)
        on += start[kinds->on[i] + 1] - start[kinds->on[i]];
    for (unsigned e = 0; e < TAB_BOX_ENDS; e++)
        end[e] = start[kinds->end[e] + 1] - start[kinds->end[e]];
    return MIN(on, 15) << 6 | MIN(end[0], 7) << 3 | MIN(end[1], 7);
}

/* Steps of a kind one after the other: processors guess rightly how often short loops run if it is
 * the same as before. */
static void order_steps(TabRowsStep *step, const TabTurnGraph *turns, const TabBoxKinds *kinds,
                        uint32_t first, uint32_t n)
{
    uint32_t at[KINDS + 1] = {0};
    for (uint32_t i = 0; i < n; i++)
        at[kind_of(turns, kinds, first + i) + 1]++;
    for (unsigned kind = 0; kind < KINDS; kind++)
        at[kind + 1] += at[kind];
    for (uint32_t i = 0; i < n; i++)
        step[at[kind_of(turns, kinds, first + i)]++].node = first + i;
}

static void make_steps(TabRows *rows, const TabTurnGraph *turns, const TabBoxKinds *kinds)
{
    size_t plays = turns->start[TAB_BOX_KINDS * (size_t)turns->n_nodes];
    if (turns->n_nodes > rows->room_steps) {
        rows->room_steps = turns->n_nodes;
        rows->step = g_renew(TabRowsStep, rows->step, rows->room_steps);
    }
    if (plays > rows->room_plays) {
        rows->room_plays = plays;
        rows->play = g_renew(uint32_t, rows->play, rows->room_plays);
    }
    rows->step[0].node = 0;
    TabRowsStep *step = rows->step + 1;
    for (uint32_t i = turns->n_pieces; i-- > 0;) {
        uint32_t end = turns->first[i + 1], n;
        for (uint32_t first = turns->first[i]; first < end; first += n, step += n) {
            n = MIN(WINDOW, end - first);
            order_steps(step, turns, kinds, first, n);
        }
    }
    uint32_t *play = rows->play;
    for (uint32_t i = 0; i < turns->n_nodes; i++)
        play = write_step(turns, kinds, rows->step[i].node, &rows->step[i], play);
}

void tab_rows_run(TabRows *rows, const TabRowsTask *task)
{
    const TabTurnGraph *turns = task->turns;
    size_t size = task->flags & TAB_ROWS_WIDE ? sizeof(uint32_t) : rank_size(task->n_ranks);
    size_t bytes = ranks_needed(task->box, turns->n_nodes) * size;
    if (bytes > rows->room) {
        g_aligned_free(rows->memory);
        rows->memory = g_aligned_alloc0(bytes, 1, CACHE_LINE);
        rows->room = bytes;
    } else if (task->box->plane != rows->plane || task->box->stride != rows->stride ||
               size != rows->rank_size) {
        memset(rows->memory, 0, rows->room);
    }
    rows->plane = task->box->plane;
    rows->stride = task->box->stride;
    rows->rank_size = size;
    make_steps(rows, turns, &task->box->kinds);
    memset(task->sum, 0, (turns->n_full + 1) * task->saves * sizeof *task->sum);
    if (task->other_worth)
        memset(task->other_sum, 0, (turns->n_full + 1) * task->saves * sizeof *task->other_sum);
    if (task->short_rank && task->box->levels < TAB_SHORT_LEVELS) /* not all will be written */
        memset(task->short_rank, 0,
               (turns->n_full + 1) * task->saves * TAB_SHORT_HANDS * sizeof *task->short_rank);
    best_walk(task->flags, size == sizeof(uint32_t))(task, rows->step, rows->memory);
}
