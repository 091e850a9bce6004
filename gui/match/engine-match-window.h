// SPDX-License-Identifier: GPL-3.0-or-later
// A match between two engines: what is to be played, how it goes on, and what came of it.
#pragma once

#include <gtk/gtk.h>

#include "gui/files/file-actions.h"

/* Adds win.engine-match to a window whose files open the games of a match. The match goes on while
 * its window is closed, and is paused when the main window goes. */
void tab_engine_match_window_add_action(GtkApplicationWindow *window, TabFileActions *files);
