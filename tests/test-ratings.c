// SPDX-License-Identifier: GPL-3.0-or-later
// Ratings against sums by hand, and their errors against the scatter of simulated tournaments.
#include "protocol/statistics/ratings.h"

#include <math.h>

#include "protocol/statistics/score.h"
#include "protocol/rules/cast.h"

#define Z95 1.959963984540054
#define ELO (400 / log(10)) /* one unit of the logistic scale */

static double sigma(double x)
{
    return 1 / (1 + exp(-x));
}

/* The seat's result of one game: `luck` in (0, 1) is what the sticks gave it. */
static double play(double win, double draw, double luck)
{
    return luck < win ? 1 : luck < win + draw ? 0.5 : 0;
}

/* Points of `a` in a pair of games: with shared sticks the luck of the second is the other's. */
static double play_pair(double elo, double draw, double shared, TabRandom *random)
{
    double rate = tab_elo_to_rate(elo), u = tab_random_unit(random);
    double v = tab_random_unit(random) < shared ? 1 - u : tab_random_unit(random);
    return play(rate - draw / 2, draw, u) + play(rate - draw / 2, draw, v);
}

static void two(void)
{
    /* the prior's point of two games against 0 on either side: P − Gσ(2x) + 1 − 2σ(x) = 0 */
    static const struct {
        guint wins, losses;
    } rows[] = {{1, 0}, {10, 0}, {60, 40}, {3, 9}, {100000, 0}, {0, 100000}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRatings) ratings = tab_ratings_new(2);
        double wins = rows[i].wins, games = wins + rows[i].losses, low = -10, high = 10;
        for (guint k = 0; k < games; k++)
            tab_ratings_add(ratings, k % 2, 1 - k % 2, 1, (k < wins) == (k % 2 == 0) ? 1 : 0);
        while (high - low > 1e-13) {
            double x = (low + high) / 2;
            *(wins - games * sigma(2 * x) + 1 - 2 * sigma(x) > 0 ? &low : &high) = x;
        }
        TabRating out[2];
        tab_ratings_compute(ratings, out);
        g_assert_cmpfloat_with_epsilon(out[0].elo, ELO * low, 1e-6);
        g_assert_cmpfloat_with_epsilon(out[1].elo, -ELO * low, 1e-6);
        /* along (1, −1) the information and the scatter of gradients, twice the games' own and once
         * the prior's, a win and a loss */
        double p = sigma(2 * low), q = sigma(low), losses = rows[i].losses;
        double information = 2 * games * p * (1 - p) + 2 * q * (1 - q);
        double scatter =
            2 * (wins * (1 - p) * (1 - p) + losses * p * p) + q * q + (1 - q) * (1 - q);
        g_assert_cmpfloat_with_epsilon(out[0].error, Z95 * ELO * sqrt(scatter / 2) / information,
                                       1e-6 * out[0].error);
        g_assert_cmpfloat_with_epsilon(out[0].error, out[1].error, 1e-9 * out[0].error);
        g_assert_cmpfloat_with_epsilon(tab_ratings_difference_error(ratings, 0, 1),
                                       2 * out[0].error, 1e-9 * out[0].error);
        g_assert_cmpuint(out[0].games, ==, (guint)games);
        g_assert_cmpfloat(out[1].points, ==, rows[i].losses);
    }
}

