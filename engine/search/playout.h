// SPDX-License-Identifier: GPL-3.0-or-later
// Random games: the opening thrown, then uniformly random legal plays, one at a time, until the
// game ends.
#pragma once

#include "protocol/rules/ending.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/cast.h"

/* What one random game came to. */
typedef struct {
    int winner;     /* TAB_WHITE, TAB_BLACK, or -1 for a draw */
    unsigned turns; /* turns played; single throws with `throws=at-once` */
    unsigned plays; /* moves made */
} TabPlayout;

/* Plays one game from the start. Nothing is allocated. */
TabPlayout tab_playout_game(const TabRules *rules, const TabSticks *sticks,
                            const TabEndingLimits *limits, TabRandom *random);

/* The opening (RULES.md 4): throws until it is decided, and says who won it. */
TabSide tab_playout_opening(const TabRules *rules, const TabSticks *sticks, TabRandom *random);
