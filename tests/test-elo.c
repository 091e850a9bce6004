// SPDX-License-Identifier: GPL-3.0-or-later
// Elo against the points it stands for, the normal integral, and running moments against two
// passes.
#include "protocol/statistics/score.h"

#include <math.h>

#include "protocol/statistics/accumulators.h"
#include "protocol/rules/cast.h"

static void rates(void)
{
    /* 10^(elo/400) is the odds: 1:1, 3:1, 10:1, 1:100 */
    static const struct {
        double rate, elo;
    } rows[] = {{0.5, 0}, {0.75, 190.848501887865}, {10 / 11.0, 400}, {1 / 101.0, -800}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpfloat_with_epsilon(tab_elo_from_rate(rows[i].rate), rows[i].elo, 1e-9);
        g_assert_cmpfloat_with_epsilon(tab_elo_to_rate(rows[i].elo), rows[i].rate, 1e-12);
        g_assert_cmpfloat_with_epsilon(tab_elo_from_rate(1 - rows[i].rate), -rows[i].elo, 1e-9);
    }
    g_assert_cmpfloat(tab_elo_from_rate(0), ==, -INFINITY);
    g_assert_cmpfloat(tab_elo_from_rate(-0.1), ==, -INFINITY);
    g_assert_cmpfloat(tab_elo_from_rate(1), ==, INFINITY);
    g_assert_cmpfloat(tab_elo_to_rate(INFINITY), ==, 1);
    g_assert_cmpfloat(tab_elo_to_rate(-INFINITY), ==, 0);
}

static void intervals(void)
{
    TabEloInterval interval = tab_elo_interval(10 / 11.0, 10 / 11.0 - 0.75);
    g_assert_cmpfloat_with_epsilon(interval.elo, 400, 1e-9);
    g_assert_cmpfloat_with_epsilon(interval.low, 190.848501887865, 1e-9);
    g_assert_cmpfloat(interval.high, ==, INFINITY); /* 10/11 + 0.159 > 1 */
    g_assert_cmpfloat(tab_elo_interval_half_width(&interval), ==, INFINITY);
    interval = tab_elo_interval(0.5, 0.25);
    g_assert_cmpfloat_with_epsilon(interval.low, -190.848501887865, 1e-9);
    g_assert_cmpfloat_with_epsilon(tab_elo_interval_half_width(&interval), 190.848501887865, 1e-9);
    interval = tab_elo_interval(1, 0.2);
    g_assert_cmpfloat(interval.elo, ==, INFINITY);
    g_assert_cmpfloat_with_epsilon(interval.low, tab_elo_from_rate(0.8), 1e-9);
    interval = tab_elo_interval(0.5, 0.5);
    g_assert_cmpfloat(interval.low, ==, -INFINITY);
}

/* The normal density from 0 to z by Simpson's rule. */
static double integral(double z)
{
    guint steps = 2000;
    double sum = 0;
    for (guint i = 0; i <= steps; i++) {
        double x = z * i / steps;
        sum += exp(-x * x / 2) * (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2);
    }
    return sum * z / steps / 3 / sqrt(2 * G_PI);
}

static void superiority(void)
{
    for (double z = -5; z <= 5; z += 0.37) {
        TabEstimate estimate = {0.5 + z * 0.01, 0.01};
        g_assert_cmpfloat_with_epsilon(tab_elo_los(estimate), 0.5 + integral(z), 1e-11);
    }
    g_assert_cmpfloat(tab_elo_los((TabEstimate){0.5, 0}), ==, 0.5);
    g_assert_cmpfloat(tab_elo_los((TabEstimate){0.5, NAN}), ==, 0.5);
    g_assert_cmpfloat(tab_elo_los((TabEstimate){0.7, NAN}), ==, 0.5);
    g_assert_cmpfloat(tab_elo_los((TabEstimate){0.7, 0}), ==, 1);
    g_assert_cmpfloat(tab_elo_los((TabEstimate){0.2, 0}), ==, 0);
}

