// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings and seeds by game number: rounds of encounters, sets of one or two games.
#include "protocol/match/schedule.h"

guint tab_schedule_encounters(const TabSchedule *schedule)
{
    guint n = schedule->engines;
    if (schedule->format == TAB_SCHEDULE_ROUND_ROBIN)
        return n * (n - 1) / 2;
    guint seeds = schedule->seeds; /* seeds do not meet each other */
    return seeds * (n - seeds);
}

guint tab_schedule_games(const TabSchedule *schedule)
{
    return tab_schedule_encounters(schedule) * schedule->games;
}

/* The two engines that meet in an encounter, the lower number first. */
static void find_engines(const TabSchedule *schedule, guint encounter, guint engine[2])
{
    guint n = schedule->engines;
    if (schedule->format == TAB_SCHEDULE_GAUNTLET) {
        engine[0] = encounter / (n - schedule->seeds);
        engine[1] = schedule->seeds + encounter % (n - schedule->seeds);
        return;
    }
    guint first = 0;
    for (; encounter >= n - 1 - first; first++)
        encounter -= n - 1 - first;
    engine[0] = first;
    engine[1] = first + 1 + encounter;
}

/* The set of a game, from 0, and which of the set's games it is. An odd last game of pairs is a set
 * of its own in the last round. */
static guint find_set(const TabSchedule *schedule, guint number, guint *game)
{
    guint size = schedule->pairs ? 2 : 1, index = number - 1;
    guint whole = tab_schedule_encounters(schedule) * (schedule->games / size * size);
    if (index < whole) {
        *game = index % size;
        return index / size;
    }
    *game = 0;
    return whole / size + (index - whole);
}

TabPairing tab_schedule_game(const TabSchedule *schedule, guint number)
{
    guint encounters = tab_schedule_encounters(schedule), game, engine[2];
    guint set = find_set(schedule, number, &game), round = set / encounters;
    guint turn = schedule->pairs ? round : round / 2; /* rules change when both had White */
    guint exchanged = schedule->pairs ? game : round % 2;
    TabPairing pairing = {.number = number,
                          .set = set + 1,
                          .encounter = set % encounters,
                          .rules = turn % schedule->rules,
                          .opening = turn / schedule->rules};
    find_engines(schedule, pairing.encounter, engine);
    pairing.engine[TAB_WHITE] = engine[exchanged];
    pairing.engine[TAB_BLACK] = engine[1 - exchanged];
    return pairing;
}

guint tab_schedule_rules_played(const TabSchedule *schedule)
{
    return MIN(schedule->rules, (schedule->games + 1) / 2);
}

gboolean tab_schedule_is_ours(const TabSchedule *schedule, guint number)
{
    guint game;
    return find_set(schedule, number, &game) % schedule->shards == schedule->shard - 1;
}

guint64 tab_schedule_seed(guint64 seed, guint set)
{
    TabRandom random = tab_random_new_stream(seed, set);
    return tab_random_next(&random);
}
