// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn loses against the best one, by exact tables.
#pragma once

#include "engine/tables/probe.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/cast.h"

/* All distinct outcomes of one hand. Large: keep one a thread. */
typedef struct {
    unsigned outcomes;
    bool known;   /* the tables know every one of them; else `best` and `bound` mean nothing */
    double best;  /* worth of the best to the side that moves, 0–1 */
    double bound; /* by which any of the worths can be off */
    TabTurn turn; /* a turn of worth `best` */
    TabTurn any;  /* a turn to one of the outcomes, all with the same chance */
} TabDecision;

/* Weighs the outcomes of a complete hand; `probe` NULL: only counts them and picks one. False if
 * there are none (the game is over) or more than can be listed. */
bool tab_decision_weigh(TabOutcomes *outcomes, const TabProbe *probe, const TabRules *rules,
                        const TabSituation *situation, TabRandom *random, TabDecision *decision);

/* What `after` is worth to the side that moved from `before` to it. False if the tables do not know
 * it. */
bool tab_decision_worth(const TabProbe *probe, const TabPosition *before, const TabPosition *after,
                        TabProbed *worth);
