// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the painter's themes fits the desktop's settings: dark or light, ordinary or high contrast.
#pragma once

#include <gtk/gtk.h>

#include "gui/board-painter.h"

G_BEGIN_DECLS

TabBoardTheme tab_theme_current(GtkWidget *widget);

/* Calls `changed` (as for a "notify" signal, swapped) on `object` whenever the answer may have changed, as long as
 * that object lives. */
void tab_theme_watch(GtkWidget *widget, GCallback changed, gpointer object);

/* Whether things may move on the screen (the desktop's reduced-animation setting). */
gboolean tab_theme_animates(GtkWidget *widget);

G_END_DECLS
