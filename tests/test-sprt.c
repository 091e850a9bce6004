// SPDX-License-Identifier: GPL-3.0-or-later
// The likelihood ratio against brute force, the verdicts of known cases, and how often they err.
#include "protocol/statistics/sprt.h"

#include <math.h>

#include "protocol/statistics/score.h"
#include "protocol/statistics/accumulators.h"
#include "protocol/rules/cast.h"

/* Brute force: the likelihood is maximised by golden section, one unknown chance within the other,
 * over all chances that fit the hypothesis. Nothing but the definition is shared with sprt.c. */

/* What was counted, unseen outcomes as 1/1000, and the hypothesis: the mean of the outcomes −½ … ½
 * and, for a t value, the mean of their squares. */
typedef struct {
    guint n;
    double count[5], chance[5];
    double mean, square;
    gboolean with_square;
} Problem;

typedef double (*Function)(double x, Problem *problem, guint level);

static double golden(Function function, Problem *problem, guint level, double low, double high)
{
    const double share = 0.6180339887498949;
    double a = high - share * (high - low), b = low + share * (high - low);
    double at_a = function(a, problem, level), at_b = function(b, problem, level);
    for (guint i = 0; i < 46; i++) {
        if (at_a > at_b) {
            high = b, b = a, at_b = at_a;
            a = high - share * (high - low), at_a = function(a, problem, level);
        } else {
            low = a, a = b, at_a = at_b;
            b = low + share * (high - low), at_b = function(b, problem, level);
        }
    }
    return MAX(at_a, at_b);
}

/* The logarithm, with its tangent below 10⁻¹⁰ so that what does not fit is merely very bad. */
static double steep_log(double p)
{
    return p > 1e-10 ? log(p) : log(1e-10) + p / 1e-10 - 1;
}

/* With all but the last two or three chances given, these follow from the constraints. */
static double complete(Problem *problem)
{
    guint n = problem->n;
    double rest = 1, mean = problem->mean, square = problem->square, sum = 0;
    double *p = problem->chance, step = 1.0 / (n - 1);
    for (guint i = 0; i < n - (problem->with_square ? 3 : 2); i++) {
        double v = i * step - 0.5;
        rest -= p[i];
        mean -= p[i] * v;
        square -= p[i] * v * v;
    }
    /* by the distance from the highest outcome, in steps: 0, 1 and 2 */
    double first = (0.5 * rest - mean) / step;
    double second = (square - 0.25 * rest + first * step) / step / step;
    p[n - 3] = problem->with_square ? (second - first) / 2 : p[n - 3];
    p[n - 2] = problem->with_square ? first - 2 * p[n - 3] : first;
    p[n - 1] = rest - p[n - 2] - (problem->with_square ? p[n - 3] : 0);
    for (guint i = 0; i < n; i++)
        sum += problem->count[i] * steep_log(p[i]);
    return sum;
}

static double with_chance(double x, Problem *problem, guint level)
{
    guint unknown = problem->n - (problem->with_square ? 3 : 2);
    problem->chance[level] = x;
    return level + 1 == unknown ? complete(problem) : golden(with_chance, problem, level + 1, 0, 1);
}

/* As a function of the deviation of the outcomes; `square` holds the t value meanwhile. */
static double with_deviation(double deviation, const Problem *problem)
{
    Problem fixed = *problem;
    fixed.mean = problem->square * deviation;
    fixed.square = fixed.mean * fixed.mean + deviation * deviation;
    return fixed.n == 3 ? complete(&fixed) : golden(with_chance, &fixed, 0, 0, 1);
}

/* A grid, then golden section about its best: there may be several maxima. */
static double best_deviation(Problem *problem)
{
    double best = 0, at_best = -INFINITY, step = 0.5 / 60;
    for (double deviation = step / 2; deviation < 0.5; deviation += step) {
        double value = with_deviation(deviation, problem);
        if (value > at_best)
            best = deviation, at_best = value;
    }
    const double share = 0.6180339887498949;
    double low = best - step, high = best + step;
    for (guint i = 0; i < 40; i++) {
        double a = high - share * (high - low), b = low + share * (high - low);
        if (with_deviation(a, problem) > with_deviation(b, problem))
            high = b;
        else
            low = a;
    }
    return with_deviation((low + high) / 2, problem);
}

