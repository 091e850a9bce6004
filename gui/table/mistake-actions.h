// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions about mistakes: to the one before and after, another try, and back from it.
#pragma once

#include "gui/table/game-tree-view.h"
#include "gui/table/game-view.h"

/* Adds previous-mistake, next-mistake, try-again and leave-try for the game that `view` shows; what
 * they have to say stands in `turns`, or where that is not seen, in the table's status line. Both
 * must live as long as `map`, whose action analyse-game is activated when a person wants that. */
void tab_mistake_actions_install(GActionMap *map, TabGameView *view, TabGameTreeView *turns);
/* Enables what can be done now. */
void tab_mistake_actions_refresh(GActionMap *map, TabGameView *view);
