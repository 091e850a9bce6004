// SPDX-License-Identifier: GPL-3.0-or-later
// The games of several files of records, one after the other.
#pragma once

#include "protocol/game/record-text.h"

typedef struct _TabGameFiles TabGameFiles;

/* `paths`, NULL-terminated, must outlive it; "-" is standard input. */
TabGameFiles *tab_game_files_new(char **paths);
void tab_game_files_free(TabGameFiles *files);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameFiles, tab_game_files_free)

/* The next game; NULL when there is none, or with an error that names the file. There is no other
 * after an error. */
TabRecord *tab_game_files_next(TabGameFiles *files, GError **error);

/* The games of all files, as far as they can be read; 0 if one is a pipe, which can be read once
 * only. */
guint tab_game_files_count(char **paths);

/* Where the last game is from, for people: "games.tab, game 12", the file without its folder. Free
 * with g_free. */
char *tab_game_files_describe_place(const TabGameFiles *files);