static double best_likelihood(const TabSprt *sprt, const double *counts, guint n, double elo)
{
    Problem problem = {.n = n};
    for (guint i = 0; i < n; i++)
        problem.count[i] = counts[i] > 0 ? counts[i] : 1e-3;
    if (sprt->model == TAB_SPRT_LOGISTIC) {
        problem.mean = 1 / (1 + pow(10, -elo / 400)) - 0.5;
        return golden(with_chance, &problem, 0, 0, 1);
    }
    problem.with_square = TRUE;
    problem.square = elo * log(10) / 800 * (n == 5 ? sqrt(2) : 1);
    return best_deviation(&problem);
}

static double brute_force(const TabSprt *sprt, const double *counts, guint n)
{
    return best_likelihood(sprt, counts, n, sprt->elo1) -
           best_likelihood(sprt, counts, n, sprt->elo0);
}

static double brute_force_pairs(const TabSprt *sprt, const TabPairScore *pairs)
{
    const guint *n = pairs->n;
    return brute_force(sprt, (double[]){n[0], n[1], n[2], n[3], n[4]}, 5);
}

/* Seeded games. */

/* A pair at this Elo difference. `shared`: how many of the second games have the first one's luck
 * for the other seat. */
static guint play_pair(double elo, double draw, double shared, TabScore *score, TabRandom *random)
{
    double win = tab_elo_to_rate(elo) - draw / 2, u = tab_random_unit(random);
    guint halves = 0;
    for (guint game = 0; game < 2; game++) {
        if (game)
            u = tab_random_unit(random) < shared ? 1 - u : tab_random_unit(random);
        guint got = u < win ? 2 : u < win + draw ? 1 : 0;
        *(got == 2 ? &score->wins : got ? &score->draws : &score->losses) += 1;
        halves += got;
    }
    return halves;
}

/* The tests. */

