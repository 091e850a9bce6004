// SPDX-License-Identifier: GPL-3.0-or-later
// Plots: long lines cost no more than their picture is wide, words are escaped, and files are whole
// and of the kind that their name says.
#include "protocol/plot/plot.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "protocol/plot/plot-file.h"
#include "protocol/plot/plot-svg.h"

static TabPlot new_plot(const TabPlotSeries *series, guint n_series, double last)
{
    return (TabPlot){.title = "a <title> & more",
                     .headline = "headline",
                     .frame = TAB_PLOT_FRAME,
                     .ink = TAB_PLOT_INK,
                     .grid = TAB_PLOT_GRID,
                     .x = tab_plot_axis(0, last, 10),
                     .y = tab_plot_axis(0, 1, 5),
                     .series = series,
                     .n_series = n_series};
}

/* What the points of the last line or area come to. */
typedef struct {
    guint lines, points;
    double low, high;
} Line;

static void on_start(GMarkupParseContext *context, const char *element, const char **names,
                     const char **values, gpointer data, GError **error)
{
    Line *line = data;
    line->lines += !strcmp(element, "polyline");
    for (; *names; names++, values++) {
        if (strcmp(*names, "points"))
            continue;
        g_auto(GStrv) points = g_strsplit(*values, " ", -1);
        *line = (Line){line->lines, g_strv_length(points), INFINITY, -INFINITY};
        for (guint i = 0; i < line->points; i++) {
            double y = g_ascii_strtod(strchr(points[i], ',') + 1, NULL);
            line->low = MIN(line->low, y);
            line->high = MAX(line->high, y);
        }
    }
}

static Line parse(const char *svg)
{
    static const GMarkupParser parser = {.start_element = on_start};
    Line line = {.low = INFINITY, .high = -INFINITY};
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, &line, NULL);
    g_assert_true(g_markup_parse_context_parse(context, svg, -1, NULL));
    g_assert_true(g_markup_parse_context_end_parse(context, NULL));
    g_markup_parse_context_free(context);
    return line;
}

/* Its highest and its lowest point are seen all the same. */
static void long_line(void)
{
    const guint n = 100000;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, n);
    g_autoptr(GString) svg = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        points[i] = (TabPlotPoint){i, 0.5 + 0.1 * sin(i)};
    points[54321].y = 0.9;
    points[12345].y = 0.1;
    TabPlotSeries series = {TAB_PLOT_LINE, TAB_PLOT_WON, n, points};
    TabPlot plot = new_plot(&series, 1, n - 1);
    tab_plot_append_svg(&plot, "plot", svg);
    Line line = parse(svg->str);
    g_assert_cmpuint(line.points, <=, 2 * 613);
    g_assert_cmpuint(line.points, >=, 2 * 611);
    g_assert_cmpfloat_with_epsilon(line.low, tab_plot_place(&plot, points[54321]).y - 0.5, 0.051);
    g_assert_cmpfloat_with_epsilon(line.high, tab_plot_place(&plot, points[12345]).y + 0.5, 0.051);
    g_assert_nonnull(strstr(svg->str, "a &lt;title&gt; &amp; more"));
}

/* How often a text stands in the picture of one series. */
static guint count_in_svg(const TabPlot *plot, const char *text)
{
    g_autoptr(GString) svg = g_string_new(NULL);
    tab_plot_append_svg(plot, "plot", svg);
    parse(svg->str);
    guint n = 0;
    for (const char *at = svg->str; (at = strstr(at, text)); at++)
        n++;
    return n;
}

/* A band of more points than the picture is wide is cut to its columns, one without ends goes down
 * to the edge. */
