// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the main window that are about engines: their list, and what they say.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"
#include "gui/model/engine-store.h"

/* Adds win.engines and win.engine-log to a window that shows `game`. */
void tab_engine_actions_add(GtkApplicationWindow *window, TabGameView *game);

/* The list of engines that win.engines changes. Owned by the window. */
TabEngineStore *tab_engine_actions_get_store(GtkApplicationWindow *window);

/* Offers another log besides those of the game's engines; NULL: no longer. */
void tab_engine_actions_set_extra_log(GtkApplicationWindow *window, TabProtocolLog *log,
                                      const char *name);
