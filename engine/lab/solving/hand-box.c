// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the box of hands for a tail.
#include "engine/lab/solving/hand-box.h"

#include <math.h>

#include "engine/tables/file.h"

/* False for a cast that there is no box for. */
static bool find_kinds_of_box(TabBoxKinds *kinds, const TabCast *cast)
{
    unsigned on = 1, ends = 0, saved = 0;
    TAB_KINDS_FOREACH(cast, t) {
        const TabKind *kind = &cast->kind[t];
        saved += kind->again && kind->saved;
        if (kind->again && kind->saved)
            kinds->on[TAB_BOX_TAB] = (uint8_t)t;
        else if (kind->again && on < TAB_BOX_ON)
            kinds->on[on++] = (uint8_t)t;
        else if (!kind->again && !kind->saved && ends < TAB_BOX_ENDS)
            kinds->end[ends++] = (uint8_t)t;
        else
            return false;
    }
    return saved == 1 && on == TAB_BOX_ON && ends == TAB_BOX_ENDS;
}

/* n! / (i! j! k!) p1^i p4^j p6^k, as a product of terms that stay in range. */
static double chance_before_end(const TabHandBox *box, unsigned i, unsigned j, unsigned k)
{
    double chance = 1;
    unsigned n = 0;
    for (unsigned m = 1; m <= j; m++)
        chance *= box->on[TAB_BOX_FOUR] * ++n / m;
    for (unsigned m = 1; m <= k; m++)
        chance *= box->on[TAB_BOX_SIX] * ++n / m;
    for (unsigned m = 1; m <= i; m++)
        chance *= box->on[TAB_BOX_TAB] * ++n / m;
    return chance;
}

/* The chance of all hands of n throws that go on and j fours, from `first` sixes to `last`. */
static double chance_of_fours(const TabHandBox *box, unsigned n, unsigned j, unsigned first,
                              unsigned last)
{
    double sum = 0;
    for (unsigned k = first; k <= MIN(n - j, last); k++)
        sum += chance_before_end(box, n - j - k, j, k);
    return sum * (box->end[0] + box->end[1]);
}

/* The level at which `fours` can be made less, with the least loss. */
static unsigned least_likely(const TabHandBox *box, double chance[][TAB_HAND_BOX_MOST_LEVELS])
{
    unsigned found = box->levels - 1;
    for (unsigned n = 0; n + 1 < box->levels; n++)
        if (box->fours[n + 1] < box->fours[n] &&
            chance[n][box->fours[n]] < chance[found][box->fours[found]])
            found = n;
    return found;
}

/* Fills in a box with at most so many fours and sixes, which leaves out as much as it may. False if
 * it must leave out too much. */
static bool fill_box(TabHandBox *box, double tail, unsigned fours, unsigned sixes)
{
    double chance[TAB_HAND_BOX_MOST_LEVELS][TAB_HAND_BOX_MOST_LEVELS];
    box->levels = 1;
    while (pow(box->again, box->levels) > tail / 8 && box->levels < TAB_HAND_BOX_MOST_LEVELS)
        box->levels++;
    box->tail = pow(box->again, box->levels);
    for (unsigned n = 0; n < box->levels; n++)
        for (unsigned j = 0; j <= n; j++)
            box->tail += chance_of_fours(box, n, j, j <= fours ? sixes + 1 : 0, n);
    if (box->tail > tail)
        return false;
    for (unsigned n = 0; n < box->levels; n++) {
        box->fours[n] = (uint8_t)MIN(n, fours);
        for (unsigned j = 0; j <= box->fours[n]; j++)
            chance[n][j] = chance_of_fours(box, n, j, 0, sixes);
    }
    while (box->levels > 1) {
        unsigned n = least_likely(box, chance);
        if (box->tail + chance[n][box->fours[n]] > tail)
            break;
        box->tail += chance[n][box->fours[n]];
        if (box->fours[n])
            box->fours[n]--;
        else
            box->levels--; /* it is the last */
    }
    box->most_fours = 0;
    for (unsigned n = 0; n < box->levels; n++)
        box->most_fours = MAX(box->most_fours, box->fours[n]);
    box->sixes = sixes;
    box->stride = sixes + 2;
    return true;
}

/* What a walk over the box has to do: vectors of 16 numbers. */
static unsigned count_vectors(const TabHandBox *box)
{
    unsigned vectors = 0;
    for (unsigned n = 0; n < box->levels; n++)
        vectors += (tab_hand_box_used(box, n, 1) + 15) / 16;
    return vectors;
}

/* The most of a throw of this chance that must be in the box at least: as often it comes before an
 * end does. */
