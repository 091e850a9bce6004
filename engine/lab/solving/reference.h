// SPDX-License-Identifier: GPL-3.0-or-later
// The mean over hands of the best outcome, for reference: from the rules' own list of outcomes of
// every hand, one by one, without turn graphs, rows or ranks.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

/* What a position after a turn is worth to its side to move. Never asked for finished positions. */
typedef double (*TabReferenceWorth)(const TabPosition *after, gpointer user_data);

/* What a situation is worth to its side to move: with complete throws the worth of the best
 * outcome, otherwise the mean over all hands with at most `max_throws` more throws (with
 * throws=at-once, over the single throws). Longer hands, and those with more outcomes than can be
 * listed, have the chance `left` and count 0, so that the whole mean is between the result and the
 * result plus `left`. Positions in which no side can
 * ever play again get no special treatment. */
double tab_reference_value(const TabRules *rules, const TabSticks *sticks,
                           const TabSituation *situation, unsigned max_throws,
                           TabReferenceWorth worth, gpointer user_data, double *left);
