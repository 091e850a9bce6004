// SPDX-License-Identifier: GPL-3.0-or-later
// The throws of a turn as the search averages over them: the likely hands with their chances.
#pragma once

#include "protocol/rules/rules.h"
#include "protocol/rules/cast.h"

#define TAB_MAX_HAND_THROWS 4
#define TAB_MAX_HANDS 40 /* of Tâb: 2 ends times 1 + 3 + 6 + 10 multisets of 1, 4 and 6 */

/* Multisets of throws a turn can have, without saved tâbs, likeliest first. A turn may have any
 * number of throws; with q the chance of another throw, those of more than n have the chance q^n,
 * 0.375^n with fair sticks. A longer turn counts as one of n throws, the last of which is the 2 or
 * 3 that ends it: the n - 1 throws before are drawn with their exact chances, what comes between is
 * left out. As a rule that takes from the side to throw, and it takes at most q^n times what the
 * best hand is worth. */
typedef struct {
    unsigned n;
    struct {
        TabHand hand;
        double p; /* the shares sum to 1 */
    } entry[TAB_MAX_HANDS];
} TabHands;

/* Lists the hands of `side` with at most `max_throws` throws, 1 … TAB_MAX_HAND_THROWS, or of fewer
 * where there are too many such hands or a turn has no more (with `throws=at-once` what one cast
 * gives). `held` counts throws that are certain and come besides (the opening's tâb), NULL: none.
 */
void tab_hands_init(TabHands *hands, const TabRules *rules, const TabSticks *sticks, TabSide side,
                    const TabHand *held, unsigned max_throws);
