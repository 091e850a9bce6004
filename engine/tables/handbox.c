// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the box of hands for a tail.
#include "engine/tables/handbox.h"

#include <math.h>

/* The chance that throws of `goes_on` come `count` times before an end does. */
static double before_end(double goes_on, double end, unsigned count)
{
    return pow(goes_on / (goes_on + end), count);
}

/* n! / (i! j! k!) p1^i p4^j p6^k, as a product of terms that stay in range. */
static double chance_of(const TabSticks *sticks, unsigned i, unsigned j, unsigned k)
{
    double chance = 1;
    unsigned n = 0;
    for (unsigned m = 1; m <= j; m++)
        chance *= sticks->p[TAB_THROW_4] * ++n / m;
    for (unsigned m = 1; m <= k; m++)
        chance *= sticks->p[TAB_THROW_6] * ++n / m;
    for (unsigned m = 1; m <= i; m++)
        chance *= sticks->p[TAB_THROW_1] * ++n / m;
    return chance;
}

TabHandBox *tab_hand_box_new(const TabSticks *sticks, double tail)
{
    g_return_val_if_fail(tail > 0, NULL);
    double end = sticks->p[TAB_THROW_2] + sticks->p[TAB_THROW_3],
           again = tab_sticks_rethrow(sticks);
    double four = sticks->p[TAB_THROW_4], six = sticks->p[TAB_THROW_6];
    TabHandBox *box = g_new0(TabHandBox, 1);
    while (before_end(four, end, box->most + 1) + before_end(six, end, box->most + 1) > tail * 0.8)
        box->most++;
    double rest = before_end(four, end, box->most + 1) + before_end(six, end, box->most + 1);
    for (box->levels = 1; pow(again, box->levels) + rest > tail; box->levels++)
        ;
    /* The formula is a handful of operations, so a part in 10^12 is more than its own rounding. */
    box->tail = (pow(again, box->levels) + rest) * (1 + 1e-12);
    box->stride = box->most + 2;
    box->plane = tab_hand_box_at(box, box->most + 1, 0);
    box->plane += (TAB_HAND_BOX_ALIGN - box->plane % TAB_HAND_BOX_ALIGN) % TAB_HAND_BOX_ALIGN;
    box->end[0] = sticks->p[TAB_THROW_2];
    box->end[1] = sticks->p[TAB_THROW_3];
    box->chance = g_new0(double, (size_t)box->levels * box->plane);
    for (unsigned n = 0; n < box->levels; n++)
        for (unsigned j = 0; j <= MIN(n, box->most); j++)
            for (unsigned k = 0; k <= MIN(n - j, box->most); k++)
                box->chance[n * box->plane + tab_hand_box_at(box, j, k)] =
                    chance_of(sticks, n - j - k, j, k);
    /* A sum of m products of numbers in [0, 1] that sum to at most 1: (m + 1) 2^-53; each chance is
     * itself off by a part of 3 n 2^-53 at most. Doubled. */
    box->rounding = ((double)tab_hand_box_count(box) + 3 * box->levels + 10) * 0x1p-52;
    return box;
}

void tab_hand_box_free(TabHandBox *box)
{
    if (!box)
        return;
    g_free(box->chance);
    g_free(box);
}

size_t tab_hand_box_count(const TabHandBox *box)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)box->levels * box->plane; i++)
        count += box->chance[i] > 0;
    return 2 * count;
}
