// SPDX-License-Identifier: GPL-3.0-or-later
// A match of many games on several workers: results come in the order of the games, whatever their
// order of ending.
#pragma once

#include "protocol/match/game-runner.h"

G_BEGIN_DECLS

/* What is to be played. Borrowed by tab_tournament_new() only. */
typedef struct {
    const TabEngineConfig *engine[2];
    TabTimeControl control[2]; /* by engine */
    GPtrArray *rules;          /* of TabRules, one at least: see TabSchedule */
    guint games;
    guint concurrency; /* games at a time: as many processes of each engine */
    guint64 seed;
    guint max_turns;
    gint64 margin_ms, patience_ms;
    const char *event, *date; /* tags; NULL: none */
    gboolean times;
} TabTournamentSetup;

typedef struct _TabTournament TabTournament;

TabTournament *tab_tournament_new(const TabTournamentSetup *setup);
/* Not while it runs. */
void tab_tournament_free(TabTournament *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTournament, tab_tournament_free)

/* Gets every finished game once, in the order of their numbers. Owned by the tournament. */
typedef void (*TabTournamentGameFunc)(TabTournament *self, const TabPairing *pairing,
                                      const TabGameResult *result, gpointer user_data);

/* Starts each engine once and asks whether it plays these rules: only if one cannot be started or
 * does not, the run fails (with an error that names the engine). Then all games are played; an
 * engine that crashes loses its game and is started again for the next one. Cancelling drops the
 * games in progress, reports those that are finished but waited for their turn, ends the engines
 * and fails with G_IO_ERROR_CANCELLED. */
void tab_tournament_run_async(TabTournament *self, GCancellable *cancellable,
                              TabTournamentGameFunc func, gpointer func_data,
                              GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_tournament_run_finish(GAsyncResult *result, GError **error);

/* The name of engine 0 or 1: that of its configuration, else the one it gave itself; the second
 * gets " (2)" if they are the same. Known from the first game on. */
const char *tab_tournament_get_name(const TabTournament *self, guint engine);

G_END_DECLS
