// SPDX-License-Identifier: GPL-3.0-or-later
// Lays plots out: axes with round ticks, legend, and each series as shapes of the canvas.
#include "protocol/plot/plot.h"

#include <math.h>

#include "protocol/plot/plot-canvas.h"
#include "protocol/text/plain-text.h"

#define LETTERS 12.0 /* pixels: height of the small ones, of ticks and labels */
#define DOT 3.0      /* pixels */
#define WEDGE 4.5    /* pixels: half of a mark's width */
#define TIP 5.0      /* pixels from the middle of a mark to its tip */

TabPlotColour tab_plot_colour(guint i)
{
    static const double colours[][3] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                        {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}};
    const double *colour = colours[i % G_N_ELEMENTS(colours)];
    return (TabPlotColour){colour[0], colour[1], colour[2], 1, NULL};
}

TabPlotColour tab_plot_colour_faint(TabPlotColour colour, double alpha)
{
    colour.alpha *= alpha;
    return colour;
}

/* Axes. */

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
    guint decimals = step < 1 ? (guint)ceil(-log10(step) - 1e-9) : 0;
    return (TabPlotAxis){.low = low, .high = high, .step = step, .decimals = decimals};
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

/* What is far outside of the axes does not get farther. */
TabPlotPoint tab_plot_place(const TabPlot *plot, TabPlotPoint point)
{
    const TabPlotFrame *frame = &plot->frame;
    double x = (point.x - plot->x.low) / (plot->x.high - plot->x.low);
    double y = (point.y - plot->y.low) / (plot->y.high - plot->y.low);
    return (TabPlotPoint){frame->left +
                              CLAMP(x, -9, 9) * (frame->width - frame->left - frame->right),
                          frame->height - frame->bottom -
                              CLAMP(y, -9, 9) * (frame->height - frame->top - frame->bottom)};
}

/* A plot that is being drawn. */
typedef struct {
    const TabPlot *plot;
    const TabPlotCanvas *canvas;
    gpointer data;
    double left, right, top, bottom; /* of the axes */
    TabPlotPoint from, to;           /* where series are seen */
} Layout;

static void draw_text(const Layout *at, double x, double y, double align, double size,
                      const char *text)
{
    at->canvas->text(at->data, (TabPlotPoint){x, y}, align, size, FALSE, at->plot->ink, text);
}

static void draw_tick_label(const Layout *at, const TabPlotAxis *axis, double tick, double align,
                            double x, double y)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_plain_text_append_number(text, tick, axis->decimals, FALSE);
    g_string_append(text, axis->unit ? axis->unit : "");
    draw_text(at, x, y, align, LETTERS, text->str);
}

static void draw_line(const Layout *at, double x0, double y0, double x1, double y1,
                      TabPlotColour colour)
{
    at->canvas->line(at->data, (TabPlotPoint){x0, y0}, (TabPlotPoint){x1, y1}, colour, 1, FALSE);
}

static guint count_ticks(const TabPlotAxis *axis)
{
    double room = axis->high - tab_plot_axis_first(axis);
    return axis->step > 0 && room >= -1e-9 * axis->step ? (guint)(room / axis->step + 1e-9) + 1 : 0;
}

static void draw_axes(const Layout *at)
{
    const TabPlot *plot = at->plot;
    const TabPlotAxis *x = &plot->x, *y = &plot->y;
    for (guint i = 0, n = count_ticks(y); i < n; i++) {
        double tick = tab_plot_axis_first(y) + i * y->step;
        double height = tab_plot_place(plot, (TabPlotPoint){0, tick}).y;
        draw_line(at, at->left, height, at->right, height, plot->grid);
        draw_tick_label(at, y, tick, 1, at->left - 8, height + 4);
    }
    for (guint i = 0, n = count_ticks(x); i < n; i++) {
        double tick = tab_plot_axis_first(x) + i * x->step;
        double place = tab_plot_place(plot, (TabPlotPoint){tick, 0}).x;
        draw_line(at, place, at->bottom, place, at->bottom + 4, plot->ink);
        draw_tick_label(at, x, tick, 0.5, place, at->bottom + 18);
    }
    if (x->step > 0)
        draw_line(at, at->left, at->bottom, at->right, at->bottom, plot->ink);
    if (x->label)
        draw_text(at, (at->left + at->right) / 2, plot->frame.height - 8, 0.5, LETTERS, x->label);
    if (y->label)
        at->canvas->text(at->data, (TabPlotPoint){14, (at->top + at->bottom) / 2}, 0.5, LETTERS,
                         TRUE, plot->ink, y->label);
}

