// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the page of results.
#include "protocol/report/report-plots.h"

#include <math.h>

#include "protocol/plot/plot-svg.h"
#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

#define X_TICKS 10
#define Y_TICKS 6

static const TabSeriesPoint *point_at(const TabSeries *series, guint i)
{
    return &g_array_index(series->points, TabSeriesPoint, i);
}

void tab_report_plot(GString *page, const char *title, TabPlotAxis x, TabPlotAxis y,
                     const TabPlotSeries *series, guint n_series)
{
    TabPlot plot = {.title = title,
                    .frame = TAB_PLOT_FRAME,
                    .ink = TAB_PLOT_INK,
                    .grid = TAB_PLOT_GRID,
                    .x = x,
                    .y = y,
                    .series = series,
                    .n_series = n_series};
    g_string_append(page, "<div class=\"scroll\">");
    tab_plot_append_svg(&plot, "plot", page);
    g_string_append(page, "</div>\n");
}

static TabPlotAxis labelled(TabPlotAxis axis, const char *label)
{
    axis.label = label;
    return axis;
}

void tab_report_score_plot(GString *page, const TabResults *results)
{
    const TabSeries *series = &results->series[0];
    guint n = series->points->len;
    if (results->engines != 2 || n < 2)
        return;
    g_autofree char *text = g_strdup_printf("The line is the score of " TAB_REPORT_NAME
                                            " after so many games, the band its 95 %% interval.",
                                            results->names[0]);
    tab_html_heading(page, "Score over time", text);
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, 3 * n);
    TabPlotPoint *line = points, *low = points + n, *high = points + 2 * n;
    double least = 50, most = 50;
    for (guint i = 0; i < n; i++) {
        const TabSeriesPoint *point = point_at(series, i);
        line[i] = (TabPlotPoint){point->games, 100 * point->rate};
        low[i] = (TabPlotPoint){point->games, 100 * (point->rate - point->half_width)};
        high[i] = (TabPlotPoint){point->games, 100 * (point->rate + point->half_width)};
        if (i < n / 10) /* the wide intervals of the first games need not be seen whole */
            continue;
        least = MIN(least, low[i].y);
        most = MAX(most, high[i].y);
    }
    const TabPlotPoint even = {0, 50};
    const TabPlotSeries drawn[] = {
        {TAB_PLOT_BAND, tab_plot_colour_faint(TAB_PLOT_WON, 0.18), n, low, high},
        {TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, &even, .dashed = TRUE},
        {TAB_PLOT_LINE, TAB_PLOT_WON, n, line, .width = 2},
    };
    tab_report_plot(
        page, "Score over time", labelled(tab_plot_axis(0, line[n - 1].x, X_TICKS), "games"),
        labelled(tab_plot_axis_round(MAX(least, 0), MIN(most, 100), Y_TICKS), "score in %"), drawn,
        G_N_ELEMENTS(drawn));
}

void tab_report_sprt_plot(GString *page, const TabResults *results)
{
    TabSprtState sprt;
    const TabSeries *series = &results->series[0];
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
    const TabPlotPoint upper = {0, sprt.upper}, lower = {0, sprt.lower}, decided = {sprt.games, 0};
    const TabPlotSeries drawn[] = {
        {TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, &upper, .dashed = TRUE, .name = "H1"},
        {TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, &lower, .dashed = TRUE, .name = "H0"},
        {TAB_PLOT_UPRIGHT, TAB_PLOT_INK, sprt.games ? 1 : 0, &decided, .dashed = TRUE},
        {TAB_PLOT_LINE, TAB_PLOT_WON, n, points, .width = 2},
    };
    tab_report_plot(page, "Log-likelihood ratio over time",
                    labelled(tab_plot_axis(0, points[n - 1].x, X_TICKS), "games"),
                    labelled(tab_plot_axis_round(low, high, Y_TICKS), "log-likelihood ratio"),
                    drawn, G_N_ELEMENTS(drawn));
}

/* The layers of the histograms. */
static TabPlotColour layer_colour(guint layer)
{
    return layer == 0 ? TAB_PLOT_WON : layer == 1 ? TAB_PLOT_DRAWN : TAB_PLOT_LOST;
}

/* Whose games the layers of the histograms are. */
static void put_legend(GString *page, const TabResults *results)
{
    gboolean two = results->engines == 2;
    const char *const names[] = {two ? results->names[0] : "White", NULL,
                                 two ? results->names[1] : "Black"};
    g_string_append(page, "<p class=\"legend\">");
    for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++) {
        tab_plot_append_swatch(layer_colour(layer), page);
        g_string_append(page, names[layer] ? " won by " : " drawn ");
        if (names[layer])
            tab_html_name(page, names[layer]);
        g_string_append(page, layer == 0 ? " " : "");
    }
    g_string_append(page, "</p>\n");
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

