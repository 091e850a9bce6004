// SPDX-License-Identifier: GPL-3.0-or-later
// Draws in a box of 720 by 300, which the page scales. Everything has presentation attributes, so
// that it can be read without the style sheet too.
#include "protocol/plot/plot.h"

#include <math.h>

#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

#define WIDTH 720.0
#define HEIGHT 300.0
#define LEFT 64.0
#define RIGHT 44.0
#define TOP 14.0
#define BOTTOM 46.0

#define CELL_WIDTH 110.0
#define CELL_HEIGHT 20.0

static const struct {
    const char *name, *light;
} colours[TAB_N_PLOT_COLOURS] = {{"won", "#2a6fc9"}, {"drawn", "#a3a8ae"}, {"lost", "#cf6a1f"}};

/* 1, 2 or 5 times a power of ten, so that at most `ticks` steps make the range. */
static double round_step(double range, guint ticks)
{
    double least = range / ticks, power = pow(10, floor(log10(least)));
    static const double factors[] = {1, 2, 5};
    for (guint i = 0; i < G_N_ELEMENTS(factors); i++)
        if (factors[i] * power >= least * (1 - 1e-9))
            return factors[i] * power;
    return 10 * power;
}

TabPlotAxis tab_plot_axis(double low, double high, guint ticks)
{
    if (!(high > low))
        high = low + 1;
    double step = round_step(high - low, ticks);
    return (TabPlotAxis){low, high, step, step < 1 ? (guint)ceil(-log10(step) - 1e-9) : 0};
}

TabPlotAxis tab_plot_axis_round(double low, double high, guint ticks)
{
    TabPlotAxis axis = tab_plot_axis(low, high, ticks);
    axis.low = floor(low / axis.step + 1e-9) * axis.step;
    axis.high = ceil(axis.high / axis.step - 1e-9) * axis.step;
    return axis;
}

double tab_plot_axis_first(const TabPlotAxis *axis)
{
    return ceil(axis->low / axis->step - 1e-9) * axis->step;
}

static double x_of(const TabPlot *plot, double x)
{
    double part = (x - plot->x.low) / (plot->x.high - plot->x.low);
    return LEFT + CLAMP(part, -9, 9) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const TabPlot *plot, double y)
{
    double part = (y - plot->y.low) / (plot->y.high - plot->y.low);
    return HEIGHT - BOTTOM - CLAMP(part, -9, 9) * (HEIGHT - TOP - BOTTOM);
}

/* Appends ` name="number"`. */
static void put(GString *page, const char *name, double number)
{
    g_string_append_printf(page, " %s=\"", name);
    tab_plain_text_append_number(page, number, 1, FALSE);
    g_string_append_c(page, '"');
}

static void put_line(GString *page, const char *kind, double x1, double y1, double x2, double y2)
{
    g_string_append_printf(page, "<line class=\"%s\" stroke=\"#%s\"", kind,
                           g_str_equal(kind, "grid") ? "e2e4e7" : "5f6368");
    put(page, "x1", x1);
    put(page, "y1", y1);
    put(page, "x2", x2);
    put(page, "y2", y2);
    g_string_append(page, "/>\n");
}

static void begin_text(GString *page, const char *anchor, double x, double y)
{
    g_string_append_printf(page, "<text text-anchor=\"%s\" font-size=\"12\" fill=\"#5f6368\"",
                           anchor);
    put(page, "x", x);
    put(page, "y", y);
    g_string_append_c(page, '>');
}

static void put_tick_label(GString *page, const TabPlotAxis *axis, double at, const char *anchor,
                           double x, double y)
{
    begin_text(page, anchor, x, y);
    tab_plain_text_append_number(page, at, axis->decimals, FALSE);
    g_string_append(page, "</text>\n");
}

static void put_axes(GString *page, const TabPlot *plot)
{
    double bottom = HEIGHT - BOTTOM;
    for (guint i = 0;; i++) {
        double at = tab_plot_axis_first(&plot->y) + i * plot->y.step;
        if (at > plot->y.high + 1e-9 * plot->y.step)
            break;
        put_line(page, "grid", LEFT, y_of(plot, at), WIDTH - RIGHT, y_of(plot, at));
        put_tick_label(page, &plot->y, at, "end", LEFT - 8, y_of(plot, at) + 4);
    }
    for (guint i = 0;; i++) {
        double at = tab_plot_axis_first(&plot->x) + i * plot->x.step;
        if (at > plot->x.high + 1e-9 * plot->x.step)
            break;
        put_line(page, "axis", x_of(plot, at), bottom, x_of(plot, at), bottom + 4);
        put_tick_label(page, &plot->x, at, "middle", x_of(plot, at), bottom + 18);
    }
    put_line(page, "axis", LEFT, bottom, WIDTH - RIGHT, bottom);
    begin_text(page, "middle", LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 8);
    tab_html_text(page, plot->x_label);
    g_string_append(page, "</text>\n<g transform=\"rotate(-90)\">");
    begin_text(page, "middle", -(TOP + (bottom - TOP) / 2), 14);
    tab_html_text(page, plot->y_label);
    g_string_append(page, "</text></g>\n");
}

void tab_plot_begin(GString *page, const TabPlot *plot)
{
    g_string_append(
        page, "<div class=\"scroll\"><svg class=\"plot\" viewBox=\"0 0 720 300\" width=\"720\" "
              "height=\"300\" role=\"img\"><title>");
    tab_html_text(page, plot->title);
    g_string_append(page, "</title>\n");
    put_axes(page, plot);
}

void tab_plot_end(GString *page)
{
    g_string_append(page, "</svg></div>\n");
}