static void bands(void)
{
    const guint n = 20000;
    g_autofree TabPlotPoint *low = g_new(TabPlotPoint, n), *high = g_new(TabPlotPoint, n);
    for (guint i = 0; i < n; i++) {
        low[i] = (TabPlotPoint){i, 0.25};
        high[i] = (TabPlotPoint){i, 0.75};
    }
    TabPlotSeries series = {TAB_PLOT_BAND, TAB_PLOT_WON, n, low, high};
    TabPlot plot = new_plot(&series, 1, n - 1);
    double bottom = plot.frame.height - plot.frame.bottom;
    for (guint i = 0; i < 4; i++) {
        g_autoptr(GString) svg = g_string_new(NULL);
        series.n = i % 2 ? 3 : n;
        series.ends = i < 2 ? high : NULL;
        tab_plot_append_svg(&plot, "plot", svg);
        Line line = parse(svg->str);
        g_assert_cmpuint(line.lines, ==, 0);
        g_assert_cmpuint(line.points, <=, i % 2 ? 6 : 2 * 613);
        g_assert_cmpfloat_with_epsilon(line.high, i < 2 ? tab_plot_place(&plot, low[0]).y : bottom,
                                       0.051);
        g_assert_cmpfloat_with_epsilon(line.low, tab_plot_place(&plot, i < 2 ? high[0] : low[0]).y,
                                       0.051);
    }
}

/* Wherever a point is, its place is a number, and not farther away than nine pictures. */
static void far_points(void)
{
    TabPlot plot = new_plot(NULL, 0, 10);
    double width = plot.frame.width - plot.frame.left - plot.frame.right;
    double height = plot.frame.height - plot.frame.top - plot.frame.bottom;
    static const double places[] = {-1e300, -90, 0.5, 90, 1e300};
    static const double shares[] = {-9, -9, 0.05, 9, 9};
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        TabPlotPoint place = tab_plot_place(&plot, (TabPlotPoint){places[i], places[i] / 10});
        g_assert_cmpfloat_with_epsilon(place.x, plot.frame.left + shares[i] * width, 1e-6);
        g_assert_cmpfloat_with_epsilon(
            place.y, plot.frame.height - plot.frame.bottom - shares[i] * height, 1e-6);
    }
}

