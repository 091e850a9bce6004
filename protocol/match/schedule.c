// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings and seeds by game number.
#include "protocol/match/schedule.h"

TabPairing tab_schedule_game(const TabSchedule *schedule, guint number)
{
    guint white = (number - 1) % 2;
    return (TabPairing){.number = number,
                        .engine = {white, 1 - white},
                        .rules = (number - 1) / 2 % schedule->n_rules};
}

guint64 tab_schedule_game_seed(guint64 seed, guint number)
{
    TabRandom random = tab_random_new_stream(seed, number);
    return tab_random_next(&random);
}
