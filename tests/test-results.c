// SPDX-License-Identifier: GPL-3.0-or-later
// Results against the same figures made from the list of all games in the plainest way.
#include <math.h>
#include <string.h>

#include "tests/sample-results.h"

static const TabSprt zero_to_twenty = {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05};

static const SampleSetup setups[] = {
    {.engines = 2,
     .games = 400,
     .n_rules = 1,
     .pairs = TRUE,
     .luck = TRUE,
     .edge = 0.03,
     .seed = 1},
    {.engines = 2, .games = 401, .n_rules = 2, .pairs = TRUE, .luck = TRUE, .odd = TRUE, .seed = 2},
    {.engines = 2, .games = 333, .n_rules = 3, .luck = TRUE, .odd = TRUE, .edge = 0.1, .seed = 3},
    {.engines = 5,
     .games = 601,
     .n_rules = 2,
     .pairs = TRUE,
     .luck = TRUE,
     .odd = TRUE,
     .edge = 0.04,
     .seed = 4},
    {.engines = 3, .games = 200, .n_rules = 1, .odd = TRUE, .seed = 5},
};

/* The games as the results of a setup got them. */
typedef struct {
    const SampleSetup *setup;
    GPtrArray *games;
    TabResults *results;
} Fixture;

static Fixture make(const SampleSetup *setup)
{
    Fixture fixture = {setup, sample_games(setup), sample_results_new(setup)};
    for (guint i = 0; i < fixture.games->len; i++) {
        const TabGameResult *game = g_ptr_array_index(fixture.games, i);
        tab_results_add(fixture.results, game, sample_set(setup, game->number));
    }
    return fixture;
}

static void clear(Fixture *fixture)
{
    g_ptr_array_unref(fixture->games);
    tab_results_free(fixture->results);
}

static const TabGameResult *game_at(const Fixture *fixture, guint i)
{
    return g_ptr_array_index(fixture->games, i);
}

/* Points in a game from some view, a negative number if the game does not count in it. */
typedef double (*View)(const TabGameResult *game, guint a, guint b);

static double white_view(const TabGameResult *game, guint a, guint b)
{
    return tab_game_result_points(game, TAB_WHITE);
}

static double first_view(const TabGameResult *game, guint a, guint b)
{
    return tab_game_result_points(game, game->first);
}

static double engine_view(const TabGameResult *game, guint a, guint b)
{
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++)
        if (game->engine[side] == a)
            return tab_game_result_points(game, side);
    return -1;
}

static double encounter_view(const TabGameResult *game, guint a, guint b)
{
    return game->engine[0] == b || game->engine[1] == b ? engine_view(game, a, b) : -1;
}

static double rules_view(const TabGameResult *game, guint a, guint rules)
{
    return game->rules == rules ? engine_view(game, a, 0) : -1;
}

/* Whether the game at `i` has a partner in its set, both with a result; which. */
static const TabGameResult *partner_of(const Fixture *fixture, guint i)
{
    guint other = i % 2 ? i - 1 : i + 1;
    if (!fixture->setup->pairs || other >= fixture->games->len ||
        game_at(fixture, i)->result == TAB_RECORD_UNDECIDED ||
        game_at(fixture, other)->result == TAB_RECORD_UNDECIDED)
        return NULL;
    return game_at(fixture, other);
}

static void assert_tally(const Fixture *fixture, const TabTally *tally, View view, guint a, guint b)
{
    guint score[3] = {0}, unpaired[3] = {0}, pairs[5] = {0};
    for (guint i = 0; i < fixture->games->len; i++) {
        double points = view(game_at(fixture, i), a, b);
        const TabGameResult *partner = partner_of(fixture, i);
        if (!(points >= 0))
            continue;
        score[(guint)(2 * points)]++;
        if (!partner)
            unpaired[(guint)(2 * points)]++;
        else if (i % 2)
            pairs[(guint)(2 * (points + view(partner, a, b)))]++;
    }
    g_assert_cmpuint(tally->score.losses, ==, score[0]);
    g_assert_cmpuint(tally->score.draws, ==, score[1]);
    g_assert_cmpuint(tally->score.wins, ==, score[2]);
    g_assert_cmpuint(tally->unpaired.losses, ==, unpaired[0]);
    g_assert_cmpuint(tally->unpaired.draws, ==, unpaired[1]);
    g_assert_cmpuint(tally->unpaired.wins, ==, unpaired[2]);
    g_assert_cmpmem(tally->pairs.n, sizeof tally->pairs.n, pairs, sizeof pairs);
}

