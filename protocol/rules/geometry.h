// SPDX-License-Identifier: GPL-3.0-or-later
// The board of one width: rows, path and, for every cell and throw, where a group arrives (RULES.md
// 1).
#pragma once

#include "protocol/rules/types.h"

G_BEGIN_DECLS

/* Where one throw takes a group along one branch. */
typedef struct {
    TabCell to;        /* TAB_NO_CELL: there is no such way */
    uint8_t raise;     /* TabRank reached on the way */
    uint8_t return_at; /* least rank among a group's pieces at which the way is a return under
                        * `revisit`; 0: always, and then under `backward` too; TAB_RETURN_NEVER:
                        * never */
    uint8_t onto_row4; /* 1 if the way enters row 4: the second branch of the fork */
} TabWay;

#define TAB_RETURN_NEVER 4

/* A set of cells, bit c % 64 of word c / 64. */
typedef struct {
    uint64_t word[2];
} TabCells;

/* Tables for one width; immutable once made. `way[side][throw index][cell][branch]`: branch 0 is
 * the plain way (back to row 2 at the fork), branch 1 the one onto row 4, present only where the
 * way passes the fork. */
typedef struct {
    uint8_t columns; /* 5–29 */
    uint8_t cells;   /* 4 * columns */
    TabWay way[2][TAB_N_THROWS][TAB_MAX_CELLS][2];
    TabCells between[2][TAB_N_THROWS][TAB_MAX_CELLS][2]; /* cells strictly between */
    TabCells row[2][TAB_ROWS + 1];                       /* by side and relative row 1–4 */
    uint8_t relative_row[2][TAB_MAX_CELLS];              /* 1–4 */
    uint8_t path_index[2][TAB_MAX_CELLS]; /* 0 (rearmost at home) … 4N-1 (end of row 4) */
} TabGeometry;

/* For boards of 5 to 29 columns. */
void tab_geometry_init(TabGeometry *geometry, unsigned columns);

static inline bool tab_cells_has(const TabCells *cells, unsigned cell)
{
    return cells->word[cell >> 6] >> (cell & 63) & 1;
}

static inline bool tab_cells_meet(const TabCells *a, const TabCells *b)
{
    return (a->word[0] & b->word[0]) | (a->word[1] & b->word[1]);
}

static inline unsigned tab_cells_count(const TabCells *cells)
{
    return (unsigned)(__builtin_popcountll(cells->word[0]) + __builtin_popcountll(cells->word[1]));
}

/* Loops over the members of a TabCells value in rising order: TAB_CELLS_FOREACH(cells, cell) { … }
 */
#define TAB_CELLS_FOREACH(cells, cell)                                                             \
    for (unsigned cell##_w = 0; cell##_w < 2; cell##_w++)                                          \
        for (uint64_t cell##_m = (cells).word[cell##_w];                                           \
             cell##_m && (cell = cell##_w * 64 + (unsigned)__builtin_ctzll(cell##_m), true);       \
             cell##_m &= cell##_m - 1)

G_END_DECLS
