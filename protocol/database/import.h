// SPDX-License-Identifier: GPL-3.0-or-later
// Brings game records into a database, in batches, each of which is there whole or not at all.
#pragma once

#include "protocol/database/analyses.h"
#include "protocol/database/query.h"

/* Games of a run so far. */
typedef struct {
    guint added;  /* on disk */
    guint known;  /* the same game is in the database already (game-entry.h says what that is) */
    guint broken; /* left out */
} TabImportCounts;

/* What whoever imports hears of; each may be NULL. Lines are those of the source, from 1. */
typedef struct {
    /* A game that is left out; `message` says why and begins with its line. */
    void (*on_broken)(const char *source, const char *message, gpointer data);
    /* A game that is there already, or earlier in the same source, under the number `game`. */
    void (*on_known)(const char *source, guint line, gint64 game, gpointer data);
    /* After each game: games looked at, and bytes of this source behind which all were. FALSE: stop
     * after what was read. */
    gboolean (*on_progress)(const TabImportCounts *counts, guint games, guint64 bytes,
                            gpointer data);
    gpointer data;
} TabImportHooks;

/* Reads games from `fd` up to its end; `source` is what the database calls it. A broken game is
 * left out, and reading goes on with the next one: where a good one would end, else where
 * tab_game_stream_resume() says. A batch is committed every half second or so, also before somebody
 * is waited for who writes into a pipe. On error FALSE, and the batches before it stay: the same
 * import, once more, brings in the rest. Other programs may read and write the database meanwhile.
 * `counts` is added to, also on error. Games that are known gain the values of their notes, if they
 * had none. */
gboolean tab_database_import(TabDatabase *database, int fd, const char *source,
                             const TabImportHooks *hooks, TabImportCounts *counts, GError **error);

/* Takes games out, all or none, with their records, their positions and what was said of them;
 * names of players and turns of the tree of openings stay. Where a record is damaged the index of
 * positions is made anew of all others, which takes as long as their import.
 * TAB_DATABASE_ERROR_ASKED: there is no game of a number. */
gboolean tab_database_remove_games(TabDatabase *database, const gint64 *numbers, guint n,
                                   GError **error);
/* Those that the filter lets through at that moment; `n` is how many there were. */
gboolean tab_database_remove_picked(TabDatabase *database, const TabGameFilter *filter, guint *n,
                                    GError **error);
/* A game that has been seen as this row, if it is still the one. TAB_DATABASE_ERROR_ASKED: another
 * has its number by now, or none. */
gboolean tab_database_remove_known(TabDatabase *database, const TabStoredGame *game,
                                   GError **error);
/* The same of a game whose record has been read. */
gboolean tab_database_remove_record(TabDatabase *database, gint64 number, const char *record,
                                    GError **error);

/* The number of the same game, of one that has been read; 0: it is not there, and after an error.
 */
gint64 tab_database_find_game(TabDatabase *database, const TabRecord *record, GError **error);

/* Keeps luck and loss, as the notes of the record's turns tell them, with the same game, in the
 * place of what such notes have told before. Nothing happens if the game is not there, or nothing
 * is told: `kept` is FALSE then. */
gboolean tab_database_keep_notes(TabDatabase *database, const TabRecord *record, gboolean *kept,
                                 GError **error);

/* Keeps what an analysis of the whole game has found with the same game, in the place of what the
 * same engine with the same settings has found before. Nothing happens if the game is not there:
 * `kept` is FALSE then. */
gboolean tab_database_keep_analysis(TabDatabase *database, const TabRecord *record,
                                    const TabAnalysis *analysis, const char *engine,
                                    const char *settings, gboolean *kept, GError **error);

/* One game: its number; that of the same game with `known` TRUE, if it is there already. 0 after an
 * error. */
gint64 tab_database_add_game(TabDatabase *database, const TabRecord *record, const char *source,
                             gboolean *known, GError **error);