/* The slope of the log-likelihood, summed over single games, is 0 at the ratings. */
static void maximum(void)
{
    enum { ENGINES = 7, CLUSTERS = 400 };
    TabRandom random = tab_random_new(5);
    g_autoptr(TabRatings) ratings = tab_ratings_new(ENGINES);
    struct {
        guint a, b, games;
        double points;
    } list[CLUSTERS];
    for (guint i = 0; i < CLUSTERS; i++) {
        guint a = tab_random_below(&random, ENGINES);
        guint b = (a + 1 + tab_random_below(&random, ENGINES - 1)) % ENGINES;
        guint games = 1 + tab_random_below(&random, 2);
        guint halves = tab_random_below(&random, 2 * games + 1 + a);
        double points = MIN(halves, 2 * games) / 2.0;
        list[i].a = a, list[i].b = b, list[i].games = games, list[i].points = points;
        tab_ratings_add(ratings, a, b, games, points);
    }
    TabRating out[ENGINES];
    tab_ratings_compute(ratings, out);
    /* all may lie off the reference of the prior by a constant: it makes the sum of the prior 0 */
    double low = -10, high = 10, slope[ENGINES];
    while (high - low > 1e-13) {
        double shift = (low + high) / 2, sum = 0;
        for (guint a = 0; a < ENGINES; a++)
            sum += 1 - 2 * sigma(out[a].elo / ELO + shift);
        *(sum > 0 ? &low : &high) = shift;
    }
    for (guint a = 0; a < ENGINES; a++)
        slope[a] = 1 - 2 * sigma(out[a].elo / ELO + low);
    for (guint i = 0; i < CLUSTERS; i++) {
        double p = tab_elo_to_rate(out[list[i].a].elo - out[list[i].b].elo);
        slope[list[i].a] += list[i].points - list[i].games * p;
        slope[list[i].b] -= list[i].points - list[i].games * p;
    }
    double sum = 0;
    for (guint a = 0; a < ENGINES; a++) {
        g_assert_cmpfloat_with_epsilon(slope[a], 0, 1e-8);
        sum += out[a].elo;
    }
    g_assert_cmpfloat_with_epsilon(sum, 0, 1e-8);
}

static void order(void)
{
    TabRandom random = tab_random_new(6);
    g_autoptr(TabRatings) forward = tab_ratings_new(4);
    g_autoptr(TabRatings) backward = tab_ratings_new(4);
    TabRating one[4], other[4];
    double points[60];
    for (guint i = 0; i < 60; i++) {
        points[i] = play_pair(60, 0.1, 0.5, &random);
        tab_ratings_add(forward, i % 4, (i + 1 + i % 3) % 4, 2, points[i]);
        tab_ratings_compute(forward, one); /* what is kept does not outlive the next game */
    }
    for (guint i = 60; i-- > 0;)
        tab_ratings_add(backward, (i + 1 + i % 3) % 4, i % 4, 2, 2 - points[i]);
    tab_ratings_compute(backward, other);
    for (guint a = 0; a < 4; a++) {
        g_assert_cmpfloat_with_epsilon(one[a].elo, other[a].elo, 1e-7);
        g_assert_cmpfloat_with_epsilon(one[a].error, other[a].error, 1e-7);
        g_assert_cmpuint(one[a].games, ==, other[a].games);
        g_assert_cmpfloat(one[a].points, ==, other[a].points);
    }
}

static void recovered(void)
{
    static const double truth[] = {-210, -60, -15, 5, 90, 190}; /* sum 0 */
    TabRandom random = tab_random_new(7);
    g_autoptr(TabRatings) ratings = tab_ratings_new(6);
    for (guint a = 0; a < 6; a++)
        for (guint b = 0; b < a; b++)
            for (guint i = 0; i < 3000; i++)
                tab_ratings_add(ratings, a, b, 2,
                                play_pair(truth[a] - truth[b], 0.05, 0.5, &random));
    TabRating out[6];
    tab_ratings_compute(ratings, out);
    for (guint a = 0; a < 6; a++) {
        g_test_message("%.0f: %.2f ± %.2f", truth[a], out[a].elo, out[a].error);
        g_assert_cmpfloat(out[a].error, <, 5);
        g_assert_cmpfloat_with_epsilon(out[a].elo, truth[a], 1.6 * out[a].error);
        g_assert_cmpuint(out[a].games, ==, 30000);
    }
}

