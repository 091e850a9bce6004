// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the table go: board, players and controls, in a tall area and in a low one.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The parts, borrowed; all are children of the table's widget. */
typedef struct {
    GtkWidget *far_panel, *near_panel, *board, *controls;
    unsigned columns; /* of the board */
} TabGameLayout;

/* Gives every part its place in width×height. `low`: both players in one line above the board,
 * the first one at the side where reading begins. */
void tab_game_layout_allocate(const TabGameLayout *layout, int width, int height, gboolean low,
                              gboolean mirrored);

G_END_DECLS
