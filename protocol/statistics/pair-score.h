// SPDX-License-Identifier: GPL-3.0-or-later
// Points of pairs of games with the same sticks and exchanged seats (pentanomial), one engine's.
#pragma once

#include "protocol/statistics/stats.h"

G_BEGIN_DECLS

/* Complete pairs seen from one engine: n[k] of them in which it got k half points
 * (0, ½, 1, 1½ or 2 points). The two games of a pair share their sticks and are not independent;
 * pairs are. */
typedef struct {
    guint n[5];
} TabPairScore;

static inline guint tab_pair_score_pairs(const TabPairScore *pairs)
{
    return pairs->n[0] + pairs->n[1] + pairs->n[2] + pairs->n[3] + pairs->n[4];
}

/* The same pairs seen from the other engine. */
static inline TabPairScore tab_pair_score_reversed(const TabPairScore *pairs)
{
    return (TabPairScore){{pairs->n[4], pairs->n[3], pairs->n[2], pairs->n[1], pairs->n[0]}};
}

/* Half the width of a 95 % confidence interval around the mean points a game, 0–1; 0.5 without
 * pairs. The idea of tab_score_half_width(), with pairs for games: z² more pairs, half of them won
 * 2–0 and half lost 0–2, so that it is honest for few pairs and for scores near 0 and 1, however
 * the games of a pair hang together; the narrowest interval around the score that holds that one.
 */
double tab_pair_score_half_width(const TabPairScore *pairs);

/* What the shared sticks did to the error: the variance of a pair's mean over that of the mean of
 * two independent games with the outcomes of `score`, which counts the same games. Below 1 the
 * pairs saved games: 0.6 stands for an error as small as 1/0.6 times as many unpaired games would
 * have given. NAN with fewer than two pairs, or when all games ended alike. */
double tab_pair_score_variance_ratio(const TabPairScore *pairs, const TabScore *score);

G_END_DECLS