static unsigned least_most(double chance, double end, double tail)
{
    unsigned most = 0;
    while (pow(chance / (chance + end), most + 1) > tail)
        most++;
    return most;
}

TabHandBox *tab_hand_box_new(const TabCast *cast, const TabSticks *sticks, double tail)
{
    g_return_val_if_fail(tail >= TAB_TABLE_LEAST_TAIL, NULL);
    TabHandBox first = {.again = tab_sticks_rethrow(cast, sticks), .whole = 1};
    if (!find_kinds_of_box(&first.kinds, cast))
        return NULL;
    for (unsigned i = 0; i < TAB_BOX_ON; i++)
        first.on[i] = sticks->p[first.kinds.on[i]];
    for (unsigned e = 0; e < TAB_BOX_ENDS; e++)
        first.end[e] = sticks->p[first.kinds.end[e]];
    double end = first.end[0] + first.end[1];
    unsigned fours = least_most(first.on[TAB_BOX_FOUR], end, tail),
             sixes = least_most(first.on[TAB_BOX_SIX], end, tail);
    TabHandBox *box = g_new0(TabHandBox, 1);
    for (unsigned more = 0; more < 9; more++) {
        TabHandBox other = first;
        if (fill_box(&other, tail, fours + more / 3, sixes + more % 3) &&
            (!box->levels || count_vectors(&other) < count_vectors(box)))
            *box = other;
    }
    g_assert(box->levels > 0);
    /* Each chance is some sixty operations, so a part in 10^12 is more than all their rounding. */
    box->tail *= 1 + 1e-12;
    box->plane = tab_hand_box_at(box, box->most_fours + 2, 0);
    box->plane += (TAB_HAND_BOX_ALIGN - box->plane % TAB_HAND_BOX_ALIGN) % TAB_HAND_BOX_ALIGN;
    box->chance = g_new0(double, (size_t)box->levels * box->plane);
    for (unsigned n = 0; n < box->levels; n++)
        for (unsigned j = 0; j <= box->fours[n]; j++)
            for (unsigned k = 0; k <= MIN(n - j, box->sixes); k++)
                box->chance[n * box->plane + tab_hand_box_at(box, j, k)] =
                    chance_before_end(box, n - j - k, j, k);
    /* A sum of m products of numbers in [0, 1] that sum to at most 1: (m + 1) 2^-53; each chance is
     * itself off by a part of 3 n 2^-53 at most. Doubled. */
    box->rounding = ((double)tab_hand_box_count(box) + 3 * box->levels + 10) * 0x1p-52;
    return box;
}

void tab_hand_box_close(TabHandBox *box)
{
    double longer = box->again, before = 1;
    for (unsigned n = 0; n < box->levels; n++, before *= longer) {
        double *chance = box->chance + (size_t)n * box->plane, sum = 0;
        for (unsigned i = 0; i < box->plane; i++)
            sum += chance[i];
        double all = n + 1 < box->levels ? before : before / (1 - longer);
        for (unsigned i = 0; i < box->plane; i++)
            chance[i] *= all / sum;
    }
    box->tail = 0;
}

TabHandBox *tab_hand_box_difference(const TabHandBox *all, const TabHandBox *few)
{
    TabHandBox *box = g_memdup2(all, sizeof *all);
    box->chance = g_memdup2(all->chance, (size_t)all->levels * all->plane * sizeof *all->chance);
    for (unsigned n = 0; n < MIN(all->levels, few->levels); n++)
        for (unsigned j = 0; j <= MIN(all->fours[n], few->fours[n]); j++)
            for (unsigned k = 0; k <= MIN(n - j, MIN(all->sixes, few->sixes)); k++)
                box->chance[n * box->plane + tab_hand_box_at(box, j, k)] -=
                    few->chance[n * few->plane + tab_hand_box_at(few, j, k)];
    box->tail -= few->tail;
    box->whole -= few->whole;
    return box;
}

unsigned tab_hand_box_fours(const TabHandBox *box, unsigned n, unsigned saves)
{
    unsigned most = 0;
    for (unsigned saved = 0; saved < saves && saved <= n; saved++)
        if (n - saved < box->levels)
            most = MAX(most, box->fours[n - saved]);
    return most;
}

unsigned tab_hand_box_used(const TabHandBox *box, unsigned n, unsigned saves)
{
    unsigned fours = tab_hand_box_fours(box, n, saves),
             next = tab_hand_box_fours(box, n + 1, saves);
    return tab_hand_box_at(box, MAX(fours, next) + 1, 0);
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
