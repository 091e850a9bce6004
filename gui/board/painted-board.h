// SPDX-License-Identifier: GPL-3.0-or-later
// What all widgets share that show a painted board with cells that take the keyboard focus.
#pragma once

#include <gtk/gtk.h>

#include "protocol/painter/board-painter.h"

G_BEGIN_DECLS

/* Draws the board over the whole widget, with the widget's font and scale. The painter, which must
 * live until the widget is unrealized, then gets ready for other positions. */
void tab_painted_board_snapshot(GtkWidget *widget, GtkSnapshot *snapshot, TabBoardPainter *painter,
                                const TabBoardLayout *layout, const TabBoardModel *model);

/* Calls `changed` (swapped: with the widget) whenever the focus moves or begins or ceases to be
 * shown. For a widget that has just got its root. */
void tab_painted_board_watch_focus(GtkWidget *widget, GCallback changed);

G_END_DECLS
