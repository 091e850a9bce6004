// SPDX-License-Identifier: GPL-3.0-or-later
// All decisions of a sample on their way through several sets of engines, each with a client for
// every level and a judge.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/study/rating.h"

#define TAB_RATING_POOL_GIVE_UP 3 /* decisions in a row at which an engine failed: the end */

#define TAB_RATING_MOST_LEVELS 32

/* How players are rated where nobody asks for anything else: these levels, rising, each with so
 * many positions a turn, in so many decisions of each player under each rules. */
extern const guint tab_rating_usual_levels[];
#define TAB_RATING_USUAL_LEVELS 6 /* of them */
#define TAB_RATING_USUAL_NODES 2000
#define TAB_RATING_USUAL_DECISIONS 200
#define TAB_RATING_USUAL_SEED 1

/* Of a player, what was lost in the decisions that were asked for, in games. */
typedef struct {
    TabMoments played;
    TabMoments level[TAB_RATING_MOST_LEVELS];  /* of each level, and … */
    TabMoments excess[TAB_RATING_MOST_LEVELS]; /* … what it lost more than the player */
    TabLevelRating rating;
} TabPlayerRating;

typedef struct {
    const TabRatingSample *sample; /* outlives the pool */
    const TabEngineConfig *engine; /* that judges and plays at its levels; copied */
    const guint *level; /* `levels` of them, rising, 1 … TAB_RATING_MOST_LEVELS; copied */
    guint levels;
    TabLimits level_limits;   /* of each turn at a level; must end */
    TabEvaluationSetup setup; /* of the judge */
    guint64 seed;             /* of the levels, brought into the range of their option Seed */
    guint concurrency;        /* decisions at a time, 1 or more */
    /* What is known of a decision from before, given away, or NULL. May be NULL. */
    TabDecisionLosses *(*look_up)(const TabRatedDecision *decision, gpointer data);
    /* A decision that has just been asked for, in whatever order; FALSE: that is the end. May be
     * NULL. */
    gboolean (*keep)(const TabRatedDecision *decision, const TabDecisionLosses *losses,
                     gpointer data);
    /* A decision is done, in the order of the sample; `error`: it is left out, NULL: it is not. May
     * be NULL. */
    void (*asked)(const TabRatedDecision *decision, const GError *error, gpointer data);
    gpointer data;
} TabRatingPoolSetup;

typedef struct _TabRatingPool TabRatingPool;

/* Begins on the thread's default main context and calls back when all engines have quit. */
TabRatingPool *tab_rating_pool_new(const TabRatingPoolSetup *setup, void (*ended)(gpointer data));
/* Not before it has ended. */
void tab_rating_pool_free(TabRatingPool *pool);
/* Begins no more decisions, and drops those under way: it ends as soon as its engines have quit. */
void tab_rating_pool_stop(TabRatingPool *pool);

/* Decisions that are to be asked for, that are done, and of these that are left out. */
guint tab_rating_pool_count(const TabRatingPool *pool);
guint tab_rating_pool_count_done(const TabRatingPool *pool);
guint tab_rating_pool_count_failed(const TabRatingPool *pool);
/* Whether it gave up after TAB_RATING_POOL_GIVE_UP decisions in a row, could not start an engine,
 * or was stopped: what it knows then is no rating. */
gboolean tab_rating_pool_is_broken(const TabRatingPool *pool);
/* Why an engine could not be started; NULL: all could. The message names it. */
const GError *tab_rating_pool_get_error(const TabRatingPool *pool);

/* What is known of one player of the sample, by all decisions that are done. Losses are added in
 * the order of the sample, whichever was first, so that they are the same at any concurrency. */
void tab_rating_pool_rate(const TabRatingPool *pool, const TabRatedPlayer *player,
                          TabPlayerRating *rating);
