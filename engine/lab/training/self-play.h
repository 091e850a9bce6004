// SPDX-License-Identifier: GPL-3.0-or-later
// Games of a network against itself, and what they teach.
#pragma once

#include "engine/lab/training/game.h"
#include "engine/lab/training/parallel.h"
#include "engine/lab/training/samples.h"
#include "engine/lab/training/study.h"
#include "engine/tables/probe.h"

/* What to play. Everything belongs to the caller. */
typedef struct {
    const TabNet *net;
    const TabRules *rules;
    const TabSticks *sticks;
    const TabProbe *probe; /* exact values of some positions, which take the place of all targets;
                              or NULL */
    const TabExpansion *expansion;
    uint64_t seed;
    double lambda; /* 0: learn from the next position's value alone; 1: from the result alone */
    double reach;  /* 0; or of a long game take the λ by which values of so many moments later
                      count, if that is more */
    unsigned max_turns; /* 0; or end games after so many turns, with what the network thinks as
                           the result */
    double budget;  /* 0; or of outcomes, about as many as the study of a game looks at: turns are
                       studied the less often the more of them it has seen, as a turn on a wide board
                       costs hundreds of times one on a narrow one */
    double studied; /* share of the turns to study; 0: learn from whole games */
} TabSelfPlay;

/* What was played. */
typedef struct {
    uint64_t games, turns, outcomes, draws, first_wins; /* wins of the side that began */
} TabSelfPlayCount;

void tab_self_play_count_add(TabSelfPlayCount *count, const TabSelfPlayCount *more);

/* Plays games number `first` … `first + n - 1` on all members of the crew and appends their
 * positions to `samples` in the order of the games: how many members there are changes nothing.
 *
 * Targets of whole games are λ-returns: for a position before a throw the mean of the values seen
 * later in the game, of which the k-th next counts (1 - λ) λ^(k-1), and the result the rest. Where
 * a value is known exactly, it is the target, and earlier positions see the game end there.
 *
 * Of a turn that is studied, the outcomes of TabStudy are appended, and the target of each is its
 * value by TabLookAhead, with the same hand for the longer ones. In a tenth of the turns of such
 * games any of these outcomes is played, not the best, so that the positions are many. */
void tab_self_play_run(const TabSelfPlay *play, TabCrew *crew, uint64_t first, unsigned n,
                       TabSamples *samples, TabSelfPlayCount *count);
