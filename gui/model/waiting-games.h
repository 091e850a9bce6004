// SPDX-License-Identifier: GPL-3.0-or-later
// A file of finished games that could not be put into the database yet.
#pragma once

#include <glib.h>

/* $XDG_STATE_HOME/tab/finished-games.tab. Free with g_free. */
char *tab_waiting_games_default_path(void);

/* The games there, GPtrArray of char *, a record each; empty if there is no file. One that cannot
 * be read as a whole gets another name beside it, so that nothing of it is lost when games are kept
 * there again: NULL then. If even that fails it stays, and nothing must be kept there. Blocks.
 * G_FILE_ERROR, TAB_RULES_ERROR_RECORD, with the file's name of now in front. */
GPtrArray *tab_waiting_games_load(const char *path, GError **error);
/* Puts these in the place of those that were there: whole or not at all. Without games the file
 * goes. Blocks. G_FILE_ERROR. */
gboolean tab_waiting_games_keep(const char *path, const GPtrArray *games, GError **error);
