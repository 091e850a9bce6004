// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that take its position and game out as text, as a picture or on paper.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

/* Adds copy-position, copy-game, export and print to a window that shows its game in `view`, which
 * must live as long. */
void tab_export_actions_add(GtkApplicationWindow *window, TabGameView *view);
