// SPDX-License-Identifier: GPL-3.0-or-later
// Shares a clock out over the turns to come.
#include "engine/search/time.h"

#define TURNS_TO_COME                                                                              \
    25 /* own turns that a game is taken to last yet; real games have some 45 in all */

#define LONGEST INT64_C(1000000000000) /* ms; what is longer would overflow below */

TabTimePlan tab_time_plan(const TabClockLimits *given, int64_t overhead)
{
    const TabClockLimits clamped = {
        .movetime = MIN(given->movetime, LONGEST),
        .left = MIN(given->left, LONGEST),
        .increment = MIN(given->increment, LONGEST),
        .turnstogo = given->turnstogo,
    };
    const TabClockLimits *limits = &clamped;
    if (limits->movetime >= 0) {
        int64_t kept = MIN(overhead * 1000, limits->movetime * 100); /* at most a tenth */
        int64_t time = MAX(limits->movetime * 1000 - kept, 500);
        return (TabTimePlan){time, time};
    }
    if (limits->left < 0)
        return (TabTimePlan){0, 0};
    int64_t turns = limits->turnstogo > 0 ? MIN(limits->turnstogo, TURNS_TO_COME) : TURNS_TO_COME;
    int64_t spare = MAX(limits->left - overhead, 1);
    int64_t share = spare / turns + MAX(limits->increment, 0) * 3 / 4;
    int64_t hard = MIN(share * 2, turns == 1 ? spare * 4 / 5 : spare / 2);
    int64_t soft = MIN(share / 2, hard);
    return (TabTimePlan){MAX(soft, 1) * 1000, MAX(hard, 1) * 1000};
}
