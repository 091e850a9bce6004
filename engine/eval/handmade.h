// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-made evaluation: terms counted of both sides, and their weights.
#pragma once

#include "engine/eval/hits.h"

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
    TAB_TERM_KING,   /* 1 while the king is its */
    TAB_N_TERMS
} TabTerm;

/* "pieces", …; NULL beyond the last. */
const char *tab_handmade_term_name(unsigned term);

/* The terms of the side to move, then those of its enemy, then a constant 1. `hits` are of the same
 * rules. */
#define TAB_N_FEATURES (2 * TAB_N_TERMS + 1)
void tab_handmade_features(const TabRules *rules, const TabHits *hits, const TabPosition *position,
                           float feature[TAB_N_FEATURES]);

/* The weights of the features, TAB_N_FEATURES of them, whose weighted sum is the chance to win as a
 * logit; those of another ruleset where none were fitted for this one. */
const float *tab_handmade_weights(const TabRuleset *set);
