// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's action that asks an engine once what it would play, and shows it.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

/* Adds hint: the engine that analyses is started, asked about the turn that a person is to play,
 * and ended; what it would play is drawn on the board and told in the status line, until the turn
 * or the throws are others. */
void tab_hint_action_add(GtkApplicationWindow *window, TabGameView *game);
