// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the problems of a recorded game: turns that lost much where one turn is clearly the best,
// by rollouts of an engine.
#pragma once

#include "protocol/client/client.h"
#include "protocol/game/record.h"
#include "protocol/study/problem-setup.h"

/* Looks through the main line of a game. `engine` and `levels`, two processes of one engine, must
 * be started; both are told `newgame` first. All arguments must outlive it.
 *
 * Fails as the calls of a client do, and with TAB_CLIENT_ERROR_BROKEN if the engine has no MultiPV,
 * plays no rollouts, or names a turn that is not legal; messages name the turn of the game, not the
 * engine. */
void tab_problem_search_async(const TabRecord *record, TabClient *engine, TabClient *levels,
                              const TabProblemSetup *setup, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
/* The problems: records that tab_problem_new() takes, with the tags of the game's occasion and
 * players, Engine, Proof, Difficulty and Outcomes. GPtrArray of TabRecord, which owns them. */
GPtrArray *tab_problem_search_finish(GAsyncResult *result, GError **error);
