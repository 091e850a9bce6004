// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the course of a game: the shares of both sides over its turns, mistakes marked.
#include "gui/analysis/course-plot.h"

#include <math.h>

#include "gui/analysis/evaluation-bar.h"
#include "gui/model/turn-grade.h"
#include "protocol/plot/plot-cairo.h"

#define LINE 1.5  /* pixels */
#define WEDGE 9.0 /* pixels: as wide as the mark of a loss */
#define MARGIN TAB_COURSE_PLOT_MARGIN

static const TabGraphPoint *get(const GArray *points, guint i)
{
    return &g_array_index(points, TabGraphPoint, i);
}

static TabPlotColour plot_colour(GdkRGBA colour, double alpha)
{
    return (TabPlotColour){colour.red, colour.green, colour.blue, alpha, NULL};
}

/* Those of a side's turns that were mistakes; their number. Where marks would cover each other,
 * the greatest loss has one for all: a long game stays as legible, and as quickly drawn, as a short
 * one. */
static guint find_losses(const GArray *points, const TabPlot *plot, TabSide side,
                         TabPlotPoint *marks)
{
    guint n = 0;
    double from = 0, greatest = 0; /* of those that have one mark together */
    for (guint i = 0; i < points->len; i++) {
        const TabGraphPoint *point = get(points, i);
        if (point->side != side || isnan(point->white) ||
            tab_turn_grade(point->loss) < TAB_TURN_MISTAKE)
            continue;
        double x = tab_plot_place(plot, (TabPlotPoint){i, 0}).x;
        if (!n || x - from >= WEDGE) {
            from = x;
            greatest = 0;
            n++;
        }
        if (point->loss > greatest)
            marks[n - 1] = (TabPlotPoint){i, point->white};
        greatest = MAX(greatest, point->loss);
    }
    return n;
}

/* The shares of both sides, as in the bar, from the first turn whose chance is known to the last;
 * the line between them, even chances, and wedges that point to the side that has lost. */
void tab_course_plot_draw(const GArray *points, int current, cairo_t *cr, double width,
                          double height, const GdkRGBA *colour)
{
    guint n = 0, turns = points->len;
    /* without ticks; one turn alone is in the middle */
    TabPlot plot = {.frame = {width, height, MARGIN, MARGIN, MARGIN, MARGIN, MARGIN},
                    .x = {.low = turns > 1 ? 0 : -1, .high = turns > 1 ? turns - 1.0 : 1},
                    .y = {.low = 0, .high = 1}};
    g_autofree TabPlotPoint *line = g_new0(TabPlotPoint, turns + 1);
    g_autofree TabPlotPoint *white = g_new(TabPlotPoint, turns + 1);
    g_autofree TabPlotPoint *black = g_new(TabPlotPoint, turns + 1);
    for (guint i = 0; i < turns; i++)
        if (!isnan(get(points, i)->white))
            line[n++] = (TabPlotPoint){i, get(points, i)->white};
    if (n == 1) { /* no line: the shares after that turn alone, as wide as a turn */
        line[n++] = (TabPlotPoint){MIN(line[0].x + 0.5, plot.x.high), line[0].y};
        line[0].x = MAX(line[0].x - 0.5, plot.x.low);
    }
    const TabPlotPoint top[] = {{line[0].x, 2}, {line[n ? n - 1 : 0].x, 2}}; /* above the picture */
    const TabPlotPoint even = {0, 0.5}, here = {current, 0};
    const TabPlotColour red = {0.75, 0.11, 0.16, 1}, blue = {0.21, 0.52, 0.89, 1};
    gboolean shown = current >= 0 && current < (int)turns;
    const TabPlotSeries series[] = {
        {TAB_PLOT_BAND, plot_colour(TAB_EVALUATION_BASALT, 1), n ? 2 : 0, top},
        {TAB_PLOT_BAND, plot_colour(TAB_EVALUATION_LIMESTONE, 1), n, line},
        {TAB_PLOT_LINE, plot_colour(*colour, 0.9), n, line, .width = LINE},
        {TAB_PLOT_LEVEL, plot_colour(TAB_EVALUATION_EVEN, 1), 1, &even},
        {TAB_PLOT_MARKS_DOWN, red, find_losses(points, &plot, TAB_WHITE, white), white},
        {TAB_PLOT_MARKS_UP, red, find_losses(points, &plot, TAB_BLACK, black), black},
        {TAB_PLOT_UPRIGHT, blue, shown ? 1 : 0, &here, .width = 2},
    };
    plot.series = series;
    plot.n_series = G_N_ELEMENTS(series);
    gdk_cairo_set_source_rgba(cr, &(GdkRGBA){colour->red, colour->green, colour->blue, 0.06f});
    cairo_rectangle(cr, 0, 0, width, height);
    cairo_fill(cr);
    tab_plot_draw(&plot, cr);
}
