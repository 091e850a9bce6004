// SPDX-License-Identifier: GPL-3.0-or-later
// perft: the number of distinct outcomes, a turn after the other, over all throws (RULES.md 9).
#pragma once

#include "protocol/rules/outcomes.h"

/* Plies of the deepest count: with two hands or more in each no machine comes to the end of so
 * many, and each takes its part of the stack. */
#define TAB_PERFT_MAX_DEPTH 200

/* Whether some hand of such a count would have more throws than a hand can. */
bool tab_perft_has_long_hands(const TabRules *rules, const TabSituation *situation, unsigned depth,
                              unsigned max_throws);
/* Counts `depth` turns ahead, hands of at most `max_throws` new throws in each. False if `cancel`
 * (NULL: never) became non-zero first, if a turn had more positions than can be walked over
 * (TAB_OUTCOMES_MAX_STATES), if hands would have more than TAB_MAX_THROWS throws, or if there are
 * more than TAB_PERFT_MAX_DEPTH plies to go. Takes up to some 40 KB of stack a ply. */
bool tab_perft(const TabRules *rules, const TabSituation *situation, unsigned depth,
               unsigned max_throws, const int *cancel, uint64_t *count);
