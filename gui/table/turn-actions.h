// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that go through the turns of the game and change its tree.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

/* Adds first-turn, previous-turn, next-turn, last-turn, previous-variation, next-variation,
 * play-on, end-review, promote-line, delete-line, resign, pause (a switch) and end-pause, for
 * the game that `view` (which must live as long) shows. */
void tab_turn_actions_install(GActionMap *map, TabGameView *view);
/* Enables what can be done now. */
void tab_turn_actions_refresh(GActionMap *map, TabGameView *view);
