// SPDX-License-Identifier: GPL-3.0-or-later
// Many games on several workers, each a thread with engines of its own: results come as they are
// finished, and once more in the order of the games.
#pragma once

#include "protocol/match/engine-log.h"
#include "protocol/match/game-runner.h"

typedef struct _TabTournament TabTournament;

/* What is told of it, on the thread that runs it. Results are owned by the tournament. */
typedef struct {
    /* A game is finished, whatever its number: the moment to put it on disk. FALSE: that failed,
     * the game does not count and the tournament winds down. May be NULL. */
    gboolean (*finished)(TabTournament *self, const TabGameResult *result, gpointer data);
    /* All games before this one were reported: every game once, in the order of their numbers.
     * FALSE ends the tournament at once and without further reports: a test has decided. */
    gboolean (*report)(TabTournament *self, const TabPairing *pairing, const TabGameResult *result,
                       gpointer data);
} TabTournamentEvents;

/* `settings` and `log` (NULL: none) outlive the tournament; `names`, one an entrant, are copied.
 * `concurrency`: games at a time, each with processes of its own. */
TabTournament *tab_tournament_new(const TabMatchSettings *settings, const char *const *names,
                                  guint concurrency, TabEngineLog *log);
/* Not while it runs. */
void tab_tournament_free(TabTournament *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTournament, tab_tournament_free)

/* A game that was played before, by a match that is now resumed; taken over. It is reported in its
 * place and not played. Before the run. */
void tab_tournament_add_played(TabTournament *self, TabGameResult *result);

/* Plays all games of the schedule's shard. An engine that crashes loses its game and is started
 * again for the next one. Cancelling drops the games in progress, reports those that are finished
 * but waited for their turn, ends the engines and fails with G_IO_ERROR_CANCELLED. A program that
 * cannot be started in the middle of it winds it down, and is its error (TAB_CLIENT_ERROR_START).
 * Returns when all processes and threads are gone. */
void tab_tournament_run_async(TabTournament *self, GCancellable *cancellable,
                              const TabTournamentEvents *events, gpointer data,
                              GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_tournament_run_finish(GAsyncResult *result, GError **error);

/* Begins no more games; those in progress are played to their end. */
void tab_tournament_wind_down(TabTournament *self);
/* Games in progress. */
guint tab_tournament_get_busy(const TabTournament *self);