static gboolean is_reference(const TabPlotSeries *series)
{
    return series->kind == TAB_PLOT_LEVEL || series->kind == TAB_PLOT_UPRIGHT;
}

/* Above the axes: headline, a line under it, whose the colours are. */
static void draw_head(const Layout *at)
{
    const TabPlot *plot = at->plot;
    double y = 10, x = at->left;
    if (plot->headline)
        draw_text(at, x, y += 16, 0, 15, plot->headline);
    if (plot->subline)
        draw_text(at, x, y += 20, 0, LETTERS, plot->subline);
    for (guint i = 0; i < plot->n_series; i++) {
        const TabPlotSeries *series = &plot->series[i];
        if (!series->name || is_reference(series))
            continue;
        at->canvas->bar(at->data, (TabPlotPoint){x, y + 12}, (TabPlotPoint){12, 12}, series->colour,
                        NULL);
        draw_text(at, x + 18, y + 22, 0, LETTERS, series->name);
        x += 50 + 7 * tab_plain_text_columns(series->name); /* nothing measures letters here */
    }
}

/* More points than the picture can show apart: what those of a pixel column come to. */
static gboolean is_crowded(const Layout *at, guint n)
{
    return n > 4 * (at->right - at->left);
}

typedef struct {
    double x, end;            /* of its first point; of the column */
    double top, bottom, last; /* from where the column before ended */
} Column;

static GArray *find_columns(const Layout *at, const TabPlotPoint *points, guint n)
{
    GArray *columns = g_array_new(FALSE, FALSE, sizeof(Column));
    Column *column = NULL;
    for (guint i = 0; i < n; i++) {
        TabPlotPoint place = tab_plot_place(at->plot, points[i]);
        if (!column || place.x >= column->end) {
            double before = column ? column->last : place.y;
            Column next = {place.x, floor(place.x) + 1, before, before, before};
            g_array_append_val(columns, next);
            column = &g_array_index(columns, Column, columns->len - 1);
        }
        column->top = MIN(column->top, place.y);
        column->bottom = MAX(column->bottom, place.y);
        column->last = place.y;
    }
    return columns;
}

/* Places of the points, or of the last one of each column. */
static TabPlotPoint *place_all(const Layout *at, const TabPlotPoint *points, guint n, guint *placed)
{
    g_autoptr(GArray) columns = is_crowded(at, n) ? find_columns(at, points, n) : NULL;
    *placed = columns ? columns->len : n;
    TabPlotPoint *places = g_new(TabPlotPoint, *placed + 2);
    for (guint i = 0; i < *placed; i++) {
        const Column *column = columns ? &g_array_index(columns, Column, i) : NULL;
        places[i] =
            column ? (TabPlotPoint){column->x, column->last} : tab_plot_place(at->plot, points[i]);
    }
    return places;
}

static void draw_band(const Layout *at, const TabPlotSeries *series)
{
    guint low, high = 0;
    g_autofree TabPlotPoint *one = place_all(at, series->points, series->n, &low);
    g_autofree TabPlotPoint *other =
        series->ends ? place_all(at, series->ends, series->n, &high) : NULL;
    g_autofree TabPlotPoint *outline = g_new(TabPlotPoint, low + MAX(high, 2));
    for (guint i = 0; i < low; i++)
        outline[i] = one[i];
    for (guint i = 0; i < high; i++)
        outline[low + i] = other[high - 1 - i];
    if (!series->ends) {
        outline[low] = (TabPlotPoint){one[low - 1].x, at->to.y};
        outline[low + 1] = (TabPlotPoint){one[0].x, at->to.y};
    }
    at->canvas->area(at->data, outline, low + MAX(high, 2), series->colour);
}

/* Looks as the line would, and costs no more than the picture is wide, however the line goes up and
 * down. */
static void draw_crowded(const Layout *at, const TabPlotSeries *series, double width)
{
    g_autoptr(GArray) columns = find_columns(at, series->points, series->n);
    guint n = columns->len;
    g_autofree TabPlotPoint *outline = g_new(TabPlotPoint, 2 * n);
    for (guint i = 0; i < n; i++) {
        const Column *column = &g_array_index(columns, Column, i);
        outline[i] = (TabPlotPoint){column->x, column->top - width / 2};
        outline[2 * n - 1 - i] = (TabPlotPoint){column->x, column->bottom + width / 2};
    }
    at->canvas->area(at->data, outline, 2 * n, series->colour);
}