static void test_tallies(gconstpointer data)
{
    Fixture fixture = make(data);
    const TabMatchFigures *match = &fixture.results->match;
    assert_tally(&fixture, &match->white, white_view, 0, 0);
    assert_tally(&fixture, &match->first, first_view, 0, 0);
    for (guint a = 0; a < fixture.setup->engines; a++) {
        assert_tally(&fixture, &fixture.results->engine[a].tally, engine_view, a, 0);
        for (guint rules = 0; rules < fixture.setup->n_rules; rules++)
            assert_tally(&fixture, tab_results_get_rules_tally(fixture.results, rules, a),
                         rules_view, a, rules);
        for (guint b = 0; b < fixture.setup->engines; b++) {
            if (a == b)
                continue;
            TabTally met = tab_results_get_encounter(fixture.results, a, b);
            assert_tally(&fixture, &met, encounter_view, a, b);
        }
    }
    clear(&fixture);
}

static void assert_engine(const Fixture *fixture, guint engine)
{
    const TabEngineFigures *figures = &fixture->results->engine[engine];
    TabSeatUse use = {0};
    guint lost[TAB_N_RECORD_TERMINATIONS] = {0}, faults = 0, wins[2] = {0}, losses[2] = {0};
    for (guint i = 0; i < fixture->games->len; i++) {
        const TabGameResult *game = game_at(fixture, i);
        for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
            if (game->engine[side] != engine)
                continue;
            use.turns += game->use[side].turns;
            use.time_us += game->use[side].time_us;
            use.longest_us = MAX(use.longest_us, game->use[side].longest_us);
            use.depth_sum += game->use[side].depth_sum;
            use.nodes_sum += game->use[side].nodes_sum;
            use.depth_turns += game->use[side].depth_turns;
            use.node_turns += game->use[side].node_turns;
            wins[side] += tab_game_result_points(game, side) == 1;
            if (tab_game_result_points(game, side) == 0) {
                losses[side]++;
                lost[game->termination]++;
            }
            faults += tab_game_result_at_fault(game) == (int)side;
        }
    }
    g_assert_cmpuint(figures->turns, ==, use.turns);
    g_assert_cmpint(figures->time_us, ==, use.time_us);
    g_assert_cmpint(figures->longest_us, ==, use.longest_us);
    g_assert_cmpint(figures->depth_sum, ==, use.depth_sum);
    g_assert_cmpint(figures->nodes_sum, ==, use.nodes_sum);
    g_assert_cmpuint(figures->depth_turns, ==, use.depth_turns);
    g_assert_cmpuint(figures->node_turns, ==, use.node_turns);
    g_assert_cmpmem(figures->lost_by, sizeof figures->lost_by, lost, sizeof lost);
    g_assert_cmpuint(tab_engine_figures_faults(figures), ==, faults);
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        g_assert_cmpuint(figures->seat[side].wins, ==, wins[side]);
        g_assert_cmpuint(figures->seat[side].losses, ==, losses[side]);
    }
}

static void test_engines(gconstpointer data)
{
    Fixture fixture = make(data);
    for (guint i = 0; i < fixture.setup->engines; i++)
        assert_engine(&fixture, i);
    clear(&fixture);
}

static void test_games(gconstpointer data)
{
    Fixture fixture = make(data);
    const TabMatchFigures *match = &fixture.results->match;
    guint n = 0, least = G_MAXUINT, most = 0, ends[TAB_N_RECORD_TERMINATIONS] = {0};
    guint draws[TAB_N_RECORD_TERMINATIONS] = {0};
    double sum = 0;
    for (guint i = 0; i < fixture.games->len; i++) {
        const TabGameResult *game = game_at(&fixture, i);
        if (game->result == TAB_RECORD_UNDECIDED)
            continue;
        n++;
        sum += game->turns;
        least = MIN(least, game->turns);
        most = MAX(most, game->turns);
        ends[game->termination]++;
        draws[game->termination] += game->result == TAB_RECORD_DRAWN;
    }
    g_assert_cmpuint(match->games, ==, fixture.games->len);
    g_assert_cmpuint(match->undecided, ==, fixture.games->len - n);
    g_assert_cmpuint(match->turns.n, ==, n);
    g_assert_cmpfloat_with_epsilon(match->turns.mean, sum / n, 1e-9);
    g_assert_cmpuint(match->shortest, ==, least);
    g_assert_cmpuint(match->longest, ==, most);
    g_assert_cmpmem(match->ends, sizeof match->ends, ends, sizeof ends);
    g_assert_cmpmem(match->draws, sizeof match->draws, draws, sizeof draws);
    clear(&fixture);
}

