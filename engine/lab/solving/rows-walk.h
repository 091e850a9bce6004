// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over a turn graph that works out its rows of ranks.
//
// rows-walk.c is compiled once for each size of a rank and each kind of processor, and makes one of
// these functions each time.
#pragma once

#include "engine/lab/solving/rows.h"

/* Sums are made of so many sums side by side, whatever the processor can do at once, so that they
 * are the same everywhere. */
#define TAB_ROWS_LANES 8

/* A play of a throw that goes on shifts a row as its kind says: 0 … TAB_BOX_ON - 1. */
#define TAB_ROWS_SHIFTS 4

/* What a walk does to one node. */
typedef struct {
    uint32_t node;
    uint8_t n_on,
        n_end[TAB_BOX_ENDS]; /* plays of throws that go on, and of both others, one after … */
    const uint32_t *play;    /* … the other: node * TAB_ROWS_SHIFTS + shift of those, nodes of the
                              * others */
} TabRowsStep;

/* Ranks of one set of rows, and of a row before the first: what a shift reads of it are the zeros
 * at its end. */
static inline size_t tab_rows_set_size(const TabHandBox *box, uint64_t nodes)
{
    return (1 + nodes) * 3 * box->plane;
}

/* Rows of masks: of hands, and of where to stop by the throws that must be used. */
#define TAB_ROWS_MASKS (1 + (1u << TAB_BOX_KINDS))

/* Does the task: the steps of node 0 and then of all others, piece by piece, those first that plays
 * lead to. `memory` has two sets of rows and the masks, each at a multiple of 64 bytes, and is 0
 * where no walk of this layout has written. */
typedef void TabRowsWalk(const TabRowsTask *task, const TabRowsStep *step, void *memory);
TabRowsWalk tab_rows_walk_16, tab_rows_walk_32;
#if defined(__x86_64__)
TabRowsWalk tab_rows_walk_16_avx2, tab_rows_walk_32_avx2;
TabRowsWalk tab_rows_walk_16_avx512, tab_rows_walk_32_avx512;
#endif
