// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of work on many games: what came of each game is on disk before it counts, so that
// the work can go on after any kind of end, and parts of it be joined.
//
// It is text in UTF-8, one JSON object a line. The first line is
//   {"<kind>":1,"settings":"<what decides what comes of a game>"}
// and each further line one game, with a member "game", 64 hexadecimal digits that tell games
// apart, in the order in which the games were done. Of a game that comes again the last line holds.
#pragma once

#include <json-glib/json-glib.h>

#define TAB_GAME_JOURNAL_MAX (1u << 30) /* bytes of a file */

#define TAB_GAME_JOURNAL_ERROR (tab_game_journal_error_quark())
GQuark tab_game_journal_error_quark(void);
typedef enum {
    TAB_GAME_JOURNAL_ERROR_CONTENTS, /* a line that must not be there; other settings */
} TabGameJournalError;

/* What is kept. */
typedef struct {
    const char *word; /* of the first line: "tab-analysis" */
    const char *name; /* for messages: "an analysis" */
    const char *game; /* likewise: "an analysed game" */
} TabGameJournalKind;

typedef struct _TabGameJournal TabGameJournal;

/* Opens the journal to go on with, made if it is not there, and locks it against other runs. A torn
 * last line (of a run that was killed) is cut off. Fails with G_FILE_ERROR (G_FILE_ERROR_AGAIN:
 * another run has it), and with the errors above if it is none, or one with other settings;
 * messages name the file, and the line where there is one. Nothing is changed then. `kind` is
 * static. */
TabGameJournal *tab_game_journal_open(const char *path, const TabGameJournalKind *kind,
                                      const char *settings, GError **error);
void tab_game_journal_free(TabGameJournal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameJournal, tab_game_journal_free)

/* A journal that is only looked up, as it is now, whether another run has it or not. */
TabGameJournal *tab_game_journal_read(const char *path, const TabGameJournalKind *kind,
                                      const char *settings, GError **error);

/* Takes in the games of another journal of the kind, which is only read. The same errors. */
gboolean tab_game_journal_join(TabGameJournal *journal, const char *path, GError **error);

/* The object of a game's line, NULL if it is not there. Free with json_node_unref. */
JsonNode *tab_game_journal_look_up(const TabGameJournal *journal, const char *game);

/* Adds the line of a game, with its line end, with one write and waits for the disk. If it cannot
 * be written what came of it is cut off again. It is not looked up before the journal is opened
 * again.
 */
gboolean tab_game_journal_add(TabGameJournal *journal, const GString *line, GError **error);
