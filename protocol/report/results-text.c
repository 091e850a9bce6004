// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the results for a terminal: a line for each thing to know, tables for many engines.
#include "protocol/report/report.h"

#include <math.h>

#include "protocol/text/plain-text.h"

#define NAME_COLUMNS 32 /* of a name in a table */

char *tab_results_score_line(const TabResults *results, guint engine)
{
    const TabTally *tally = &results->engine[engine].tally;
    return tab_score_to_string(&tally->score, results->names[engine], tab_tally_half_width(tally));
}

/* Engines whose view is told: of two the first, the other's is the same. */
static guint count_shown(const TabResults *results)
{
    guint engines = results->engines;
    return engines == 2 ? 1 : engines;
}

char *tab_results_score_lines(const TabResults *results)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < count_shown(results); i++) {
        g_autofree char *line = tab_results_score_line(results, i);
        g_string_append_printf(text, "%s\n", line);
    }
    return g_string_free(text, FALSE);
}

char *tab_results_fault_lines(const TabResults *results)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < results->engines; i++) {
        guint faults = tab_engine_figures_faults(&results->engine[i]);
        if (faults)
            g_string_append_printf(text, "faults %s %u\n", results->names[i], faults);
    }
    return g_string_free(text, FALSE);
}

const char *tab_results_verdict_text(TabSprtVerdict verdict)
{
    static const char *const texts[] = {
        [TAB_SPRT_UNDECIDED] = "undecided", [TAB_SPRT_H0] = "H0", [TAB_SPRT_H1] = "H1"};
    return texts[verdict];
}

static void append_pairs(const TabTally *tally, GString *text)
{
    const guint *n = tally->pairs.n;
    if (!tab_pair_score_pairs(&tally->pairs))
        return;
    g_string_append_printf(text, "pairs %u %u %u %u %u (of 0, ½, 1, 1½, 2 points)", n[0], n[1],
                           n[2], n[3], n[4]);
    double ratio = tab_tally_variance_ratio(tally);
    if (isfinite(ratio)) {
        g_string_append(text, ", variance ");
        tab_plain_text_append_number(text, ratio, 2, FALSE);
        g_string_append(text, " of single games'");
    }
    g_string_append_c(text, '\n');
}

static void append_sprt(const TabResults *results, GString *text)
{
    TabSprtState state;
    if (!tab_results_get_sprt(results, &state))
        return;
    g_autofree char *settings = tab_sprt_to_string(&state.sprt);
    g_string_append(text, "SPRT llr ");
    tab_plain_text_append_number(text, state.llr, 2, FALSE);
    g_string_append(text, " (");
    tab_plain_text_append_number(text, state.lower, 2, FALSE);
    g_string_append(text, ", ");
    tab_plain_text_append_number(text, state.upper, 2, FALSE);
    g_string_append_printf(text, ") %s", tab_results_verdict_text(state.verdict));
    if (state.games)
        g_string_append_printf(text, " after %u games", state.games);
    g_string_append_printf(text, ", %s\n", settings);
}

/* What is told of two engines: the first one's difference, with its error and what that says. */
static void append_difference(const TabResults *results, GString *text)
{
    const TabTally *tally = &results->engine[0].tally;
    TabEloInterval interval = tab_tally_elo(tally);
    g_autofree char *elo = tab_elo_interval_to_string(&interval);
    g_autofree char *los = tab_plain_text_number(100 * tab_tally_los(tally), 1);
    g_string_append_printf(text, "Elo %s\nLOS %s%%\n", elo, los);
    append_pairs(tally, text);
    append_sprt(results, text);
}

static char *cell_rate(const TabTally *tally)
{
    return tab_score_games(&tally->score) ? tab_plain_text_number(100 * tab_tally_rate(tally), 1)
                                          : g_strdup("");
}

static void take_head(TabTextTable *table, const char *const *words)
{
    for (; *words; words++)
        tab_text_table_take(table, g_strdup(*words));
}

