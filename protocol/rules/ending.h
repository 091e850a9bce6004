// SPDX-License-Identifier: GPL-3.0-or-later
// When a game is over, how it ended, and who won (RULES.md 6).
#pragma once

#include "protocol/rules/position.h"

/* How a game ended. The rules and an arbiter's limits decide the first three; the others are
 * declared by players, arbiters and records. */
typedef enum {
    TAB_END_NONE,         /* not over */
    TAB_END_NORMAL,       /* by the rules: mostly, a side has no piece left */
    TAB_END_NO_PROGRESS,  /* draw: nothing moved in so many turns */
    TAB_END_TURN_LIMIT,   /* draw: the announced number of turns was played */
    TAB_END_RESIGNED,     /* the loser gave up */
    TAB_END_AGREED,       /* both players agreed to a result */
    TAB_END_ADJUDICATION, /* the arbiter declared the result */
    TAB_END_TIME,         /* the loser's time was over */
    TAB_END_CRASH,        /* this and the next three: faults of an engine (RULES.md 10) */
    TAB_END_SILENT,
    TAB_END_ILLEGAL,
    TAB_END_FLOOD,
    TAB_END_RECORDED, /* the record has a result and does not say why */
} TabEnding;

/* An arbiter's limits, both in turns. What a side plays until the turn number rises is one turn:
 * with `throws=at-once` a 1, a 4 and a 2 thrown in a row are one. */
typedef struct {
    unsigned idle_turns; /* so many in a row in which nothing moved are a draw */
    unsigned max_turns;  /* so many, counted from the game's first position, are a draw */
} TabEndingLimits;

#define TAB_MAX_IDLE_TURNS 50
#define TAB_MAX_TURNS 1000 /* unless another limit is announced */
#define TAB_ENDING_LIMITS_INIT                                                                     \
    {                                                                                              \
        TAB_MAX_IDLE_TURNS, TAB_MAX_TURNS                                                          \
    }

/* What decides about the limits. A plain value, all zero at the game's first position. */
typedef struct {
    unsigned turns; /* completed since the first position */
    unsigned idle;  /* of these, the last ones in a row in which nothing moved */
    bool moved;     /* whether something has moved since the turn number changed */
} TabEndingCounters;

/* Counts what `mover` has played: `after` is the position that followed, `moved` whether at least
 * one play was made. */
static inline void tab_ending_count(TabEndingCounters *counters, TabSide mover,
                                    const TabPosition *after, bool moved)
{
    counters->moved |= moved;
    if (after->side == mover)
        return; /* the same turn goes on */
    counters->turns++;
    counters->idle = counters->moved ? 0 : counters->idle + 1;
    counters->moved = false;
}

/* Whether the game is over in `position`, and how: TAB_END_NONE or one of the three that follow it,
 * the first of them that holds. `winner` (NULL: not wanted) becomes the TabSide that won, or -1 for
 * a draw and for a game that goes on. */
static inline TabEnding tab_ending_find(const TabRules *rules, const TabPosition *position,
                                        const TabEndingCounters *counters,
                                        const TabEndingLimits *limits, int *winner)
{
    if (winner)
        *winner = -1;
    if (tab_position_finished(rules, position)) {
        if (winner)
            *winner = tab_position_winner(rules, position);
        return TAB_END_NORMAL;
    }
    if (counters->idle >= limits->idle_turns)
        return TAB_END_NO_PROGRESS;
    return counters->turns >= limits->max_turns ? TAB_END_TURN_LIMIT : TAB_END_NONE;
}
