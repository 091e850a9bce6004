// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the window's game to files in the background: one at a time, in the order of the wishes.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-file.h"

/* Signals: "saved" (TabGameFile *, guint64 changes), a game is in its file; "idle" (gboolean all),
 * nothing is being written any more, and all that was wished since the last time is there, or a
 * person has been told why not, or has stopped it. */
#define TAB_TYPE_GAME_SAVER (tab_game_saver_get_type())
G_DECLARE_FINAL_TYPE(TabGameSaver, tab_game_saver, TAB, GAME_SAVER, GObject)

/* `window` (not owned) has the dialogs: how far it is, faults. */
TabGameSaver *tab_game_saver_new(GtkWindow *window);
/* Writes a game, `text` and `file` (taken over), when what was wished before is written. `changes`:
 * the state of the game that it is. */
void tab_game_saver_save(TabGameSaver *self, TabGameFile *file, char *text, guint64 changes);
gboolean tab_game_saver_is_busy(TabGameSaver *self);
/* The file of the last wish while it is busy, else NULL. */
const TabGameFile *tab_game_saver_get_file(TabGameSaver *self);
