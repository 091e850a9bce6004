// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that a game puts on its board: what can move, where it can go, what the last turn did;
// no GTK.
#pragma once

#include "gui/board/board-choice.h"
#include "protocol/painter/board-painter.h"
#include "gui/model/play-path.h"

G_BEGIN_DECLS

#define TAB_MAX_TRAILS 10 /* ways drawn at once: more would tell nothing */

/* The ways that a model shows; the model points into it. */
typedef struct {
    TabBoardPath path[TAB_MAX_TRAILS];
    TabCell cells[TAB_MAX_TRAILS][TAB_MAX_PATH];
} TabBoardTrails;

/* Takes all marks, flights and ways off the model. */
void tab_board_marks_clear(TabBoardModel *model, TabBoardTrails *trails);

/* What the turn before did, or the engine's turn so far; `with_ways`: as lines too. */
void tab_board_marks_add_last_turn(TabBoardModel *model, TabBoardTrails *trails,
                                   TabGameSession *session, bool with_ways);
/* What can move, and its ways, if `pointed` at (a cell, or TAB_NO_CELL); or, if something is
 * chosen, where it can go, and the way to the target pointed at. `with_ways`: ways are drawn. */
void tab_board_marks_add_choice(TabBoardModel *model, TabBoardTrails *trails,
                                const TabBoardChoice *choice, unsigned pointed, bool with_ways);

/* What an engine would play, from `before` on, as lines; plays that have been made already are left
 * out, and all of them if the board of the model (`position`) is not one of that turn. */
void tab_board_marks_add_suggestion(TabBoardModel *model, TabBoardTrails *trails,
                                    const TabRules *rules, const TabPosition *position,
                                    const TabPosition *before, const GArray *plays);

G_END_DECLS
