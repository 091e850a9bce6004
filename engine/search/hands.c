// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the likely hands of throws with their multinomial chances.
#include "engine/search/hands.h"

#include <stdlib.h>

/* Adds a hand in its place by chance; the unlikeliest falls out when the list is full. */
static void add(TabHands *hands, const TabHand *hand, double p)
{
    unsigned i = hands->n < TAB_MAX_HANDS ? hands->n++ : TAB_MAX_HANDS - 1;
    if (i == TAB_MAX_HANDS - 1 && hands->entry[i].p >= p)
        return;
    for (; i > 0 && hands->entry[i - 1].p < p; i--)
        hands->entry[i] = hands->entry[i - 1];
    hands->entry[i].hand = *hand;
    hands->entry[i].p = p;
}

/* All hands of `again` throws of 1, 4 and 6 with counts from throw index `t` on, and one 2 or 3.
 * `p` is the chance of the sequence so far in any order; `thrown` its length. */
static void extend(TabHands *hands, const TabSticks *sticks, TabHand *hand, int t, unsigned thrown,
                   unsigned max_throws, double p, double least)
{
    static const int next[TAB_N_THROWS] = {TAB_THROW_4, -1, -1, TAB_THROW_6, -1};
    if (t < 0) {
        for (int end = TAB_THROW_2; end <= TAB_THROW_3; end++) {
            hand->n[end]++;
            if (p * sticks->p[end] >= least)
                add(hands, hand, p * sticks->p[end]);
            hand->n[end]--;
        }
        return;
    }
    uint16_t before = hand->n[t];
    for (unsigned k = 0; thrown + k < max_throws; k++) {
        extend(hands, sticks, hand, next[t], thrown + k, max_throws, p, least);
        p *= sticks->p[t] * (thrown + k + 1) /
             (k + 1); /* orders in which one more throw of t can come */
        hand->n[t]++;
    }
    hand->n[t] = before;
}

void tab_hands_init(TabHands *hands, const TabRules *rules, const TabSticks *sticks,
                    const TabHand *held, unsigned max_throws, double least)
{
    TabHand hand = held ? *held : (TabHand){{0}};
    hands->n = 0;
    hands->covered = 0;
    if (!tab_ruleset_at_once(&rules->set)) {
        for (; !hands->n; max_throws++, least /= 4) /* sticks may make every short hand rare */
            extend(hands, sticks, &hand, TAB_THROW_1, 0, max_throws, 1, least);
    } else {
        for (int t = 0; t < TAB_N_THROWS; t++) {
            hand.n[t]++;
            if (sticks->p[t] > 0)
                add(hands, &hand, sticks->p[t]);
            hand.n[t]--;
        }
    }
    for (unsigned i = 0; i < hands->n; i++)
        hands->covered += hands->entry[i].p;
    for (unsigned i = 0; i < hands->n; i++)
        hands->entry[i].p /= hands->covered;
}
