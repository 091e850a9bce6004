// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the main window that are about engines: their list, and what they say.
#pragma once

#include <gtk/gtk.h>

#include "gui/game-view.h"

G_BEGIN_DECLS

/* Adds win.engines and win.engine-log to a window that shows `game`. */
void tab_engine_actions_add(GtkApplicationWindow *window, TabGameView *game);

/* Offers another log besides those of the game's engines; NULL: no longer. */
void tab_engine_actions_set_extra_log(GtkApplicationWindow *window, TabTalkLog *log,
                                      const char *name);

G_END_DECLS
