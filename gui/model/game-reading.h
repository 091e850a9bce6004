// SPDX-License-Identifier: GPL-3.0-or-later
// Games read from a file or a text, with all that the window wants of them: work for a thread of
// its own.
#pragma once

#include "gui/model/game-file.h"
#include "gui/model/file-work.h"
#include "gui/model/resume.h"

#define TAB_PASTED_MAX_BYTES (16u << 20) /* more is no text that a person copies */

/* All functions here block, for seconds where a game is very long, and tell `progress` (NULL:
 * nobody waits) how far they are. What they give belongs to the caller alone. Errors: those of
 * files, TAB_RULES_ERROR_RECORD, G_IO_ERROR_CANCELLED. */

/* Games of which one may be chosen; or a position. */
typedef struct {
    GPtrArray *texts;  /* of char *: each of several games, "" for a single one */
    GPtrArray *lines;  /* of char *: a line about each */
    TabRecord *record; /* of the game that is chosen: at once if there is but one; else NULL */
    guint chosen;
    char *path;             /* of their file; NULL: they were pasted */
    char *seen;             /* of it, see game-file.h */
    char *rules, *position; /* of the position, in five fields; NULL: games */
    GPtrArray *earlier;     /* of char *: the games before it in its match, see game-match.h; NULL:
                               it is of none, or a later one is among the games */
    gboolean stored;        /* in a database, or with the program: it need not be saved */
    int at;                 /* turns of the main line after which it is shown; -1: where it ends */
} TabReadGames;
void tab_read_games_free(TabReadGames *games);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabReadGames, tab_read_games_free)

/* The games of a file; its name stands in front of a fault. */
TabReadGames *tab_game_reading_load(const char *path, TabProgress *progress, GError **error);
/* Those of a text that was pasted, if it begins with a tag; else it holds a position, under `rules`
 * unless it names its own. More than TAB_PASTED_MAX_BYTES are refused. */
TabReadGames *tab_game_reading_paste(GBytes *text, const TabRules *rules, TabProgress *progress,
                                     GError **error);
/* One of several games, chosen: they come again (`texts` and `lines` are shared) with its record.
 */
TabReadGames *tab_game_reading_choose(const TabReadGames *games, guint index, TabProgress *progress,
                                      GError **error);

/* A game of the database at `path`, to be shown after `at` turns (-1: where it ends). Also
 * TAB_DATABASE_ERROR. */
TabReadGames *tab_game_reading_stored(const char *path, gint64 number, int at,
                                      TabProgress *progress, GError **error);

/* The games that came with the program, one for each preset that has one, of which one is to be
 * chosen. */
TabReadGames *tab_game_reading_examples(TabProgress *progress, GError **error);
/* The file of one of them; NULL if it is not there. Free with g_free. */
char *tab_game_reading_find_example(const char *preset);

/* The game that was kept at `path`, with the file that it came from, if it is still there: its
 * record is what that holds, unless the game was changed after it. NULL without an error if there
 * is nothing to go on with: not in a game that is over and nowhere written down, unless it is of a
 * match. A damaged file is set aside (`aside`; if that fails, `fault` says why), and comes with
 * what can be read of it. */
TabResume *tab_game_reading_resume(const char *path, TabProgress *progress, GError **error);