/* The layers of the stack: won, drawn, lost by the first engine of two, else by White. */
static guint layer_of(const Fixture *fixture, const TabGameResult *game)
{
    gboolean white = fixture->setup->engines > 2 || game->engine[TAB_WHITE] == 0;
    return (guint)(2 - 2 * tab_game_result_points(game, white ? TAB_WHITE : TAB_BLACK));
}

static void test_lengths(gconstpointer data)
{
    Fixture fixture = make(data);
    const TabMatchFigures *match = &fixture.results->match;
    double width = match->lengths.width;
    guint counts[TAB_HISTOGRAM_LAYERS][2 * TAB_HISTOGRAM_SIDE] = {0};
    for (guint i = 0; i < fixture.games->len; i++) {
        const TabGameResult *game = game_at(&fixture, i);
        if (game->result != TAB_RECORD_UNDECIDED)
            counts[layer_of(&fixture, game)][TAB_HISTOGRAM_SIDE + (guint)(game->turns / width)]++;
    }
    g_assert_cmpmem(match->lengths.n, sizeof match->lengths.n, counts, sizeof counts);
    /* no wider than needed */
    g_assert_true(width == 1 || match->longest >= TAB_HISTOGRAM_SIDE * width / 2);
    guint first, end;
    g_assert_true(tab_histogram_range(&match->lengths, &first, &end));
    g_assert_cmpfloat(tab_histogram_edge(&match->lengths, first), <=, match->shortest);
    g_assert_cmpfloat(tab_histogram_edge(&match->lengths, first + 1), >, match->shortest);
    g_assert_cmpfloat(tab_histogram_edge(&match->lengths, end), >, match->longest);
    clear(&fixture);
}

static double luck_of(const TabGameResult *game, guint engine)
{
    return game->engine[TAB_WHITE] == engine ? game->luck : -game->luck;
}

/* Fills points and luck a game of each sample of an engine. */
static void collect_luck(const Fixture *fixture, guint engine, GArray *points, GArray *luck)
{
    for (guint i = 0; i < fixture->games->len; i++) {
        const TabGameResult *a = game_at(fixture, i);
        const TabGameResult *b = fixture->setup->pairs ? partner_of(fixture, i) : a;
        double of_a = engine_view(a, engine, 0), of_b = b ? engine_view(b, engine, 0) : -1;
        if (!(of_a >= 0) || !(of_b >= 0) || !a->has_luck || !b->has_luck ||
            (fixture->setup->pairs && i % 2))
            continue;
        double mean = (of_a + of_b) / 2, mean_luck = (luck_of(a, engine) + luck_of(b, engine)) / 2;
        g_array_append_val(points, mean);
        g_array_append_val(luck, mean_luck);
    }
}

/* Mean and its standard error in two passes. */
static TabEstimate estimate(const GArray *numbers)
{
    double sum = 0, squares = 0, n = numbers->len;
    for (guint i = 0; i < numbers->len; i++)
        sum += g_array_index(numbers, double, i);
    for (guint i = 0; i < numbers->len; i++)
        squares += pow(g_array_index(numbers, double, i) - sum / n, 2);
    return (TabEstimate){sum / n, sqrt(squares / (n - 1) / n)};
}

static void assert_estimate(TabEstimate a, TabEstimate b)
{
    g_assert_cmpfloat_with_epsilon(a.mean, b.mean, 1e-9);
    g_assert_cmpfloat_with_epsilon(a.se, b.se, 1e-9);
}

static void assert_luck(const Fixture *fixture, guint engine)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) luck = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) adjusted = g_array_new(FALSE, FALSE, sizeof(double));
    TabLuckFigures figures;
    collect_luck(fixture, engine, points, luck);
    for (guint i = 0; i < points->len; i++) {
        double less = g_array_index(points, double, i) - g_array_index(luck, double, i);
        g_array_append_val(adjusted, less);
    }
    g_assert_cmpint(tab_results_get_luck(fixture->results, engine, &figures), ==, luck->len >= 2);
    if (luck->len < 2)
        return;
    g_assert_cmpuint(figures.samples, ==, luck->len);
    assert_estimate(figures.plain, estimate(points));
    double around = pow(estimate(points).se, 2) * (points->len - 1) * points->len;
    g_assert_cmpfloat_with_epsilon(
        figures.plain_half_width,
        tab_score_sample_half_width(points->len, estimate(points).mean, around), 1e-9);
    assert_estimate(figures.luck, estimate(luck));
    assert_estimate(figures.adjusted, estimate(adjusted));
    g_assert_cmpfloat_with_epsilon(figures.ratio, estimate(adjusted).se / estimate(points).se,
                                   1e-9);
}

