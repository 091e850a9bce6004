// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the JSON of the results; its schema stands in data/tab-match-results.schema.json.
#include "protocol/report/report.h"

#include <math.h>

#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"
#include "protocol/files/output-file.h"

/* Changes when a reader of the one before would misread the new one. */
#define FORMAT_VERSION 1
/* Points of the course of a score; the results know more. */
#define HISTORY 100

static void add_score(JsonBuilder *builder, const char *name, const TabScore *score)
{
    tab_json_begin_object(builder, name);
    tab_json_put_count(builder, "wins", score->wins);
    tab_json_put_count(builder, "losses", score->losses);
    tab_json_put_count(builder, "draws", score->draws);
    json_builder_end_object(builder);
}

static void add_interval(JsonBuilder *builder, const char *name, double mean, double half_width)
{
    tab_json_begin_object(builder, name);
    tab_json_put_number(builder, "mean", mean);
    tab_json_put_number(builder, "error", half_width);
    json_builder_end_object(builder);
}

static void add_estimate(JsonBuilder *builder, const char *name, TabEstimate estimate)
{
    add_interval(builder, name, estimate.mean, TAB_Z95 * estimate.se);
}

/* Members of an object that tells of one side of some games. */
static void add_tally(JsonBuilder *builder, const TabResults *results, const TabTally *tally)
{
    add_score(builder, "score", &tally->score);
    gboolean known = tab_score_games(&tally->score) > 0;
    tab_json_put_number(builder, "rate", known ? tab_tally_rate(tally) : NAN);
    tab_json_put_number(builder, "rate_error", known ? tab_tally_half_width(tally) : NAN);
    if (!results->pairs)
        return;
    tab_json_begin_array(builder, "pairs");
    for (guint k = 0; k < 5; k++)
        json_builder_add_int_value(builder, tally->pairs.n[k]);
    json_builder_end_array(builder);
}

/* How many of each termination. */
static void add_ends(JsonBuilder *builder, const char *name, const guint *n)
{
    tab_json_begin_object(builder, name);
    for (guint i = TAB_RECORD_NORMAL; i < TAB_N_RECORD_TERMINATIONS; i++)
        tab_json_put_count(builder, tab_record_termination_text(i), n[i]);
    json_builder_end_object(builder);
}

static void add_settings(JsonBuilder *builder, const TabResultsInfo *info)
{
    tab_json_begin_object(builder, "settings");
    for (const char *const *setting = info->settings; setting && *setting; setting += 2) {
        g_autofree char *name = g_utf8_make_valid(setting[0], -1);
        tab_json_put_text(builder, name, setting[1]);
    }
    json_builder_end_object(builder);
}

static void add_use(JsonBuilder *builder, const TabEngineFigures *engine, gboolean times)
{
    tab_json_put_count(builder, "turns", engine->turns);
    tab_json_put_number(builder, "depth", tab_mean((double)engine->depth_sum, engine->depth_turns));
    tab_json_put_number(builder, "nodes_per_turn",
                        tab_mean((double)engine->nodes_sum, engine->node_turns));
    if (!times)
        return;
    tab_json_put_number(builder, "ms_per_turn",
                        tab_mean((double)engine->time_us / 1000, engine->turns));
    tab_json_put_number(builder, "longest_ms", (double)engine->longest_us / 1000);
}

static void add_engine_luck(JsonBuilder *builder, const TabResults *results, guint engine)
{
    TabLuckFigures luck;
    if (!tab_json_begin_known(builder, "luck", tab_results_get_luck(results, engine, &luck)))
        return;
    tab_json_put_count(builder, "samples", luck.samples);
    add_interval(builder, "plain", luck.plain.mean, luck.plain_half_width);
    add_estimate(builder, "luck", luck.luck);
    add_estimate(builder, "adjusted", luck.adjusted);
    tab_json_put_number(builder, "width_ratio", luck.ratio);
    json_builder_end_object(builder);
}

