// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the board lies in an area: a pure function of its size, the columns and the
// viewer's side.
#pragma once

#include <stdbool.h>

#include "protocol/rules/types.h"

G_BEGIN_DECLS

/* A plain value; lengths in logical pixels of the area, y downwards. The board keeps its
 * proportions (they depend on the columns alone) and is never mirrored, whatever the direction of
 * the text. */
typedef struct {
    double width, height;             /* of the area */
    unsigned columns;                 /* 5–29 */
    bool flipped;                     /* Black is at the bottom: the board by a half turn */
    double board_x, board_y;          /* the slab's upper left corner */
    double board_width, board_height; /* of the slab */
    double corner;                    /* radius of the slab's corners */
    double first_x, first_y;          /* centre of the upper left cell */
    double pitch_x, pitch_y;          /* between the centres of neighbours */
    double pit_radius;                /* of a cell's pit; pits never touch */
    double stone_radius;              /* of a stone that lies in a pit */
} TabBoardLayout;

/* The layout for an area of at least 1×1; tiny areas give a tiny board, never a broken one. */
TabBoardLayout tab_board_layout(double width, double height, unsigned columns, bool flipped);

/* The area at which a cell has the usual size: what a widget may ask for as its natural size. */
void tab_board_layout_natural_size(unsigned columns, double *width, double *height);

/* The centre of `cell` (< 4 * columns). */
void tab_board_layout_centre(const TabBoardLayout *layout, unsigned cell, double *x, double *y);

/* A point `at` steps along `path` (0 … n-1 cells, fractions are between two of them). */
void tab_board_layout_along(const TabBoardLayout *layout, const TabCell *path, unsigned n,
                            double at, double *x, double *y);

/* The cell whose square field holds the point, or TAB_NO_CELL: easier to hit than the round pit. */
TabCell tab_board_layout_cell_at(const TabBoardLayout *layout, double x, double y);

G_END_DECLS