static void take_number(TabTextTable *table, double number, guint decimals)
{
    tab_text_table_take(table,
                        isnan(number) ? g_strdup("") : tab_plain_text_number(number, decimals));
}

/* Names may be of any length; the score lines tell them whole. */
static void take_name(TabTextTable *table, const TabResults *results, guint engine)
{
    tab_text_table_take(table, tab_plain_text_cut(results->names[engine], NAME_COLUMNS));
}

static void append_cross_table(const TabResults *results, GString *text)
{
    guint engines = results->engines;
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    tab_results_get_ratings(results, ratings, order);
    g_autoptr(TabTextTable) table = tab_text_table_new(6 + engines, 2);
    take_head(table, (const char *const[]){"#", "engine", "Elo", "±", "games", "%", NULL});
    for (guint i = 0; i < engines; i++)
        tab_text_table_take(table, g_strdup_printf("%u", i + 1));
    for (guint i = 0; i < engines; i++) {
        guint engine = order[i];
        tab_text_table_take(table, g_strdup_printf("%u", i + 1));
        take_name(table, results, engine);
        take_number(table, ratings[engine].elo, 1);
        take_number(table, ratings[engine].error, 1);
        tab_text_table_take(table, g_strdup_printf("%u", ratings[engine].games));
        tab_text_table_take(table, cell_rate(&results->engine[engine].tally));
        for (guint j = 0; j < engines; j++) {
            TabTally met = {0};
            if (j != i)
                met = tab_results_get_encounter(results, engine, order[j]);
            tab_text_table_take(table, j == i ? g_strdup("·") : cell_rate(&met));
        }
    }
    tab_text_table_append(table, text);
}

static void take_luck_row(TabTextTable *table, const TabResults *results, guint engine)
{
    TabLuckFigures luck;
    if (!tab_results_get_luck(results, engine, &luck))
        return;
    take_name(table, results, engine);
    tab_text_table_take(table, tab_estimate_to_string(luck.adjusted));
    tab_text_table_take(table, tab_plain_text_rate(luck.plain.mean, luck.plain_half_width));
    take_number(table, luck.ratio, 2);
    tab_text_table_take(table, tab_estimate_to_string(luck.luck));
    tab_text_table_take(table, g_strdup_printf("%" G_GUINT64_FORMAT, luck.samples));
}

/* The luck-adjusted score of the first of two engines as Elo. */
static void append_adjusted_elo(const TabResults *results, GString *text)
{
    TabLuckFigures luck;
    if (!tab_results_get_luck(results, 0, &luck))
        return;
    TabEloInterval interval = tab_elo_interval(luck.adjusted.mean, TAB_Z95 * luck.adjusted.se);
    g_autofree char *elo = tab_elo_interval_to_string(&interval);
    g_string_append_printf(text, "luck-adjusted Elo %s\n", elo);
}

/* Scores less luck, beside the same games' scores as they are. */
static void append_luck(const TabResults *results, GString *text)
{
    if (!tab_results_has_luck(results))
        return;
    g_autoptr(TabTextTable) table = tab_text_table_new(6, 1);
    take_head(table, (const char *const[]){"engine", "luck-adjusted", "plain", "width", "luck",
                                           results->pairs ? "pairs" : "games", NULL});
    for (guint i = 0; i < count_shown(results); i++)
        take_luck_row(table, results, i);
    tab_text_table_append(table, text);
    if (results->engines == 2)
        append_adjusted_elo(results, text);
    double correlation = tab_moments2_correlation(&results->match.luck_by_game);
    if (isfinite(correlation)) {
        g_string_append(text, "luck and result correlate ");
        tab_plain_text_append_number(text, correlation, 2, TRUE);
        g_string_append_c(text, '\n');
    }
}

