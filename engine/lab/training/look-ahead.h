// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a position before a throw by looking at the turn that follows.
#pragma once

#include "engine/eval/net.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

#define TAB_LISTED_HANDS 8 /* a 2 or a 3, alone or after a 1, a 4 or a 6 */

/* Hands of one or two throws are all looked at. Longer ones are much work and rare: one of them, by
 * chance, stands for all, so that the value is right on average. Each thread needs its own. */
typedef struct {
    const TabNet *net;
    const TabRules *rules;
    const TabSticks *sticks;
    unsigned n; /* hands of at most two throws (`throws=at-once`: the five of one) … */
    TabHand hand[TAB_LISTED_HANDS]; /* … likeliest first … */
    double p[TAB_LISTED_HANDS];     /* … and their shares, which sum to 1 */
    double longer;                  /* the chance of a longer one */
    TabOutcomes *outcomes;
    uint64_t evaluated; /* outcomes looked at so far */
} TabLookAhead;

TabLookAhead *tab_look_ahead_new(const TabNet *net, const TabRules *rules, const TabSticks *sticks);
void tab_look_ahead_free(TabLookAhead *ahead);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLookAhead, tab_look_ahead_free)

/* Draws the hand that stands for the longer ones: one and the same for positions that are to be
 * compared. */
TabHand tab_look_ahead_draw(const TabLookAhead *ahead, TabRandom *random);

/* The chance that the side to move, about to throw, wins: the mean over its hands of its best
 * outcome by the network. */
double tab_look_ahead_value(TabLookAhead *ahead, const TabPosition *position,
                            const TabHand *longer);

G_END_DECLS