/* A picture within the picture shows nothing outside of itself. */
static void begin_clip(GString *page)
{
    g_string_append(page, "<svg");
    put(page, "x", LEFT);
    put(page, "y", TOP);
    put(page, "width", WIDTH - LEFT - RIGHT);
    put(page, "height", HEIGHT - TOP - BOTTOM);
    g_string_append_printf(page, " viewBox=\"%.0f %.0f %.0f %.0f\">", LEFT, TOP,
                           WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
}

static void put_point(GString *page, const TabPlot *plot, TabPlotPoint point)
{
    tab_plain_text_append_number(page, x_of(plot, point.x), 1, FALSE);
    g_string_append_c(page, ',');
    tab_plain_text_append_number(page, y_of(plot, point.y), 1, FALSE);
    g_string_append_c(page, ' ');
}

void tab_plot_band(GString *page, const TabPlot *plot, const TabPlotPoint *low,
                   const TabPlotPoint *high, guint n)
{
    begin_clip(page);
    g_string_append(page, "<polygon class=\"band\" fill=\"#2a6fc9\" fill-opacity=\"0.18\" "
                          "points=\"");
    for (guint i = 0; i < n; i++)
        put_point(page, plot, low[i]);
    for (guint i = n; i > 0; i--)
        put_point(page, plot, high[i - 1]);
    g_string_append(page, "\"/></svg>\n");
}

void tab_plot_line(GString *page, const TabPlot *plot, const TabPlotPoint *points, guint n)
{
    begin_clip(page);
    g_string_append(page, "<polyline class=\"line\" fill=\"none\" stroke=\"#2a6fc9\" "
                          "stroke-width=\"2\" stroke-linejoin=\"round\" points=\"");
    for (guint i = 0; i < n; i++)
        put_point(page, plot, points[i]);
    g_string_append(page, "\"/></svg>\n");
}

void tab_plot_level(GString *page, const TabPlot *plot, double y, const char *label)
{
    put_line(page, "level", LEFT, y_of(plot, y), WIDTH - RIGHT, y_of(plot, y));
    if (!label)
        return;
    begin_text(page, "start", WIDTH - RIGHT + 6, y_of(plot, y) + 4);
    tab_html_text(page, label);
    g_string_append(page, "</text>\n");
}

void tab_plot_upright(GString *page, const TabPlot *plot, double x)
{
    put_line(page, "level", x_of(plot, x), TOP, x_of(plot, x), HEIGHT - BOTTOM);
}

void tab_plot_bar(GString *page, const TabPlot *plot, TabPlotPoint from, TabPlotPoint to,
                  TabPlotColour colour, const char *words)
{
    double left = x_of(plot, from.x), top = y_of(plot, to.y);
    g_string_append_printf(page, "<rect class=\"%s\" fill=\"%s\"", colours[colour].name,
                           colours[colour].light);
    put(page, "x", left + 0.5);
    put(page, "y", top);
    put(page, "width", MAX(x_of(plot, to.x) - left - 1, 0.5));
    put(page, "height", y_of(plot, from.y) - top);
    g_string_append(page, "><title>");
    tab_html_text(page, words);
    g_string_append(page, "</title></rect>\n");
}

void tab_plot_swatch(GString *page, TabPlotColour colour)
{
    g_string_append_printf(page,
                           "<svg class=\"swatch\" viewBox=\"0 0 12 12\" width=\"12\" height=\"12\""
                           "><rect class=\"%s\" fill=\"%s\" width=\"12\" height=\"12\"/></svg>",
                           colours[colour].name, colours[colour].light);
}

static void begin_cell(GString *page)
{
    g_string_append(page, "<svg class=\"cell\" viewBox=\"0 0 110 20\" width=\"110\" height=\"20\" "
                          "aria-hidden=\"true\">");
}

void tab_plot_spark(GString *page, const TabPlotPoint *points, guint n)
{
    begin_cell(page);
    put_line(page, "grid", 0, CELL_HEIGHT / 2, CELL_WIDTH, CELL_HEIGHT / 2);
    g_string_append(page, "<polyline class=\"line\" fill=\"none\" stroke=\"#2a6fc9\" "
                          "stroke-width=\"1.5\" points=\"");
    for (guint i = 0; i < n; i++) {
        double last = points[n - 1].x;
        tab_plain_text_append_number(page, CELL_WIDTH * points[i].x / last, 1, FALSE);
        g_string_append_c(page, ',');
        tab_plain_text_append_number(
            page, CELL_HEIGHT / 2 - (CELL_HEIGHT / 2 - 1) * CLAMP(points[i].y, -1, 1), 1, FALSE);
        g_string_append_c(page, ' ');
    }
    g_string_append(page, "\"/></svg>");
}

static double cell_x(const TabPlotAxis *axis, double x)
{
    double part = (x - axis->low) / (axis->high - axis->low);
    return 4 + CLAMP(part, 0, 1) * (CELL_WIDTH - 8);
}

void tab_plot_whisker(GString *page, const TabPlotAxis *axis, double low, double middle,
                      double high)
{
    double y = CELL_HEIGHT / 2;
    begin_cell(page);
    put_line(page, "grid", cell_x(axis, 0), 0, cell_x(axis, 0), CELL_HEIGHT);
    put_line(page, "level", cell_x(axis, low), y, cell_x(axis, high), y);
    g_string_append_printf(page, "<circle class=\"%s\" fill=\"%s\" r=\"4\"",
                           colours[TAB_PLOT_FIRST].name, colours[TAB_PLOT_FIRST].light);
    put(page, "cx", cell_x(axis, middle));
    put(page, "cy", y);
    g_string_append(page, "/></svg>");
}
