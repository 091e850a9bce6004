// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays whom in game n of a match, with which colour and rules: a pure function of the game's
// number.
#pragma once

#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

typedef struct {
    guint games;   /* in all */
    guint n_rules; /* rulesets, played in turn */
} TabSchedule;

typedef struct {
    guint number;    /* of the game, from 1 */
    guint engine[2]; /* by TabSide: 0 or 1, the engine that plays it */
    guint rules;     /* 0 … n_rules - 1 */
} TabPairing;

/* Game `number` (1 … games). The first engine is White in odd games, the second in even ones; the
 * two games of such a pair have the same rules, the next pair has the next ones. */
TabPairing tab_schedule_game(const TabSchedule *schedule, guint number);

/* The seed of game `number` in a match with `seed`: the first number of stream `number` of the
 * seed. Everything that is random in a game comes from streams of the game's seed, so that neither
 * the order nor the time of games matters. */
guint64 tab_schedule_game_seed(guint64 seed, guint number);

/* The streams of a game's seed. Each seat draws its throws from its own, so that one side's throws
 * do not depend on how many the other needed. */
typedef enum {
    TAB_STREAM_OPENING, /* the throws of the opening, one after the other */
    TAB_STREAM_WHITE,   /* all throws of White, in the order thrown */
    TAB_STREAM_BLACK,
    TAB_STREAM_WHITE_ENGINE, /* its first number is the option Seed of White's engine, if it
                                declares one */
    TAB_STREAM_BLACK_ENGINE,
} TabStream;

G_END_DECLS
