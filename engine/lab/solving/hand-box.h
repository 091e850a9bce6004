// SPDX-License-Identifier: GPL-3.0-or-later
// The hands that a table averages over, with their exact chances, and a bound on all the others.
//
// With throws=collect a hand is i tâbs, j fours, k sixes and one 2 or 3 that ends it; with n = i +
// j + k its chance is n! / (i! j! k!) p(1)^i p(4)^j p(6)^k times p(2) or p(3). The box has all
// hands with n < levels, j ≤ fours[n] and k ≤ sixes; `fours` first rises with n, one by one, and
// where hands are unlikely falls again. Hands outside of it have together the chance
//
//     tail = (p1 + p4 + p6)^levels + the sum of the chances of those with n < levels.
//
// Nothing is known of them but that they are worth between 0 and 1.
#pragma once

#include "protocol/rules/cast.h"

#define TAB_HAND_BOX_MOST_LEVELS 64

/* The casts whose hands there is a box for: with three kinds of throw that go on, of which the
 * first is the one that can be saved (Tâb's 1, 4 and 6), and two that end a hand (2 and 3). */
enum { TAB_BOX_TAB, TAB_BOX_FOUR, TAB_BOX_SIX, TAB_BOX_ON };
#define TAB_BOX_ENDS 2
#define TAB_BOX_KINDS (TAB_BOX_ON + TAB_BOX_ENDS)
typedef struct {
    uint8_t on[TAB_BOX_ON], end[TAB_BOX_ENDS]; /* kinds of the cast */
} TabBoxKinds;

typedef struct {
    TabBoxKinds kinds;
    unsigned levels; /* n goes from 0 to levels - 1 */
    unsigned sixes;  /* the most of them */
    unsigned most_fours;
    uint8_t fours[TAB_HAND_BOX_MOST_LEVELS]; /* the most of them, by n */
    unsigned stride;                         /* sixes + 2: from one j to the next in a plane */
    unsigned plane;                          /* numbers of a plane, and zeros after them */
    double *chance; /* of n, j, k before the end: [n * plane + tab_hand_box_at(j, k)], else 0 */
    double on[TAB_BOX_ON];    /* p(1), p(4), p(6) */
    double again;             /* their sum */
    double end[TAB_BOX_ENDS]; /* p(2), p(3) */
    double tail;              /* chance of all hands outside, at most */
    double whole;    /* chance of all hands: 1, or 0 in what one box has more than another */
    double rounding; /* a mean over the box in double precision is off by no more than this */
} TabHandBox;

/* Where j fours and k sixes stand in a plane. What would be k = -1 or k = sixes + 1 is in the plane
 * too and always 0, and so are the last `stride` numbers, which stand before the next plane: planes
 * can be shifted by a four (`stride`) or a six (1) without another thought. */
static inline unsigned tab_hand_box_at(const TabHandBox *box, unsigned j, unsigned k)
{
    return j * box->stride + k;
}

#define TAB_HAND_BOX_ALIGN 32 /* planes are a multiple of this */

/* The box that takes the least work of those whose tail is at most `tail` (1e-15 or more). Free
 * with tab_hand_box_free. NULL for a cast that there is none for. */
TabHandBox *tab_hand_box_new(const TabCast *cast, const TabSticks *sticks, double tail);
void tab_hand_box_free(TabHandBox *box);
/* Lets each hand outside of the box count as those inside of as many throws, or as the longest
 * ones: a better guess than any fixed worth of them, and nothing is left outside (tail 0). */
void tab_hand_box_close(TabHandBox *box);
/* Hands with the chance by which it is more in `all` than in `few`, whose hands `all` has too. */
TabHandBox *tab_hand_box_difference(const TabHandBox *all, const TabHandBox *few);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHandBox, tab_hand_box_free)

/* The most fours of a hand of n throws that go on, up to saves - 1 of them tâbs that were not
 * thrown but saved. */
unsigned tab_hand_box_fours(const TabHandBox *box, unsigned n, unsigned saves);

/* The numbers at the beginning of a plane that such hands are in, and what hands of n + 1 throws
 * look up of them. */
unsigned tab_hand_box_used(const TabHandBox *box, unsigned n, unsigned saves);

/* The hands of the box. */
size_t tab_hand_box_count(const TabHandBox *box);
