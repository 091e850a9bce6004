// SPDX-License-Identifier: GPL-3.0-or-later
// Matches at one ply between a network and a fixed opponent, both games of a pair with the same
// sticks.
#pragma once

#include "engine/lab/training/game.h"
#include "engine/lab/training/parallel.h"

G_BEGIN_DECLS

/* The score of a match. */
typedef struct {
    unsigned games;
    double score;      /* share won by the first, 0–1, a draw one half */
    double half_width; /* of its 95 % interval, from the spread of the pairs */
} TabContestScore;

/* Who plays: networks, or without one a fixed evaluation. */
typedef struct {
    const TabNet *net;
    TabEvalKind kind;
} TabContestant;

/* Plays `pairs` pairs of games; in each both have each seat once, with the same opening and throws,
 * stream number k of `seed` for pair k. */
TabContestScore tab_contest(const TabContestant contestant[2], const TabEval *eval,
                            const TabSticks *sticks, TabCrew *crew, uint64_t seed, unsigned pairs);

G_END_DECLS
