// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the table of the learning curve, and draws it: scores with their intervals above, the loss
// below.
#include "engine/lab/training/curve.h"

#include "protocol/files/output-file.h"
#include "protocol/plot/plot-file.h"

static void append_csv(GString *text, const char *format, double number)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(buffer, sizeof buffer, format, number));
}

bool tab_curve_write_csv(const GArray *curve, const char *path, GError **error)
{
    g_autoptr(GString) text =
        g_string_new("games,seconds,loss,greedy,greedy_half_width,hand,hand_half_width\n");
    for (guint i = 0; i < curve->len; i++) {
        const TabCurvePoint *point = &g_array_index(curve, TabCurvePoint, i);
        g_string_append_printf(text, "%" G_GUINT64_FORMAT, point->games);
        append_csv(text, "%.1f", point->seconds);
        append_csv(text, "%.5f", point->loss);
        append_csv(text, "%.2f", 100 * point->greedy.score);
        append_csv(text, "%.2f", 100 * point->greedy.half_width);
        append_csv(text, "%.2f", 100 * point->hand.score);
        append_csv(text, "%.2f", 100 * point->hand.half_width);
        g_string_append_c(text, '\n');
    }
    return tab_output_file_replace(path, text->str, (gssize)text->len, error);
}

/* A score over games with its interval, in percent: band and line, of which `points` has the
 * places. */
static void fill_score_series(const GArray *curve, bool hand, TabPlotColour colour,
                              const char *name, TabPlotPoint *points, TabPlotSeries series[2])
{
    guint n = curve->len;
    for (guint i = 0; i < n; i++) {
        const TabCurvePoint *point = &g_array_index(curve, TabCurvePoint, i);
        const TabContestScore *score = hand ? &point->hand : &point->greedy;
        double games = (double)point->games, percent = 100 * score->score;
        points[i] = (TabPlotPoint){games, percent - 100 * score->half_width};
        points[n + i] = (TabPlotPoint){games, percent};
        points[2 * n + i] = (TabPlotPoint){games, percent + 100 * score->half_width};
    }
    series[0] = (TabPlotSeries){TAB_PLOT_BAND, tab_plot_colour_faint(colour, 0.2), n, points,
                                points + 2 * n};
    series[1] = (TabPlotSeries){TAB_PLOT_LINE, colour, n, points + n, .width = 2, .name = name};
}

bool tab_curve_draw(const GArray *curve, const char *title, const char *path, GError **error)
{
    guint n = curve->len;
    if (!n)
        return true;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, 7 * n);
    TabPlotPoint *loss = points + 6 * n;
    double least = 45, most = 55, low = 0.4, high = 0.7;
    for (guint i = 0; i < n; i++) {
        const TabCurvePoint *point = &g_array_index(curve, TabCurvePoint, i);
        loss[i] = (TabPlotPoint){(double)point->games, point->loss};
        least = MIN(least, 100 * MIN(point->greedy.score, point->hand.score) - 3);
        most = MAX(most, 100 * MAX(point->greedy.score, point->hand.score) + 3);
        low = MIN(low, point->loss);
        high = MAX(high, point->loss);
    }
    TabPlotSeries scores[4], losses[] = {{TAB_PLOT_LINE, TAB_PLOT_INK, n, loss, .width = 2}};
    fill_score_series(curve, false, tab_plot_colour(1), "against greedy", points, scores);
    fill_score_series(curve, true, tab_plot_colour(0), "against hand", points + 3 * n, scores + 2);
    TabPlot plots[] = {
        {.title = title,
         .headline = title,
         .subline = "points at one ply in percent, with 95 % intervals",
         .frame = {800, 370, 64, 24, 84, 20, 0},
         .y = tab_plot_axis_round(MAX(least, 0), MIN(most, 100), 10),
         .series = scores,
         .n_series = G_N_ELEMENTS(scores)},
        {.title = "Loss of new positions",
         .subline = "loss of new positions, nats",
         .frame = {800, 190, 64, 24, 40, 46, 0},
         .y = tab_plot_axis_round(low, high, 4),
         .series = losses,
         .n_series = G_N_ELEMENTS(losses)},
    };
    for (guint i = 0; i < G_N_ELEMENTS(plots); i++) {
        plots[i].ink = TAB_PLOT_INK;
        plots[i].grid = TAB_PLOT_GRID;
        plots[i].x = tab_plot_axis(0, loss[n - 1].x, 8);
    }
    plots[1].x.label = "games";
    return tab_plot_write(plots, G_N_ELEMENTS(plots), path, error);
}
