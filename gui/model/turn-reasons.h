// SPDX-License-Identifier: GPL-3.0-or-later
// Why one turn is better than another, in sentences: by what both do, and by what an engine's
// evaluation says of the boards after them.
#pragma once

#include "gui/model/turn-effects.h"
#include "protocol/codec/eval-term.h"

/* What a reason is about. */
typedef enum {
    TAB_REASON_HITS,   /* what is taken, or may be next */
    TAB_REASON_SAFETY, /* what may be lost */
    TAB_REASON_PACE,   /* how far stones have come */
    TAB_REASON_STONES, /* how many there are */
    TAB_REASON_SHAPE,  /* how they stand, and what they can do */
    TAB_REASON_MOVE,   /* whose turn it is */
    TAB_REASON_OTHER,  /* a term that only its engine knows */
} TabReasonTheme;

typedef struct {
    TabReasonTheme theme;
    int favours;  /* 1: it speaks for the better turn; -1: for the other; 0: for neither */
    double share; /* of all that an evaluation tells apart, 0–1; NAN: by the rules */
    char *text;   /* a sentence */
} TabReason;

/* By the rules alone: what the two do otherwise, an array of TabReason, those that speak for the
 * better one first; empty if they differ in nothing that is counted. Free with g_ptr_array_unref.
 */
GPtrArray *tab_turn_reasons_by_rules(const TabTurnEffects *best, const TabTurnEffects *other);

/* What the other of the two turns is called: the person's own, or the next best. */
typedef enum { TAB_REASON_YOURS, TAB_REASON_NEXT_BEST } TabReasonOther;

/* By an engine's terms for the boards after both turns: what weighs most first, of which each is a
 * twentieth at least of what the evaluation tells apart. `best_moves`, `other_moves`: whether the
 * side that played is to move there. Empty if there are no terms. The names of terms that
 * PROTOCOL.md knows are put into words, which tell of piles where the rules have them; others stand
 * as they are. */
GPtrArray *tab_turn_reasons_by_terms(const TabRules *rules, const TabEvalAnswer *best,
                                     bool best_moves, const TabEvalAnswer *other, bool other_moves,
                                     TabReasonOther called);
