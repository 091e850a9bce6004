// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as SVG within an HTML page: axes with round ticks, bands, lines, bars.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* low … high is shown; ticks are the multiples of `step`, written with `decimals`. */
typedef struct {
    double low, high, step;
    guint decimals;
} TabPlotAxis;

/* An axis that shows low … high, with about `ticks` ticks at most. */
TabPlotAxis tab_plot_axis(double low, double high, guint ticks);
/* The same, widened to ticks at both ends. */
TabPlotAxis tab_plot_axis_round(double low, double high, guint ticks);
/* The first tick, a multiple of the step at or above `low`. */
double tab_plot_axis_first(const TabPlotAxis *axis);

/* title: what a screen reader says. Borrowed until tab_plot_end(). */
typedef struct {
    const char *title, *x_label, *y_label;
    TabPlotAxis x, y;
} TabPlot;

typedef struct {
    double x, y;
} TabPlotPoint;

/* Colours are classes of the page's style sheet, with the light ones as a fallback. */
typedef enum { TAB_PLOT_FIRST, TAB_PLOT_MIDDLE, TAB_PLOT_SECOND, TAB_N_PLOT_COLOURS } TabPlotColour;

/* Appends the start of the picture, its grid and its axes. */
void tab_plot_begin(GString *page, const TabPlot *plot);
void tab_plot_end(GString *page);

/* The area between two lines with the same x. This and lines end at the edges of the axes. */
void tab_plot_band(GString *page, const TabPlot *plot, const TabPlotPoint *low,
                   const TabPlotPoint *high, guint n);
void tab_plot_line(GString *page, const TabPlot *plot, const TabPlotPoint *points, guint n);
/* A level across the plot, with a short label at its right end, or NULL. */
void tab_plot_level(GString *page, const TabPlot *plot, double y, const char *label);
/* A vertical line of the same kind. */
void tab_plot_upright(GString *page, const TabPlot *plot, double x);
/* A bar from (x0, y0) to (x1, y1); `words` appear under the pointer. */
void tab_plot_bar(GString *page, const TabPlot *plot, TabPlotPoint from, TabPlotPoint to,
                  TabPlotColour colour, const char *words);

/* A small square of the colour, for a legend. */
void tab_plot_swatch(GString *page, TabPlotColour colour);
/* The course of a number −1 … 1 in a cell of a table, with a thin line at 0. */
void tab_plot_spark(GString *page, const TabPlotPoint *points, guint n);
/* A point and its interval on a small axis, for a cell of a table; 0 is marked. */
void tab_plot_whisker(GString *page, const TabPlotAxis *axis, double low, double middle,
                      double high);

G_END_DECLS
