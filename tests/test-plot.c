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
    g_autofree char *folder = g_dir_make_tmp("plot-XXXXXX", NULL);
    static const char *const kinds[][2] = {
        {"a.svg", "<?xml"}, {"a.pdf", "%PDF"}, {"a.png", "\x89PNG"}};
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
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plot/long-line", long_line);
    g_test_add_func("/plot/files", files);
    return g_test_run();
}
