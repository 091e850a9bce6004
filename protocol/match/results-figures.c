// SPDX-License-Identifier: GPL-3.0-or-later
// Reads figures off the results: what was counted, and what follows from it.
#include <math.h>

#include "protocol/match/results-private.h"

double tab_results_compute_llr(const TabResults *results)
{
    const TabTally *tally = &results->encounters[0];
    return results->pairs ? tab_sprt_llr(&results->sprt, &tally->pairs)
                          : tab_sprt_llr_games(&results->sprt, &tally->score);
}

guint tab_results_get_engines(const TabResults *results)
{
    return results->engines;
}

const char *tab_results_get_name(const TabResults *results, guint engine)
{
    g_return_val_if_fail(engine < results->engines, NULL);
    return results->names[engine];
}

guint tab_results_get_n_rules(const TabResults *results)
{
    return results->n_rules;
}

const char *tab_results_get_rules(const TabResults *results, guint rules)
{
    g_return_val_if_fail(rules < results->n_rules, NULL);
    return results->rules[rules];
}

gboolean tab_results_get_pairs(const TabResults *results)
{
    return results->pairs;
}

guint tab_results_get_total_games(const TabResults *results)
{
    return results->total_games;
}

const TabMatchFigures *tab_results_get_match(const TabResults *results)
{
    return &results->match;
}

const TabEngineFigures *tab_results_get_engine(const TabResults *results, guint engine)
{
    g_return_val_if_fail(engine < results->engines, NULL);
    return &results->engine[engine];
}

guint tab_engine_figures_faults(const TabEngineFigures *figures)
{
    guint faults = 0;
    for (guint i = TAB_RECORD_TIME; i < TAB_N_RECORD_TERMINATIONS; i++)
        faults += figures->lost_by[i];
    return faults;
}

TabTally tab_results_get_encounter(const TabResults *results, guint engine, guint other)
{
    g_return_val_if_fail(engine < results->engines && other < results->engines && engine != other,
                         (TabTally){0});
    const TabTally *tally =
        tab_results_find_encounter(results, MIN(engine, other), MAX(engine, other));
    return engine < other ? *tally : tab_tally_reversed(tally);
}

const TabTally *tab_results_get_rules_tally(const TabResults *results, guint rules, guint engine)
{
    g_return_val_if_fail(rules < results->n_rules && engine < results->engines, NULL);
    return &results->by_rules[rules * results->engines + engine];
}

gboolean tab_results_get_sprt(const TabResults *results, TabSprtState *state)
{
    if (!results->has_sprt)
        return FALSE;
    *state = (TabSprtState){.sprt = results->sprt,
                            .llr = tab_results_compute_llr(results),
                            .verdict = results->verdict,
                            .games = results->verdict_games};
    tab_sprt_bounds(&results->sprt, &state->lower, &state->upper);
    return TRUE;
}

gboolean tab_results_get_luck(const TabResults *results, guint engine, TabLuckFigures *figures)
{
    g_return_val_if_fail(engine < results->engines, FALSE);
    const TabMoments2 *luck = &results->engine[engine].luck;
    if (luck->n < 2)
        return FALSE;
    TabMoments x = tab_moments2_x(luck), y = tab_moments2_y(luck);
    double variance =
        tab_moments_variance(&x) + tab_moments_variance(&y) - 2 * tab_moments2_covariance(luck);
    *figures =
        (TabLuckFigures){.samples = luck->n,
                         .plain = tab_moments_estimate(&x),
                         .luck = tab_moments_estimate(&y),
                         .adjusted = {x.mean - y.mean, sqrt(MAX(variance, 0) / (double)luck->n)},
                         .correlation = tab_moments2_correlation(&results->match.luck_by_game)};
    figures->ratio = figures->plain.se > 0 ? figures->adjusted.se / figures->plain.se : NAN;
    return TRUE;
}

static void add_clusters(TabRatings *ratings, guint low, guint high, const TabTally *tally)
{
    for (guint k = 0; k < 5; k++)
        for (guint i = 0; i < tally->pairs.n[k]; i++)
            tab_ratings_add(ratings, low, high, 2, 0.5 * k);
    const guint single[3] = {tally->unpaired.losses, tally->unpaired.draws, tally->unpaired.wins};
    for (guint k = 0; k < 3; k++)
        for (guint i = 0; i < single[k]; i++)
            tab_ratings_add(ratings, low, high, 1, 0.5 * k);
}

void tab_results_get_ratings(const TabResults *results, TabRating *ratings, guint *order)
{
    g_autoptr(TabRatings) all = tab_ratings_new(results->engines);
    for (guint high = 1; high < results->engines; high++)
        for (guint low = 0; low < high; low++)
            add_clusters(all, low, high, tab_results_find_encounter(results, low, high));
    tab_ratings_compute(all, ratings);
    for (guint i = 0; i < results->engines; i++) {
        guint at = i;
        for (; at > 0 && ratings[order[at - 1]].elo < ratings[i].elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

const TabSeries *tab_results_get_series(const TabResults *results, guint engine)
{
    g_return_val_if_fail(engine < results->engines, NULL);
    return &results->series[engine];
}
