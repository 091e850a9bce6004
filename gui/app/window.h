// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: header, table, messages about the result or a lost engine, and its actions.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-setup.h"

/* Signal: "resumed" (gboolean shown), the answer to tab_window_resume(): there is a game, or none
 * that can be read. None comes if a person stops it, which closes the window. */
#define TAB_TYPE_WINDOW (tab_window_get_type())
G_DECLARE_FINAL_TYPE(TabWindow, tab_window, TAB, WINDOW, GtkApplicationWindow)

TabWindow *tab_window_new(GtkApplication *application);

/* Starts a game; false and an error if the setup's rules or sticks are no good. The game before it
 * ends. */
gboolean tab_window_start_game(TabWindow *self, const TabGameSetup *setup, GError **error);
/* Starts a game (of a setup that is good) after asking about the one that is there. */
void tab_window_replace_game(TabWindow *self, const TabGameSetup *setup);
/* Opens a file with games, in the background, after asking about the game that is there. */
void tab_window_open(TabWindow *self, GFile *file);
/* Reads the game of the last run, in the background, and shows it; the window gets it before it is
 * shown itself. */
void tab_window_resume(TabWindow *self);
/* Asks what the new game is to be, beginning with `setup` (NULL: as last time). */
void tab_window_ask_new_game(TabWindow *self, const TabGameSetup *setup);
/* Offers a lesson, if that was never done before. */
void tab_window_offer_lesson(TabWindow *self);
