// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the board lies in an area: a pure function of its size, the board and the
// viewer's side.
#pragma once

#include <stdbool.h>

#include "protocol/rules/board.h"

#define TAB_MAX_TRACK_TURNS 16 /* of a track, from row to row */

/* The track leads from one row into another. */
typedef struct {
    TabCell from, to;
    bool fork; /* one side alone may go there, and need not */
} TabTrackTurn;

/* A row as the viewer sees it. */
typedef struct {
    char letter;                /* that names it */
    int8_t line;                /* 0: the uppermost */
    int8_t column;              /* of its leftmost cell */
    int8_t length;              /* cells */
    bool leftwards, rightwards; /* whether a side's track leads so in it */
} TabRowSeen;

/* A plain value; lengths in logical pixels of the area, y downwards. The board keeps its
 * proportions (they depend on its shape alone) and is never mirrored, whatever the direction of the
 * text. Lines and columns count from the upper left corner, as the viewer sees the board. */
typedef struct {
    double width, height;             /* of the area */
    double board_x, board_y;          /* the slab's upper left corner */
    double board_width, board_height; /* of the slab */
    double corner;                    /* radius of the slab's corners */
    double first_x, first_y;          /* centre of the upper left cell */
    double pitch_x, pitch_y;          /* between the centres of neighbours */
    double pit_radius;                /* of a cell's pit; pits never touch */
    double stone_radius;              /* of a stone that lies in a pit */
    bool flipped;                     /* Black is at the bottom: the board by a half turn */
    uint8_t n_rows, columns, cells;   /* `columns`: of the widest extent */
    struct {
        int8_t column, line;
    } seen[TAB_MAX_CELLS];        /* where a cell is */
    TabCell order[TAB_MAX_CELLS]; /* the cells as one reads, the upper line first */
    TabRowSeen row[TAB_MAX_ROWS]; /* by the board's rows */
    TabTrackTurn turn[TAB_MAX_TRACK_TURNS];
    unsigned n_turns;
} TabBoardLayout;

/* The layout for an area of at least 1×1; tiny areas give a tiny board, never a broken one. */
TabBoardLayout tab_board_layout(double width, double height, const TabBoard *board, bool flipped);

/* The area at which a cell has the usual size: what a widget may ask for as its natural size. */
void tab_board_layout_natural_size(const TabBoard *board, double *width, double *height);

/* The centre of a cell. */
void tab_board_layout_centre(const TabBoardLayout *layout, unsigned cell, double *x, double *y);

/* A point `at` steps along `path` (0 … n-1 cells, fractions are between two of them). */
void tab_board_layout_along(const TabBoardLayout *layout, const TabCell *path, unsigned n,
                            double at, double *x, double *y);

/* The cell seen in a line and a column, or TAB_NO_CELL. */
TabCell tab_board_layout_cell_in(const TabBoardLayout *layout, int column, int line);

/* The cell whose square field holds the point, or TAB_NO_CELL: easier to hit than the round pit. */
TabCell tab_board_layout_cell_at(const TabBoardLayout *layout, double x, double y);
