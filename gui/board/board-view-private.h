// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of the board: shared by what it shows and what a person does on it.
#pragma once

#include "gui/board/board-scene.h"
#include "gui/board/board-view.h"
#include "gui/board/cell-grid.h"
#include "gui/board/cell-widget.h"
#include "gui/board/play-flight.h"

G_BEGIN_DECLS

struct _TabBoardView {
    GtkWidget parent;
    TabGameSession *session;
    TabBoardPainter *painter;
    TabBoardLayout layout;
    TabBoardScene scene;
    TabCellGrid grid;
    GSettings *settings;
    TabBoardOptions options;
    double threats[TAB_MAX_CELLS]; /* chances to be captured, if they are shown */
    gboolean enabled;
    gboolean names_cells; /* whatever the options say */
    double pace;

    TabBoardChoice choice;
    unsigned hover, focus; /* cells, or TAB_NO_CELL */

    GtkGesture *drag;
    gboolean dragging;
    gboolean pressed_again; /* what was chosen already: a click that is no drag goes on to its top
                               piece */
    double drag_x, drag_y;  /* pointer */

    TabPlayFlight flight;
    gint64 flight_start; /* µs of the frame clock, 0 before the first frame */
    guint tick;          /* 0: nothing is on its way */
    gboolean landed;     /* what is, has arrived */
    gboolean dropped;    /* the next play was dropped in its place and does not slide */

    TabPosition suggested_from;
    GArray *suggestion; /* of TabPlay, from there on; NULL: none */
};

/* Tells the window why something cannot be done; "": nothing. */
void tab_board_view_notice(TabBoardView *self, const char *text);
/* Whether a person can move stones now. */
gboolean tab_board_view_may_move(TabBoardView *self);
/* Builds the picture anew, and has it drawn. */
void tab_board_view_redraw(TabBoardView *self);
/* Says anew what the cells hold, too. */
void tab_board_view_refresh(TabBoardView *self);

/* What a person does (board-view-deeds.c). */
void tab_board_view_listen(TabBoardView *self);
void tab_board_view_on_cell_activated(TabCellWidget *widget, TabBoardView *self);
/* Takes up what stands on `cell`, the whole pile if it can move; false (and says why) if nothing
 * there can. */
gboolean tab_board_view_take_up(TabBoardView *self, unsigned cell, gboolean want_top);

G_END_DECLS
