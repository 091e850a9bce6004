// SPDX-License-Identifier: GPL-3.0-or-later
// How problems are found in games: what is looked at, and what proves that a turn is the best.
#pragma once

#include "protocol/codec/limits.h"

#define TAB_PROBLEM_MAX_CANDIDATES 32
#define TAB_PROBLEM_ROLLOUTS 128
#define TAB_PROBLEM_SE 0.008
#define TAB_PROBLEM_TRUNCATE 10

/* How problems are found. A decision is a turn with `least_choices` to `most_choices` outcomes.
 *
 * First the engine searches each decision with the option MultiPV, which it must have: what it says
 * of its turns tells what was played lost. A turn with the note `loss` that lost less than `loss`
 * is not even looked at. Those that lost as much, with a best turn that is half as much again as
 * `margin` ahead, go on, the greatest losses first.
 *
 * Of these the turns that are no further behind the best one than `reach`, so many `candidates` at
 * most, and the one that was played are rolled out (`go … rollouts`). The decision is a problem if
 * the best turn is ahead of each other by more than `margin` and `errors` standard errors of the
 * difference, taken as those of independent numbers, and what was played lost `loss`.
 *
 * Last, its difficulty: the share of answers in which the engine's levels 0 … 9 (its option Level,
 * without which there is none) do not find the best turn, three of each with other seeds.
 *
 * With limits that do not tell time all this depends on the game, the settings and the engine
 * alone. */
typedef struct {
    TabLimits search;   /* of each search; none of depth, nodes, movetime: depth 1, nodes 10000 */
    TabLimits rollouts; /* of the proof: `rollouts`, `se`, `truncate` */
    guint64 seed;       /* of the engine, if it has the option Seed */
    double margin, errors, loss, reach;
    guint candidates;                  /* 2 … TAB_PROBLEM_MAX_CANDIDATES */
    guint least_choices, most_choices; /* the first is 2 or more */
    guint most;                        /* problems of a game */
    guint tries;                       /* decisions of a game that are rolled out, at most */
    gint64 patience_ms;                /* for an answer, besides a movetime; 0: ten minutes */
} TabProblemSetup;
#define TAB_PROBLEM_SETUP_INIT                                                                     \
    {                                                                                              \
        .search = TAB_LIMITS_INIT, .rollouts = TAB_LIMITS_INIT, .seed = 1, .margin = 0.03,         \
        .errors = 3, .loss = 0.05, .reach = 0.1, .candidates = 6, .least_choices = 3,              \
        .most_choices = 300, .most = 1, .tries = 4,                                                \
    }

/* Puts the limits there that are not set: those of the search, and rollouts and their length. */
void tab_problem_setup_complete(TabProblemSetup *setup);

/* How a problem was proven, for the tag [Proof]: "search nodes 10000 depth 1, rollouts 128
 * truncate 10 se 0.008, seed 1". Free with g_free. */
char *tab_problem_setup_describe(const TabProblemSetup *setup);