/* With independent decisive games the error is that of Fisher's information. */
static void fisher(void)
{
    TabRandom random = tab_random_new(8);
    g_autoptr(TabRatings) ratings = tab_ratings_new(3);
    guint n = 4000;
    for (guint i = 0; i < 3 * n; i++)
        tab_ratings_add(ratings, i % 3, (i + 1) % 3, 1, tab_random_below(&random, 2));
    /* equal engines, n games each two: the information is n/4 (3I − J), so a difference has the
     * variance 2 / (3n/4), and one to the average 2/3 / (3n/4) */
    double difference = Z95 * ELO * sqrt(8 / (3.0 * n)), average = difference / sqrt(3);
    TabRating out[3];
    tab_ratings_compute(ratings, out);
    for (guint a = 0; a < 3; a++) {
        g_assert_cmpfloat_with_epsilon(out[a].error, average, 0.01 * average);
        g_assert_cmpfloat_with_epsilon(tab_ratings_difference_error(ratings, a, (a + 1) % 3),
                                       difference, 0.01 * difference);
    }

    /* unequal: of two with the rate p 1 / (n p (1 − p)), at the maximum exactly but for the prior
     */
    g_autoptr(TabRatings) unequal = tab_ratings_new(2);
    for (guint i = 0; i < 10000; i++)
        tab_ratings_add(unequal, 0, 1, 1, i % 5 ? 1 : 0);
    double of_two = Z95 * ELO * sqrt(1 / (10000 * 0.8 * 0.2));
    g_assert_cmpfloat_with_epsilon(tab_ratings_difference_error(unequal, 0, 1), of_two,
                                   0.001 * of_two);
}

/* The same games as pairs in which the sticks decided: an error of the prior's two games alone.
 * As draws likewise; as pairs that went 2–0 or 0–2, as if there were half as many games. */
static void clusters(void)
{
    g_autoptr(TabRatings) single = tab_ratings_new(2);
    g_autoptr(TabRatings) shared = tab_ratings_new(2);
    g_autoptr(TabRatings) drawn = tab_ratings_new(2);
    g_autoptr(TabRatings) alike = tab_ratings_new(2);
    for (guint i = 0; i < 1000; i++) {
        tab_ratings_add(single, 0, 1, 1, 0);
        tab_ratings_add(single, 0, 1, 1, 1);
        tab_ratings_add(shared, 0, 1, 2, 1);
        tab_ratings_add(drawn, 0, 1, 1, 0.5);
        tab_ratings_add(drawn, 0, 1, 1, 0.5);
        tab_ratings_add(alike, 0, 1, 2, i % 2 ? 2 : 0);
    }
    double error = tab_ratings_difference_error(single, 0, 1);
    double saved = tab_ratings_difference_error(shared, 0, 1);
    g_assert_cmpfloat(saved, <, 0.05 * error);
    g_assert_cmpfloat_with_epsilon(saved, tab_ratings_difference_error(drawn, 0, 1), 1e-9);
    g_assert_cmpfloat_with_epsilon(tab_ratings_difference_error(alike, 0, 1), error * sqrt(2),
                                   0.01 * error);
}

static void unconnected(void)
{
    g_autoptr(TabRatings) ratings = tab_ratings_new(5);
    TabRating out[5];
    tab_ratings_compute(ratings, out);
    for (guint a = 0; a < 5; a++) {
        g_assert_cmpfloat(out[a].elo, ==, 0);
        g_assert_true(isinf(out[a].error));
    }
    tab_ratings_add(ratings, 3, 1, 2, 2);
    tab_ratings_compute(ratings, out);
    g_assert_cmpfloat(out[3].elo, >, 0);
    g_assert_cmpfloat(out[3].elo, ==, -out[1].elo);
    g_assert_true(isfinite(out[3].error) && isinf(out[0].error));
    g_assert_cmpfloat(out[0].elo, ==, 0);

    tab_ratings_add(ratings, 2, 4, 1, 0.5); /* two groups */
    tab_ratings_compute(ratings, out);
    g_assert_true(isinf(out[3].error) && isinf(out[2].error));
    g_assert_true(isinf(tab_ratings_difference_error(ratings, 3, 4)));
    g_assert_true(isfinite(tab_ratings_difference_error(ratings, 3, 1)));
    g_assert_cmpfloat(tab_ratings_difference_error(ratings, 3, 3), ==, 0);

    tab_ratings_add(ratings, 4, 1, 1, 0); /* joined */
    tab_ratings_compute(ratings, out);
    g_assert_true(isfinite(out[3].error) && isfinite(out[2].error) && isinf(out[0].error));
    g_assert_true(isfinite(tab_ratings_difference_error(ratings, 3, 2)));
}

