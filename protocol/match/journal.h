// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of a match: every finished game is on disk before it counts, so that a match can go
// on after any kind of end.
//
// A journal is text in UTF-8, one JSON object a line. The first line is
//   {"tab-match-journal":2,"settings":"<key file>"}
// and each further line one game, in the order in which the games ended:
//   {"number":1,"engine":[0,1],"rules":0,"opening":-1,"first":"w","result":"1-0",
//    "termination":"normal","turns":57,"use":[<seat>,<seat>],"reason":null,"luck":null,"record":"…"}
// with the fields of TabGameResult; pairs are by side, White first; a seat is
//   {"turns":29,"time-us":0,"longest-us":0,"depth-sum":0,"nodes-sum":0,"depth-turns":0,
//    "node-turns":0}
// `result` and `termination` are the texts of RULES.md 10 (termination null: not said), `luck` is
// null without a judge. Readers skip keys that they do not know, and refuse a later version.
// Journals of version 1 counted every throw of throws=at-once as a turn and are refused: their
// games may have ended too early.
#pragma once

#include "protocol/match/game-result.h"
#include "protocol/match/schedule.h"

#define TAB_JOURNAL_LINE_MAX (64u << 20) /* bytes of a line; longer games are refused */

/* What can be wrong with a journal, besides the errors of the file system (G_FILE_ERROR). All
 * messages name the file, and the line where there is one. */
#define TAB_JOURNAL_ERROR (tab_journal_error_quark())
GQuark tab_journal_error_quark(void);
typedef enum {
    TAB_JOURNAL_ERROR_CONTENTS, /* a line that must not be there */
    TAB_JOURNAL_ERROR_EMPTY,    /* not even a whole header: start it anew with create */
    TAB_JOURNAL_ERROR_TOO_LONG, /* a game too long for a line */
} TabJournalError;

typedef struct _TabJournal TabJournal;

/* Starts a new journal; on disk when it returns. A file that is there already is an error
 * (G_FILE_ERROR_EXIST) unless it holds nothing, or no more than a header that was torn.
 * `settings`: text of a key file that says everything that decides the games. The file is locked
 * against other runs until tab_journal_close(), or the end of the process, as
 * tab_output_file_lock() does. */
TabJournal *tab_journal_create(const char *path, const char *settings, GError **error);

/* Opens one to go on with: reads all games (GPtrArray of TabGameResult, which it owns, in the order
 * of the file) and checks every line. A torn last line, such as power loss leaves (no line end, or
 * no JSON), is cut off, and told by `torn` unless that is NULL; anything wrong before it, and a
 * game that is there twice, is an error. G_FILE_ERROR_NOENT without the file. Locked as above. */
TabJournal *tab_journal_open(const char *path, GPtrArray **games, char **settings, gboolean *torn,
                             GError **error);

/* The same, but only reads: leaves out a torn last line, changes and locks nothing, so that it can
 * look at a match that runs. */
gboolean tab_journal_read(const char *path, GPtrArray **games, char **settings, GError **error);

/* The same from a text; `whole`: the bytes up to the torn last line or the end. Messages begin with
 * "line <n>: ". */
gboolean tab_journal_parse(const char *text, gsize length, GPtrArray **games, char **settings,
                           gsize *whole, GError **error);

/* Adds a game with one write and waits for the disk: when this returns TRUE the game is safe. If it
 * cannot be written what came of it is cut off again, so that the journal stays whole. */
gboolean tab_journal_add(TabJournal *journal, const TabGameResult *game, GError **error);

/* Adds many games (GPtrArray of TabGameResult) and waits for the disk now and then, and at the end:
 * for games that are safe elsewhere. After an error the first of them may be there. */
gboolean tab_journal_add_all(TabJournal *journal, GPtrArray *games, GError **error);

/* Unlocks, closes and frees, also after an error. */
gboolean tab_journal_close(TabJournal *journal, GError **error);

/* Whether all these games (GPtrArray of TabGameResult) are of those that the schedule's shard
 * plays, with its engines and rules. */
gboolean tab_journal_check_games(GPtrArray *games, const TabSchedule *schedule, GError **error);
