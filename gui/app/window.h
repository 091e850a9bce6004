// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: header, table, panes, and its actions.
#pragma once

#include <gtk/gtk.h>

#include "gui/files/file-actions.h"

#define TAB_TYPE_WINDOW (tab_window_get_type())
G_DECLARE_FINAL_TYPE(TabWindow, tab_window, TAB, WINDOW, GtkApplicationWindow)

TabWindow *tab_window_new(GtkApplication *application);

/* Starts, opens and resumes games, which the window then shows. Owned by the window. */
TabFileActions *tab_window_get_files(TabWindow *self);
/* Asks what the new game is to be, beginning with `setup` (NULL: as last time). */
void tab_window_ask_new_game(TabWindow *self, const TabGameSetup *setup);
/* Offers a lesson, if that was never done before. */
void tab_window_offer_lesson(TabWindow *self);