static void draw_curve(const Layout *at, const TabPlotSeries *series)
{
    double width = series->width > 0 ? series->width : 1;
    if (is_crowded(at, series->n)) {
        draw_crowded(at, series, width);
        return;
    }
    guint n;
    g_autofree TabPlotPoint *places = place_all(at, series->points, series->n, &n);
    at->canvas->curve(at->data, places, n, series->colour, width);
    for (guint i = 0; series->kind == TAB_PLOT_DOTS && i < n; i++)
        at->canvas->dot(at->data, places[i], DOT, series->colour);
}

static void draw_bars(const Layout *at, const TabPlotSeries *series)
{
    for (guint i = 0; i < series->n; i++) {
        TabPlotPoint low = tab_plot_place(at->plot, series->points[i]);
        TabPlotPoint high = tab_plot_place(at->plot, series->ends[i]);
        at->canvas->bar(at->data, (TabPlotPoint){low.x + 0.5, high.y},
                        (TabPlotPoint){MAX(high.x - low.x - 1, 0.5), low.y - high.y},
                        series->colour, series->words ? series->words[i] : NULL);
    }
}

/* Lines that show where something is, from edge to edge. */
static void draw_references(const Layout *at, const TabPlotSeries *series)
{
    double width = series->width > 0 ? series->width : 1;
    for (guint i = 0; i < series->n; i++) {
        TabPlotPoint place = tab_plot_place(at->plot, series->points[i]), from = place, to = place;
        if (series->kind == TAB_PLOT_LEVEL) {
            from.x = at->from.x;
            to.x = at->to.x;
        } else {
            from.y = at->from.y;
            to.y = at->to.y;
        }
        at->canvas->line(at->data, from, to, series->colour, width, series->dashed);
        if (series->name && series->kind == TAB_PLOT_LEVEL)
            draw_text(at, at->right + 6, place.y + 4, 0, LETTERS, series->name);
    }
}

/* Wedges with a light edge, which show on light and dark. */
static void draw_marks(const Layout *at, const TabPlotSeries *series)
{
    double tip = series->kind == TAB_PLOT_MARKS_DOWN ? TIP : -TIP;
    for (guint i = 0; i < series->n; i++) {
        TabPlotPoint place = tab_plot_place(at->plot, series->points[i]);
        TabPlotPoint wedge[] = {{place.x - WEDGE, place.y - tip},
                                {place.x + WEDGE, place.y - tip},
                                {place.x, place.y + tip},
                                {place.x - WEDGE, place.y - tip}};
        at->canvas->area(at->data, wedge, 3, series->colour);
        at->canvas->curve(at->data, wedge, 4, (TabPlotColour){1, 1, 1, 1, NULL}, 1);
    }
}

static void draw_series(const Layout *at, const TabPlotSeries *series)
{
    gboolean clipped = series->kind <= TAB_PLOT_BAND;
    if (clipped)
        at->canvas->clip(at->data, at->from,
                         (TabPlotPoint){at->to.x - at->from.x, at->to.y - at->from.y});
    if (series->kind == TAB_PLOT_BAND)
        draw_band(at, series);
    else if (series->kind == TAB_PLOT_BARS)
        draw_bars(at, series);
    else if (is_reference(series))
        draw_references(at, series);
    else if (series->kind == TAB_PLOT_MARKS_DOWN || series->kind == TAB_PLOT_MARKS_UP)
        draw_marks(at, series);
    else
        draw_curve(at, series);
    if (clipped)
        at->canvas->unclip(at->data);
}

void tab_plot_lay_out(const TabPlot *plot, const TabPlotCanvas *canvas, gpointer data)
{
    const TabPlotFrame *frame = &plot->frame;
    Layout at = {.plot = plot,
                 .canvas = canvas,
                 .data = data,
                 .left = frame->left,
                 .right = frame->width - frame->right,
                 .top = frame->top,
                 .bottom = frame->height - frame->bottom};
    at.from = (TabPlotPoint){MAX(at.left - frame->bleed, 0), MAX(at.top - frame->bleed, 0)};
    at.to = (TabPlotPoint){MIN(at.right + frame->bleed, frame->width),
                           MIN(at.bottom + frame->bleed, frame->height)};
    draw_axes(&at);
    draw_head(&at);
    for (guint i = 0; i < plot->n_series; i++)
        if (plot->series[i].n)
            draw_series(&at, &plot->series[i]);
}
