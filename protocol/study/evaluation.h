// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says of one position: its value, the best turn, and what other turns lose.
#pragma once

#include "protocol/client/client.h"
#include "protocol/study/position-line.h"

/* Of one turn that was asked for. */
typedef struct {
    double value; /* chance of the side that plays it to win after it, before the next throw, 0–1 */
    double loss; /* the same after the engine's turn, less `value`; 0 if that is negative */
} TabTurnValue;

typedef struct {
    double win; /* chance of the side to move to win, 0–1, a draw counting one half */
    char *best; /* the engine's turn; NULL unless the throws are complete and the game goes on */
    TabTurnValue *turns; /* of the line's turns, in their order */
} TabEvaluation;

void tab_evaluation_free(TabEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEvaluation, tab_evaluation_free)

/* The limits, `ahead` and the patience are those of an analysis (analysis.h). */
typedef struct {
    TabLimits limits;
    guint ahead;
    gint64 patience_ms;
} TabEvaluationSetup;

/* Evaluates one position with fair sticks. With complete throws `win` is what the engine tells of
 * its turn; without, V of analysis.h, the mean over the throws that can come. Values after turns
 * are such means too. A finished game is worth what its rules say, and no engine is asked.
 *
 * The engine must be started. It is told `newgame` first, so that the position's value does not
 * depend on those before it. Fails as the calls of the client and of the judge do. `line` and
 * `setup` must outlive it. */
void tab_evaluation_run_async(const TabPositionLine *line, TabClient *engine,
                              const TabEvaluationSetup *setup, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
TabEvaluation *tab_evaluation_run_finish(GAsyncResult *result, GError **error);
