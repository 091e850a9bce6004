// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that is asked for the value of positions, with throws at hand or before them, and whose
// answers are kept.
#pragma once

#include "protocol/client/client.h"
#include "protocol/rules/position.h"

/* What the judge says of a position with throws at hand. */
typedef struct {
    double win; /* the last chance of the side to move to win, 0–1, that it told */
    char *turn; /* that it chose; NULL without complete throws */
} TabJudgement;

typedef struct _TabAnalysisJudge TabAnalysisJudge;

/* `limits` are those of each `go`, which may take `patience_ms` besides its movetime. The client
 * must be started, play the rules and have got its `newgame`. */
TabAnalysisJudge *tab_analysis_judge_new(TabClient *client, const TabRules *rules,
                                         const TabLimits *limits, gint64 patience_ms);
void tab_analysis_judge_free(TabAnalysisJudge *judge);

/* What is known of the position with these throws, complete or with more to fall; their order and
 * the number of the turn do not matter. NULL if nothing is: it is then the question to be asked. */
const TabJudgement *tab_analysis_judge_look_up(TabAnalysisJudge *judge, const TabPosition *position,
                                               const TabThrows *throws);

/* Asks the question that tab_analysis_judge_look_up() left. Fails as tab_client_go_finish() does,
 * with TAB_CLIENT_ERROR_NO_WIN if no win chance is told, and with TAB_CLIENT_ERROR_BROKEN if the
 * answer is no legal turn (`none` unless the throws are complete). */
void tab_analysis_judge_ask_async(TabAnalysisJudge *judge, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_analysis_judge_ask_finish(TabAnalysisJudge *judge, GAsyncResult *result,
                                       GError **error);

/* Questions that it has answered. */
guint tab_analysis_judge_calls(const TabAnalysisJudge *judge);
