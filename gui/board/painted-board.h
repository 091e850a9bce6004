// SPDX-License-Identifier: GPL-3.0-or-later
// A widget that shows a painted board; those derived from it may have cells for keyboard and screen
// reader.
#pragma once

#include <gtk/gtk.h>

#include "protocol/painter/board-painter.h"
#include "protocol/rules/rules.h"

#define TAB_TYPE_PAINTED_BOARD (tab_painted_board_get_type())
G_DECLARE_DERIVABLE_TYPE(TabPaintedBoard, tab_painted_board, TAB, PAINTED_BOARD, GtkWidget)

struct _TabPaintedBoardClass {
    GtkWidgetClass parent_class;
    /* The theme, or the cell with the focus, has changed: the model is to be filled anew. */
    void (*refresh)(TabPaintedBoard *self);
    /* A key without Control and Alt, with the focus on `cell`; FALSE: it is not for this board. The
     * arrows, which move the focus, come only if it is not. NULL: there are no cells. */
    gboolean (*press)(TabPaintedBoard *self, unsigned cell, guint key);
    /* A screen reader has activated a cell. */
    void (*activate)(TabPaintedBoard *self, unsigned cell);
};

/* Shows a board of these rules (NULL: none) from now on, and makes its cells. */
void tab_painted_board_set_rules(TabPaintedBoard *self, const TabRules *rules, gboolean flipped);
/* Has a painter that others have too (shared) in place of its own. */
void tab_painted_board_set_painter(TabPaintedBoard *self, TabBoardPainter *painter);
const TabRules *tab_painted_board_get_rules(TabPaintedBoard *self);
/* Where everything lies; of the board and the size that it has now. */
const TabBoardLayout *tab_painted_board_get_layout(TabPaintedBoard *self);
/* What is shown from now on, as it is when it is drawn (borrowed: part of the derived widget); has
 * it drawn. */
void tab_painted_board_show(TabPaintedBoard *self, const TabBoardModel *model);

/* Paints what is shown, with the widget's upper left corner at the origin of `cr`. */
void tab_painted_board_paint(TabPaintedBoard *self, cairo_t *cr);

/* What is said of a cell. */
void tab_painted_board_set_label(TabPaintedBoard *self, unsigned cell, const char *label);
/* The cell with the keyboard focus, or TAB_NO_CELL; and that, if the focus is to be seen. */
unsigned tab_painted_board_get_focused(TabPaintedBoard *self);
unsigned tab_painted_board_get_seen_focus(TabPaintedBoard *self);
gboolean tab_painted_board_focus_cell(TabPaintedBoard *self, unsigned cell);
/* Gives it the focus because the pointer was used there: it is not seen until a key moves it. */
void tab_painted_board_point_at(TabPaintedBoard *self, unsigned cell);

/* For GtkWidgetClass.measure: `minimum` wide or high, and naturally by `scale` the usual size. */
void tab_painted_board_measure(TabPaintedBoard *self, GtkOrientation orientation, int min_width,
                               int min_height, double scale, int *minimum, int *natural);
