// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the report.
#include <math.h>

#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"
#include "protocol/plot/plot.h"
#include "protocol/report/report-parts.h"

#define X_TICKS 10
#define Y_TICKS 6

static const TabSeriesPoint *point_at(const TabSeries *series, guint i)
{
    return &g_array_index(series->points, TabSeriesPoint, i);
}

/* What to show of the score in percent: all of its interval but for the wide ones of the first
 * games, and the middle. */
static TabPlotAxis score_axis(const TabSeries *series)
{
    double low = 50, high = 50;
    for (guint i = series->points->len / 10; i < series->points->len; i++) {
        const TabSeriesPoint *point = point_at(series, i);
        low = MIN(low, 100 * (point->rate - point->half_width));
        high = MAX(high, 100 * (point->rate + point->half_width));
    }
    return tab_plot_axis_round(MAX(low, 0), MIN(high, 100), Y_TICKS);
}

static void draw_score(GString *page, const TabPlot *plot, const TabSeries *series)
{
    guint n = series->points->len;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, 3 * n);
    TabPlotPoint *line = points, *low = points + n, *high = points + 2 * n;
    for (guint i = 0; i < n; i++) {
        const TabSeriesPoint *point = point_at(series, i);
        line[i] = (TabPlotPoint){point->games, 100 * point->rate};
        low[i] = (TabPlotPoint){point->games, 100 * (point->rate - point->half_width)};
        high[i] = (TabPlotPoint){point->games, 100 * (point->rate + point->half_width)};
    }
    tab_plot_begin(page, plot);
    tab_plot_band(page, plot, low, high, n);
    tab_plot_level(page, plot, 50, NULL);
    tab_plot_line(page, plot, line, n);
    tab_plot_end(page);
}

void tab_report_score_plot(GString *page, const TabResults *results)
{
    const TabSeries *series = tab_results_get_series(results, 0);
    if (tab_results_get_engines(results) != 2 || series->points->len < 2)
        return;
    g_autofree char *text = g_strdup_printf("The line is the score of " TAB_REPORT_NAME
                                            " after so many games, the band its 95 %% interval.",
                                            tab_results_get_name(results, 0));
    tab_html_heading(page, "Score over time", text);
    TabPlot plot = {.title = "Score over time",
                    .x_label = "games",
                    .y_label = "score in %",
                    .x =
                        tab_plot_axis(0, point_at(series, series->points->len - 1)->games, X_TICKS),
                    .y = score_axis(series)};
    draw_score(page, &plot, series);
}

void tab_report_sprt_plot(GString *page, const TabResults *results)
{
    TabSprtState sprt;
    const TabSeries *series = tab_results_get_series(results, 0);
    guint n = series->points->len;
    if (!tab_results_get_sprt(results, &sprt) || n < 2)
        return;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, n);
    double low = sprt.lower, high = sprt.upper;
    for (guint i = 0; i < n; i++) {
        points[i] = (TabPlotPoint){point_at(series, i)->games, point_at(series, i)->llr};
        low = MIN(low, points[i].y);
        high = MAX(high, points[i].y);
    }
    g_autofree char *settings = tab_sprt_to_string(&sprt.sprt);
    g_autofree char *text = g_strdup_printf(
        "The log-likelihood ratio of the test between its bounds (%s). At the upper one the "
        "difference of elo1 is accepted, at the lower one that of elo0.",
        settings);
    tab_html_heading(page, "Sequential test", text);
    TabPlot plot = {.title = "Log-likelihood ratio over time",
                    .x_label = "games",
                    .y_label = "log-likelihood ratio",
                    .x = tab_plot_axis(0, points[n - 1].x, X_TICKS),
                    .y = tab_plot_axis_round(low, high, Y_TICKS)};
    tab_plot_begin(page, &plot);
    tab_plot_level(page, &plot, sprt.upper, "H1");
    tab_plot_level(page, &plot, sprt.lower, "H0");
    if (sprt.games)
        tab_plot_upright(page, &plot, sprt.games);
    tab_plot_line(page, &plot, points, n);
    tab_plot_end(page);
}

/* Whose games the layers of the histograms are. */
static void put_legend(GString *page, const TabResults *results)
{
    gboolean two = tab_results_get_engines(results) == 2;
    g_string_append(page, "<p class=\"legend\">");
    tab_plot_swatch(page, TAB_PLOT_FIRST);
    g_string_append(page, " won by ");
    tab_html_name(page, two ? tab_results_get_name(results, 0) : "White");
    g_string_append_c(page, ' ');
    tab_plot_swatch(page, TAB_PLOT_MIDDLE);
    g_string_append(page, " drawn ");
    tab_plot_swatch(page, TAB_PLOT_SECOND);
    g_string_append(page, " won by ");
    tab_html_name(page, two ? tab_results_get_name(results, 1) : "Black");
    g_string_append(page, "</p>\n");
}

