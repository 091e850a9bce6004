// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the report.
#include <math.h>

#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"
#include "protocol/plot/plot.h"
#include "protocol/report/report-parts.h"

static double per(double sum, guint64 n)
{
    return n ? sum / (double)n : NAN;
}

static void put_rate(GString *page, const TabTally *tally)
{
    g_autofree char *rate = tab_plain_text_rate(tab_tally_rate(tally), tab_tally_half_width(tally));
    tab_html_cell(page, tab_score_games(&tally->score) ? rate : "");
}

static void put_score(GString *page, const TabScore *score)
{
    tab_html_cell_count(page, tab_score_games(score));
    tab_html_cell_count(page, score->wins);
    tab_html_cell_count(page, score->draws);
    tab_html_cell_count(page, score->losses);
}

/* The same axis for all rows. */
static TabPlotAxis rating_axis(const TabRating *ratings, guint engines)
{
    double low = 0, high = 0;
    for (guint i = 0; i < engines; i++) {
        double error = isfinite(ratings[i].error) ? ratings[i].error : 0;
        low = MIN(low, ratings[i].elo - error);
        high = MAX(high, ratings[i].elo + error);
    }
    return tab_plot_axis(low, high, 2);
}

/* The farthest that a score went from ½ after its first games, so that all rows have one scale. */
static double find_reach(const TabResults *results)
{
    double reach = 0.05;
    for (guint engine = 0; engine < tab_results_get_engines(results); engine++) {
        const GArray *points = tab_results_get_series(results, engine)->points;
        for (guint i = points->len / 10; i < points->len; i++)
            reach = MAX(reach, fabs(g_array_index(points, TabSeriesPoint, i).rate - 0.5));
    }
    return reach;
}

static void put_spark(GString *page, const TabSeries *series, double reach)
{
    guint n = series->points->len;
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, n + 1);
    for (guint i = 0; i < n; i++) {
        const TabSeriesPoint *point = &g_array_index(series->points, TabSeriesPoint, i);
        points[i] = (TabPlotPoint){point->games, (point->rate - 0.5) / reach};
    }
    g_string_append(page, "<td>");
    if (n)
        tab_plot_spark(page, points, n);
    g_string_append(page, "</td>");
}

static void put_rating(GString *page, const TabResults *results, guint engine,
                       const TabRating *rating, const TabPlotAxis *axis, double reach)
{
    tab_html_row_begin(page, NULL, tab_results_get_name(results, engine), NULL);
    tab_html_cell_number(page, rating->elo, 1);
    tab_html_cell_number(page, rating->error, 1);
    g_string_append(page, "<td>");
    if (isfinite(rating->error))
        tab_plot_whisker(page, axis, rating->elo - rating->error, rating->elo,
                         rating->elo + rating->error);
    g_string_append(page, "</td>");
    const TabTally *tally = &tab_results_get_engine(results, engine)->tally;
    put_score(page, &tally->score);
    put_rate(page, tally);
    put_spark(page, tab_results_get_series(results, engine), reach);
    tab_html_row_end(page);
}

void tab_report_ratings(GString *page, const TabResults *results)
{
    static const char *const headings[] = {"engine", "Elo",  "±",     "interval",  "games", "won",
                                           "drawn",  "lost", "score", "over time", NULL};
    guint engines = tab_results_get_engines(results);
    if (engines == 2)
        return;
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    tab_results_get_ratings(results, ratings, order);
    TabPlotAxis axis = rating_axis(ratings, engines);
    double reach = find_reach(results);
    tab_html_heading(page, "Ratings", "Elo relative to the average of all, with 95 % intervals.");
    tab_html_table_begin(page, headings);
    for (guint i = 0; i < engines; i++)
        put_rating(page, results, order[i], &ratings[order[i]], &axis, reach);
    tab_html_table_end(page);
}

static void put_encounter(GString *page, const TabResults *results, guint engine, guint other)
{
    TabTally tally = {0};
    if (engine != other)
        tally = tab_results_get_encounter(results, engine, other);
    if (!tab_score_games(&tally.score)) {
        tab_html_cell(page, engine == other ? "·" : "");
        return;
    }
    g_string_append(page, "<td>");
    tab_plain_text_append_number(page, 100 * tab_tally_rate(&tally), 1, FALSE);
    g_string_append_printf(page, "<br/><small>+%u −%u =%u</small></td>", tally.score.wins,
                           tally.score.losses, tally.score.draws);
}