/* The luck of White, whoever that is: of a pair its mean. */
static void assert_white_luck(const Fixture *fixture)
{
    g_autoptr(GArray) luck = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < fixture->games->len; i++) {
        const TabGameResult *a = game_at(fixture, i);
        const TabGameResult *b = fixture->setup->pairs ? partner_of(fixture, i) : a;
        if (a->result == TAB_RECORD_UNDECIDED || !b || !a->has_luck || !b->has_luck ||
            (fixture->setup->pairs && i % 2))
            continue;
        double mean = (a->luck + b->luck) / 2;
        g_array_append_val(luck, mean);
    }
    const TabMoments *white = &fixture->results->match.white_luck;
    g_assert_cmpuint(white->n, ==, luck->len);
    if (luck->len >= 2)
        assert_estimate(tab_moments_estimate(white), estimate(luck));
}

static void test_luck(gconstpointer data)
{
    Fixture fixture = make(data);
    assert_white_luck(&fixture);
    for (guint i = 0; i < fixture.setup->engines; i++)
        assert_luck(&fixture, i);
    clear(&fixture);
}

/* Luck decides these games to a good part, so that it is seen and taken out. */
static void test_luck_narrows(void)
{
    const SampleSetup setup = {.engines = 2, .games = 1000, .n_rules = 1, .luck = TRUE, .seed = 9};
    g_autoptr(TabResults) results = sample_results(&setup);
    TabLuckFigures figures;
    g_assert_true(tab_results_get_luck(results, 0, &figures));
    g_assert_cmpfloat(figures.ratio, <, 0.8);
    g_assert_cmpfloat(figures.correlation, >, 0.6);
    g_assert_cmpfloat(fabs(figures.luck.mean), <, 4 * figures.luck.se);
}

/* The verdict is the first one that complete pairs (or games) give, and stays. */
static void check_sprt(const SampleSetup *setup)
{
    g_autoptr(GPtrArray) games = sample_games(setup);
    g_autoptr(TabResults) results = sample_results_new(setup);
    TabTally tally = {0};
    TabSprtVerdict expected = TAB_SPRT_UNDECIDED;
    TabSprtState state;
    guint decided = 0;
    for (guint i = 0; i < games->len; i++) {
        const TabGameResult *game = g_ptr_array_index(games, i);
        double points = engine_view(game, 0, 0);
        tab_tally_add_game(&tally, points);
        if (i % 2 && setup->pairs)
            tab_tally_add_pair(&tally, engine_view(g_ptr_array_index(games, i - 1), 0, 0), points);
        double llr = setup->pairs ? tab_sprt_llr(setup->sprt, &tally.pairs)
                                  : tab_sprt_llr_games(setup->sprt, &tally.score);
        if (!decided && (i % 2 || !setup->pairs)) {
            expected = tab_sprt_verdict(setup->sprt, llr);
            decided = expected == TAB_SPRT_UNDECIDED ? 0 : i + 1;
        }
        g_assert_cmpint(tab_results_add(results, game, sample_set(setup, game->number)), ==,
                        expected);
        g_assert_true(tab_results_get_sprt(results, &state));
        g_assert_cmpint(state.verdict, ==, expected);
        g_assert_cmpuint(state.games, ==, decided);
        g_assert_cmpfloat(state.llr, ==, llr);
    }
    g_assert_cmpuint(decided, >, 2);
    g_assert_cmpuint(decided, <, games->len);
    g_assert_cmpfloat_with_epsilon(state.upper, log(0.95 / 0.05), 1e-12);
    g_assert_cmpfloat_with_epsilon(state.lower, -log(0.95 / 0.05), 1e-12);
}

