// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the game that a person wants to see, from a file, the database, the clipboard or what came
// with the program; of several, the one that is chosen in a dialog.
#pragma once

#include <gtk/gtk.h>

#include "gui/files/background.h"
#include "gui/model/game-reading.h"

/* Only what was asked for last is read on. Faults are shown.
 *
 * Signal: "opened" (TabReadGames *, which the handler takes over), one game, or a position. */
#define TAB_TYPE_GAME_OPENER (tab_game_opener_get_type())
G_DECLARE_FINAL_TYPE(TabGameOpener, tab_game_opener, TAB, GAME_OPENER, GObject)

/* Its dialogs belong to the window, which is not owned. */
TabGameOpener *tab_game_opener_new(GtkWindow *window);

/* A file of this computer. */
void tab_game_opener_load(TabGameOpener *self, const char *path);
/* Game `number` of the database at `path`, to be shown after `at` turns (-1: where it ends). */
void tab_game_opener_load_stored(TabGameOpener *self, const char *path, gint64 number, int at);
void tab_game_opener_load_examples(TabGameOpener *self);
/* What `read` gives, TabReadGames of `input` (taken over). */
void tab_game_opener_read(TabGameOpener *self, TabWork read, gpointer input,
                          GDestroyNotify free_input);
/* The clipboard's text, under these rules if it is a position that names none. */
void tab_game_opener_paste(TabGameOpener *self, TabRules *rules);
/* Nothing more comes of what was asked for. */
void tab_game_opener_stop(TabGameOpener *self);
