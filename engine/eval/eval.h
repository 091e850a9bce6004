// SPDX-License-Identifier: GPL-3.0-or-later
// One door to the static evaluations: the chance to win, and the scores of the fixed opponents.
#pragma once

#include "engine/eval/handmade.h"
#include "engine/eval/net.h"

/* What the engine plays by: its own evaluation and search, or one of the fixed opponents that
 * others are measured against, which look one turn ahead and no further. */
typedef enum {
    TAB_EVAL_NET,     /* search by the network, or by hand where there is none for the rules */
    TAB_EVAL_HAND,    /* search by the hand-made evaluation */
    TAB_EVAL_RANDOM,  /* uniform over the distinct outcomes */
    TAB_EVAL_CAPTURE, /* the outcome that takes most pieces, else uniform */
    TAB_EVAL_GREEDY,  /* one ply of tab_eval_greedy */
    TAB_EVAL_GENETIC, /* a turn bred for tab_genetic_score (engine/search/genetic.h) */
    TAB_N_EVALS
} TabEvalKind;

/* Whether this kind looks ahead, or is a fixed opponent. */
static inline bool tab_eval_kind_searches(TabEvalKind kind)
{
    return kind == TAB_EVAL_NET || kind == TAB_EVAL_HAND;
}

/* "net", "hand", "random", …; NULL beyond the last. */
const char *tab_eval_kind_name(unsigned kind);

/* Evaluates positions of one ruleset under one set of sticks. Immutable while it is used; any
 * thread may use it. */
typedef struct {
    TabRules *rules;
    TabHits *hits;
    const float *weights; /* [TAB_N_FEATURES], of the hand-made evaluation */
    const TabNet *net;    /* evaluates, if not NULL; belongs to whoever set it */
    double hand_share;    /* of the hand-made evaluation in that of the network, 0–1 */
} TabEval;

/* Of a network for any rules: where that is at its worst the hand-made terms make up for it
 * (engine/README.md, "Any rules"). */
#define TAB_EVAL_HAND_SHARE 0.25

TabEval *tab_eval_new(const TabRules *rules, const TabSticks *sticks);
void tab_eval_free(TabEval *eval);
/* NULL: the hand-made evaluation. Training has the network alone instead, by `net`. */
void tab_eval_set_net(TabEval *eval, const TabNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEval, tab_eval_free)

/* The chance that the side to move, about to throw, wins: by the network, the logistic function of
 * the weighted features, or the mean of both, with hand_share; 0 or 1 when the game is over. The
 * same number on every machine (basic arithmetic only). */
double tab_eval_win(const TabEval *eval, const TabPosition *position);

/* The chance of `side`, where `win` is that of the side to move of `position`. */
static inline double tab_eval_win_of(TabSide side, const TabPosition *position, double win)
{
    return position->side == side ? win : 1 - win;
}

/* Chances already summed up, for a caller that scores many outcomes of one turn. Nearly all of them
 * leave the enemy's piles, and so the distances to a cell, as they were. Start with zeros. */
typedef struct {
    struct {
        TabDistances distances;
        unsigned hand; /* 1 + saved tâbs if tâbs are usable, else 0; times 2, plus 1 for Black; plus
                          1: so that 0 is an empty slot */
        double chance;
    } slot[1024];
} TabGreedyMemo;

/* The score of the opponent `greedy` for an outcome of `mover`'s turn: own pieces - enemy pieces -
 * sum over own piles of (exact chance that the enemy can land on it next turn × pieces in it) - 0.1
 * × own Nasara + 0.002 × sum over own piles of the cell's index on the path. A won game beats all.
 */
double tab_eval_greedy(const TabEval *eval, TabGreedyMemo *memo, const TabPosition *after,
                       TabSide mover);
