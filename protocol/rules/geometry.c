// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tables of one board by walking the path cell by cell, once.
#include "protocol/rules/geometry.h"

#include <string.h>

/* Row 0–3 of relative row 1–4. */
static unsigned absolute_row(TabSide side, unsigned relative)
{
    return side == TAB_WHITE ? relative - 1 : TAB_ROWS - relative;
}

/* Columns count upwards along rows a and c, downwards along b and d (RULES.md 1). */
static bool row_ascends(unsigned row)
{
    return row == 0 || row == 2;
}

static TabCell row_start(unsigned columns, unsigned row)
{
    return (TabCell)(row_ascends(row) ? row * columns : row * columns + columns - 1);
}

/* The cell after `cell`: within its row, or the start of the next one; `branch` 1 takes row 4 at
 * the fork. */
static TabCell step(const TabGeometry *geometry, TabSide side, TabCell cell, int branch)
{
    unsigned columns = geometry->columns, row = cell / columns, column = cell % columns;
    if (row_ascends(row) ? column + 1 < columns : column > 0)
        return (TabCell)(row_ascends(row) ? cell + 1 : cell - 1);
    static const uint8_t next_row[2][TAB_ROWS + 1] = {{0, 2, 3, 2, 3}, {0, 2, 3, 4, 3}};
    unsigned relative = geometry->relative_row[side][cell];
    return row_start(columns, absolute_row(side, next_row[branch][relative]));
}

/* Notes that a way enters relative row `to` from row `from`: the rank it gives and when it is a
 * return. */
static void cross(TabWay *way, unsigned from, unsigned to)
{
    /* Under `revisit` a group returns if one of its pieces has been on the row entered: always when
     * it comes down from row 3 or 4, and by rank when it enters row 3 or 4 going up. Rank T is
     * reached row 3, F row 4. A way that has itself gone up before (N = 5) has only met crossings
     * listed here already. */
    unsigned return_at = from > to ? 0
                         : to == 3 ? TAB_RANK_T
                         : to == 4 ? TAB_RANK_F
                                   : TAB_RETURN_NEVER;
    unsigned rank = to == 2 ? TAB_RANK_M : to == 3 ? TAB_RANK_T : TAB_RANK_F;
    way->return_at = (uint8_t)MIN(way->return_at, return_at);
    way->raise = (uint8_t)MAX(way->raise, rank);
}

/* Walks `steps` cells from `cell`; with branch 1 there is a way only if the walk passes the fork.
 */
static TabWay walk(TabGeometry *geometry, TabSide side, TabCell cell, int steps, int branch,
                   TabCells *between)
{
    TabWay way = {.to = TAB_NO_CELL, .raise = TAB_RANK_M, .return_at = TAB_RETURN_NEVER};
    *between = (TabCells){{0, 0}};
    for (int i = 0; i < steps; i++) {
        if (i > 0)
            between->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
        unsigned from = geometry->relative_row[side][cell];
        cell = step(geometry, side, cell, branch);
        unsigned to = geometry->relative_row[side][cell];
        if (from == to)
            continue;
        if (from == 4 && way.onto_row4)
            return (TabWay){.to = TAB_NO_CELL}; /* onto row 4 and off again (RULES.md 5, rule 4) */
        way.onto_row4 |= to == 4;
        cross(&way, from, to);
    }
    if (branch == 0 || way.onto_row4)
        way.to = cell;
    return way;
}

static void init_rows(TabGeometry *geometry, TabSide side)
{
    unsigned columns = geometry->columns;
    for (unsigned relative = 1; relative <= TAB_ROWS; relative++) {
        unsigned row = absolute_row(side, relative);
        for (unsigned column = 0; column < columns; column++) {
            unsigned cell = row * columns + column;
            unsigned place = row_ascends(row) ? column : columns - 1 - column;
            geometry->relative_row[side][cell] = (uint8_t)relative;
            geometry->path_index[side][cell] = (uint8_t)((relative - 1) * columns + place);
            geometry->row[side][relative].word[cell >> 6] |= UINT64_C(1) << (cell & 63);
        }
    }
}

void tab_geometry_init(TabGeometry *geometry, unsigned columns)
{
    g_return_if_fail(columns >= TAB_MIN_COLUMNS && columns <= TAB_MAX_COLUMNS);
    memset(geometry, 0, sizeof *geometry);
    geometry->columns = (uint8_t)columns;
    geometry->cells = (uint8_t)(TAB_ROWS * columns);
    for (int side = 0; side < 2; side++) {
        init_rows(geometry, (TabSide)side);
        for (int t = 0; t < TAB_N_THROWS; t++)
            for (unsigned cell = 0; cell < geometry->cells; cell++)
                for (int branch = 0; branch < 2; branch++)
                    geometry->way[side][t][cell][branch] =
                        walk(geometry, (TabSide)side, (TabCell)cell, tab_throw_value(t), branch,
                             &geometry->between[side][t][cell][branch]);
    }
}
