// SPDX-License-Identifier: GPL-3.0-or-later
// The table: board, players and controls of one game, laid out for any size, and the pace of the
// show.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/turn-controls.h"

#define TAB_TYPE_GAME_VIEW (tab_game_view_get_type())
G_DECLARE_FINAL_TYPE(TabGameView, tab_game_view, TAB, GAME_VIEW, GtkWidget)

/* Signal: "changed" (), what is shown or allowed may have changed. */

/* Shows this game, and drives it: whatever goes on by itself is done at the pace at which it can be
 * followed. */
void tab_game_view_set_session(TabGameView *self, TabGameSession *session);
TabGameSession *tab_game_view_get_session(TabGameView *self);

/* What a person plays it with; the board is asked for all that concerns it alone. */
TabTurnControls *tab_game_view_get_controls(TabGameView *self);
TabBoardView *tab_game_view_get_board(TabGameView *self);
