// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays whom in game n of a match, with which colour, rules, opening and sticks: a pure
// function of the game's number.
#pragma once

#include "protocol/rules/cast.h"

typedef enum {
    TAB_SCHEDULE_ROUND_ROBIN, /* everybody against everybody; with two engines: a match */
    TAB_SCHEDULE_GAUNTLET,    /* the first `seeds` engines against all others */
} TabScheduleFormat;

/* Games come in sets: one of two games, with the same sticks and the seats exchanged (`pairs`), or
 * of a single game. Each round has one set for every encounter (two engines that meet), so that all
 * encounters go on side by side. */
typedef struct {
    TabScheduleFormat format;
    guint engines; /* two at least */
    guint seeds;   /* of a gauntlet, 1 … engines - 1 */
    guint games;   /* of each encounter; an odd last game of pairs stands alone */
    gboolean pairs;
    guint rules; /* rulesets, taken in turn every two games of an encounter */
    guint shard; /* this run plays the sets whose number is `shard` modulo `shards`, from 1 */
    guint shards;
} TabSchedule;

typedef struct {
    guint number;    /* of the game, from 1 */
    guint set;       /* of games with the same sticks, from 1 */
    guint encounter; /* from 0 */
    guint engine[2]; /* by TabSide: number of the engine */
    guint rules;     /* 0 … rules - 1 */
    guint opening;   /* 0, 1, …, modulo the number of positions: changes when all rules had it */
} TabPairing;

/* All encounters, and all games of all shards together. */
guint tab_schedule_encounters(const TabSchedule *schedule);
guint tab_schedule_games(const TabSchedule *schedule);

/* How many of the rulesets have their turn: the first ones. */
guint tab_schedule_rules_played(const TabSchedule *schedule);

/* Game `number` (1 … tab_schedule_games()). In an encounter the engine of the lower number is White
 * in the first game of a set, and, without pairs, in the first, third, … of its games. */
TabPairing tab_schedule_game(const TabSchedule *schedule, guint number);

/* Whether the game belongs to the shard; sets stay whole. */
gboolean tab_schedule_is_ours(const TabSchedule *schedule, guint number);

/* The seed of all games of set `set` in a match with `seed`: the first number of stream `set` of
 * the seed. Everything that is random in a game comes from streams of that seed, so that neither
 * the order nor the time of games matters. */
guint64 tab_schedule_seed(guint64 seed, guint set);

/* The streams of a set's seed. Throw number k of a seat in a game (k = 0, 1, …, counted over all
 * throws of that seat, in the order thrown) is number k of the seat's stream: it depends neither on
 * what the other seat threw nor on how often. So in both games of a pair White gets the same
 * throws, and Black too, however differently the games go on. The streams belong to seats, not to
 * engines: exchanging the seats exchanges the luck. */
typedef enum {
    TAB_STREAM_OPENING, /* the throws of the opening, one after the other */
    TAB_STREAM_WHITE,   /* all throws of White, in the order thrown */
    TAB_STREAM_BLACK,
    TAB_STREAM_WHITE_ENGINE, /* its first number is the option Seed of White's engine, if it
                                declares one */
    TAB_STREAM_BLACK_ENGINE,
} TabStream;