/* Bars stacked on each other, and 0 marked where luck is shown. */
static void put_histogram(GString *page, const char *title, TabPlotAxis x,
                          const TabHistogram *histogram, guint first, guint end, gboolean whole)
{
    TabPlotPoint corners[TAB_HISTOGRAM_LAYERS][2][2 * TAB_HISTOGRAM_SIDE];
    const char *words[TAB_HISTOGRAM_LAYERS][2 * TAB_HISTOGRAM_SIDE];
    TabPlotSeries series[TAB_HISTOGRAM_LAYERS + 1] = {{0}};
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    guint most = 1;
    for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++)
        series[layer] =
            (TabPlotSeries){TAB_PLOT_BARS,     layer_colour(layer), 0,
                            corners[layer][0], corners[layer][1],   .words = words[layer]};
    for (guint bin = first; bin < end; bin++) {
        double from = tab_histogram_edge(histogram, bin), floor = 0;
        g_ptr_array_add(texts, bin_words(histogram, bin, whole));
        for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++) {
            guint n = histogram->n[layer][bin], i = series[layer].n;
            if (!n)
                continue;
            corners[layer][0][i] = (TabPlotPoint){from, floor};
            corners[layer][1][i] = (TabPlotPoint){from + histogram->width, floor += n};
            words[layer][i] = g_ptr_array_index(texts, texts->len - 1);
            series[layer].n++;
        }
        most = MAX(most, (guint)floor);
    }
    const TabPlotPoint zero = {0, 0};
    series[TAB_HISTOGRAM_LAYERS] =
        (TabPlotSeries){TAB_PLOT_UPRIGHT, TAB_PLOT_INK, whole ? 0 : 1, &zero, .dashed = TRUE};
    /* counts have no ticks between whole numbers */
    tab_report_plot(page, title, x,
                    labelled(tab_plot_axis_round(0, most, MIN(Y_TICKS, most)), "games"), series,
                    G_N_ELEMENTS(series));
}

void tab_report_lengths_plot(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
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
    put_histogram(page, "Number of games by their length",
                  labelled(tab_plot_axis(tab_histogram_edge(&lengths, first),
                                         tab_histogram_edge(&lengths, end), X_TICKS),
                           "turns"),
                  &lengths, first, end, TRUE);
}

static char *luck_words(const TabResults *results)
{
    GString *words = g_string_new(NULL);
    double correlation = tab_moments2_correlation(&results->match.luck_by_game);
    g_string_append_printf(words,
                           "Points that the sticks gave " TAB_REPORT_NAME
                           " in a game, as the judge values every "
                           "throw against the average of all throws that could have come.",
                           results->engines == 2 ? results->names[0] : "White");
    if (isfinite(correlation)) {
        g_string_append(words, " Luck and result of a game correlate ");
        tab_plain_text_append_number(words, correlation, 2, TRUE);
        g_string_append_c(words, '.');
    }
    return g_string_free(words, FALSE);
}

void tab_report_luck_plot(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
    TabHistogram luck = coarse(&match->luck, match->luck_by_game.n);
    guint first, end;
    if (!tab_histogram_range(&luck, &first, &end))
        return;
    double low = tab_histogram_edge(&luck, first);
    double high = tab_histogram_edge(&luck, end), side = MAX(fabs(low), fabs(high));
    g_autofree char *text = luck_words(results);
    tab_html_heading(page, "Luck against result", text);
    put_legend(page, results);
    put_histogram(page, "Number of games by luck and result",
                  labelled(tab_plot_axis(-side, side, X_TICKS), "luck in points"), &luck, first,
                  end, FALSE);
}

/* Small plots in cells of tables. */

static void put_cell(GString *page, TabPlotAxis x, TabPlotAxis y, const TabPlotSeries *series,
                     guint n_series)
{
    TabPlot plot = {.frame = TAB_PLOT_CELL, .x = x, .y = y, .series = series, .n_series = n_series};
    plot.x.step = plot.y.step = 0;
    g_string_append(page, "<td>");
    tab_plot_append_svg(&plot, "cell", page);
    g_string_append(page, "</td>");
}

void tab_report_spark_cell(GString *page, const TabSeries *series, double reach)
{
    guint n = series->points->len;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, n + 1);
    const TabPlotPoint even = {0, 0};
    for (guint i = 0; i < n; i++)
        points[i] = (TabPlotPoint){point_at(series, i)->games,
                                   CLAMP((point_at(series, i)->rate - 0.5) / reach, -1, 1)};
    const TabPlotSeries drawn[] = {{TAB_PLOT_LEVEL, TAB_PLOT_GRID, 1, &even},
                                   {TAB_PLOT_LINE, TAB_PLOT_WON, n, points, .width = 1.5}};
    if (n)
        put_cell(page, tab_plot_axis(0, points[n - 1].x, 2), tab_plot_axis(-1, 1, 2), drawn,
                 G_N_ELEMENTS(drawn));
    else
        tab_html_cell(page, "");
}

void tab_report_interval_cell(GString *page, double low, double high, const TabRating *rating)
{
    const TabPlotPoint zero = {0, 0}, middle = {rating->elo, 0},
                       ends[] = {{rating->elo - rating->error, 0},
                                 {rating->elo + rating->error, 0}};
    const TabPlotSeries drawn[] = {{TAB_PLOT_UPRIGHT, TAB_PLOT_GRID, 1, &zero},
                                   {TAB_PLOT_LINE, TAB_PLOT_INK, 2, ends},
                                   {TAB_PLOT_DOTS, TAB_PLOT_WON, 1, &middle}};
    if (isfinite(rating->error))
        put_cell(page, tab_plot_axis(low, high, 2), tab_plot_axis(-1, 1, 2), drawn,
                 G_N_ELEMENTS(drawn));
    else
        tab_html_cell(page, "");
}
