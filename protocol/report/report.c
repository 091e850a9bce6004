// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its head and style, what is to be known first, then tables and plots.
#include "protocol/report/report.h"

#include <math.h>

#include "protocol/files/output-file.h"
#include "protocol/report/report-plots.h"
#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

static char *page_title(const TabResults *results, const TabResultsInfo *info)
{
    guint engines = results->engines;
    if (info->title && *info->title)
        return g_strdup(info->title);
    if (engines == 2)
        return g_strdup_printf(TAB_REPORT_NAME " – " TAB_REPORT_NAME, results->names[0],
                               results->names[1]);
    return g_strdup_printf("%u engines", engines);
}

/* ": of how many games", which ends the line under the headline. */
static void put_played(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
    g_string_append_printf(page, " in %u games", match->games);
    if (match->games < results->total_games)
        g_string_append_printf(page, " of %u", results->total_games);
    if (match->undecided)
        g_string_append_printf(page, ", %u without a result", match->undecided);
    g_string_append(page, ".</p>\n");
}

/* The score of the first of two engines. */
static void put_score(GString *page, const TabResults *results)
{
    const TabTally *tally = &results->engine[0].tally;
    g_autofree char *rate = tab_tally_to_string(tally);
    g_string_append(page, "<p class=\"headline\">");
    tab_html_text(page, rate);
    g_string_append(page, "</p>\n<p>");
    tab_html_name(page, results->names[0]);
    g_string_append(page, " against ");
    tab_html_name(page, results->names[1]);
    g_string_append_printf(page, ": %u won, %u lost, %u drawn", tally->score.wins,
                           tally->score.losses, tally->score.draws);
    put_played(page, results);
}

/* Who leads of many. */
static void put_leader(GString *page, const TabResults *results, const TabRating *ratings,
                       const guint *order)
{
    g_autofree char *elo = tab_elo_to_string(ratings[order[0]].elo, ratings[order[0]].error);
    g_string_append(page, "<p class=\"headline\">");
    tab_html_name(page, results->names[order[0]]);
    g_string_append(page, "</p>\n<p>leads with ");
    tab_html_text(page, elo);
    g_string_append_printf(page, " Elo over the average of %u engines,", results->engines);
    put_played(page, results);
}

static void put_sprt_figure(GString *page, const TabResults *results)
{
    TabSprtState state;
    if (!tab_results_get_sprt(results, &state))
        return;
    g_autofree char *llr = tab_plain_text_number(state.llr, 2);
    g_autofree char *lower = tab_plain_text_number(state.lower, 2);
    g_autofree char *upper = tab_plain_text_number(state.upper, 2);
    GString *note = g_string_new(NULL);
    if (state.games)
        g_string_append_printf(note, "after %u games; ", state.games);
    g_string_append_printf(note, "log-likelihood ratio %s (%s, %s)", llr, lower, upper);
    tab_html_figure(page, "Sequential test", g_strdup(tab_results_verdict_text(state.verdict)),
                    g_string_free(note, FALSE));
}

static void put_pairs(GString *page, const TabResults *results)
{
    TabTally tally = tab_results_get_encounter(results, 0, 1);
    const guint *n = tally.pairs.n;
    double ratio = tab_tally_variance_ratio(&tally);
    if (!tab_pair_score_pairs(&tally.pairs))
        return;
    GString *note = g_string_new("with 0, ½, 1, 1½, 2 points");
    if (isfinite(ratio)) {
        g_string_append(note, "; their variance is ");
        tab_plain_text_append_number(note, ratio, 2, FALSE);
        g_string_append(note, " of that of games with sticks of their own");
    }
    tab_html_figure(page, "Pairs", g_strdup_printf("%u %u %u %u %u", n[0], n[1], n[2], n[3], n[4]),
                    g_string_free(note, FALSE));
}

static void put_luck_figure(GString *page, const TabResults *results)
{
    TabLuckFigures luck;
    if (!tab_results_get_luck(results, 0, &luck))
        return;
    double half_width = TAB_Z95 * luck.adjusted.se;
    TabEloInterval interval = tab_elo_interval(luck.adjusted.mean, half_width);
    g_autofree char *elo = tab_elo_interval_to_string(&interval);
    GString *note = g_string_new("Elo ");
    g_string_append(note, elo);
    if (isfinite(luck.ratio)) {
        g_string_append(note, "; its interval has ");
        tab_plain_text_append_number(note, luck.ratio, 2, FALSE);
        g_string_append(note, " of the width of the plain one");
    }
    tab_html_figure(page, "Luck-adjusted score",
                    tab_plain_text_rate(luck.adjusted.mean, half_width),
                    g_string_free(note, FALSE));
}

