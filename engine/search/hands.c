// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the likely hands of throws with their multinomial chances.
#include "engine/search/hands.h"

/* Adds a hand in its place by chance. */
static void add(TabHands *hands, const TabHand *hand, double p)
{
    unsigned i = hands->n++;
    for (; i > 0 && hands->entry[i - 1].p < p; i--)
        hands->entry[i] = hands->entry[i - 1];
    hands->entry[i].hand = *hand;
    hands->entry[i].p = p;
}

/* The list being filled. */
typedef struct {
    TabHands *hands;
    const TabSticks *sticks;
    unsigned max_throws;
    TabHand hand;
} Listing;

/* The hand with the 2 or 3 that ends it, or that ends all longer ones. */
static void end_hand(Listing *listing, unsigned thrown, double p)
{
    const TabSticks *sticks = listing->sticks;
    double ends = sticks->p[TAB_THROW_2] + sticks->p[TAB_THROW_3];
    if (thrown + 1 == listing->max_throws)
        p /= ends;
    for (int end = TAB_THROW_2; end <= TAB_THROW_3; end++) {
        listing->hand.n[end]++;
        if (p * sticks->p[end] > 0)
            add(listing->hands, &listing->hand, p * sticks->p[end]);
        listing->hand.n[end]--;
    }
}

/* All hands with more throws of 1, 4 and 6 from throw index `t` on. `p` is the chance that the
 * first `thrown` throws are those of the hand, in any order. */
static void extend(Listing *listing, int t, unsigned thrown, double p)
{
    static const int next[TAB_N_THROWS] = {TAB_THROW_4, -1, -1, TAB_THROW_6, -1};
    if (t < 0) {
        end_hand(listing, thrown, p);
        return;
    }
    uint8_t before = listing->hand.n[t];
    for (unsigned k = 0; thrown + k < listing->max_throws; k++) {
        extend(listing, next[t], thrown + k, p);
        p *= listing->sticks->p[t] * (thrown + k + 1) /
             (k + 1); /* orders in which one more throw of t can come */
        listing->hand.n[t]++;
    }
    listing->hand.n[t] = before;
}

static void list_single_throws(Listing *listing)
{
    for (int t = 0; t < TAB_N_THROWS; t++) {
        listing->hand.n[t]++;
        if (listing->sticks->p[t] > 0)
            add(listing->hands, &listing->hand, listing->sticks->p[t]);
        listing->hand.n[t]--;
    }
}

void tab_hands_init(TabHands *hands, const TabRules *rules, const TabSticks *sticks,
                    const TabHand *held, unsigned max_throws)
{
    Listing listing = {.hands = hands, .sticks = sticks, .max_throws = max_throws};
    if (held)
        listing.hand = *held;
    hands->n = 0;
    if (tab_ruleset_at_once(&rules->set)) {
        list_single_throws(&listing);
        return;
    }
    extend(&listing, TAB_THROW_1, 0, 1);
}