/* Every k-th point of the series, and the last. */
static void add_history(JsonBuilder *builder, const TabSeries *series, gboolean sprt)
{
    guint n = series->points->len, step = MAX(1, (n + HISTORY - 1) / HISTORY);
    tab_json_begin_array(builder, "history");
    for (guint i = n ? (n - 1) % step : 0; i < n; i += step) {
        const TabSeriesPoint *point = &g_array_index(series->points, TabSeriesPoint, i);
        json_builder_begin_array(builder);
        json_builder_add_int_value(builder, point->games);
        tab_json_add_number(builder, point->rate);
        tab_json_add_number(builder, point->half_width);
        if (sprt)
            tab_json_add_number(builder, point->llr);
        json_builder_end_array(builder);
    }
    json_builder_end_array(builder);
}

static void add_engine(JsonBuilder *builder, const TabResults *results, guint i, gboolean times)
{
    const TabEngineFigures *engine = &results->engine[i];
    TabSprtState sprt;
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "name", results->names[i]);
    add_tally(builder, results, &engine->tally);
    add_score(builder, "as_white", &engine->seat[TAB_WHITE]);
    add_score(builder, "as_black", &engine->seat[TAB_BLACK]);
    add_ends(builder, "lost_by", engine->lost_by);
    tab_json_put_count(builder, "faults", tab_engine_figures_faults(engine));
    add_use(builder, engine, times);
    add_engine_luck(builder, results, i);
    add_history(builder, &results->series[i], tab_results_get_sprt(results, &sprt));
    json_builder_end_object(builder);
}

static void add_encounter(JsonBuilder *builder, const TabResults *results, guint a, guint b,
                          const TabTally *tally)
{
    TabEloInterval elo = tab_tally_elo(tally);
    json_builder_begin_object(builder);
    tab_json_begin_array(builder, "engines");
    json_builder_add_int_value(builder, a);
    json_builder_add_int_value(builder, b);
    json_builder_end_array(builder);
    add_tally(builder, results, tally);
    tab_json_begin_object(builder, "elo");
    tab_json_put_number(builder, "value", elo.elo);
    tab_json_put_number(builder, "low", elo.low);
    tab_json_put_number(builder, "high", elo.high);
    json_builder_end_object(builder);
    tab_json_put_number(builder, "los", tab_tally_los(tally));
    if (results->pairs)
        tab_json_put_number(builder, "variance_ratio", tab_tally_variance_ratio(tally));
    json_builder_end_object(builder);
}

