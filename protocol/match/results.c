// SPDX-License-Identifier: GPL-3.0-or-later
// Adds games one by one to all the figures that they count for, pairs when their second game comes.
#include "protocol/match/results.h"

#include <math.h>

#include "protocol/text/plain-text.h"

/* Points of a series: enough for a plot of the whole page's width, and for one in a row of a table.
 */
#define SERIES_LONG 2000
#define SERIES_SHORT 200

#define LENGTH_BIN 1.0
#define LUCK_BIN (1.0 / 64)

/* Of two engines, low < high. */
static TabTally *find_encounter(const TabResults *results, guint low, guint high)
{
    return &results->encounters[(gsize)high * (high - 1) / 2 + low];
}

/* The log-likelihood ratio of a match with an SPRT. */
static double compute_llr(const TabResults *results)
{
    const TabTally *tally = &results->encounters[0];
    return results->pairs ? tab_sprt_llr(&results->sprt, &tally->pairs)
                          : tab_sprt_llr_games(&results->sprt, &tally->score);
}

/* Names come from command lines and engines, and go to terminals and pages. */
static char **copy_plain(const char *const *names, guint n)
{
    char **copy = g_new0(char *, n + 1);
    for (guint i = 0; i < n; i++)
        copy[i] = tab_plain_text(names[i]);
    return copy;
}

TabResults *tab_results_new(const TabResultsSetup *setup)
{
    g_return_val_if_fail(setup->engines >= 2 && setup->n_rules >= 1, NULL);
    g_return_val_if_fail(!setup->sprt || setup->engines == 2, NULL);
    TabResults *results = g_new0(TabResults, 1);
    results->engines = setup->engines;
    results->names = copy_plain(setup->names, setup->engines);
    results->n_rules = setup->n_rules;
    results->rules = copy_plain(setup->rules, setup->n_rules);
    results->pairs = setup->pairs;
    results->total_games = setup->total_games;
    results->has_sprt = setup->sprt != NULL;
    if (setup->sprt)
        results->sprt = *setup->sprt;
    results->match.lengths.width = LENGTH_BIN;
    results->match.luck.width = LUCK_BIN;
    results->engine = g_new0(TabEngineFigures, setup->engines);
    results->series = g_new0(TabSeries, setup->engines);
    for (guint i = 0; i < setup->engines; i++)
        tab_series_init(&results->series[i], setup->engines == 2 ? SERIES_LONG : SERIES_SHORT);
    results->encounters = g_new0(TabTally, (gsize)setup->engines * (setup->engines - 1) / 2);
    results->by_rules = g_new0(TabTally, (gsize)setup->n_rules * setup->engines);
    return results;
}

TabResults *tab_results_new_for_plan(const TabMatchPlan *plan)
{
    const TabResultsSetup setup = {
        .engines = plan->schedule.engines,
        .names = (const char *const *)plan->names,
        .rules = (const char *const *)plan->rules,
        .n_rules = plan->schedule.rules,
        .pairs = plan->schedule.pairs,
        .total_games = tab_schedule_games(&plan->schedule),
        .sprt = plan->has_sprt ? &plan->sprt : NULL,
    };
    return tab_results_new(&setup);
}

void tab_results_free(TabResults *results)
{
    for (guint i = 0; i < results->engines; i++)
        tab_series_clear(&results->series[i]);
    g_strfreev(results->names);
    g_strfreev(results->rules);
    g_free(results->engine);
    g_free(results->series);
    g_free(results->encounters);
    g_free(results->by_rules);
    g_free(results);
}

/* The points, or the luck, of an engine that played the game. */
static double engine_points(const TabResultsGame *game, guint engine)
{
    return game->engine[TAB_WHITE] == engine ? game->points : 1 - game->points;
}

static double engine_luck(const TabResultsGame *game, guint engine)
{
    return game->engine[TAB_WHITE] == engine ? game->luck : -game->luck;
}

static double first_points(const TabResultsGame *game)
{
    return game->first == TAB_WHITE ? game->points : 1 - game->points;
}

