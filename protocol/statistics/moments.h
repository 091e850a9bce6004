// SPDX-License-Identifier: GPL-3.0-or-later
// Running mean and variance of numbers, and of two together (Welford), in constant memory.
#pragma once

#include "protocol/statistics/stats.h"

G_BEGIN_DECLS

/* m2: the sum of squared differences to the mean. Starts as {0}. A plain value. */
typedef struct {
    guint64 n;
    double mean, m2;
} TabMoments;

/* Adds one number. */
void tab_moments_add(TabMoments *moments, double x);
/* Unbiased; NAN with fewer than two numbers. */
double tab_moments_variance(const TabMoments *moments);
/* Of the mean: sqrt(variance / n); NAN with fewer than two numbers. */
double tab_moments_se(const TabMoments *moments);
/* The mean and its standard error, as above; the mean is 0 without numbers. */
TabEstimate tab_moments_estimate(const TabMoments *moments);

/* Numbers that come in twos, x with y; c_xy: the sum of products of their differences to the means.
 * Starts as {0}. A plain value. */
typedef struct {
    guint64 n;
    double mean_x, mean_y, m2_x, m2_y, c_xy;
} TabMoments2;

/* Adds one point. */
void tab_moments2_add(TabMoments2 *moments, double x, double y);
/* Of x alone and of y alone. */
TabMoments tab_moments2_x(const TabMoments2 *moments);
TabMoments tab_moments2_y(const TabMoments2 *moments);
/* Unbiased; NAN with fewer than two points. */
double tab_moments2_covariance(const TabMoments2 *moments);
/* −1 … 1; NAN with fewer than two points or if x or y never changed. */
double tab_moments2_correlation(const TabMoments2 *moments);

G_END_DECLS
