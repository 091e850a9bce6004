// SPDX-License-Identifier: GPL-3.0-or-later
// Rollouts: the worth of positions by games that are played out from them, one ply each, with the
// luck of the throws taken out of the results.
#pragma once

#include "engine/search/tree.h"

#define TAB_ROLLOUT_MOST 64 /* positions that are compared */
#define TAB_ROLLOUT_BATCH                                                                          \
    64 /* games from each between two reports, and two looks at `se` and `stop` */

/* How many games, and when fewer are enough; 0: no such end. */
typedef struct {
    uint64_t games; /* from each position, at least 1 */
    double se;      /* every standard error is at most this */
    double stop;    /* the best is so many standard errors of the difference ahead of each other */
    unsigned truncate; /* turns after which the evaluation stands for the rest of the game */
    /* To measure rollouts, not for the search, which has the tables otherwise: play is by these
     * tables where they know it, luck by the evaluation, and games go on to their ends. */
    const TabProbe *by_tables; /* NULL: none */
} TabRolloutPlan;

/* What to roll out. Everything belongs to the caller and must stay until the end. */
typedef struct {
    const TabSticks *sticks;
    const TabThrows *held; /* thrown already in each position, or NULL */
    unsigned n;            /* positions, 1 … TAB_ROLLOUT_MOST, each before a throw */
    const TabPosition *const *position;
    TabSide side; /* whose chances are wanted */
    TabRolloutPlan plan;
    uint64_t seed;            /* of the sticks */
    TabSearchThread *threads; /* of one search; the results do not depend on their number */
    unsigned n_threads;
} TabRollout;

/* What is known of one position. */
typedef struct {
    double win; /* the mean of the games' results less luck: an unbiased estimate of what the fast
                   play comes to (of what it is told to come to, where it is cut off) */
    double se;  /* its standard error, from the spread of the games; 0 for one that is known */
} TabRolloutValue;

/* Called on the calling thread after each batch. */
typedef void (*TabRolloutFunc)(const TabRolloutValue *value, uint64_t games, gpointer user_data);

/* Plays until all games are played, the plan's other ends are reached, or the search is stopped;
 * games that were cut short by that do not count. All positions get the same sticks: game k of each
 * those of stream k of the seed, the first turns spread evenly over what can be thrown. The results
 * are the same on every machine. Returns the games that count. */
uint64_t tab_rollout_run(const TabRollout *rollout, TabRolloutFunc func, gpointer user_data);
