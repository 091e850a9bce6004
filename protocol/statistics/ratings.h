// SPDX-License-Identifier: GPL-3.0-or-later
// Ratings of many engines on one scale from all their games, with errors.
#pragma once

#include <glib.h>

/* Counts of what engines scored against each other; memory grows with the square of their number
 * and not with the games. Used from one thread at a time, also where it is const: what was computed
 * is kept until more is added. */
typedef struct TabRatings TabRatings;

/* For engines 0 … engines − 1, at least one. */
TabRatings *tab_ratings_new(guint engines);
void tab_ratings_free(TabRatings *ratings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRatings, tab_ratings_free)

/* Adds one cluster of games of engine `a` against engine `b` (a ≠ b): a single game (`games` 1) or
 * a pair with the same sticks (2). `points` of `a`: 0 … games in halves. Clusters are independent
 * of each other; the games of one need not be. */
void tab_ratings_add(TabRatings *ratings, guint a, guint b, guint games, double points);

/* elo: relative to the average of all engines that have games, 0. error: half-width of the 95 %
 * interval of this difference. points: of all games. An engine without games has elo 0 and error
 * INFINITY; if the games do not connect all engines that have any, every error is INFINITY. */
typedef struct {
    double elo, error;
    guint games;
    double points;
} TabRating;

/* Fills out[engines]. The model of Bradley and Terry (1952), which is that of Elo, at its maximum
 * of likelihood, a draw as half a win. Every engine has moreover one virtual game won and one lost
 * against an imaginary one of rating 0: this weak prior keeps who won or lost everything finite.
 * The errors are those of the sandwich estimator with clusters (White, Econometrica 50, 1982):
 * they come from how much the clusters scattered, so that draws and shared sticks count for what
 * they told. */
void tab_ratings_compute(const TabRatings *ratings, TabRating *out);

/* Half-width of the 95 % interval of the difference of `a` and `b` in Elo; INFINITY if no chain of
 * games connects them, 0 for a = b. */
double tab_ratings_difference_error(const TabRatings *ratings, guint a, guint b);