static void add_use(TabEngineFigures *engine, const TabSeatUse *use)
{
    engine->turns += use->turns;
    engine->time_us += use->time_us;
    engine->longest_us = MAX(engine->longest_us, use->longest_us);
    engine->depth_sum += use->depth_sum;
    engine->depth_turns += use->depth_turns;
    engine->nodes_sum += use->nodes_sum;
    engine->node_turns += use->node_turns;
}

static void add_points(TabResults *results, const TabResultsGame *game)
{
    guint low = MIN(game->engine[0], game->engine[1]), high = MAX(game->engine[0], game->engine[1]);
    tab_tally_add_game(find_encounter(results, low, high), engine_points(game, low));
    tab_tally_add_game(&results->match.white, game->points);
    tab_tally_add_game(&results->match.first, first_points(game));
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        guint engine = game->engine[side];
        double points = engine_points(game, engine);
        tab_tally_add_game(&results->engine[engine].tally, points);
        tab_tally_add_game(&results->by_rules[game->rules * results->engines + engine], points);
        TabScore *seat = &results->engine[engine].seat[side];
        seat->wins += points == 1;
        seat->draws += points == 0.5;
        seat->losses += points == 0;
    }
}

/* A sample of the luck: a pair or, as its own second game, a single one. */
static void add_luck_sample(TabResults *results, const TabResultsGame *a, const TabResultsGame *b)
{
    if (!a->has_luck || !b->has_luck)
        return;
    tab_moments_add(&results->match.white_luck, (a->luck + b->luck) / 2);
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        guint engine = a->engine[side];
        tab_moments2_add(&results->engine[engine].luck,
                         (engine_points(a, engine) + engine_points(b, engine)) / 2,
                         (engine_luck(a, engine) + engine_luck(b, engine)) / 2);
    }
}

static void add_both_games(TabResults *results, const TabResultsGame *a, const TabResultsGame *b)
{
    guint low = MIN(a->engine[0], a->engine[1]), high = MAX(a->engine[0], a->engine[1]);
    tab_tally_add_pair(find_encounter(results, low, high), engine_points(a, low),
                       engine_points(b, low));
    tab_tally_add_pair(&results->match.white, a->points, b->points);
    tab_tally_add_pair(&results->match.first, first_points(a), first_points(b));
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        guint engine = a->engine[side];
        double of_a = engine_points(a, engine), of_b = engine_points(b, engine);
        tab_tally_add_pair(&results->engine[engine].tally, of_a, of_b);
        tab_tally_add_pair(&results->by_rules[a->rules * results->engines + engine], of_a, of_b);
    }
    add_luck_sample(results, a, b);
}

/* After a pair, or after a game without pairs: the next step of test and series. */
static void step_on(TabResults *results, const TabResultsGame *game)
{
    double llr = results->has_sprt ? compute_llr(results) : 0;
    if (results->has_sprt && results->verdict == TAB_SPRT_UNDECIDED) {
        results->verdict = tab_sprt_verdict(&results->sprt, llr);
        if (results->verdict != TAB_SPRT_UNDECIDED)
            results->verdict_games = results->match.games;
    }
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        const TabTally *tally = &results->engine[game->engine[side]].tally;
        TabSeries *series = &results->series[game->engine[side]];
        if (tab_series_step(series))
            tab_series_add(series, &(TabSeriesPoint){.games = tab_score_games(&tally->score),
                                                     .rate = tab_tally_rate(tally),
                                                     .half_width = tab_tally_half_width(tally),
                                                     .llr = llr});
    }
}

/* Whether the game ended a pair or, without pairs, stands for itself. */
static gboolean complete_pair(TabResults *results, const TabResultsGame *game)
{
    const TabResultsGame *first = &results->waiting;
    if (!results->pairs) {
        add_luck_sample(results, game, game);
    } else if (results->has_waiting && first->set == game->set && first->rules == game->rules &&
               MIN(first->engine[0], first->engine[1]) == MIN(game->engine[0], game->engine[1]) &&
               MAX(first->engine[0], first->engine[1]) == MAX(game->engine[0], game->engine[1])) {
        results->has_waiting = FALSE;
        add_both_games(results, first, game);
    } else {
        results->has_waiting = TRUE;
        results->waiting = *game;
        return FALSE;
    }
    return TRUE;
}