static void put_figures(GString *page, const TabResults *results)
{
    const TabTally *tally = &results->engine[0].tally;
    g_string_append(page, "<dl>\n");
    if (results->engines == 2) {
        TabEloInterval interval = tab_tally_elo(tally);
        g_autofree char *los = tab_plain_text_number(100 * tab_tally_los(tally), 1);
        tab_html_figure(page, "Elo difference", tab_elo_interval_to_string(&interval),
                        g_strdup("95 % interval"));
        tab_html_figure(page, "Likelihood of superiority", g_strconcat(los, "%", NULL), NULL);
        put_sprt_figure(page, results);
        put_pairs(page, results);
        put_luck_figure(page, results);
    }
    tab_html_figure(page, "First mover", tab_tally_to_string(&results->match.first), NULL);
    tab_html_figure(page, "White", tab_tally_to_string(&results->match.white), NULL);
    g_string_append(page, "</dl>\n");
}

/* Tables. */

/* Games, won, drawn, lost and score. */
static void put_tally(GString *page, const TabTally *tally)
{
    tab_html_cell_count(page, tab_score_games(&tally->score));
    tab_html_cell_count(page, tally->score.wins);
    tab_html_cell_count(page, tally->score.draws);
    tab_html_cell_count(page, tally->score.losses);
    tab_html_take_cell(page, tab_tally_to_string(tally));
}

/* The farthest that a score went from ½ after its first games, so that all rows have one scale. */
static double find_reach(const TabResults *results)
{
    double reach = 0.05;
    for (guint engine = 0; engine < results->engines; engine++) {
        const GArray *points = results->series[engine].points;
        for (guint i = points->len / 10; i < points->len; i++)
            reach = MAX(reach, fabs(g_array_index(points, TabSeriesPoint, i).rate - 0.5));
    }
    return reach;
}

