// SPDX-License-Identifier: GPL-3.0-or-later
// Shares a clock out over the turns to come.
#include "engine/search/time.h"

#define TURNS_TO_COME                                                                              \
    25 /* own turns that a game is taken to last yet; real games have some 45 in all */

#define LONGEST INT64_C(1000000000000) /* ms; what is longer would overflow below */

TabTimePlan tab_time_plan(const TabClockLimits *limits, int64_t overhead)
{
    int64_t movetime = MIN(limits->movetime, LONGEST), left = MIN(limits->left, LONGEST);
    int64_t increment = CLAMP(limits->increment, 0, LONGEST);
    if (movetime >= 0) {
        int64_t kept = MIN(overhead * 1000, movetime * 100); /* at most a tenth */
        int64_t time = MAX(movetime * 1000 - kept, 500);
        return (TabTimePlan){time, time};
    }
    if (left < 0)
        return (TabTimePlan){0, 0};
    int64_t turns = limits->turnstogo > 0 ? MIN(limits->turnstogo, TURNS_TO_COME) : TURNS_TO_COME;
    int64_t spare = MAX(left - overhead, 1);
    int64_t share = spare / turns + increment * 3 / 4;
    int64_t hard = MIN(share * 2, turns == 1 ? spare * 4 / 5 : spare / 2);
    int64_t soft = MIN(share / 2, hard);
    return (TabTimePlan){MAX(soft, 1) * 1000, MAX(hard, 1) * 1000};
}