static void texts(void)
{
    static const struct {
        double elo, half;
        const char *text;
    } rows[] = {
        {12.34, 4.46, "+12.3 ± 4.5"},
        {-7, 0, "-7.0 ± 0.0"},
        {-0.04, 3.25, "+0.0 ± 3.2"},
        {0, 12345.67, "+0.0 ± 12345.7"},
        {INFINITY, INFINITY, "+inf ± inf"},
        {-INFINITY, 20, "-inf ± 20.0"},
        {NAN, NAN, "nan ± nan"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = tab_elo_to_string(rows[i].elo, rows[i].half);
        g_assert_cmpstr(text, ==, rows[i].text);
    }
}

/* Numbers far from 0, where a sum of squares would have lost everything. */
static void moments(void)
{
    enum { N = 1000 };
    TabRandom random = tab_random_new(3);
    TabMoments all = {0};
    double x[N], mean = 0, squares = 0;
    for (guint i = 0; i < N; i++) {
        x[i] = 1e9 + tab_random_unit(&random);
        mean += (x[i] - 1e9) / N;
        tab_moments_add(&all, x[i]);
    }
    for (guint i = 0; i < N; i++)
        squares += (x[i] - 1e9 - mean) * (x[i] - 1e9 - mean);
    g_assert_cmpuint(all.n, ==, N);
    g_assert_cmpfloat_with_epsilon(all.mean - 1e9, mean, 1e-6);
    g_assert_cmpfloat_with_epsilon(tab_moments_variance(&all), squares / (N - 1), 1e-6);
    g_assert_cmpfloat_with_epsilon(tab_moments_se(&all), sqrt(squares / (N - 1) / N), 1e-7);
    g_assert_cmpfloat(tab_moments_estimate(&all).mean, ==, all.mean);
    g_assert_cmpfloat(tab_moments_estimate(&all).se, ==, tab_moments_se(&all));
    /* in parts of different sizes, told by mean and error alone */
    TabMoments joined = {0};
    for (guint from = 0, size = 2; from < N; from += size, size = MIN(2 * size, N - from)) {
        TabMoments part = {0};
        for (guint i = from; i < from + size; i++)
            tab_moments_add(&part, x[i] - 1e9);
        part = tab_moments_of(part.n, part.mean, tab_moments_se(&part));
        tab_moments_join(&joined, &part);
    }
    tab_moments_join(&joined, &(const TabMoments){0});
    g_assert_cmpuint(joined.n, ==, N);
    g_assert_cmpfloat_with_epsilon(joined.mean, mean, 1e-12);
    g_assert_cmpfloat_with_epsilon(tab_moments_se(&joined), sqrt(squares / (N - 1) / N), 1e-12);
}

static void few_moments(void)
{
    TabMoments few = {0};
    g_assert_true(isnan(tab_moments_variance(&few)) && isnan(tab_moments_se(&few)));
    tab_moments_add(&few, 4);
    g_assert_true(isnan(tab_moments_variance(&few)) && isnan(tab_moments_se(&few)));
    tab_moments_add(&few, 6);
    g_assert_cmpfloat(few.mean, ==, 5);
    g_assert_cmpfloat(tab_moments_variance(&few), ==, 2);
    g_assert_cmpfloat_with_epsilon(tab_moments_se(&few), 1, 1e-15);
    /* of one number the error is not looked at */
    TabMoments one = tab_moments_of(1, 7, NAN), more = tab_moments_of(1, 9, INFINITY);
    tab_moments_join(&one, &more);
    g_assert_cmpfloat(one.mean, ==, 8);
    g_assert_cmpfloat(tab_moments_variance(&one), ==, 2);
}

static void together(void)
{
    enum { N = 500 };
    TabRandom random = tab_random_new(4);
    TabMoments2 all = {0};
    double x[N], y[N], mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (guint i = 0; i < N; i++) {
        x[i] = tab_random_unit(&random) * 10 - 3;
        y[i] = 2 - 0.5 * x[i] + tab_random_unit(&random);
        mean_x += x[i] / N;
        mean_y += y[i] / N;
        tab_moments2_add(&all, x[i], y[i]);
    }
    for (guint i = 0; i < N; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    TabMoments of_x = tab_moments2_x(&all), of_y = tab_moments2_y(&all);
    g_assert_cmpfloat_with_epsilon(of_x.mean, mean_x, 1e-11);
    g_assert_cmpfloat_with_epsilon(of_y.mean, mean_y, 1e-11);
    g_assert_cmpfloat_with_epsilon(tab_moments_variance(&of_x), xx / (N - 1), 1e-10);
    g_assert_cmpfloat_with_epsilon(tab_moments_variance(&of_y), yy / (N - 1), 1e-10);
    g_assert_cmpfloat_with_epsilon(tab_moments2_covariance(&all), xy / (N - 1), 1e-10);
    g_assert_cmpfloat_with_epsilon(tab_moments2_correlation(&all), xy / sqrt(xx * yy), 1e-11);
    g_assert_cmpfloat(tab_moments2_correlation(&all), <, -0.9);
}

static void no_correlation(void)
{
    TabMoments2 few = {0};
    g_assert_true(isnan(tab_moments2_covariance(&few)) && isnan(tab_moments2_correlation(&few)));
    tab_moments2_add(&few, 1, 2);
    g_assert_true(isnan(tab_moments2_covariance(&few)) && isnan(tab_moments2_correlation(&few)));
    tab_moments2_add(&few, 1, 5); /* x never changed */
    g_assert_cmpfloat(tab_moments2_covariance(&few), ==, 0);
    g_assert_true(isnan(tab_moments2_correlation(&few)));
    TabMoments2 line = {0};
    for (guint i = 0; i < 10; i++)
        tab_moments2_add(&line, i * 0.1, 7 - i * 0.3);
    g_assert_cmpfloat_with_epsilon(tab_moments2_correlation(&line), -1, 1e-15);
    TabMoments2 level = {0};
    for (guint i = 0; i < 3; i++)
        tab_moments2_add(&level, i, 5); /* y never changed */
    g_assert_true(isnan(tab_moments2_correlation(&level)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/elo/rates", rates);
    g_test_add_func("/elo/intervals", intervals);
    g_test_add_func("/elo/superiority", superiority);
    g_test_add_func("/elo/texts", texts);
    g_test_add_func("/elo/moments", moments);
    g_test_add_func("/elo/few-moments", few_moments);
    g_test_add_func("/elo/together", together);
    g_test_add_func("/elo/no-correlation", no_correlation);
    return g_test_run();
}
