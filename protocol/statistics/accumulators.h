// SPDX-License-Identifier: GPL-3.0-or-later
// What many numbers come to, in constant memory: moments, a histogram, a series.
#pragma once

#include "protocol/statistics/score.h"

/* sum / n; NAN for n = 0. */
double tab_mean(double sum, guint64 n);

/* m2: the sum of squared differences to the mean. Starts as {0}. A plain value. */
typedef struct {
    guint64 n;
    double mean, m2;
} TabMoments;

/* Adds one number. */
void tab_moments_add(TabMoments *moments, double x);
/* Adds the numbers that `more` was made of: the same, but for rounding, as adding each of them. */
void tab_moments_join(TabMoments *moments, const TabMoments *more);
/* Those of `n` numbers of which only the mean and its standard error are known; of one number the
 * error is not looked at. */
TabMoments tab_moments_of(guint64 n, double mean, double se);
/* Unbiased; NAN with fewer than two numbers. */
double tab_moments_variance(const TabMoments *moments);
/* Of the mean: sqrt(variance / n); NAN with fewer than two numbers. */
double tab_moments_se(const TabMoments *moments);
/* The mean and its standard error, as above; the mean is 0 without numbers. */
TabEstimate tab_moments_estimate(const TabMoments *moments);
/* Of points from 0 to 1: tab_score_sample_half_width(). */
double tab_moments_score_half_width(const TabMoments *moments);

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

/* A histogram whose bins widen as numbers grow, in layers to be stacked. */

#define TAB_HISTOGRAM_SIDE 40 /* bins on either side of 0 */
#define TAB_HISTOGRAM_LAYERS 3

/* n[layer][i]: numbers x with (i − SIDE)·width ≤ x < (i − SIDE + 1)·width. Bins depend on the
 * numbers seen and not on their order. Starts with a width and all else 0. A plain value. */
typedef struct {
    double width;
    guint n[TAB_HISTOGRAM_LAYERS][2 * TAB_HISTOGRAM_SIDE];
} TabHistogram;

/* `x` is finite. The bins become twice as wide until it fits. */
void tab_histogram_add(TabHistogram *histogram, guint layer, double x);

/* Makes bins twice as wide until those from the first to the last that is not empty are at most
 * `bins` (2 or more). */
void tab_histogram_coarsen(TabHistogram *histogram, guint bins);

/* The first bin that is not empty, and the one after the last; FALSE if all are. */
gboolean tab_histogram_range(const TabHistogram *histogram, guint *first, guint *end);
/* The lower end of a bin. */
double tab_histogram_edge(const TabHistogram *histogram, guint bin);
/* All layers of a bin. */
guint tab_histogram_total(const TabHistogram *histogram, guint bin);

/* How a score went over a match: a point for every game, later for every second, fourth, … one. */

/* games: played until then. rate, half_width: points a game with their 95 % interval, 0–1. llr: of
 * the SPRT, 0 without one. */
typedef struct {
    guint games;
    double rate, half_width, llr;
} TabSeriesPoint;

/* Steps that were counted, and the points kept of them: those of the steps stride, 2·stride, … */
typedef struct {
    guint capacity; /* points at most, even */
    guint stride, steps;
    GArray *points; /* of TabSeriesPoint */
} TabSeries;

/* Empty; `capacity` as the field. To be cleared. */
void tab_series_init(TabSeries *series, guint capacity);
void tab_series_clear(TabSeries *series);
/* Counts a step; whether a point is to be kept of it, which tab_series_add() then does. */
gboolean tab_series_step(TabSeries *series);
void tab_series_add(TabSeries *series, const TabSeriesPoint *point);
