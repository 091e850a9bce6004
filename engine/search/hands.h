// SPDX-License-Identifier: GPL-3.0-or-later
// The throws of a turn as the search averages over them: the likely hands with their chances.
#pragma once

#include "protocol/rules/rules.h"
#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

#define TAB_MAX_HANDS 64

/* Multisets of throws a turn can have, without saved tâbs, likeliest first. */
typedef struct {
    unsigned n;
    struct {
        TabHand hand;
        double p; /* share of this hand among those listed: the shares sum to 1 */
    } entry[TAB_MAX_HANDS];
    double covered; /* chance of all listed hands together, ≤ 1 */
} TabHands;

/* Lists the hands of at most `max_throws` throws with a chance of `least` or more (the five single
 * throws with `throws=at-once`). `held` counts throws that are certain (the opening's tâb), NULL:
 * none. */
void tab_hands_init(TabHands *hands, const TabRules *rules, const TabSticks *sticks,
                    const TabHand *held, unsigned max_throws, double least);

G_END_DECLS
