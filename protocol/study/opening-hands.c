// SPDX-License-Identifier: GPL-3.0-or-later
// Throws every throw after every other, and adds up the ways to the same hand.
#include "protocol/study/opening-hands.h"

#include <string.h>

#define SAME 1e-12 /* chances that differ by less are equal, and rounded another way */

typedef struct {
    const TabRules *rules;
    const TabSticks *sticks;
    TabSide side;
    guint most;
    GArray *hands; /* of TabThrownHand */
} Listing;

/* Dice and the throw that ends a hand keep their places, so the first way that is found is the one
 * in the order of the kinds. */
static void add_hand(Listing *listing, const TabThrows *throws, double chance)
{
    TabHand hand = tab_throws_hand(throws);
    for (guint i = 0; i < listing->hands->len; i++) {
        TabThrownHand *known = &g_array_index(listing->hands, TabThrownHand, i);
        TabHand other = tab_throws_hand(&known->throws);
        if (!memcmp(&hand, &other, sizeof hand)) {
            known->chance += chance;
            return;
        }
    }
    TabThrownHand fresh = {.throws = *throws, .chance = chance};
    g_array_append_val(listing->hands, fresh);
}

static void throw_on(Listing *listing, const TabThrows *throws, double chance)
{
    if (tab_throws_complete(throws)) {
        add_hand(listing, throws, chance);
        return;
    }
    if (throws->n >= listing->most && listing->rules->cast.n_sticks)
        return;
    TabSticks chances = tab_throws_chances(listing->rules, throws, listing->side, listing->sticks);
    TAB_KINDS_FOREACH(&listing->rules->cast, t) {
        TabThrows next = *throws;
        if (chances.p[t] > 0 && tab_throws_add(listing->rules, &next, t))
            throw_on(listing, &next, chance * chances.p[t]);
    }
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const TabThrownHand *one = a, *other = b;
    double more = other->chance - one->chance;
    return more > SAME ? 1 : more < -SAME ? -1 : 0;
}

GArray *tab_opening_hands_list(const TabRules *rules, const TabSituation *situation,
                               const TabSticks *sticks, guint most)
{
    Listing listing = {.rules = rules,
                       .sticks = sticks,
                       .side = (TabSide)situation->position.side,
                       .most = MAX(most, situation->throws.n + 1),
                       .hands = g_array_new(FALSE, FALSE, sizeof(TabThrownHand))};
    throw_on(&listing, &situation->throws, 1);
    g_array_sort(listing.hands, compare); /* it is stable */
    return listing.hands;
}
