// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine's rollouts tell of the turns that a position with its throws leaves.
#pragma once

#include "protocol/client/client.h"
#include "protocol/rules/position.h"

/* A turn, and what it is worth. */
typedef struct {
    char *turn;
    double value; /* chance of the side that plays it to win, 0–1, a draw counting one half */
    double se;    /* the standard error of that; 0: it is known exactly */
} TabRolledTurn;

/* An empty array of TabRolledTurn that frees its turns. */
GArray *tab_rolled_turns_new(void);

/* Rolls out the candidate turns of a situation with complete throws, by limits that have rollouts.
 * The engine must be started. It is told `newgame` first, so that what it tells does not depend on
 * what came before. Fails as the calls of the client do, and with TAB_CLIENT_ERROR_BROKEN if the
 * engine tells no rollouts or an illegal turn. `rules`, `situation` and `limits` must outlive it.
 */
void tab_opening_rollout_async(const TabRules *rules, const TabSituation *situation,
                               TabClient *engine, const TabLimits *limits, guint deadline_ms,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
/* The turns, the best first; free with g_array_unref. */
GArray *tab_opening_rollout_finish(GAsyncResult *result, GError **error);