static guint highest_bin(const TabHistogram *histogram, guint first, guint end)
{
    guint most = 0;
    for (guint i = first; i < end; i++)
        most = MAX(most, tab_histogram_total(histogram, i));
    return most;
}

/* With few games the bins are wide enough to show a shape. */
static TabHistogram coarse(const TabHistogram *histogram, guint64 games)
{
    TabHistogram copy = *histogram;
    tab_histogram_coarsen(&copy, MAX(10, (guint)(3 * sqrt((double)games))));
    return copy;
}

/* What appears under the pointer at a bin. */
static char *bin_words(const TabHistogram *histogram, guint bin, gboolean whole)
{
    GString *words = g_string_new(NULL);
    guint decimals = whole ? 0 : 3;
    double from = tab_histogram_edge(histogram, bin), to = from + histogram->width;
    tab_plain_text_append_number(words, from, decimals, FALSE);
    if (!whole || histogram->width > 1) {
        g_string_append(words, " to ");
        tab_plain_text_append_number(words, whole ? to - 1 : to, decimals, FALSE);
    }
    g_string_append_printf(words, ": %u, %u, %u", histogram->n[0][bin], histogram->n[1][bin],
                           histogram->n[2][bin]);
    return g_string_free(words, FALSE);
}

static void draw_histogram(GString *page, const TabPlot *plot, const TabHistogram *histogram,
                           guint first, guint end, gboolean whole)
{
    tab_plot_begin(page, plot);
    for (guint bin = first; bin < end; bin++) {
        g_autofree char *words = bin_words(histogram, bin, whole);
        double from = tab_histogram_edge(histogram, bin), floor = 0;
        for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++) {
            guint n = histogram->n[layer][bin];
            if (n)
                tab_plot_bar(page, plot, (TabPlotPoint){from, floor},
                             (TabPlotPoint){from + histogram->width, floor + n},
                             (TabPlotColour)layer, words);
            floor += n;
        }
    }
}

/* Counts have no ticks between whole numbers. */
static TabPlotAxis count_axis(guint most)
{
    return tab_plot_axis_round(0, most, MIN(Y_TICKS, MAX(most, 1)));
}

void tab_report_lengths_plot(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = tab_results_get_match(results);
    TabHistogram lengths = coarse(&match->lengths, match->turns.n);
    guint first, end;
    if (!tab_histogram_range(&lengths, &first, &end))
        return;
    g_autofree char *mean = tab_plain_text_number(match->turns.mean, 1);
    g_autofree char *text =
        g_strdup_printf("Turns of a game, both sides together: %s on average, %u to %u.", mean,
                        match->shortest, match->longest);
    tab_html_heading(page, "Length of games", text);
    put_legend(page, results);
    TabPlot plot = {.title = "Number of games by their length",
                    .x_label = "turns",
                    .y_label = "games",
                    .x = tab_plot_axis(tab_histogram_edge(&lengths, first),
                                       tab_histogram_edge(&lengths, end), X_TICKS),
                    .y = count_axis(highest_bin(&lengths, first, end))};
    draw_histogram(page, &plot, &lengths, first, end, TRUE);
    tab_plot_end(page);
}

static char *luck_words(const TabResults *results)
{
    GString *words = g_string_new(NULL);
    double correlation = tab_moments2_correlation(&tab_results_get_match(results)->luck_by_game);
    g_string_append_printf(
        words,
        "Points that the sticks gave " TAB_REPORT_NAME " in a game, as the judge values every "
        "throw against the average of all throws that could have come.",
        tab_results_get_engines(results) == 2 ? tab_results_get_name(results, 0) : "White");
    if (isfinite(correlation)) {
        g_string_append(words, " Luck and result of a game correlate ");
        tab_plain_text_append_number(words, correlation, 2, TRUE);
        g_string_append_c(words, '.');
    }
    return g_string_free(words, FALSE);
}

void tab_report_luck_plot(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = tab_results_get_match(results);
    TabHistogram luck = coarse(&match->luck, match->luck_by_game.n);
    guint first, end;
    if (!tab_histogram_range(&luck, &first, &end))
        return;
    double low = tab_histogram_edge(&luck, first);
    double high = tab_histogram_edge(&luck, end), side = MAX(fabs(low), fabs(high));
    g_autofree char *text = luck_words(results);
    tab_html_heading(page, "Luck against result", text);
    put_legend(page, results);
    TabPlot plot = {.title = "Number of games by luck and result",
                    .x_label = "luck in points",
                    .y_label = "games",
                    .x = tab_plot_axis(-side, side, X_TICKS),
                    .y = count_axis(highest_bin(&luck, first, end))};
    draw_histogram(page, &plot, &luck, first, end, FALSE);
    tab_plot_upright(page, &plot, 0);
    tab_plot_end(page);
}
