// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter is to show of a game while its stones lie still: what can move, where it can go,
// what the last turn did, what is held; no GTK.
#pragma once

#include "gui/board/board-choice.h"
#include "gui/model/play-path.h"
#include "gui/model/turn-arrows.h"
#include "protocol/painter/board-painter.h"

#define TAB_MAX_TRAILS 16 /* ways drawn at once: more would tell nothing */

/* The picture, and what it points into: it must not be moved. Begin with tab_board_model_init(). */
typedef struct {
    TabBoardModel model;
    TabBoardPath path[TAB_MAX_TRAILS];
    TabCell cells[TAB_MAX_TRAILS][TAB_MAX_PATH];
    TabBoardFlight held;
} TabBoardScene;

/* Takes all marks, flights and ways off the model. */
void tab_board_scene_clear(TabBoardScene *scene);

/* The board of a game as it is, and what its turn has done, with lines; for the rest the model
 * stays as it is. */
void tab_board_scene_show_turn(TabBoardScene *scene, const TabGame *game);
/* What the turn before did, or the engine's turn so far; `with_ways`: as lines too. */
void tab_board_scene_add_last_turn(TabBoardScene *scene, TabDocument *document, bool with_ways);
/* What can move, and its ways, if `pointed` at (a cell, or TAB_NO_CELL); or, if something is
 * chosen, where it can go, and the way to the target pointed at. `with_ways`: ways are drawn. */
void tab_board_scene_add_choice(TabBoardScene *scene, const TabBoardChoice *choice,
                                unsigned pointed, bool with_ways);
/* What an engine would play, from `before` on, as lines; plays that have been made already are left
 * out, and all of them if the board that is shown (`position`) is not one of that turn. */
void tab_board_scene_add_suggestion(TabBoardScene *scene, const TabRules *rules,
                                    const TabPosition *position, const TabPosition *before,
                                    const GArray *plays);
/* These arrows, of TabTurnArrow. */
void tab_board_scene_add_arrows(TabBoardScene *scene, GPtrArray *arrows);
/* What is chosen leaves its cell and hangs at x, y (pixels). */
void tab_board_scene_hold(TabBoardScene *scene, const TabBoardChoice *choice, double x, double y);
