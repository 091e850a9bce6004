// SPDX-License-Identifier: GPL-3.0-or-later
// From a file or a text to one game of it: reading in the background, and the choice among several.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-reading.h"

/* A game is there: `games` (taken over) has its record; `path` is NULL if it has no file. Or it is
 * a position. */
typedef void (*TabGameOpened)(gpointer owner, TabReadGames *games, const char *path);

/* Reads a file and has a person choose one of several games in a dialogue of `window`; faults are
 * shown. `opened` is called with `owner`, a GObject that is referenced meanwhile, or never. The
 * progress is there to stop it; unref it. */
TabProgress *tab_game_opening_load(GtkWindow *window, const char *path, TabGameOpened opened,
                                   gpointer owner);
/* The same with a text that was pasted, while these rules are at hand. */
TabProgress *tab_game_opening_paste(GtkWindow *window, GBytes *text, const TabRules *rules,
                                    TabGameOpened opened, gpointer owner);
