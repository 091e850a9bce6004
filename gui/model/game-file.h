// SPDX-License-Identifier: GPL-3.0-or-later
// The file that a game in the window came from or was saved to, with the other games in it.
#pragma once

#include "gui/model/game-setup.h"
#include "gui/model/progress.h"
#include "protocol/game/record.h"

G_BEGIN_DECLS

typedef struct _TabGameFile TabGameFile;

/* A file of games, of which number `current` is the one in the window; the records are read only
 * now. */
TabGameFile *tab_game_file_new(const char *path, GPtrArray *records, guint current);
/* The same of texts, an array of char * that is shared and never changes. */
TabGameFile *tab_game_file_new_from_texts(const char *path, GPtrArray *texts, guint current);
/* A file that is to hold one game. */
TabGameFile *tab_game_file_new_single(const char *path);
void tab_game_file_free(TabGameFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameFile, tab_game_file_free)

const char *tab_game_file_get_path(const TabGameFile *file);
/* Its name for people, in UTF-8. Free with g_free. */
char *tab_game_file_get_name(const TabGameFile *file);
guint tab_game_file_get_current(const TabGameFile *file);
TabGameFile *tab_game_file_copy(const TabGameFile *file);
/* Writes all games, with `text` (a record) for the one in the window: whole or not at all. Blocks;
 * as a copy is never changed, it may be written by another thread. G_FILE_ERROR, or
 * G_IO_ERROR_CANCELLED by `progress` (NULL: nobody waits). */
bool tab_game_file_save(const TabGameFile *file, const char *text, TabProgress *progress,
                        GError **error);

/* One line about a game for a list: players, result, rules, turns. Free with g_free. */
char *tab_game_file_describe_record(const TabRecord *record);
/* Whether somebody has written into the game. */
bool tab_game_file_has_comments(const TabRecord *record);
/* A file name for a game that has none: players and date, with ".tab". Free with g_free. */
char *tab_game_file_suggest_name(const TabRecord *record);

/* Who sits where, sticks, seed and limits as the record's tags have them: a game of this program
 * that is not over goes on with its engines (one of `engines`, of TabEngineConfig, by name; nothing
 * that a file says is ever run), any other has people on both sides. Sticks that are not named are
 * fair, and a game without a seed gets a random one. */
TabGameSetup *tab_game_setup_from_record(const TabRecord *record, GPtrArray *engines);

G_END_DECLS
