// SPDX-License-Identifier: GPL-3.0-or-later
// The hands that a table averages over, with their exact chances, and a bound on all the others.
//
// With throws=collect a hand is i tâbs, j fours, k sixes and one 2 or 3 that ends it; with n = i +
// j
// + k its chance is n! / (i! j! k!) p(1)^i p(4)^j p(6)^k times p(2) or p(3). The box has all hands
// with n < levels, j ≤ most and k ≤ most. Hands outside of it have together at most the chance
//
//     tail = (p1 + p4 + p6)^levels + (p4 / (p4 + p2 + p3))^(most + 1) + (p6 / (p6 + p2 + p3))^(most
//     + 1)
//
// for the number of throws before the end, and the number of fours among fours and ends, are
// geometric. Nothing is known of them but that they are worth between 0 and 1.
#pragma once

#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

typedef struct {
    unsigned levels; /* n goes from 0 to levels - 1 */
    unsigned most;   /* of fours, and of sixes */
    unsigned stride; /* most + 2: from one j to the next in a plane */
    unsigned plane;  /* numbers of a plane: one for each j and k, and room around them */
    double *chance;  /* of n, j, k before the end: [n * plane + tab_hand_box_at(j, k)], else 0 */
    double end[2];   /* p(2), p(3) */
    double tail;     /* chance of all hands outside, at most */
    double rounding; /* a mean over the box in double precision is off by no more than this */
} TabHandBox;

/* Where j fours and k sixes stand in a plane. A row of j comes before that of j + 1, and what would
 * be j = -1, k = -1 or k = most + 1 is in the plane too and always 0: planes can be shifted by a
 * four
 * (`stride`) or a six (1) without another thought. */
static inline unsigned tab_hand_box_at(const TabHandBox *box, unsigned j, unsigned k)
{
    return (j + 1) * box->stride + k;
}

#define TAB_HAND_BOX_ALIGN 32 /* planes are a multiple of this */

/* The smallest box whose tail is at most `tail` (above 0). Free with tab_hand_box_free. */
TabHandBox *tab_hand_box_new(const TabSticks *sticks, double tail);
void tab_hand_box_free(TabHandBox *box);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHandBox, tab_hand_box_free)

/* The hands of the box. */
size_t tab_hand_box_count(const TabHandBox *box);

G_END_DECLS
