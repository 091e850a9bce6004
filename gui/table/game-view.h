// SPDX-License-Identifier: GPL-3.0-or-later
// The table: board, players, sticks and throws of one game, laid out for any size, and the pace of
// the show.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-session.h"

G_BEGIN_DECLS

#define TAB_TYPE_GAME_VIEW (tab_game_view_get_type())
G_DECLARE_FINAL_TYPE(TabGameView, tab_game_view, TAB, GAME_VIEW, GtkWidget)

/* Signals: "changed" (), what is shown or allowed may have changed; gboolean "turn-ending" (), a
 * person is about to end the turn: TRUE holds that back, until tab_game_view_go_on(). Its buttons
 * stand for the actions win.throw, win.end-turn, win.end-review of the window around it. */

/* Shows this game, and drives it: whatever goes on by itself is done at the pace at which it can be
 * followed. */
void tab_game_view_set_session(TabGameView *self, TabGameSession *session);
TabGameSession *tab_game_view_get_session(TabGameView *self);

/* What a person can do now, and doing it. Nothing is done while the sticks fall or stones slide. */
gboolean tab_game_view_can_throw(TabGameView *self);
gboolean tab_game_view_can_end_turn(TabGameView *self);
gboolean tab_game_view_can_undo(TabGameView *self);
gboolean tab_game_view_can_redo(TabGameView *self);
void tab_game_view_throw(TabGameView *self);
void tab_game_view_end_turn(TabGameView *self);
void tab_game_view_undo(TabGameView *self);
void tab_game_view_redo(TabGameView *self);
/* Ends the turn that was held back, as it would have been ended. */
void tab_game_view_go_on(TabGameView *self);
/* Chooses the throw of `value` (1, 2, 3, 4, 6), or lets go of it. */
void tab_game_view_choose_throw(TabGameView *self, int value);
/* For texts that name cells: the board has letters and numbers, whatever the settings say. */
void tab_game_view_name_cells(TabGameView *self);
/* Says this in place of the status, until something happens. */
void tab_game_view_say(TabGameView *self, const char *text);
/* Lets go of what is chosen, stone first, then throw; FALSE if nothing was. */
gboolean tab_game_view_cancel(TabGameView *self);

/* Shows on the board what an engine would play (see board-view.h). */
void tab_game_view_set_suggestion(TabGameView *self, const TabPosition *before,
                                  const GArray *plays);

G_END_DECLS