static void test_sprt(void)
{
    SampleSetup setup = {.engines = 2,
                         .games = 1500,
                         .n_rules = 1,
                         .edge = 0.08,
                         .seed = 6,
                         .sprt = &zero_to_twenty};
    check_sprt(&setup);
    setup.pairs = TRUE;
    check_sprt(&setup);
    setup.edge = -0.08;
    check_sprt(&setup);
    setup.sprt = NULL;
    g_autoptr(TabResults) results = sample_results(&setup);
    TabSprtState state;
    g_assert_false(tab_results_get_sprt(results, &state));
}

/* Ratings are those of the clusters, and the order is theirs. */
static void test_ratings(gconstpointer data)
{
    Fixture fixture = make(data);
    guint engines = fixture.setup->engines;
    g_autofree TabRating *expected = g_new(TabRating, engines);
    g_autofree TabRating *ratings = g_new(TabRating, engines);
    g_autofree guint *order = g_new(guint, engines);
    g_autoptr(TabRatings) all = tab_ratings_new(engines);
    for (guint i = 0; i < fixture.games->len; i++) {
        const TabGameResult *game = game_at(&fixture, i), *partner = partner_of(&fixture, i);
        double points = tab_game_result_points(game, TAB_WHITE);
        if (partner && i % 2)
            tab_ratings_add(all, game->engine[0], game->engine[1], 2,
                            points + tab_game_result_points(partner, TAB_BLACK));
        else if (!partner && points >= 0)
            tab_ratings_add(all, game->engine[0], game->engine[1], 1, points);
    }
    tab_ratings_compute(all, expected);
    tab_results_get_ratings(fixture.results, ratings, order);
    for (guint i = 0; i < engines; i++) {
        g_assert_cmpfloat_with_epsilon(ratings[i].elo, expected[i].elo, 1e-6);
        g_assert_cmpfloat_with_epsilon(ratings[i].error, expected[i].error, 1e-6);
        g_assert_cmpuint(ratings[i].games, ==, expected[i].games);
        if (i)
            g_assert_cmpfloat(ratings[order[i - 1]].elo, >=, ratings[order[i]].elo);
    }
    clear(&fixture);
}

/* A shard's games have gaps; half a pair stays one. */
static void test_gaps(void)
{
    const SampleSetup setup = {
        .engines = 2, .games = 60, .n_rules = 1, .pairs = TRUE, .luck = TRUE, .seed = 7};
    g_autoptr(GPtrArray) games = sample_games(&setup);
    g_autoptr(TabResults) results = sample_results_new(&setup);
    guint pairs = 0, added = 0;
    for (guint i = 0; i < games->len; i++) {
        if (i / 2 % 3 == 1 || i % 7 == 0)
            continue;
        pairs += i % 2 && (i - 1) % 7 != 0;
        added++;
        tab_results_add(results, g_ptr_array_index(games, i), i / 2);
    }
    const TabTally *tally = &results->engine[0].tally;
    g_assert_cmpuint(tab_pair_score_pairs(&tally->pairs), ==, pairs);
    g_assert_cmpuint(tab_score_games(&tally->score), ==, added);
    g_assert_cmpuint(tab_score_games(&tally->unpaired), ==, added - 2 * pairs);
    g_assert_cmpuint(added, >, 2 * pairs);
}

/* However long the match, the course has few points, all of them true, and reaches to its end. */
static void test_series(void)
{
    const SampleSetup setup = {.engines = 2, .games = 30000, .n_rules = 1, .seed = 8};
    g_autoptr(GPtrArray) games = sample_games(&setup);
    g_autoptr(TabResults) results = sample_results(&setup);
    const TabSeries *series = &results->series[0];
    g_assert_cmpuint(series->points->len, <=, 2000);
    g_assert_cmpuint(series->points->len, >=, 900);
    double points = 0;
    guint next = 0;
    for (guint i = 0; i < games->len; i++) {
        points += engine_view(g_ptr_array_index(games, i), 0, 0);
        if (next >= series->points->len)
            break;
        const TabSeriesPoint *point = &g_array_index(series->points, TabSeriesPoint, next);
        if (point->games == i + 1) {
            g_assert_cmpfloat_with_epsilon(point->rate, points / (i + 1), 1e-12);
            next++;
        }
    }
    g_assert_cmpuint(next, ==, series->points->len);
    const TabSeriesPoint *last =
        &g_array_index(series->points, TabSeriesPoint, series->points->len - 1);
    g_assert_cmpuint(last->games + series->stride, >, setup.games);
}

