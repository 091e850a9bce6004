// SPDX-License-Identifier: GPL-3.0-or-later
// One description of a plot for all who draw curves and bars: axes, series, and their colours. It
// is laid out once, for a page (SVG text), for the screen (plot-cairo.h) and for files
// (plot-file.h).
#pragma once

#include <glib.h>

typedef struct {
    double x, y;
} TabPlotPoint;

/* Parts of 1. `name`: the class of an SVG's element, so that a style sheet may have another colour;
 * or NULL. */
typedef struct {
    double red, green, blue, alpha;
    const char *name;
} TabPlotColour;

/* Colours that are told apart by the colour-blind as well, on white. */
#define TAB_PLOT_INK ((TabPlotColour){0.373, 0.388, 0.408, 1, "soft"})
#define TAB_PLOT_GRID ((TabPlotColour){0.886, 0.894, 0.906, 1, "grid"})
#define TAB_PLOT_WON ((TabPlotColour){0.165, 0.435, 0.788, 1, "won"})
#define TAB_PLOT_DRAWN ((TabPlotColour){0.639, 0.659, 0.682, 1, "drawn"})
#define TAB_PLOT_LOST ((TabPlotColour){0.812, 0.416, 0.122, 1, "lost"})
/* The i-th of many (Okabe and Ito). */
TabPlotColour tab_plot_colour(guint i);
TabPlotColour tab_plot_colour_faint(TabPlotColour colour, double alpha);

/* low … high is shown; ticks are the multiples of `step`, written with `decimals` and the unit. */
typedef struct {
    double low, high, step; /* step 0: no ticks */
    guint decimals;
    const char *label, *unit; /* NULL: none */
} TabPlotAxis;

/* An axis that shows low … high, with about `ticks` ticks at most. */
TabPlotAxis tab_plot_axis(double low, double high, guint ticks);
/* The same, widened to ticks at both ends. */
TabPlotAxis tab_plot_axis_round(double low, double high, guint ticks);
/* The first tick, a multiple of the step at or above `low`. */
double tab_plot_axis_first(const TabPlotAxis *axis);

typedef enum {
    TAB_PLOT_LINE,  /* through the points, whose x rise */
    TAB_PLOT_DOTS,  /* the same with a dot at each */
    TAB_PLOT_BAND,  /* between `points` and `ends`, with the same x; without ends, down to the edge
                     */
    TAB_PLOT_BARS,  /* from `points`, the lower left, to `ends`, the upper right */
    TAB_PLOT_LEVEL, /* across the plot at y of the point */
    TAB_PLOT_UPRIGHT,    /* up through the plot at x of the point */
    TAB_PLOT_MARKS_DOWN, /* a wedge at each point whose tip shows down */
    TAB_PLOT_MARKS_UP,
} TabPlotKind;

typedef struct {
    TabPlotKind kind;
    TabPlotColour colour;
    guint n; /* points */
    const TabPlotPoint *points, *ends;
    double width;             /* of lines, pixels; 0: 1 */
    gboolean dashed;          /* levels and uprights */
    const char *name;         /* in the legend; of a level, at its right end; or NULL */
    const char *const *words; /* of each bar, under the pointer of an SVG; or NULL */
} TabPlotSeries;

/* The picture and the margins around the axes, pixels. Series end at the axes, or so far outside.
 */
typedef struct {
    double width, height, left, right, top, bottom, bleed;
} TabPlotFrame;

#define TAB_PLOT_FRAME ((TabPlotFrame){720, 300, 64, 44, 14, 46, 0}) /* in a page */
#define TAB_PLOT_CELL ((TabPlotFrame){110, 20, 4, 4, 1, 1, 4})       /* in a cell of a table */

/* A plain value; what it points to is borrowed. Series are drawn in their order. */
typedef struct {
    const char *title;              /* what a screen reader says; NULL: nothing */
    const char *headline, *subline; /* above the plot; or NULL */
    TabPlotFrame frame;
    TabPlotColour ink, grid; /* of axes and words; of the grid */
    TabPlotAxis x, y;
    const TabPlotSeries *series;
    guint n_series;
} TabPlot;

/* Where a point is in the picture, pixels. */
TabPlotPoint tab_plot_place(const TabPlot *plot, TabPlotPoint point);