static void put_ratings(GString *page, const TabResults *results, const TabRating *ratings,
                        const guint *order)
{
    static const char *const headings[] = {"engine", "Elo",  "±",     "interval",  "games", "won",
                                           "drawn",  "lost", "score", "over time", NULL};
    guint engines = results->engines;
    double reach = find_reach(results), low = 0, high = 0; /* the same for all rows */
    for (guint i = 0; i < engines; i++) {
        double error = isfinite(ratings[i].error) ? ratings[i].error : 0;
        low = MIN(low, ratings[i].elo - error);
        high = MAX(high, ratings[i].elo + error);
    }
    tab_html_table_begin(page, "Ratings",
                         "Elo relative to the average of all, with 95 % intervals.", headings);
    for (guint i = 0; i < engines; i++) {
        const TabRating *rating = &ratings[order[i]];
        tab_html_row_begin(page, NULL, results->names[order[i]], NULL);
        tab_html_cell_number(page, rating->elo, 1);
        tab_html_cell_number(page, rating->error, 1);
        tab_report_interval_cell(page, low, high, rating);
        put_tally(page, &results->engine[order[i]].tally);
        tab_report_spark_cell(page, &results->series[order[i]], reach);
        tab_html_row_end(page);
    }
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

static void put_cross_table(GString *page, const TabResults *results, const guint *order)
{
    guint engines = results->engines;
    g_autoptr(GStrvBuilder) headings = g_strv_builder_new();
    g_strv_builder_add(headings, "engine");
    for (guint i = 0; i < engines; i++) {
        g_autofree char *number = g_strdup_printf("%u", i + 1);
        g_strv_builder_add(headings, number);
    }
    g_auto(GStrv) texts = g_strv_builder_end(headings);
    tab_html_table_begin(page, "Each against each", "Score of the row against the column in %.",
                         (const char *const *)texts);
    for (guint i = 0; i < engines; i++) {
        g_autofree char *number = g_strdup_printf("%u. ", i + 1);
        tab_html_row_begin(page, number, results->names[order[i]], NULL);
        for (guint j = 0; j < engines; j++)
            put_encounter(page, results, order[i], order[j]);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

static void put_tally_row(GString *page, const char *name, const char *after, const TabTally *tally)
{
    tab_html_row_begin(page, NULL, name, after);
    put_tally(page, tally);
    tab_html_row_end(page);
}

static void put_seats(GString *page, const TabResults *results)
{
    static const char *const headings[] = {"side", "games", "won", "drawn", "lost", "score", NULL};
    const TabMatchFigures *match = &results->match;
    tab_html_table_begin(page, "Seats", NULL, headings);
    put_tally_row(page, "White", NULL, &match->white);
    put_tally_row(page, "first mover", NULL, &match->first);
    for (guint i = 0; i < results->engines; i++) {
        for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
            TabTally tally = {.score = results->engine[i].seat[side]};
            put_tally_row(page, results->names[i], side == TAB_WHITE ? " as White" : " as Black",
                          &tally);
        }
    }
    tab_html_table_end(page);
}

static void put_luck_table(GString *page, const TabResults *results)
{
    const char *const headings[] = {"engine", "luck-adjusted",  "plain",
                                    "luck",   "width of plain", results->pairs ? "pairs" : "games",
                                    NULL};
    if (!tab_results_has_luck(results))
        return;
    tab_html_table_begin(page, NULL, NULL, headings);
    for (guint i = 0; i < results->engines; i++) {
        TabLuckFigures luck;
        if (!tab_results_get_luck(results, i, &luck))
            continue;
        tab_html_row_begin(page, NULL, results->names[i], NULL);
        tab_html_take_cell(page, tab_estimate_to_string(luck.adjusted));
        tab_html_take_cell(page, tab_plain_text_rate(luck.plain.mean, luck.plain_half_width));
        tab_html_take_cell(page, tab_estimate_to_string(luck.luck));
        tab_html_cell_number(page, luck.ratio, 2);
        tab_html_cell_count(page, luck.samples);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

/* "Lane 1836 (lane:columns=11)": the name for people, and what scripts use. */
static char *name_rules(const char *text)
{
    TabRuleset set;
    return tab_ruleset_parse(text, &set, NULL)
               ? g_strdup_printf("%s (%s)", tab_ruleset_preset_row(set.preset)->title, text)
               : g_strdup(text);
}

static void put_rules(GString *page, const TabResults *results)
{
    guint engines = results->engines;
    if (results->n_rules == 1)
        return;
    g_autoptr(GStrvBuilder) headings = g_strv_builder_new();
    g_strv_builder_add(headings, "rules");
    for (guint i = 0; i < engines; i++)
        g_strv_builder_add(headings, results->names[i]);
    g_auto(GStrv) texts = g_strv_builder_end(headings);
    tab_html_table_begin(page, "Rules", NULL, (const char *const *)texts);
    for (guint rules = 0; rules < results->n_rules; rules++) {
        g_autofree char *name = name_rules(results->rules[rules]);
        tab_html_row_begin(page, NULL, name, NULL);
        for (guint i = 0; i < engines; i++)
            tab_html_take_cell(page,
                               tab_tally_to_string(tab_results_get_rules_tally(results, rules, i)));
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

static void put_use(GString *page, const TabResults *results, gboolean times)
{
    const char *const headings[] = {
        "engine", "turns", "depth", "nodes a turn", times ? "ms a turn" : NULL, "longest ms", NULL};
    tab_html_table_begin(page, "Search", NULL, headings);
    for (guint i = 0; i < results->engines; i++) {
        const TabEngineFigures *engine = &results->engine[i];
        tab_html_row_begin(page, NULL, results->names[i], NULL);
        tab_html_cell_count(page, engine->turns);
        tab_html_cell_number(page, tab_mean((double)engine->depth_sum, engine->depth_turns), 1);
        tab_html_cell_number(page, tab_mean((double)engine->nodes_sum, engine->node_turns), 0);
        if (times) {
            tab_html_cell_number(page, tab_mean((double)engine->time_us / 1000, engine->turns), 1);
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

static void put_all_ends(GString *page, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
    const char *headings[TAB_N_RECORD_TERMINATIONS + 1] = {"games"};
    for (guint i = TAB_RECORD_NORMAL; i < TAB_N_RECORD_TERMINATIONS; i++)
        headings[i] = tab_record_termination_text(i);
    tab_html_table_begin(
        page, "How games ended",
        "An engine that loses by time, crash, silence, an illegal turn or a flood is "
        "at fault.",
        headings);
    put_ends(page, NULL, "all", match->ends);
    put_ends(page, NULL, "drawn", match->draws);
    for (guint i = 0; i < results->engines; i++)
        put_ends(page, "lost by ", results->names[i], results->engine[i].lost_by);
    tab_html_table_end(page);
}

static void put_settings(GString *page, const char *const *settings)
{
    static const char *const headings[] = {"setting", "value", NULL};
    if (!settings || !*settings)
        return;
    tab_html_heading(page, "Settings", NULL);
    g_string_append(page, "<div class=\"settings\">\n");
    tab_html_table_begin(page, NULL, NULL, headings);
    for (; settings[0]; settings += 2) {
        tab_html_row_begin(page, NULL, settings[0], NULL);
        tab_html_cell(page, settings[1]);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
    g_string_append(page, "</div>\n");
}

/* The page. */

/* Everything that takes a game with a result. */
static void put_results(GString *page, const TabResults *results, const TabResultsInfo *info)
{
    guint engines = results->engines;
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    tab_results_get_ratings(results, ratings, order);
    if (engines == 2)
        put_score(page, results);
    else
        put_leader(page, results, ratings, order);
    put_figures(page, results);
    if (engines > 2) {
        put_ratings(page, results, ratings, order);
        put_cross_table(page, results, order);
    }
    tab_report_score_plot(page, results);
    tab_report_sprt_plot(page, results);
    tab_report_luck_plot(page, results);
    put_luck_table(page, results);
    tab_report_lengths_plot(page, results);
    put_seats(page, results);
    put_rules(page, results);
    put_use(page, results, info->times);
    put_all_ends(page, results);
}

char *tab_report_to_html(const TabResults *results, const TabResultsInfo *info)
{
    GString *page = g_string_new(NULL);
    g_autofree char *title = page_title(results, info);
    tab_html_page_begin(page, title, "");
    if (results->match.turns.n)
        put_results(page, results, info);
    else
        g_string_append(page, "<p>No game is finished.</p>\n");
    put_settings(page, info->settings);
    tab_html_page_end(page);
    return g_string_free(page, FALSE);
}

gboolean tab_report_write(const TabResults *results, const TabResultsInfo *info, const char *path,
                          GError **error)
{
    g_autofree char *html = tab_report_to_html(results, info);
    return tab_output_file_replace(path, html, -1, error);
}
