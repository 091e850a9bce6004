// SPDX-License-Identifier: GPL-3.0-or-later
// Turns of a game that are studied: their outcomes, and what each of them is worth a turn later.
#pragma once

#include "engine/eval/net.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/cast.h"

#define TAB_LISTED_HANDS 42 /* a throw that ends a hand, alone or after one that does not */

/* The hands that a side may throw. */
typedef struct {
    TabSticks sticks; /* as this side throws them */
    unsigned n;       /* hands of at most two throws (`throws=at-once`: of one cast) … */
    TabHand hand[TAB_LISTED_HANDS]; /* … likeliest first … */
    double p[TAB_LISTED_HANDS];     /* … and their shares, which sum to 1 */
    double longer;                  /* the chance of a longer one */
} TabListedHands;

/* Hands of one or two throws are all looked at. Longer ones are much work and rare: one of them, by
 * chance, stands for all, so that the value is right on average. Each thread needs its own. */
typedef struct {
    const TabNet *net;
    const TabRules *rules;
    TabListedHands hands[2]; /* by TabSide */
    TabOutcomes *outcomes;
    uint64_t evaluated; /* outcomes looked at so far */
} TabLookAhead;

TabLookAhead *tab_look_ahead_new(const TabNet *net, const TabRules *rules, const TabSticks *sticks);
void tab_look_ahead_free(TabLookAhead *ahead);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLookAhead, tab_look_ahead_free)

/* Draws the hand that stands for the longer ones of a side: one and the same for positions that are
 * to be compared. */
TabHand tab_look_ahead_draw(const TabLookAhead *ahead, TabSide side, TabRandom *random);

/* The chance that the side to move, about to throw, wins: the mean over its hands of its best
 * outcome by the network. `longer` was drawn for that side. */
double tab_look_ahead_value(TabLookAhead *ahead, const TabPosition *position,
                            const TabHand *longer);

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
