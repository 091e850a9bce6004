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
/* As it is called in messages; owned. */
const char *tab_game_judge_name(const TabGameJudge *judge);

/* What the judge says, NAN if it does not know; `error` (lent): why it could not be asked. Never
 * called before the question returns. */
typedef void (*TabGameJudgeFunc)(double number, const GError *error, gpointer data);

/* The chance of the side to move before it throws, if the judge knows it exactly (level exact or
 * table). */
void tab_game_judge_exact(TabGameJudge *judge, const TabSituation *situation,
                          GCancellable *cancellable, TabGameJudgeFunc judged, gpointer data);

/* White's luck in a game (analysis.h), in points. `record` must not change until the answer. */
void tab_game_judge_luck(TabGameJudge *judge, const TabRecord *record, GCancellable *cancellable,
                         TabGameJudgeFunc judged, gpointer data);