static void append_rules(const TabResults *results, GString *text)
{
    guint n = results->n_rules;
    if (n == 1)
        return;
    g_autoptr(TabTextTable) table = tab_text_table_new(1 + count_shown(results), 1);
    tab_text_table_take(table, g_strdup("rules"));
    for (guint i = 0; i < count_shown(results); i++)
        take_name(table, results, i);
    for (guint rules = 0; rules < n; rules++) {
        tab_text_table_take(table, g_strdup(results->rules[rules]));
        for (guint i = 0; i < count_shown(results); i++)
            tab_text_table_take(
                table, tab_tally_to_string(tab_results_get_rules_tally(results, rules, i)));
    }
    tab_text_table_append(table, text);
}

static void append_ends(const char *what, const guint n[TAB_N_RECORD_TERMINATIONS], guint from,
                        guint to, GString *text)
{
    guint total = 0;
    for (guint i = from; i <= to; i++)
        total += n[i];
    if (!total)
        return;
    g_string_append_printf(text, "%s %u:", what, total);
    const char *separator = " ";
    for (guint i = from; i <= to; i++)
        if (n[i]) {
            const char *name = tab_record_termination_text(i);
            g_string_append_printf(text, "%s%s %u", separator, name ? name : "-", n[i]);
            separator = ", ";
        }
    g_string_append_c(text, '\n');
}

static void append_games(const TabMatchFigures *match, GString *text)
{
    if (match->turns.n) {
        g_autofree char *first = tab_tally_to_string(&match->first);
        g_autofree char *white = tab_tally_to_string(&match->white);
        g_string_append_printf(text, "first mover %s\nWhite %s\nturns a game ", first, white);
        tab_plain_text_append_number(text, match->turns.mean, 1, FALSE);
        g_string_append_printf(text, " (%u to %u)\n", match->shortest, match->longest);
    }
    append_ends("drawn", match->draws, TAB_RECORD_NOT_SAID, TAB_N_RECORD_TERMINATIONS - 1, text);
    append_ends("ended early", match->ends, TAB_RECORD_ADJUDICATION, TAB_RECORD_RESIGN, text);
    if (match->undecided)
        g_string_append_printf(text, "without result %u\n", match->undecided);
}

/* What the engines spent on their turns. */
static void append_use(const TabResults *results, gboolean times, GString *text)
{
    g_autoptr(TabTextTable) table = tab_text_table_new(times ? 6 : 4, 1);
    take_head(table, (const char *const[]){"engine", "turns", "depth", "nodes/turn",
                                           times ? "ms/turn" : NULL, "longest", NULL});
    for (guint i = 0; i < results->engines; i++) {
        const TabEngineFigures *engine = &results->engine[i];
        take_name(table, results, i);
        tab_text_table_take(table, g_strdup_printf("%" G_GUINT64_FORMAT, engine->turns));
        take_number(table, tab_mean((double)engine->depth_sum, engine->depth_turns), 1);
        take_number(table, tab_mean((double)engine->nodes_sum, engine->node_turns), 0);
        if (times) {
            take_number(table, tab_mean((double)engine->time_us / 1000, engine->turns), 1);
            take_number(table, (double)engine->longest_us / 1000, 1);
        }
    }
    tab_text_table_append(table, text);
}

static void append_faults(const TabResults *results, GString *text)
{
    for (guint i = 0; i < results->engines; i++) {
        g_autofree char *what = g_strdup_printf("faults of %s", results->names[i]);
        append_ends(what, results->engine[i].lost_by, TAB_RECORD_TIME,
                    TAB_N_RECORD_TERMINATIONS - 1, text);
    }
}

char *tab_results_to_text(const TabResults *results, gboolean times)
{
    g_autofree char *lines = tab_results_score_lines(results);
    GString *text = g_string_new(lines);
    if (results->engines == 2)
        append_difference(results, text);
    else
        append_cross_table(results, text);
    append_luck(results, text);
    append_rules(results, text);
    append_games(&results->match, text);
    append_use(results, times, text);
    append_faults(results, text);
    return g_string_free(text, FALSE);
}
