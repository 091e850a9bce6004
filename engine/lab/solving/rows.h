// SPDX-License-Identifier: GPL-3.0-or-later
// The best end of a turn for every board and every multiset of throws still in hand.
//
// Let W(v, h) be the worth of node v of a turn graph with hand h: the best of W(v', h - t) over the
// plays of any throw t of h from v to v', and of stopping at v, if no throw of h must be used
// (RULES.md 6). The ways in which turns of the graph can end are put in order of their worth once,
// and W holds their rank: so taking the best is the maximum of small integers, exact, and says
// besides which end it is. Ranks are kept in rows: for one node and one number n of throws that go
// on, all j fours and k sixes (the rest are tâbs), once with no 2 or 3 left in hand, once with a 2,
// once with a 3: three planes of the hand box. Rank 0 is for "there is no such hand".
//
// Using a tâb takes a whole row of n - 1 throws to one of n, using a 4 or a 6 the same shifted by
// one row of the plane or by one number, and using the 2 or 3 the plane of neither to another plane
// of the same n. So all of a row is the maximum of a few rows as they lie in memory, which
// processors have instructions for. Only two rows a node are kept, and of a plane only what hands
// of so many throws reach is worked out.
#pragma once

#include "engine/lab/solving/hand-box.h"
#include "engine/lab/solving/turn-graph.h"

/* Hands of so few throws that go on (0 … TAB_SHORT_LEVELS - 1) are remembered each by itself. */
#define TAB_SHORT_LEVELS 8
/* 2 * (number of (n, j, k) with n < TAB_SHORT_LEVELS): those that end in a 2 and in a 3. */
#define TAB_SHORT_HANDS 240

/* Ways to walk, for tests: they give the same. */
typedef enum {
    TAB_ROWS_WIDE = 1 << 0,  /* 32 bits a rank, however few there are */
    TAB_ROWS_PLAIN = 1 << 1, /* without the instructions of newer processors */
    TAB_ROWS_OLDER = 1 << 2, /* without those of the newest */
} TabRowsFlags;

/* What one walk over a graph is given and gives back. */
typedef struct {
    const TabTurnGraph *turns;
    const TabHandBox *box;
    unsigned flags;       /* TabRowsFlags, usually 0 */
    unsigned saves;       /* 1, or 10: own tâbs that can be saved add to those thrown */
    const uint32_t *stop; /* by node and (at save-tab) tâbs in hand: the rank of stopping there */
    uint32_t n_ranks;     /* ranks are 1 … n_ranks - 1; the highest one is "won" */
    const double *worth;  /* by rank, rising; worth[0] = 0 */
    double *sum; /* by full node and saved tâbs, room for (n_full + 1) * saves: the mean of
                  * the worth over the hands of the box, of total chance below 1 */
    const double *other_worth; /* NULL, or another worth by rank, in any order */
    double *other_sum;         /* the mean of the other worth of the same ranks */
    uint32_t *short_rank; /* NULL, or the ranks of the short hands: TAB_SHORT_HANDS by full node and
                           * saved tâbs, in the order of tab_rows_short_chances */
} TabRowsTask;

/* Memory of walks, used again from one to the next; for one thread at a time. */
typedef struct _TabRows TabRows;

TabRows *tab_rows_new(void);
void tab_rows_free(TabRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRows, tab_rows_free)

/* Does the task: fills its sums and, if they are asked for, its ranks of short hands. */
void tab_rows_run(TabRows *rows, const TabRowsTask *task);

/* The chances of the short hands in their order: 0 for those that the box does not have. */
void tab_rows_short_chances(const TabHandBox *box, double chance[TAB_SHORT_HANDS]);

/* Bytes of memory that a walk over a graph of so many nodes needs. */
uint64_t tab_rows_memory(const TabHandBox *box, uint64_t nodes);
