// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which game of a file that holds several is to be opened.
#pragma once

#include <gtk/gtk.h>

/* Signal: "chosen" (guint index), just before it closes. */
#define TAB_TYPE_GAME_CHOOSER (tab_game_chooser_get_type())
G_DECLARE_FINAL_TYPE(TabGameChooser, tab_game_chooser, TAB, GAME_CHOOSER, GtkWindow)

/* `lines`: of char *, one about each game. */
TabGameChooser *tab_game_chooser_new(GtkWindow *parent, const GPtrArray *lines);
