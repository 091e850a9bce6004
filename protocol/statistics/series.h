// SPDX-License-Identifier: GPL-3.0-or-later
// How a score went over a match, in bounded memory: a point for every game, later for every second,
// fourth, … one.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