/* A ladder in which each wins everything against all below it. */
static void one_sided(void)
{
    g_autoptr(TabRatings) ratings = tab_ratings_new(20);
    for (guint a = 0; a < 20; a++)
        for (guint b = 0; b < a; b++)
            for (guint i = 0; i < 500; i++)
                tab_ratings_add(ratings, a, b, 2, 2);
    TabRating out[20];
    tab_ratings_compute(ratings, out);
    for (guint a = 0; a < 20; a++) {
        g_assert_true(isfinite(out[a].elo) && isfinite(out[a].error));
        g_assert_true(!a || out[a].elo > out[a - 1].elo);
    }
}

/* Many small tournaments: how far the ratings scatter, what their errors say, how often they hold.
 */
typedef struct {
    double deviation, error, coverage, difference_coverage;
} Scatter;

static Scatter simulate(const double *truth, guint pairs, double draw, double shared,
                        gboolean gauntlet, TabRandom *random)
{
    enum { ENGINES = 5, TOURNAMENTS = 200 };
    Scatter scatter = {0};
    for (guint t = 0; t < TOURNAMENTS; t++) {
        g_autoptr(TabRatings) ratings = tab_ratings_new(ENGINES);
        TabRating out[ENGINES];
        for (guint a = 0; a < ENGINES; a++)
            for (guint b = 0; b < (gauntlet ? MIN(a, 1) : a); b++)
                for (guint i = 0; i < pairs; i++)
                    tab_ratings_add(ratings, a, b, 2,
                                    play_pair(truth[a] - truth[b], draw, shared, random));
        tab_ratings_compute(ratings, out);
        for (guint a = 0; a < ENGINES; a++) {
            double off = out[a].elo - truth[a];
            scatter.deviation += off * off;
            scatter.error += out[a].error * out[a].error;
            scatter.coverage += fabs(off) <= out[a].error;
            off -= out[(a + 1) % ENGINES].elo - truth[(a + 1) % ENGINES];
            scatter.difference_coverage +=
                fabs(off) <= tab_ratings_difference_error(ratings, a, (a + 1) % ENGINES);
        }
    }
    double n = ENGINES * TOURNAMENTS;
    return (Scatter){sqrt(scatter.deviation / n), sqrt(scatter.error / n) / Z95,
                     scatter.coverage / n, scatter.difference_coverage / n};
}

static void scatters(void)
{
    static const struct {
        double truth[5], draw, shared;
        guint pairs;
        gboolean gauntlet;
    } rows[] = {
        {{0, 0, 0, 0, 0}, 0, 0, 50, FALSE},
        {{0, 0, 0, 0, 0}, 0, 0.9, 50, FALSE},
        {{-30, -10, 0, 10, 30}, 0.3, 0.5, 50, FALSE},
        {{-200, -100, 0, 100, 200}, 0.05, 0.5, 50, FALSE},
        {{-200, -100, 0, 100, 200}, 0, 0.5, 10, FALSE},
        {{40, -30, -20, 0, 10}, 0, 0.5, 50, TRUE},
        {{-200, -100, 0, 100, 200}, 0, 0.5, 200, TRUE},
    };
    TabRandom random = tab_random_new(9);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scatter scatter = simulate(rows[i].truth, rows[i].pairs, rows[i].draw, rows[i].shared,
                                   rows[i].gauntlet, &random);
        g_test_message("row %u: scatter %.2f, error / z %.2f, held %.3f, differences %.3f", i,
                       scatter.deviation, scatter.error, scatter.coverage,
                       scatter.difference_coverage);
        g_assert_cmpfloat_with_epsilon(scatter.error / scatter.deviation, 1, 0.1);
        g_assert_cmpfloat_with_epsilon(scatter.coverage, 0.95, 0.025);
        g_assert_cmpfloat_with_epsilon(scatter.difference_coverage, 0.95, 0.025);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ratings/two", two);
    g_test_add_func("/ratings/maximum", maximum);
    g_test_add_func("/ratings/order", order);
    g_test_add_func("/ratings/recovered", recovered);
    g_test_add_func("/ratings/fisher", fisher);
    g_test_add_func("/ratings/clusters", clusters);
    g_test_add_func("/ratings/unconnected", unconnected);
    g_test_add_func("/ratings/one-sided", one_sided);
    g_test_add_func("/ratings/scatter", scatters);
    return g_test_run();
}