TabSprtVerdict tab_results_add(TabResults *results, const TabGameResult *row, guint set)
{
    g_return_val_if_fail(row->engine[0] < results->engines && row->engine[1] < results->engines &&
                             row->engine[0] != row->engine[1] && row->rules < results->n_rules,
                         results->verdict);
    TabMatchFigures *match = &results->match;
    match->games++;
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++)
        add_use(&results->engine[row->engine[side]], &row->use[side]);
    if (row->result == TAB_RECORD_UNDECIDED) {
        match->undecided++;
        return results->verdict;
    }
    TabResultsGame game = {.set = set,
                           .engine = {row->engine[0], row->engine[1]},
                           .rules = row->rules,
                           .first = row->first,
                           .points = tab_game_result_points(row, TAB_WHITE),
                           .has_luck = row->has_luck && isfinite(row->luck),
                           .luck = row->luck};
    add_points(results, &game);

    match->ends[row->termination]++;
    if (row->result == TAB_RECORD_DRAWN) {
        match->draws[row->termination]++;
    } else {
        TabSide loser = row->result == TAB_RECORD_WHITE_WON ? TAB_BLACK : TAB_WHITE;
        results->engine[row->engine[loser]].lost_by[row->termination]++;
    }
    match->shortest = match->turns.n ? MIN(match->shortest, row->turns) : row->turns;
    match->longest = MAX(match->longest, row->turns);
    tab_moments_add(&match->turns, row->turns);

    /* the layer of the histograms: won, drawn or lost by whose view they show */
    gboolean from_white = results->engines > 2 || game.engine[TAB_WHITE] == 0;
    guint layer = (guint)(2 - 2 * (from_white ? game.points : 1 - game.points));
    tab_histogram_add(&match->lengths, layer, row->turns);
    if (game.has_luck) {
        tab_moments2_add(&match->luck_by_game, game.points, game.luck);
        tab_histogram_add(&match->luck, layer, from_white ? game.luck : -game.luck);
    }
    if (complete_pair(results, &game))
        step_on(results, &game);
    return results->verdict;
}

/* What is asked of the results. */

guint tab_engine_figures_faults(const TabEngineFigures *figures)
{
    guint faults = 0;
    for (guint i = TAB_RECORD_TIME; i < TAB_N_RECORD_TERMINATIONS; i++)
        faults += figures->lost_by[i];
    return faults;
}

guint tab_results_count_faults(const TabResults *results)
{
    guint faults = 0;
    for (guint i = 0; i < results->engines; i++)
        faults += tab_engine_figures_faults(&results->engine[i]);
    return faults;
}

TabTally tab_results_get_encounter(const TabResults *results, guint engine, guint other)
{
    g_return_val_if_fail(engine < results->engines && other < results->engines && engine != other,
                         (TabTally){0});
    const TabTally *tally = find_encounter(results, MIN(engine, other), MAX(engine, other));
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
                            .llr = compute_llr(results),
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
                         .plain_half_width = tab_moments_score_half_width(&x),
                         .luck = tab_moments_estimate(&y),
                         .adjusted = {x.mean - y.mean, sqrt(MAX(variance, 0) / (double)luck->n)},
                         .correlation = tab_moments2_correlation(&results->match.luck_by_game)};
    figures->ratio = figures->plain.se > 0 ? figures->adjusted.se / figures->plain.se : NAN;
    return TRUE;
}

gboolean tab_results_has_luck(const TabResults *results)
{
    TabLuckFigures figures;
    for (guint i = 0; i < results->engines; i++)
        if (tab_results_get_luck(results, i, &figures))
            return TRUE;
    return FALSE;
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
            add_clusters(all, low, high, find_encounter(results, low, high));
    tab_ratings_compute(all, ratings);
    for (guint i = 0; i < results->engines; i++) {
        guint at = i;
        for (; at > 0 && ratings[order[at - 1]].elo < ratings[i].elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
