// SPDX-License-Identifier: GPL-3.0-or-later
// Points of one side against another: single games, and pairs of them where there are any.
#pragma once

#include "protocol/statistics/elo.h"
#include "protocol/statistics/pair-score.h"

G_BEGIN_DECLS

/* Games seen from one side, whatever a side is: an engine, White, who begins. Starts as {0}. A
 * plain value. */
typedef struct {
    TabScore score;     /* all games */
    TabScore unpaired;  /* those of them that are not in `pairs` */
    TabPairScore pairs; /* complete pairs with the same sticks */
} TabTally;

/* Counts a game with 0, ½ or 1 points as an unpaired one. */
void tab_tally_add_game(TabTally *tally, double points);
/* Makes a pair of two games that were added before as unpaired ones, with these points. */
void tab_tally_add_pair(TabTally *tally, double first, double second);
/* The same games seen from the other side. */
TabTally tab_tally_reversed(const TabTally *tally);

/* Points a game, 0–1, of all games; 0.5 without any. */
double tab_tally_rate(const TabTally *tally);
/* Half the width of its 95 % interval: from the pairs if there are any, as the games of a pair are
 * not independent; else from the games. */
double tab_tally_half_width(const TabTally *tally);
/* The rate and its interval as Elo. */
TabEloInterval tab_tally_elo(const TabTally *tally);
/* The likelihood of superiority, 0–1, with the error of tab_tally_half_width(): above 97.5 % where
 * that interval leaves out one half. */
double tab_tally_los(const TabTally *tally);
/* tab_pair_score_variance_ratio() of the games that are in pairs. */
double tab_tally_variance_ratio(const TabTally *tally);

G_END_DECLS
