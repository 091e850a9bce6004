// SPDX-License-Identifier: GPL-3.0-or-later
// At which level of an engine a player loses as much: by decisions of the player's games, which the
// levels are asked for, too.
#pragma once

#include "protocol/game/record.h"
#include "protocol/statistics/accumulators.h"
#include "protocol/study/evaluation.h"

/* --- decisions --- */

/* A turn of a game in which there was something to choose. */
typedef struct {
    guint game;            /* in which it was played, as who gave the game counts */
    TabPositionLine *line; /* with the turn that was played as its only one */
} TabRatedDecision;

/* Decisions by chance: of each player under each rules, the same number at most. */
typedef struct _TabRatingSample TabRatingSample;

/* At most `most` decisions of each player under each rules, chosen by `seed`: all are equally
 * likely, and the same for the same games in the same order. */
TabRatingSample *tab_rating_sample_new(guint most, guint64 seed);
void tab_rating_sample_free(TabRatingSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRatingSample, tab_rating_sample_free)

/* Takes the main line of a game in, `game` being another number than 0 for each: the turns with
 * more than one outcome. */
void tab_rating_sample_add(TabRatingSample *sample, const TabRecord *record, guint game);

/* All decisions of one player under one ruleset. */
typedef struct {
    char *player;      /* by the tag [White] or [Black]; the side's name without one */
    char *rules;       /* canonical */
    guint games;       /* in which the player had any */
    guint last_game;   /* of these */
    guint seen;        /* decisions in them */
    GPtrArray *chosen; /* of TabRatedDecision */
} TabRatedPlayer;

/* The players, in the order in which they came: of TabRatedPlayer, which the sample owns. */
const GPtrArray *tab_rating_sample_players(const TabRatingSample *sample);

/* --- what the levels lose there --- */

/* Losses in one decision, of a game (analysis.h). */
typedef struct {
    double played, *level; /* of each level, in the order of the clients */
} TabDecisionLosses;

void tab_decision_losses_free(TabDecisionLosses *losses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabDecisionLosses, tab_decision_losses_free)

/* Asks each of `n` clients, one a level, for its turn, within `level_limits`, and then the judge
 * what these turns and the one that was played lose. All must be started. Each is told `newgame`
 * first, so no decision depends on another. Fails as evaluation.h does, the message names the
 * engine. All arguments must outlive it. */
void tab_rating_ask_async(const TabRatedDecision *decision, TabClient *const *level, guint n,
                          const TabLimits *level_limits, TabClient *judge,
                          const TabEvaluationSetup *setup, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);
TabDecisionLosses *tab_rating_ask_finish(GAsyncResult *result, GError **error);

/* --- the rating --- */

/* A level between those that were asked, with its 95 % interval. -INFINITY: below them all,
 * INFINITY: above them all; NAN if nothing is known. */
typedef struct {
    double level, low, high;
} TabLevelRating;

/* The level that loses as much as the player. `excess` has for each of `n` levels, rising, what it
 * loses on average more than the player in the same decisions. Stronger levels lose less: where
 * neighbours say otherwise both take their mean, weighted alike (pool adjacent violators: Ayer and
 * others, Annals of Mathematical Statistics 26, 1955). Between two levels it is interpolated. The
 * interval is where the same holds of each mean less and plus 1.96 standard errors. */
TabLevelRating tab_level_rating_find(const double *level, const TabEstimate *excess, guint n);
