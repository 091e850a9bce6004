// SPDX-License-Identifier: GPL-3.0-or-later
// The chance to win an opening.
#include "protocol/study/luck.h"

#include <math.h>

#include "protocol/rules/opening.h"

static bool same_state(const TabOpeningState *a, const TabOpeningState *b)
{
    return a->decided == b->decided && a->thrower == b->thrower && a->first_throw == b->first_throw;
}

/* Adds up the chances that the opening is decided before it is as at the start again, `p` being
 * that of `now`. Every opening is there again after at most two throws. */
static void play_round(const TabRules *rules, const TabSticks *sticks, const TabOpeningState *start,
                       const TabOpeningState *now, double p, double won[2])
{
    TAB_KINDS_FOREACH(&rules->cast, t)
    {
        TabOpeningState next = *now;
        if (sticks->p[t] <= 0)
            continue;
        if (tab_opening_add(rules, &next, t))
            won[next.winner] += p * sticks->p[t];
        else if (!same_state(&next, start))
            play_round(rules, sticks, start, &next, p * sticks->p[t], won);
    }
}

double tab_luck_white_begins(const TabRules *rules, const TabSticks *sticks)
{
    TabOpeningState start = tab_opening_new(rules);
    double won[2] = {0, 0};
    play_round(rules, sticks, &start, &start, 1, won);
    /* rounds that decide nothing repeat, so they share their chance out as the others do */
    return won[TAB_WHITE] + won[TAB_BLACK] > 0 ? won[TAB_WHITE] / (won[TAB_WHITE] + won[TAB_BLACK])
                                               : NAN;
}
