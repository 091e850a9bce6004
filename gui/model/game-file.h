// SPDX-License-Identifier: GPL-3.0-or-later
// The file that a game in the window came from or was saved to, and games that wait to be written.
#pragma once

#include "gui/model/game-setup.h"
#include "gui/model/file-work.h"
#include "protocol/game/record.h"

/* A file of games. All but `seen` never changes. */
typedef struct {
    char *path;
    char *seen;       /* checksum of what the file held when it was last read or written here; NULL:
                         whatever it holds is written over */
    GPtrArray *texts; /* of char *, one a game; that of the game in the window is not looked at. The
                         array is shared, and never changes */
    guint current;    /* the game in the window */
} TabGameFile;

/* The records are read only now. `seen` is NULL in what these three make. */
TabGameFile *tab_game_file_new(const char *path, GPtrArray *records, guint current);
/* The same of texts, an array of char * that is shared and never changes. */
TabGameFile *tab_game_file_new_from_texts(const char *path, GPtrArray *texts, guint current);
/* A file that is to hold one game. */
TabGameFile *tab_game_file_new_single(const char *path);
void tab_game_file_free(TabGameFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameFile, tab_game_file_free)

/* Where a file dialog begins: in the folder `last` (a path), else in the desktop's for such files,
 * else at home; what is not there is passed over. New. */
char *tab_game_file_find_folder(const char *last, GUserDirectory usual);
/* Its name for people, in UTF-8. Free with g_free. */
char *tab_game_file_get_name(const TabGameFile *file);
TabGameFile *tab_game_file_copy(const TabGameFile *file);
/* A checksum of what a file holds, for `seen`. Free with g_free. */
char *tab_game_file_checksum(const char *text, gsize length);
/* Writes all games, with `text` (a record) for the one in the window: whole or not at all. Blocks;
 * another thread may write a copy. G_FILE_ERROR, also of a file that was `seen` and cannot be read
 * now; G_IO_ERROR_WRONG_ETAG: it holds something else, and nothing is written; G_IO_ERROR_CANCELLED
 * by `progress` (NULL: nobody waits). */
bool tab_game_file_save(TabGameFile *file, const char *text, TabProgress *progress, GError **error);

/* One line about a game for a list: players, result, rules, turns. Free with g_free. */
char *tab_game_file_describe_record(const TabRecord *record);
/* Whether somebody has written into the game. */
bool tab_game_file_has_comments(const TabRecord *record);
/* A file name for a game that has none: players and date, with ".tab". Free with g_free. */
char *tab_game_file_suggest_name(const TabRecord *record);

/* A game as it was when somebody wished to save it. */
typedef struct {
    TabGameFile *file;
    char *text;      /* of its record */
    guint64 changes; /* of the document when it was written: document->changes */
} TabSaving;
void tab_saving_free(TabSaving *saving);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSaving, tab_saving_free)

/* One is written at a time, so that what was wished last is what a file holds in the end, however
 * long the writing of what came before takes. */
typedef struct _TabSaveQueue TabSaveQueue;
TabSaveQueue *tab_save_queue_new(void);
void tab_save_queue_free(TabSaveQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSaveQueue, tab_save_queue_free)

/* Takes `file` and `text` over. What waits for the same path is forgotten: this is newer. */
void tab_save_queue_push(TabSaveQueue *queue, TabGameFile *file, char *text, guint64 changes);
/* What is to be written now, for the caller to free; NULL: nothing waits, or what was begun before
 * has not ended. */
TabSaving *tab_save_queue_begin(TabSaveQueue *queue);
/* Ends what was begun: `written` is its file as it was written. NULL: it was not, and nor is what
 * waits for the same path: it was a person who stopped it, or what waits would fail as well. */
void tab_save_queue_end(TabSaveQueue *queue, const TabGameFile *written);
/* Whether something was begun or waits. */
bool tab_save_queue_is_busy(const TabSaveQueue *queue);
/* The file of the last wish while it is busy, else NULL. */
const TabGameFile *tab_save_queue_get_file(const TabSaveQueue *queue);