/* Ticks are within the axis: none if it has no step, or shows none of its multiples. */
static void ticks(void)
{
    static const struct {
        TabPlotAxis axis;
        guint n;
    } rows[] = {
        {{.low = 0, .high = 1, .step = 0.25, .decimals = 2}, 5},
        {{.low = 0.1, .high = 1, .step = 0.5, .decimals = 2}, 2},
        {{.low = 0.1, .high = 0.2, .step = 1, .decimals = 2}, 0},
        {{.low = 0.3, .high = 0.3, .step = 0.1, .decimals = 2}, 1},
        {{.low = 0, .high = 1, .step = 0, .decimals = 2}, 0},
        {{.low = 0, .high = 1, .step = -1, .decimals = 2}, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabPlot plot = new_plot(NULL, 0, 10);
        plot.headline = NULL;
        plot.x.step = 0;
        plot.y = rows[i].axis;
        g_assert_cmpuint(count_in_svg(&plot, "</text>"), ==, rows[i].n);
    }
}

/* Bars may have no words, levels no name; lines are one pixel wide unless they are told wider. */
static void bare_series(void)
{
    const TabPlotPoint low[] = {{1, 0.1}}, high[] = {{2, 0.4}};
    const char *const words[] = {"<b>"};
    TabPlotSeries bars = {TAB_PLOT_BARS, TAB_PLOT_WON, 1, low, high};
    TabPlot plot = new_plot(&bars, 1, 10);
    plot.title = NULL;
    g_assert_cmpuint(count_in_svg(&plot, "<title>"), ==, 0);
    bars.words = words;
    g_assert_cmpuint(count_in_svg(&plot, "<title>&lt;b&gt;</title>"), ==, 1);
    TabPlotSeries level = {TAB_PLOT_LEVEL, TAB_PLOT_WON, 1, low};
    plot.series = &level;
    guint texts = count_in_svg(&plot, "</text>");
    g_assert_cmpuint(count_in_svg(&plot, "stroke-width"), ==, 0);
    level.name = "here";
    level.width = 3;
    g_assert_cmpuint(count_in_svg(&plot, "</text>"), ==, texts + 1);
    g_assert_cmpuint(count_in_svg(&plot, "stroke-width=\"3"), ==, 1);
    TabPlotSeries line = {TAB_PLOT_LINE, TAB_PLOT_WON, 1, low};
    plot.series = &line;
    g_assert_cmpuint(count_in_svg(&plot, "stroke-width=\"1"), ==, 1);
    line.width = 2;
    g_assert_cmpuint(count_in_svg(&plot, "stroke-width=\"2"), ==, 1);
    line.n = 0;
    g_assert_cmpuint(count_in_svg(&plot, "<polyline"), ==, 0);
}

static void files(void)
{
    const TabPlotPoint low[] = {{0, 0.1}, {5, 0.4}}, high[] = {{3, 0.3}, {10, 0.8}};
    const char *const words[] = {"<1>", "two"};
    TabPlotSeries series[] = {
        {TAB_PLOT_BAND, TAB_PLOT_WON, 2, low, high},
        {TAB_PLOT_DOTS, TAB_PLOT_LOST, 2, low, .name = "a & b"},
        {TAB_PLOT_BARS, TAB_PLOT_DRAWN, 2, low, high, .words = words},
        {TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, high, .dashed = TRUE, .name = "level"},
        {TAB_PLOT_UPRIGHT, TAB_PLOT_INK, 1, high},
        {TAB_PLOT_MARKS_DOWN, TAB_PLOT_LOST, 2, low},
        {TAB_PLOT_MARKS_UP, TAB_PLOT_LOST, 2, high},
    };
    TabPlot plots[] = {new_plot(series, G_N_ELEMENTS(series), 10), new_plot(series, 1, 10)};
    plots[0].x.label = "along";
    plots[0].y.label = "upwards";
    plots[1].frame.width = 400;
    g_autofree char *folder = g_dir_make_tmp("plot-XXXXXX", NULL);
    static const char *const kinds[][2] = {{"a.svg", "<?xml"},
                                           {"a", "<?xml"},
                                           {"a.pdf", "%PDF"},
                                           {"a.png", "\x89PNG"},
                                           {"a.PNG", "\x89PNG"}};
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *path = g_build_filename(folder, kinds[i][0], NULL), *text = NULL;
        g_autofree char *bad = g_build_filename(folder, "none", kinds[i][0], NULL);
        g_autoptr(GError) error = NULL;
        if (!tab_plot_write(plots, G_N_ELEMENTS(plots), path, &error)) {
            g_assert_nonnull(strstr(error->message, "without cairo"));
            continue;
        }
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_assert_true(g_str_has_prefix(text, kinds[i][1]));
        if (i == 0)
            g_assert_cmpuint(parse(text).lines, ==, 5); /* a line, and the edges of marks */
        g_assert_false(tab_plot_write(plots, 1, bad, &error));
        g_assert_nonnull(strstr(error->message, bad));
        g_unlink(path);
    }
    g_autofree char *other = g_build_filename(folder, "a.jpg", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_plot_write(plots, 1, other, &error));
    g_assert_nonnull(strstr(error->message, "a.jpg: plots are drawn as .svg, .pdf or .png"));
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A picture that is larger than any can be leaves no file. */
static void large_file(void)
{
    TabPlot plot = new_plot(NULL, 0, 10);
    plot.frame.width = 40000;
    g_autofree char *folder = g_dir_make_tmp("plot-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "large.png", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_plot_write(&plot, 1, path, &error));
    g_assert_true(g_str_has_prefix(error->message, path));
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plot/long-line", long_line);
    g_test_add_func("/plot/bands", bands);
    g_test_add_func("/plot/far-points", far_points);
    g_test_add_func("/plot/ticks", ticks);
    g_test_add_func("/plot/bare-series", bare_series);
    g_test_add_func("/plot/files", files);
    g_test_add_func("/plot/large-file", large_file);
    return g_test_run();
}
