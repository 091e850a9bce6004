// SPDX-License-Identifier: GPL-3.0-or-later
// Values of positions before a throw and after a turn, made of a judge's answers (analysis.h has
// the definitions).
#pragma once

#include "protocol/rules/cast.h"
#include "protocol/study/analysis-judge.h"

/* What values are made with. `rules` must outlive it. */
typedef struct {
    TabAnalysisJudge *judge; /* owned */
    const TabRules *rules;
    TabSticks sticks;
    guint ahead; /* throws that earn another one; 0: the judge's own word */
} TabValuation;

/* `limits` are those of each call, which may take `patience_ms` (0: one minute) besides its
 * movetime; none of depth, nodes and movetime: depth 1, nodes 10000. */
void tab_valuation_init(TabValuation *valuation, TabClient *judge, const TabRules *rules,
                        const TabSticks *sticks, guint ahead, const TabLimits *limits,
                        gint64 patience_ms);
void tab_valuation_clear(TabValuation *valuation);

/* Values: FALSE if one is missing, which is then the judge's question to be asked. */

/* The chance of the side to move to win with these throws at hand. If more will fall, the mean over
 * what can fall, up to `ahead` throws that earn another one; or the judge's own word on it. */
gboolean tab_valuation_before(const TabValuation *valuation, const TabPosition *position,
                              const TabThrows *throws, guint ahead, double *value);

/* The chance of `mover` to win when its turn has led to `after`, before the next throw. */
gboolean tab_valuation_after(const TabValuation *valuation, const TabPosition *after, TabSide mover,
                             double *value);
