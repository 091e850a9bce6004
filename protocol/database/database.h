// SPDX-License-Identifier: GPL-3.0-or-later
// A file of games in SQLite: opened, made or brought up to date, and never touched if it is not
// ours.
#pragma once

#include <gio/gio.h>

/* The tables (version 2 of the schema; TEXT is UTF-8, [x] may be NULL where nothing is said).
 *
 * - players, events, rules, sources: id, name. Every text once; of rules the canonical rules
 * string.
 * - games: id; digest, the SHA-256 of what makes two games the same (game-entry.h); [white],
 * [black], of players; rules; [event]; [round]; [date], YYYY.MM.DD; result and [termination] as in
 * a record; begins, w or b, the side of the first turn; turns of the main line, counted by their
 * numbers; [opening]; source; line, where in it the game began; added, in Unix time.
 * - records: game; bytes; record, the text of the record, `bytes` long, as a zlib stream.
 * - openings: id; rules; parent, 0 for none; side; throws, in the order of their names; turn; key.
 *   The tree of the first turns: games.opening is the last of a game's there.
 * - positions: a full-text index (FTS5, without contents). For each game the keys of all positions
 * of its main line, as words (game-entry.h).
 * - analyses: game; engine; settings; [luck and loss of both sides]; decisions; [details].
 *
 * SQLite's application_id is TAB_DATABASE_APPLICATION, its user_version that of the schema. Nothing
 * else than what a record says is lost when a file is deleted, except analyses.
 *
 * Limits: a record has what record.h allows, a database what SQLite allows. Texts of variations and
 * comments are kept, but positions are found in main lines only. */
#define TAB_DATABASE_APPLICATION 0x54616231 /* "Tab1" */
#define TAB_OPENING_DEPTH 4                 /* turns of a game in the tree of openings */

#define TAB_DATABASE_ERROR (tab_database_error_quark())
GQuark tab_database_error_quark(void);

/* All messages name the file. Files that cannot be opened or are not there are of G_FILE_ERROR. */
typedef enum {
    TAB_DATABASE_ERROR_NOT_OURS, /* no database, or one of another program */
    TAB_DATABASE_ERROR_NEWER,    /* its schema is newer than this program */
    TAB_DATABASE_ERROR_DAMAGED,
    TAB_DATABASE_ERROR_READ_ONLY,
    TAB_DATABASE_ERROR_BUSY,    /* another program is writing, and did not end in half a minute */
    TAB_DATABASE_ERROR_NO_ROOM, /* the disk is full, or the file may not grow */
    TAB_DATABASE_ERROR_ASKED,   /* a filter that cannot be understood: a position, a date */
    TAB_DATABASE_ERROR_FAILED,  /* whatever else SQLite says */
} TabDatabaseError;

typedef enum {
    TAB_DATABASE_READ,  /* it has to be there */
    TAB_DATABASE_WRITE, /* made if it is not there or empty, brought up to date if it is older */
} TabDatabaseMode;

/* One open file. Used by one thread at a time. Any number of programs may read while one writes;
 * two that write take turns. */
typedef struct _TabDatabase TabDatabase;

/* A file that is not ours, newer or cut off is an error and is left as it is. So is one of an older
 * schema with TAB_DATABASE_READ, if it cannot be written. */
TabDatabase *tab_database_open(const char *path, TabDatabaseMode mode, GError **error);
void tab_database_close(TabDatabase *database);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabDatabase, tab_database_close)

/* Reads the whole file and checks its form, which takes seconds for 100,000 games: before much is
 * written. TAB_DATABASE_ERROR_DAMAGED says what is wrong first. */
gboolean tab_database_check(TabDatabase *database, GError **error);

/* The path that it was opened by. Owned by the database. */
const char *tab_database_get_path(const TabDatabase *database);

/* $XDG_DATA_HOME/tab/games.db, whose folder is made if `make_folder` (an error shows when it is
 * opened). Free with g_free. */
char *tab_database_default_path(gboolean make_folder);
