// SPDX-License-Identifier: GPL-3.0-or-later
// The chances behind the luck of a game: of the next throw of a hand, and of the opening.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

G_BEGIN_DECLS

/* Fills `p` with the chance of each throw (by throw index, they sum to 1) to be the next of these
 * throws at hand: tab_sticks_of_throw(). False, and all 0, if the hand is complete. */
bool tab_luck_next_throw(const TabRules *rules, const TabSticks *sticks, const TabThrows *throws,
                         double p[TAB_N_THROWS]);

/* The chance that White wins the opening, 0–1, exactly: with `alternate` 1 / (2 - p(1)), with
 * `first` 1, with `highest` ½. NAN if no opening would ever end with these sticks. */
double tab_luck_white_begins(const TabRules *rules, const TabSticks *sticks);

G_END_DECLS
