// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a board as child widgets, for keyboard and screen reader: made, laid out, and walked
// through by the arrow keys.
#pragma once

#include <gtk/gtk.h>

#include "protocol/painter/board-layout.h"

G_BEGIN_DECLS

/* A plain value, part of the board's widget. */
typedef struct {
    GtkWidget *cell[TAB_MAX_CELLS]; /* TabCellWidget, children of the board */
    unsigned n;
} TabCellGrid;

/* Makes the cells of a board, in the order of reading: the upper row first, from left to right.
 * `activated` is connected to each (swapped: no), with `data`. */
void tab_cell_grid_fill(TabCellGrid *grid, GtkWidget *board, unsigned columns, bool flipped,
                        GCallback activated, gpointer data);
void tab_cell_grid_clear(TabCellGrid *grid);
void tab_cell_grid_allocate(TabCellGrid *grid, const TabBoardLayout *layout);
/* The cell with the keyboard focus, or TAB_NO_CELL. */
unsigned tab_cell_grid_get_focused(const TabCellGrid *grid, GtkWidget *board);
/* Moves the focus by an arrow key, as the eye sees the board. False for another key and if the
 * focus is not there; true also at the edge. */
gboolean tab_cell_grid_press(TabCellGrid *grid, GtkWidget *board, const TabBoardLayout *layout,
                             guint key);

G_END_DECLS