void tab_report_cross_table(GString *page, const TabResults *results)
{
    guint engines = tab_results_get_engines(results);
    if (engines == 2)
        return;
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    g_autoptr(GStrvBuilder) headings = g_strv_builder_new();
    tab_results_get_ratings(results, ratings, order);
    g_strv_builder_add(headings, "engine");
    for (guint i = 0; i < engines; i++) {
        g_autofree char *number = g_strdup_printf("%u", i + 1);
        g_strv_builder_add(headings, number);
    }
    g_auto(GStrv) texts = g_strv_builder_end(headings);
    tab_html_heading(page, "Each against each", "Score of the row against the column in %.");
    tab_html_table_begin(page, (const char *const *)texts);
    for (guint i = 0; i < engines; i++) {
        g_autofree char *number = g_strdup_printf("%u. ", i + 1);
        tab_html_row_begin(page, number, tab_results_get_name(results, order[i]), NULL);
        for (guint j = 0; j < engines; j++)
            put_encounter(page, results, order[i], order[j]);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

static void put_tally_row(GString *page, const char *name, const char *after, const TabTally *tally)
{
    tab_html_row_begin(page, NULL, name, after);
    put_score(page, &tally->score);
    put_rate(page, tally);
    tab_html_row_end(page);
}

void tab_report_seats(GString *page, const TabResults *results)
{
    static const char *const headings[] = {"side", "games", "won", "drawn", "lost", "score", NULL};
    const TabMatchFigures *match = tab_results_get_match(results);
    tab_html_heading(page, "Seats", NULL);
    tab_html_table_begin(page, headings);
    put_tally_row(page, "White", NULL, &match->white);
    put_tally_row(page, "first mover", NULL, &match->first);
    for (guint i = 0; i < tab_results_get_engines(results); i++) {
        for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
            TabTally tally = {.score = tab_results_get_engine(results, i)->seat[side]};
            put_tally_row(page, tab_results_get_name(results, i),
                          side == TAB_WHITE ? " as White" : " as Black", &tally);
        }
    }
    tab_html_table_end(page);
}

static void put_estimate(GString *page, TabEstimate estimate)
{
    g_autofree char *text = tab_plain_text_rate(estimate.mean, TAB_Z95 * estimate.se);
    tab_html_cell(page, text);
}

void tab_report_luck_table(GString *page, const TabResults *results)
{
    gboolean pairs = tab_results_get_pairs(results);
    const char *const headings[] = {"engine",         "luck-adjusted",           "plain", "luck",
                                    "width of plain", pairs ? "pairs" : "games", NULL};
    if (!tab_results_get_match(results)->luck_by_game.n)
        return;
    tab_html_table_begin(page, headings);
    for (guint i = 0; i < tab_results_get_engines(results); i++) {
        TabLuckFigures luck;
        if (!tab_results_get_luck(results, i, &luck))
            continue;
        tab_html_row_begin(page, NULL, tab_results_get_name(results, i), NULL);
        put_estimate(page, luck.adjusted);
        put_estimate(page, luck.plain);
        put_estimate(page, luck.luck);
        tab_html_cell_number(page, luck.ratio, 2);
        tab_html_cell_count(page, luck.samples);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

void tab_report_rules(GString *page, const TabResults *results)
{
    guint engines = tab_results_get_engines(results);
    if (tab_results_get_n_rules(results) == 1)
        return;
    g_autoptr(GStrvBuilder) headings = g_strv_builder_new();
    g_strv_builder_add(headings, "rules");
    for (guint i = 0; i < engines; i++)
        g_strv_builder_add(headings, tab_results_get_name(results, i));
    g_auto(GStrv) texts = g_strv_builder_end(headings);
    tab_html_heading(page, "Rules", NULL);
    tab_html_table_begin(page, (const char *const *)texts);
    for (guint rules = 0; rules < tab_results_get_n_rules(results); rules++) {
        tab_html_row_begin(page, NULL, tab_results_get_rules(results, rules), NULL);
        for (guint i = 0; i < engines; i++)
            put_rate(page, tab_results_get_rules_tally(results, rules, i));
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

void tab_report_use(GString *page, const TabResults *results, gboolean times)
{
    const char *const headings[] = {
        "engine", "turns", "depth", "nodes a turn", times ? "ms a turn" : NULL, "longest ms", NULL};
    tab_html_heading(page, "Search", NULL);
    tab_html_table_begin(page, headings);
    for (guint i = 0; i < tab_results_get_engines(results); i++) {
        const TabEngineFigures *engine = tab_results_get_engine(results, i);
        tab_html_row_begin(page, NULL, tab_results_get_name(results, i), NULL);
        tab_html_cell_count(page, engine->turns);
        tab_html_cell_number(page, per((double)engine->depth_sum, engine->depth_turns), 1);
        tab_html_cell_number(page, per((double)engine->nodes_sum, engine->node_turns), 0);
        if (times) {
            tab_html_cell_number(page, per((double)engine->time_us / 1000, engine->turns), 1);
            tab_html_cell_number(page, (double)engine->longest_us / 1000, 1);
        }
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

/* A row of how many games ended so; a dash for none, to be read at a glance. */
static void put_ends(GString *page, const char *before, const char *name,
                     const guint n[TAB_N_RECORD_TERMINATIONS])
{
    tab_html_row_begin(page, before, name, NULL);
    for (guint i = TAB_RECORD_NORMAL; i < TAB_N_RECORD_TERMINATIONS; i++) {
        if (n[i])
            tab_html_cell_count(page, n[i]);
        else
            tab_html_cell(page, "–");
    }
    tab_html_row_end(page);
}

void tab_report_ends(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = tab_results_get_match(results);
    const char *headings[TAB_N_RECORD_TERMINATIONS + 1] = {"games"};
    for (guint i = TAB_RECORD_NORMAL; i < TAB_N_RECORD_TERMINATIONS; i++)
        headings[i] = tab_record_termination_text(i);
    tab_html_heading(page, "How games ended",
                     "An engine that loses by time, crash, silence, an illegal turn or a flood is "
                     "at fault.");
    tab_html_table_begin(page, headings);
    put_ends(page, NULL, "all", match->ends);
    put_ends(page, NULL, "drawn", match->draws);
    for (guint i = 0; i < tab_results_get_engines(results); i++) {
        put_ends(page, "lost by ", tab_results_get_name(results, i),
                 tab_results_get_engine(results, i)->lost_by);
    }
    tab_html_table_end(page);
}

void tab_report_settings(GString *page, const char *const *settings)
{
    static const char *const headings[] = {"setting", "value", NULL};
    if (!settings || !*settings)
        return;
    tab_html_heading(page, "Settings", NULL);
    g_string_append(page, "<div class=\"settings\">\n");
    tab_html_table_begin(page, headings);
    for (; settings[0]; settings += 2) {
        tab_html_row_begin(page, NULL, settings[0], NULL);
        tab_html_cell(page, settings[1]);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
    g_string_append(page, "</div>\n");
}
