// SPDX-License-Identifier: GPL-3.0-or-later
// A judge beside one game: the exact value of its positions, and its luck when it is over.
#pragma once

#include "protocol/client/client.h"
#include "protocol/match/settings.h"
#include "protocol/game/record.h"

typedef struct _TabGameJudge TabGameJudge;

/* `client` is started when it is needed, and after a crash once more for each question. `settings`,
 * `rules` and `sticks` outlive the judge. One question at a time. */
TabGameJudge *tab_game_judge_new(const TabMatchSettings *settings, const TabRules *rules,
                                 const TabStickSource *sticks, TabClient *client);
void tab_game_judge_free(TabGameJudge *judge);

/* The chance of the side to move before it throws, if the judge knows it exactly (level exact or
 * table); else, or with an error, NAN. */
void tab_game_judge_exact_async(TabGameJudge *judge, const TabSituation *situation,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
double tab_game_judge_exact_finish(GAsyncResult *result, GError **error);

/* White's luck in a game (analysis.h), in points. `record` must not change until the end. */
void tab_game_judge_luck_async(TabGameJudge *judge, const TabRecord *record,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
gboolean tab_game_judge_luck_finish(GAsyncResult *result, double *luck, GError **error);
