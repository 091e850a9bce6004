// SPDX-License-Identifier: GPL-3.0-or-later
// How often each throw has fallen in a game, and whether that speaks for fair sticks.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

/* Adds win.stick-statistics, which opens a dialog, once, that follows what `game` shows. */
void tab_stick_statistics_dialog_add_action(GtkApplicationWindow *window, TabGameView *game);

/* "41 throws", or, where there are enough of them, whether they are fair. Free with g_free. */
char *tab_stick_statistics_summary(TabGameSession *session);