static void test_no_games(void)
{
    const SampleSetup setup = {
        .engines = 2, .games = 0, .n_rules = 1, .pairs = TRUE, .sprt = &zero_to_twenty};
    g_autoptr(TabResults) results = sample_results(&setup);
    TabLuckFigures luck;
    TabSprtState sprt;
    TabRating ratings[2];
    guint order[2];
    TabTally met = tab_results_get_encounter(results, 0, 1);
    g_assert_cmpfloat(tab_tally_rate(&met), ==, 0.5);
    g_assert_cmpfloat(tab_tally_half_width(&met), ==, 0.5);
    g_assert_cmpfloat(tab_tally_los(&met), ==, 0.5);
    g_assert_false(tab_results_get_luck(results, 0, &luck));
    g_assert_true(tab_results_get_sprt(results, &sprt));
    g_assert_cmpfloat(sprt.llr, ==, 0);
    g_assert_cmpint(sprt.verdict, ==, TAB_SPRT_UNDECIDED);
    tab_results_get_ratings(results, ratings, order);
    g_assert_cmpuint(order[0], ==, 0);
    g_assert_cmpuint(order[1], ==, 1);
}

static void test_names(void)
{
    static const char *const names[] = {"tab\ttwo\nlines\x7f", "bad \xff\xfe bytes \xc2\x9b[31m"};
    const SampleSetup setup = {.engines = 2, .n_rules = 1, .names = names};
    g_autoptr(TabResults) results = sample_results_new(&setup);
    g_assert_cmpstr(results->names[0], ==, "tab two lines ");
    g_assert_true(g_utf8_validate(results->names[1], -1, NULL));
    for (const char *at = results->names[1]; *at; at = g_utf8_next_char(at))
        g_assert_false(g_unichar_iscntrl(g_utf8_get_char(at)));
    g_assert_nonnull(strstr(results->names[1], " [31m"));
}

/* What histograms do with negative numbers and growing ones. */
static void test_histogram(void)
{
    static const double numbers[] = {-0.3, 0, 0.249, 7.5, -8, 100, -1, 0.25};
    TabHistogram there = {.width = 0.25}, back = {.width = 0.25};
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        tab_histogram_add(&there, i % 3, numbers[i]);
        guint other = G_N_ELEMENTS(numbers) - 1 - i;
        tab_histogram_add(&back, other % 3, numbers[other]);
    }
    g_assert_cmpfloat(there.width, ==, 4); /* 40 bins of 4 hold 100, of 2 do not */
    g_assert_cmpmem(&there, sizeof there, &back, sizeof back);
    guint first, end, total = 0;
    g_assert_true(tab_histogram_range(&there, &first, &end));
    g_assert_cmpfloat(tab_histogram_edge(&there, first), ==, -8);
    g_assert_cmpfloat(tab_histogram_edge(&there, end), ==, 104);
    for (guint i = first; i < end; i++)
        total += tab_histogram_total(&there, i);
    g_assert_cmpuint(total, ==, G_N_ELEMENTS(numbers));
    g_assert_cmpuint(there.n[0][TAB_HISTOGRAM_SIDE - 1], ==, 2); /* -0.3 and -1 */
    tab_histogram_coarsen(&there, 5); /* from -32 to 128 in steps of 32 */
    g_assert_true(tab_histogram_range(&there, &first, &end));
    g_assert_cmpfloat(there.width, ==, 32);
    g_assert_cmpuint(tab_histogram_total(&there, TAB_HISTOGRAM_SIDE - 1), ==, 3);
    g_assert_cmpuint(tab_histogram_total(&there, TAB_HISTOGRAM_SIDE), ==, 4);
    g_assert_cmpuint(tab_histogram_total(&there, TAB_HISTOGRAM_SIDE + 3), ==, 1);
}

static void add_all(const char *name, GTestDataFunc test)
{
    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        g_autofree char *path = g_strdup_printf("/results/%s/%u", name, i);
        g_test_add_data_func(path, &setups[i], test);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_all("tallies", test_tallies);
    add_all("engines", test_engines);
    add_all("games", test_games);
    add_all("lengths", test_lengths);
    add_all("luck", test_luck);
    add_all("ratings", test_ratings);
    g_test_add_func("/results/luck-narrows", test_luck_narrows);
    g_test_add_func("/results/sprt", test_sprt);
    g_test_add_func("/results/gaps", test_gaps);
    g_test_add_func("/results/series", test_series);
    g_test_add_func("/results/no-games", test_no_games);
    g_test_add_func("/results/names", test_names);
    g_test_add_func("/results/histogram", test_histogram);
    return g_test_run();
}
