// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the likely hands of throws with their multinomial chances.
#include "engine/search/hands.h"

/* The list being filled. */
typedef struct {
    TabHands *hands;
    const TabCast *cast;
    const TabSticks *sticks;
    unsigned max_throws;
    double ends; /* the chance that a throw ends the hand */
    TabHand hand;
} Listing;

/* Adds the hand with these throws more in its place by chance. */
static void add_hand(const Listing *listing, const TabHand *more, double p)
{
    TabHands *hands = listing->hands;
    if (p <= 0)
        return;
    unsigned i = hands->n++;
    for (; i > 0 && hands->entry[i - 1].p < p; i--)
        hands->entry[i] = hands->entry[i - 1];
    hands->entry[i].hand = listing->hand;
    TAB_KINDS_FOREACH(listing->cast, t)
        hands->entry[i].hand.n[t] += more->n[t];
    hands->entry[i].p = p;
}

static void add_one(const Listing *listing, int t, double p)
{
    TabHand one = {{0}};
    one.n[t] = 1;
    add_hand(listing, &one, p);
}

/* All hands with more throws that go on, of kinds from `t` on. `p` is the chance that the first
 * `thrown` throws are those of the hand, in any order. */
static void extend(Listing *listing, int t, unsigned thrown, double p)
{
    const TabCast *cast = listing->cast;
    while (t < cast->n_kinds && !cast->kind[t].again)
        t++;
    if (t == cast->n_kinds) {
        if (thrown + 1 == listing->max_throws) /* the throw that ends all longer hands, too */
            p /= listing->ends;
        TAB_KINDS_FOREACH(cast, end)
            if (!cast->kind[end].again)
                add_one(listing, end, p * listing->sticks->p[end]);
        return;
    }
    uint8_t before = listing->hand.n[t];
    for (unsigned k = 0; thrown + k < listing->max_throws; k++) {
        extend(listing, t + 1, thrown + k, p);
        p *= listing->sticks->p[t] * (thrown + k + 1) /
             (k + 1); /* orders in which one more throw of t can come */
        listing->hand.n[t]++;
    }
    listing->hand.n[t] = before;
}

/* Hands of at most so many throws, 1 at least, of which there are no more than fit. */
static unsigned most_throws(const TabCast *cast, unsigned wanted)
{
    unsigned on = 0, hands = 1, sum = 1, throws = 1;
    TAB_KINDS_FOREACH(cast, t)
        on += cast->kind[t].again;
    for (; throws < wanted; throws++) {
        hands = hands * (on + throws - 1) / throws; /* multisets of so many that go on */
        sum += hands;
        if (sum * (cast->n_kinds - on) > TAB_MAX_HANDS)
            break;
    }
    return throws;
}

void tab_hands_init(TabHands *hands, const TabRules *rules, const TabSticks *sticks, TabSide side,
                    const TabHand *held, unsigned max_throws)
{
    TabSticks own = tab_sticks_of_side(&rules->cast, sticks, side);
    Listing listing = {.hands = hands, .cast = &rules->cast, .sticks = &own};
    TAB_KINDS_FOREACH(&rules->cast, t)
        listing.ends += rules->cast.kind[t].again ? 0 : own.p[t];
    if (held)
        listing.hand = *held;
    unsigned left = TAB_MAX_THROWS - MIN(tab_hand_size(&listing.hand), TAB_MAX_THROWS - 1);
    listing.max_throws = most_throws(&rules->cast, MIN(max_throws, left));
    hands->n = 0;
    if (!tab_ruleset_at_once(&rules->set))
        extend(&listing, 0, 0, 1);
    else
        for (unsigned i = 0; i < rules->n_thrown; i++)
            add_hand(&listing, &rules->thrown[i].hand, tab_sticks_chance(&own, &rules->thrown[i]));
}
