// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that need all numbers of a sample: quantiles, and how much of a result luck explains.
#pragma once

#include "protocol/statistics/score.h"

/* A quantile of a sample, and the 95 % interval for that of what the sample is drawn from. An end
 * that so few numbers cannot tell is infinite. */
typedef struct {
    double value, low, high;
} TabQuantile;

/* The quantile `share` (0–1, neither end) of `numbers` (of double, rising): the number that has
 * this share of the sample below it, or the middle of the two next to it. NAN without numbers. The
 * interval is that of Conover (Practical Nonparametric Statistics, 3.2), which takes two numbers of
 * the sample for its ends and supposes no distribution. */
TabQuantile tab_sample_quantile(const GArray *numbers, double share);

/* One game: its points, and what luck gave of them. */
typedef struct {
    double points, luck;
} TabLuckyGame;

/* The share of the variance of points that luck explains, 1 − Var(points − luck) / Var(points), of
 * `games` (of TabLuckyGame), and its standard error by the delta method. 1: luck tells the result;
 * below 0: without luck, results vary even more. Every `together` games in a row hang together,
 * as the two of a pair do, and count as one sample for the error. NAN with fewer than two such
 * samples, or if all points are the same. */
TabEstimate tab_sample_luck_share(const GArray *games, guint together);
