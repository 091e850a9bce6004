// SPDX-License-Identifier: GPL-3.0-or-later
// Brings files of games into the database, in a thread, and tells what became of them.
#pragma once

#include <gtk/gtk.h>

/* Asks for files over the window, imports them into the database at `path`, and shows what was
 * added, known and broken; then calls `done` with `owner`, if that is still there. */
void tab_games_import_ask(GtkWindow *window, const char *path, GCallback done, GObject *owner);