static void parsed(void)
{
    static const struct {
        const char *text;
        TabSprt sprt;
        const char *written;
    } rows[] = {
        {"elo0=0,elo1=5",
         {0, 5, 0.05, 0.05, TAB_SPRT_LOGISTIC},
         "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic"},
        {"model=normalized,beta=0.1,alpha=1e-3,elo1=2.5,elo0=-500",
         {-500, 2.5, 0.001, 0.1, TAB_SPRT_NORMALIZED},
         "elo0=-500,elo1=2.5,alpha=0.001,beta=0.1,model=normalized"},
        {"elo0=-1.75 elo1=.25 alpha=0.49",
         {-1.75, 0.25, 0.49, 0.05, TAB_SPRT_LOGISTIC},
         "elo0=-1.75,elo1=0.25,alpha=0.49,beta=0.05,model=logistic"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabSprt sprt;
        g_autoptr(GError) error = NULL;
        g_assert_true(tab_sprt_parse(&sprt, rows[i].text, &error));
        g_assert_no_error(error);
        g_assert_cmpfloat(sprt.elo0, ==, rows[i].sprt.elo0);
        g_assert_cmpfloat(sprt.elo1, ==, rows[i].sprt.elo1);
        g_assert_cmpfloat(sprt.alpha, ==, rows[i].sprt.alpha);
        g_assert_cmpfloat(sprt.beta, ==, rows[i].sprt.beta);
        g_assert_cmpint(sprt.model, ==, rows[i].sprt.model);
        g_autofree char *text = tab_sprt_to_string(&sprt);
        g_assert_cmpstr(text, ==, rows[i].written);
    }
}

static void refused(void)
{
    static const struct {
        const char *text, *offender;
    } rows[] = {
        {"", "elo0"},
        {"elo1=5", "elo0"},
        {"elo0=5", "elo1"},
        {"elo0=5,elo1=5", "below"},
        {"elo0=6,elo1=5", "below"},
        {"elo0=0,elo1=5,gamma=1", "gamma"},
        {"elo0,elo1=5", "elo0"},
        {"elo0=,elo1=5", "elo0"},
        {"elo0=x,elo1=5", "elo0=x"},
        {"elo0=1x,elo1=5", "elo0=1x"},
        {"elo0=nan,elo1=5", "elo0=nan"},
        {"elo0=0,elo1=inf", "elo1=inf"},
        {"elo0=0,elo1=501", "elo1=501"},
        {"elo0=-1e9,elo1=5", "elo0=-1e9"},
        {"elo0=0,elo1=5,alpha=0", "alpha=0"},
        {"elo0=0,elo1=5,alpha=0.5", "alpha=0.5"},
        {"elo0=0,elo1=5,beta=-0.1", "beta=-0.1"},
        {"elo0=0,elo1=5,beta=0.5", "beta=0.5"},
        {"elo0=0,elo1=5,model=bayes", "model=bayes"},
        {"elo0=0,elo1=5,", "''"},
        {"0,5", "'0'"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabSprt sprt = {1, 2, 0.3, 0.4, TAB_SPRT_NORMALIZED};
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_sprt_parse(&sprt, rows[i].text, &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
        if (!strstr(error->message, rows[i].offender))
            g_error("'%s': %s", rows[i].text, error->message);
        g_assert_cmpfloat(sprt.elo0, ==, 1);
        g_assert_cmpfloat(sprt.beta, ==, 0.4);
        g_assert_false(tab_sprt_parse(&sprt, rows[i].text, NULL));
    }
}

/* Numbers without a short text survive being written. */
static void round_trip(void)
{
    TabRandom random = tab_random_new(1);
    for (guint i = 0; i < 200; i++) {
        TabSprt sprt = {-500 * tab_random_unit(&random), 1e-3 * tab_random_unit(&random),
                        0.001 + 0.4 * tab_random_unit(&random), 1.0 / (3 + i), i % 2};
        g_autofree char *text = tab_sprt_to_string(&sprt);
        TabSprt again;
        g_assert_true(tab_sprt_parse(&again, text, NULL));
        g_assert_cmpfloat(again.elo0, ==, sprt.elo0);
        g_assert_cmpfloat(again.elo1, ==, sprt.elo1);
        g_assert_cmpfloat(again.alpha, ==, sprt.alpha);
        g_assert_cmpfloat(again.beta, ==, sprt.beta);
        g_assert_cmpint(again.model, ==, sprt.model);
    }
}

static void bounds(void)
{
    double lower, upper;
    TabSprt sprt = {0, 5, 0.05, 0.05, TAB_SPRT_LOGISTIC};
    tab_sprt_bounds(&sprt, &lower, &upper);
    g_assert_cmpfloat_with_epsilon(upper, 2.94443897916644, 1e-12); /* log 19 */
    g_assert_cmpfloat_with_epsilon(lower, -2.94443897916644, 1e-12);
    g_assert_cmpint(tab_sprt_verdict(&sprt, upper), ==, TAB_SPRT_H1);
    g_assert_cmpint(tab_sprt_verdict(&sprt, upper - 1e-9), ==, TAB_SPRT_UNDECIDED);
    g_assert_cmpint(tab_sprt_verdict(&sprt, lower + 1e-9), ==, TAB_SPRT_UNDECIDED);
    g_assert_cmpint(tab_sprt_verdict(&sprt, lower), ==, TAB_SPRT_H0);
    sprt.alpha = 0.1, sprt.beta = 0.01; /* log 9.9 and log(0.01/0.9) */
    tab_sprt_bounds(&sprt, &lower, &upper);
    g_assert_cmpfloat_with_epsilon(upper, 2.29253475714054, 1e-12);
    g_assert_cmpfloat_with_epsilon(lower, -4.49980967033027, 1e-12);
}

static void likelihoods(void)
{
    static const TabSprt tests[] = {{0, 5, 0.05, 0.05, TAB_SPRT_LOGISTIC},
                                    {-20, 40, 0.05, 0.05, TAB_SPRT_LOGISTIC},
                                    {0, 5, 0.05, 0.05, TAB_SPRT_NORMALIZED},
                                    {-30, 60, 0.05, 0.05, TAB_SPRT_NORMALIZED},
                                    {10, 120, 0.05, 0.05, TAB_SPRT_NORMALIZED}};
    static const guint scores[][5] = {{3, 1, 4, 1, 5},     {100, 7, 220, 9, 130}, {0, 0, 50, 0, 0},
                                      {0, 0, 0, 0, 12},    {20, 0, 0, 0, 0},      {0, 1, 0, 0, 0},
                                      {50, 0, 110, 0, 61}, {400, 3, 20, 0, 0}};
    for (guint t = 0; t < G_N_ELEMENTS(tests); t++)
        for (guint i = 0; i < G_N_ELEMENTS(scores); i++) {
            const guint *n = scores[i];
            TabPairScore pairs = {{n[0], n[1], n[2], n[3], n[4]}};
            TabScore games = {.wins = n[4], .draws = n[1], .losses = n[0]};
            double llr = tab_sprt_llr(&tests[t], &pairs);
            double expected = brute_force_pairs(&tests[t], &pairs);
            g_test_message("test %u score %u: %.9f, brute force %.9f", t, i, llr, expected);
            g_assert_cmpfloat_with_epsilon(llr, expected, 1e-6);
            if (tab_score_games(&games)) {
                llr = tab_sprt_llr_games(&tests[t], &games);
                expected = brute_force(&tests[t], (double[]){n[0], n[1], n[4]}, 3);
                g_assert_cmpfloat_with_epsilon(llr, expected, 1e-6);
            }
        }
}

/* For many pairs and near hypotheses the ratio is that of two normal densities. */
static void normal_limit(void)
{
    TabPairScore pairs = {{20000, 1000, 39000, 1200, 20600}};
    TabMoments points = {0}; /* a game, of a pair */
    for (guint k = 0; k < 5; k++)
        for (guint i = 0; i < pairs.n[k]; i++)
            tab_moments_add(&points, 0.25 * k);
    double n = tab_pair_score_pairs(&pairs), deviation = sqrt(tab_moments_variance(&points));
    TabSprt sprt = {0, 5, 0.05, 0.05, TAB_SPRT_LOGISTIC};
    double s0 = tab_elo_to_rate(0), s1 = tab_elo_to_rate(5);
    double expected = n * (s1 - s0) * (2 * points.mean - s0 - s1) / (2 * deviation * deviation);
    g_assert_cmpfloat(fabs(expected), >, 1);
    g_assert_cmpfloat_with_epsilon(tab_sprt_llr(&sprt, &pairs), expected, 0.01 * fabs(expected));
    /* 800 / ln 10 normalized Elo: a deviation of a game; of a pair's mean √2 as many */
    sprt.model = TAB_SPRT_NORMALIZED;
    double t = (points.mean - 0.5) / deviation, t1 = 5 * G_LN10 / 800 * sqrt(2);
    expected = n * t1 * (t - t1 / 2);
    g_assert_cmpfloat(fabs(expected), >, 1);
    g_assert_cmpfloat_with_epsilon(tab_sprt_llr(&sprt, &pairs), expected, 0.01 * fabs(expected));
}

static void symmetry(void)
{
    TabRandom random = tab_random_new(2);
    for (guint i = 0; i < 200; i++) {
        double elo = 0.1 + 80 * tab_random_unit(&random);
        TabSprt sprt = {-elo, elo, 0.05, 0.05, i % 2};
        TabPairScore pairs;
        for (guint k = 0; k < 5; k++)
            pairs.n[k] = tab_random_below(&random, 3) * tab_random_below(&random, 300);
        TabPairScore swapped = tab_pair_score_reversed(&pairs);
        double llr = tab_sprt_llr(&sprt, &pairs);
        g_assert_cmpfloat_with_epsilon(tab_sprt_llr(&sprt, &swapped), -llr, 1e-9 * (1 + fabs(llr)));
        TabScore score = {pairs.n[0], pairs.n[1], pairs.n[2]};
        TabScore other = {pairs.n[1], pairs.n[0], pairs.n[2]};
        llr = tab_sprt_llr_games(&sprt, &score);
        g_assert_cmpfloat_with_epsilon(tab_sprt_llr_games(&sprt, &other), -llr,
                                       1e-9 * (1 + fabs(llr)));
    }
}

static void extremes(void)
{
    static const guint sizes[] = {0, 1, 40, 1000000};
    static const double elos[][2] = {{0, 5}, {-500, 500}, {-1e-7, 1e-7}, {499, 500}, {-3, -1}};
    for (guint e = 0; e < G_N_ELEMENTS(elos); e++)
        for (guint code = 0; code < 1024; code++) {
            TabSprt sprt = {elos[e][0], elos[e][1], 0.05, 0.05, TAB_SPRT_LOGISTIC};
            TabPairScore pairs;
            for (guint k = 0; k < 5; k++)
                pairs.n[k] = sizes[code >> 2 * k & 3];
            TabScore score = {pairs.n[4], pairs.n[0], pairs.n[2]};
            for (guint model = 0; model < 2; model++) {
                sprt.model = (TabSprtModel)model;
                g_assert_true(isfinite(tab_sprt_llr(&sprt, &pairs)));
                g_assert_true(isfinite(tab_sprt_llr_games(&sprt, &score)));
            }
        }
    TabSprt sprt = {0, 5, 0.05, 0.05, TAB_SPRT_NORMALIZED};
    g_assert_cmpfloat(tab_sprt_llr(&sprt, &(TabPairScore){{0}}), ==, 0);
    g_assert_cmpfloat(tab_sprt_llr_games(&sprt, &(TabScore){0}), ==, 0);
    /* who wins everything is the better one, who loses everything is not */
    g_assert_cmpfloat(tab_sprt_llr(&sprt, &(TabPairScore){{0, 0, 0, 0, 99}}), >, 0);
    g_assert_cmpfloat(tab_sprt_llr(&sprt, &(TabPairScore){{99, 0, 0, 0, 0}}), <, 0);
}

/* Equal engines, one 20 Elo stronger, one 20 Elo weaker: 0 against 10 Elo. */
static void known_cases(void)
{
    static const struct {
        double elo;
        TabSprtVerdict verdict;
    } rows[] = {{0, TAB_SPRT_H0}, {20, TAB_SPRT_H1}, {-20, TAB_SPRT_H0}};
    for (guint i = 0; i < 2 * G_N_ELEMENTS(rows); i++) {
        TabSprt sprt = {0, 10, 0.05, 0.05, (TabSprtModel)(i % 2)};
        TabRandom random = tab_random_new_stream(3, i);
        TabPairScore pairs = {{0}};
        TabScore score = {0};
        TabSprtVerdict verdict = TAB_SPRT_UNDECIDED;
        guint played = 0;
        while (!verdict && played < 20000) {
            pairs.n[play_pair(rows[i / 2].elo, 0.02, 0.5, &score, &random)]++;
            double llr = tab_sprt_llr(&sprt, &pairs);
            verdict = tab_sprt_verdict(&sprt, llr);
            if (++played % 50 && !verdict)
                continue;
            double expected = brute_force_pairs(&sprt, &pairs);
            g_assert_cmpfloat_with_epsilon(llr, expected, 1e-6);
            g_assert_cmpint(tab_sprt_verdict(&sprt, expected), ==, verdict);
        }
        g_test_message("%.0f Elo, model %u: verdict %d after %u pairs", rows[i / 2].elo, i % 2,
                       (int)verdict, played);
        g_assert_cmpint(verdict, ==, rows[i / 2].verdict);
    }
}

/* How games come out, and what is tested with them. */
typedef struct {
    TabSprt sprt;
    double elo0, elo1; /* logistic Elo difference of the players under H0 and H1 */
    double draw, shared;
    gboolean as_pairs;
} Truth;

/* The normalized Elo of pairs without draws of which half share the sticks, by the definition. */
static double normalized_elo(double elo)
{
    double p = tab_elo_to_rate(elo);
    double both = 0.5 * p * p + 0.5 * MAX(2 * p - 1, 0); /* u < p, and 1 − u < p or v < p */
    double variance = (p * (1 - p) + both - p * p) / 2;  /* of the mean of a pair's games */
    return (p - 0.5) / sqrt(2 * variance) * 800 / log(10);
}

/* The share of tests that accept H1 when the players differ by this. */
static double accepted(const Truth *truth, double elo, guint tests, TabRandom *random)
{
    guint h1 = 0;
    for (guint i = 0; i < tests; i++) {
        TabPairScore pairs = {{0}};
        TabScore score = {0};
        TabSprtVerdict verdict = TAB_SPRT_UNDECIDED;
        while (!verdict) {
            pairs.n[play_pair(elo, truth->draw, truth->shared, &score, random)]++;
            double llr = truth->as_pairs ? tab_sprt_llr(&truth->sprt, &pairs)
                                         : tab_sprt_llr_games(&truth->sprt, &score);
            verdict = tab_sprt_verdict(&truth->sprt, llr);
        }
        h1 += verdict == TAB_SPRT_H1;
    }
    return (double)h1 / tests;
}

/* The rates of error are those promised: 5 % and 10 %, up to three deviations of 400 tests; much
 * less would be a test that plays longer than it need, but overshoot may halve them. */
static void error_rates(void)
{
    Truth rows[] = {
        {{0, 40, 0.05, 0.1, TAB_SPRT_LOGISTIC}, 0, 40, 0.1, 0.5, TRUE},
        {{-20, 25, 0.05, 0.1, TAB_SPRT_LOGISTIC}, -20, 25, 0.1, 0.9, TRUE},
        {{0, 0, 0.05, 0.1, TAB_SPRT_NORMALIZED}, -15, 25, 0, 0.5, TRUE},
        {{0, 40, 0.05, 0.1, TAB_SPRT_LOGISTIC}, 0, 40, 0.1, 0, FALSE},
    };
    rows[2].sprt.elo0 = normalized_elo(rows[2].elo0);
    rows[2].sprt.elo1 = normalized_elo(rows[2].elo1);
    const guint tests = 400;
    TabRandom random = tab_random_new(4);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        double alpha = accepted(&rows[i], rows[i].elo0, tests, &random);
        double beta = 1 - accepted(&rows[i], rows[i].elo1, tests, &random);
        g_test_message("row %u: alpha %.4f, beta %.4f", i, alpha, beta);
        g_assert_cmpfloat(alpha, <=, 0.05 + 3 * sqrt(0.05 * 0.95 / tests));
        g_assert_cmpfloat(beta, <=, 0.1 + 3 * sqrt(0.1 * 0.9 / tests));
        g_assert_cmpfloat(alpha, >=, 0.05 / 4);
        g_assert_cmpfloat(beta, >=, 0.1 / 4);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sprt/parsed", parsed);
    g_test_add_func("/sprt/refused", refused);
    g_test_add_func("/sprt/round-trip", round_trip);
    g_test_add_func("/sprt/bounds", bounds);
    g_test_add_func("/sprt/likelihoods", likelihoods);
    g_test_add_func("/sprt/normal-limit", normal_limit);
    g_test_add_func("/sprt/symmetry", symmetry);
    g_test_add_func("/sprt/extremes", extremes);
    g_test_add_func("/sprt/known-cases", known_cases);
    g_test_add_func("/sprt/error-rates", error_rates);
    return g_test_run();
}
