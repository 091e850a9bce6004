// SPDX-License-Identifier: GPL-3.0-or-later
// One door to the static evaluations: the hand-made chance to win, and the scores of the fixed
// opponents.
#pragma once

#include "engine/eval/net.h"

G_BEGIN_DECLS

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

/* What the hand-made evaluation counts of one side. Pieces unless another unit is said. */
typedef enum {
    TAB_TERM_PIECES,  /* on the board */
    TAB_TERM_NASARA,  /* that have never moved */
    TAB_TERM_ROW1,    /* Muslims still on the own home row */
    TAB_TERM_ROW3,    /* on relative row 3 */
    TAB_TERM_ROW4,    /* on the enemy's home row */
    TAB_TERM_FLIPPED, /* rank F, away from row 4: they can never return there (row4-once) */
    TAB_TERM_STACKED, /* above the first one of their pile */
    TAB_TERM_MOVABLE, /* piles that some throw may move */
    TAB_TERM_EXPOSED, /* expected loss: sum over piles of hit chance × height */
    TAB_TERM_WORST,   /* the largest of these products */
    TAB_TERM_REACH, /* sum over enemy piles of the square root of the own hit chance: spread of aims
                     */
    TAB_TERM_BOUND, /* 1 while tâbs must convert */
    TAB_TERM_SAVED, /* saved tâbs */
    TAB_TERM_FROZEN, /* on row 4 and not allowed to move */
    TAB_TERM_SHARE,  /* of all pieces on the board, 0–1 */
    TAB_TERM_FEW,    /* 1 / pieces */
    TAB_N_TERMS
} TabTerm;

/* "pieces", …; NULL beyond the last. */
const char *tab_eval_term_name(unsigned term);

/* Evaluates positions of one ruleset under one set of sticks. Immutable while it is used; any
 * thread may use it. */
typedef struct {
    TabRules *rules;
    TabHits *hits;
    const float *weights; /* [2 * TAB_N_TERMS + 1], see tab_eval_features */
    const TabNet *net;    /* evaluates, if not NULL; belongs to whoever set it */
} TabEval;

TabEval *tab_eval_new(const TabRules *rules, const TabSticks *sticks);
void tab_eval_free(TabEval *eval);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEval, tab_eval_free)

/* The terms of the side to move, then those of its enemy, then a constant 1. */
#define TAB_N_FEATURES (2 * TAB_N_TERMS + 1)
void tab_eval_features(const TabEval *eval, const TabPosition *position,
                       float feature[TAB_N_FEATURES]);

/* The chance that the side to move, about to throw, wins: by the network, or the logistic function
 * of the weighted features; 0 or 1 when the game is over. The same number on every machine (basic
 * arithmetic only). */
double tab_eval_win(const TabEval *eval, const TabPosition *position);

/* The logistic function 1 / (1 + e^-x), by basic arithmetic, to 10^-8. */
double tab_eval_logistic(double x);

/* Chances already summed up, for one caller that scores many outcomes of one turn: nearly all of
 * them leave the enemy's piles, and so the distances to a cell, as they were. Start with zeros. */
typedef struct {
    struct {
        TabDistances distances;
        unsigned hand; /* 1 + saved tâbs if tâbs are usable, else 0; plus 1: so that 0 is an empty
                          slot */
        double chance;
    } slot[1024];
} TabGreedyMemo;

/* The score of the opponent `greedy` for an outcome of `mover`'s turn: own pieces - enemy pieces -
 * sum over own piles of (exact chance that the enemy can land on it next turn × pieces in it) - 0.1
 * × own Nasara + 0.002 × sum over own piles of the cell's index on the path. A won game beats all.
 */
double tab_eval_greedy(const TabEval *eval, TabGreedyMemo *memo, const TabPosition *after,
                       TabSide mover);

G_END_DECLS
