// SPDX-License-Identifier: GPL-3.0-or-later
// What a person plays a turn with, below the board: sticks, throws, the button that comes next, and
// the line that says how the game stands.
#pragma once

#include <gtk/gtk.h>

#include "gui/board/board-view.h"
#include "gui/model/game-session.h"

#define TAB_TYPE_TURN_CONTROLS (tab_turn_controls_get_type())
G_DECLARE_FINAL_TYPE(TabTurnControls, tab_turn_controls, TAB, TURN_CONTROLS, GtkGrid)

/* Signals: "settled" (), the sticks have come to rest; gboolean "turn-ending" (), a person is about
 * to end the turn: TRUE holds that back, until tab_turn_controls_go_on(). The buttons stand for the
 * actions win.throw, win.end-turn, win.end-review of the window around them. */

/* The board that they belong to (borrowed: it must live as long). Once, before anything else. */
void tab_turn_controls_set_board(TabTurnControls *self, TabBoardView *board);
/* Plays this game from now on; NULL: none. Call tab_turn_controls_refresh() afterwards. */
void tab_turn_controls_set_session(TabTurnControls *self, TabGameSession *session);
/* Shows how the game stands now. */
void tab_turn_controls_refresh(TabTurnControls *self);

/* Whether the sticks fall, and whether they fall or stones move: nothing can be done then. */
gboolean tab_turn_controls_are_falling(TabTurnControls *self);
gboolean tab_turn_controls_are_busy(TabTurnControls *self);
/* Adds the actions throw, end-turn, undo and redo to the window around (borrowed), once; they are
 * enabled while they can be done. Also next-cell and previous-cell with their keys: to what can
 * move on the board, and where it can go. */
void tab_turn_controls_install(TabTurnControls *self, GtkApplicationWindow *window);
/* Does what a plain key stands for, or says why that cannot be done: Space throws, E ends the turn,
 * a digit chooses a throw by its steps, or types it where real sticks show it. FALSE: for another
 * key. */
gboolean tab_turn_controls_press(TabTurnControls *self, guint key);
/* Takes the last play back, or says why not. */
void tab_turn_controls_undo(TabTurnControls *self);
/* Ends the turn that was held back, as it would have been ended. */
void tab_turn_controls_go_on(TabTurnControls *self);
/* Lets go of what is chosen, stone first, then throw; FALSE if nothing was. */
gboolean tab_turn_controls_cancel(TabTurnControls *self);

/* What the button for win.end-review is called, with a letter for Alt; at first it leads back to
 * the game. */
void tab_turn_controls_name_return(TabTurnControls *self, const char *label);

/* Says this in place of the status, until something happens; "": nothing. */
void tab_turn_controls_say(TabTurnControls *self, const char *text);
/* Puts the keyboard where the next step is, on the board if need be. */
void tab_turn_controls_guide_focus(TabTurnControls *self);

/* How they are laid out. */
typedef enum {
    TAB_CONTROLS_ROOMY,
    TAB_CONTROLS_LOW,    /* small, with two lines of status, and no reason below the button */
    TAB_CONTROLS_COLUMN, /* small, and narrow: the button, or what real sticks show, is below */
    TAB_CONTROLS_SHORT,  /* the same, with one line of status, and no reason below the button */
} TabControlsShape;
void tab_turn_controls_set_shape(TabTurnControls *self, TabControlsShape shape);