static void add_ratings(JsonBuilder *builder, const TabResults *results)
{
    guint engines = results->engines;
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    tab_results_get_ratings(results, ratings, order);
    tab_json_begin_array(builder, "ratings");
    for (guint i = 0; i < engines; i++) {
        const TabRating *rating = &ratings[order[i]];
        json_builder_begin_object(builder);
        tab_json_put_count(builder, "engine", order[i]);
        tab_json_put_text(builder, "name", results->names[order[i]]);
        tab_json_put_number(builder, "elo", rating->elo);
        tab_json_put_number(builder, "error", rating->error);
        tab_json_put_count(builder, "games", rating->games);
        tab_json_put_number(builder, "points", rating->points);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
}

static void add_sprt(JsonBuilder *builder, const TabResults *results)
{
    TabSprtState state;
    if (!tab_json_begin_known(builder, "sprt", tab_results_get_sprt(results, &state)))
        return;
    tab_json_put_number(builder, "elo0", state.sprt.elo0);
    tab_json_put_number(builder, "elo1", state.sprt.elo1);
    tab_json_put_number(builder, "alpha", state.sprt.alpha);
    tab_json_put_number(builder, "beta", state.sprt.beta);
    tab_json_put_text(builder, "model",
                      state.sprt.model == TAB_SPRT_NORMALIZED ? "normalized" : "logistic");
    tab_json_put_number(builder, "llr", state.llr);
    tab_json_put_number(builder, "lower", state.lower);
    tab_json_put_number(builder, "upper", state.upper);
    tab_json_put_text(builder, "verdict", tab_results_verdict_text(state.verdict));
    if (state.games)
        tab_json_put_count(builder, "decided_after", state.games);
    json_builder_end_object(builder);
}

static void add_rules(JsonBuilder *builder, const TabResults *results)
{
    tab_json_begin_array(builder, "rules");
    for (guint rules = 0; rules < results->n_rules; rules++) {
        json_builder_begin_object(builder);
        tab_json_put_text(builder, "rules", results->rules[rules]);
        tab_json_begin_array(builder, "engines");
        for (guint i = 0; i < results->engines; i++) {
            json_builder_begin_object(builder);
            add_tally(builder, results, tab_results_get_rules_tally(results, rules, i));
            json_builder_end_object(builder);
        }
        json_builder_end_array(builder);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
}

/* The bins that are not empty at either end; the parts of the stack together. */
static void add_histogram(JsonBuilder *builder, const TabHistogram *histogram)
{
    guint first, end;
    tab_histogram_range(histogram, &first, &end);
    tab_json_begin_object(builder, "histogram");
    tab_json_put_number(builder, "from", end ? tab_histogram_edge(histogram, first) : 0);
    tab_json_put_number(builder, "width", histogram->width);
    tab_json_begin_array(builder, "counts");
    for (guint i = first; i < end; i++)
        json_builder_add_int_value(builder, tab_histogram_total(histogram, i));
    json_builder_end_array(builder);
    json_builder_end_object(builder);
}

static void add_games(JsonBuilder *builder, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
    tab_json_begin_object(builder, "games");
    tab_json_put_count(builder, "planned", results->total_games);
    tab_json_put_count(builder, "played", match->games);
    tab_json_put_count(builder, "undecided", match->undecided);
    add_ends(builder, "ended_by", match->ends);
    add_ends(builder, "drawn_by", match->draws);
    tab_json_begin_object(builder, "white");
    add_tally(builder, results, &match->white);
    json_builder_end_object(builder);
    tab_json_begin_object(builder, "first_mover");
    add_tally(builder, results, &match->first);
    json_builder_end_object(builder);
    tab_json_begin_object(builder, "turns");
    tab_json_put_number(builder, "mean", match->turns.n ? match->turns.mean : NAN);
    tab_json_put_number(builder, "deviation", sqrt(tab_moments_variance(&match->turns)));
    tab_json_put_count(builder, "least", match->shortest);
    tab_json_put_count(builder, "most", match->longest);
    add_histogram(builder, &match->lengths);
    json_builder_end_object(builder);
    json_builder_end_object(builder);
}

static void add_luck(JsonBuilder *builder, const TabResults *results)
{
    const TabMatchFigures *match = &results->match;
    if (!tab_json_begin_known(builder, "luck", match->luck_by_game.n > 0))
        return;
    tab_json_put_count(builder, "games", match->luck_by_game.n);
    tab_json_put_number(builder, "correlation", tab_moments2_correlation(&match->luck_by_game));
    add_estimate(builder, "white", tab_moments_estimate(&match->white_luck));
    add_histogram(builder, &match->luck);
    json_builder_end_object(builder);
}

JsonNode *tab_results_to_json(const TabResults *results, const TabResultsInfo *info)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "format", "tab-match-results");
    tab_json_put_count(builder, "version", FORMAT_VERSION);
    tab_json_put_text(builder, "program", "tab-match " TAB_VERSION);
    tab_json_put_text(builder, "title", info->title);
    add_settings(builder, info);
    json_builder_set_member_name(builder, "paired");
    json_builder_add_boolean_value(builder, results->pairs);
    add_games(builder, results);
    tab_json_begin_array(builder, "engines");
    for (guint i = 0; i < results->engines; i++)
        add_engine(builder, results, i, info->times);
    json_builder_end_array(builder);
    tab_json_begin_array(builder, "encounters");
    for (guint a = 0; a < results->engines; a++)
        for (guint b = a + 1; b < results->engines; b++) {
            TabTally tally = tab_results_get_encounter(results, a, b);
            if (tab_score_games(&tally.score))
                add_encounter(builder, results, a, b, &tally);
        }
    json_builder_end_array(builder);
    add_ratings(builder, results);
    add_rules(builder, results);
    add_sprt(builder, results);
    add_luck(builder, results);
    json_builder_end_object(builder);
    return json_builder_get_root(builder);
}

gboolean tab_results_write_json(const TabResults *results, const TabResultsInfo *info,
                                const char *path, GError **error)
{
    JsonNode *root = tab_results_to_json(results, info);
    g_autofree char *text = tab_json_text(root);
    json_node_unref(root);
    return tab_output_file_replace(path, text, -1, error);
}
