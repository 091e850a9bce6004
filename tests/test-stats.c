// SPDX-License-Identifier: GPL-3.0-or-later
// The score, its error and its line, and that the 95 % interval holds the truth about 95 times in
// 100.
#include "protocol/statistics/score.h"

#include <math.h>

#include "protocol/rules/cast.h"

static void values(void)
{
    static const struct {
        TabScore score;
        double rate, half;
    } rows[] = {
        /* half: 1.959964 sqrt(v / n'), worked out apart from score.c, as a sum over games */
        {{0, 0, 0}, 0.5, 0.5},
        {{60, 40, 0}, 0.6, 0.098067266},
        {{100, 0, 0}, 1.0, 0.044412051},
        {{0, 0, 100}, 0.5, 0.018496749},
        {{30, 20, 50}, 0.55, 0.070475358},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpfloat_with_epsilon(tab_score_rate(&rows[i].score), rows[i].rate, 1e-12);
        g_assert_cmpfloat_with_epsilon(tab_score_half_width(&rows[i].score), rows[i].half, 1e-8);
    }
    TabScore a = {7, 2, 3}, b = {2, 7, 3};
    g_assert_cmpfloat_with_epsilon(tab_score_half_width(&a), tab_score_half_width(&b), 1e-12);
}

static void large(void)
{
    /* for many games it is the plain normal interval */
    TabScore score = {400000, 300000, 300000};
    double rate = 0.55, variance = 0.4 + 0.25 * 0.3 - rate * rate;
    g_assert_cmpfloat_with_epsilon(tab_score_half_width(&score), 1.959964 * sqrt(variance / 1e6),
                                   1e-6);
}

static void line(void)
{
    TabScore score = {60, 30, 10};
    g_autofree char *text = tab_score_to_string(&score, "Tab Engine", 0.0512);
    g_assert_cmpstr(text, ==, "score Tab Engine +60 -30 =10 65.00% ±5.12");
}

/* How often the interval holds the true score, over simulated matches. */
static double coverage(double win, double draw, guint games, TabRandom *random)
{
    guint held = 0, matches = 4000;
    for (guint m = 0; m < matches; m++) {
        TabScore score = {0};
        for (guint g = 0; g < games; g++) {
            double u = tab_random_unit(random);
            if (u < win)
                score.wins++;
            else if (u < win + draw)
                score.draws++;
            else
                score.losses++;
        }
        held +=
            fabs(tab_score_rate(&score) - (win + draw / 2)) <= tab_score_half_width(&score) + 1e-12;
    }
    return (double)held / matches;
}

static void coverages(void)
{
    static const struct {
        double win, draw;
    } truths[] = {{0.5, 0}, {0.6, 0}, {0.9, 0}, {0.97, 0}, {0.4, 0.2}, {0.3, 0.4}, {0.05, 0.1}};
    static const guint games[] = {10, 30, 100, 400};
    TabRandom random = tab_random_new(1);
    for (guint i = 0; i < G_N_ELEMENTS(truths); i++)
        for (guint k = 0; k < G_N_ELEMENTS(games); k++) {
            double share = coverage(truths[i].win, truths[i].draw, games[k], &random);
            g_test_message("win %.2f draw %.2f games %u: %.3f", truths[i].win, truths[i].draw,
                           games[k], share);
            g_assert_cmpfloat(share, >=, 0.93);
            if (games[k] == 400)
                g_assert_cmpfloat(share, <=, 0.985);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stats/values", values);
    g_test_add_func("/stats/large", large);
    g_test_add_func("/stats/line", line);
    g_test_add_func("/stats/coverage", coverages);
    return g_test_run();
}
