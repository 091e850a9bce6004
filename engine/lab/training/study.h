// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions of a game, and what each of their outcomes is worth a turn later.
#pragma once

#include "engine/lab/training/look-ahead.h"

G_BEGIN_DECLS

#define TAB_STUDY_BEST 5 /* outcomes of a turn that are studied, and one more by chance */

/* An outcome and its score for the side that moved, as a logit in 1 / TAB_NET_ONE. */
typedef struct {
    double score;
    TabPosition after;
    bool moved; /* it takes a play */
} TabStudyOutcome;

/* The outcomes of one turn: those with the best scores, best first, and another one. Each thread
 * needs its own. */
typedef struct {
    unsigned n, n_all; /* how many are kept; how many there were */
    TabStudyOutcome outcome[TAB_STUDY_BEST + 1];
} TabStudy;

/* Fills in the outcomes of a turn of the side to move. */
void tab_study_turn(TabStudy *study, TabLookAhead *ahead, const TabPosition *position,
                    const TabHand *hand, TabRandom *random);

G_END_DECLS
