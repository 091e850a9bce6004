// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of games: what pairing saves, and honest intervals.
#include "protocol/statistics/score.h"

#include <math.h>

#include "protocol/statistics/accumulators.h"
#include "protocol/rules/cast.h"

static void reversed(void)
{
    static const TabPairScore rows[] = {
        {{3, 1, 4, 1, 5}}, {{0, 0, 1, 1, 0}}, {{100, 3, 220, 7, 130}}, {{1, 0, 0, 0, 1}}};
    for (guint r = 0; r < G_N_ELEMENTS(rows); r++) {
        TabPairScore other = tab_pair_score_reversed(&rows[r]);
        g_assert_cmpuint(tab_pair_score_pairs(&other), ==, tab_pair_score_pairs(&rows[r]));
        g_assert_cmpfloat_with_epsilon(tab_pair_score_half_width(&other),
                                       tab_pair_score_half_width(&rows[r]), 1e-12);
    }
}

static void few(void)
{
    TabPairScore none = {{0}}, won = {{0, 0, 0, 0, 50}};
    g_assert_cmpfloat(tab_pair_score_half_width(&none), ==, 0.5);
    g_assert_cmpfloat(tab_pair_score_half_width(&won), >, 0.03);
}

/* Pairs that went 2–0, 1–1 or 0–2 are like single games with these results. */
static void like_games(void)
{
    static const TabScore rows[] = {
        {0, 1, 0}, {30, 20, 7}, {50, 0, 0}, {0, 0, 12}, {900, 1000, 500}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const TabScore *score = &rows[i];
        TabPairScore pairs = {{score->losses, 0, score->draws, 0, score->wins}};
        g_assert_cmpfloat_with_epsilon(tab_pair_score_half_width(&pairs),
                                       tab_score_half_width(score), 1e-12);
    }
    /* with halves: 10 pairs and z² more at 0 and 1, worked out apart as a sum over them */
    TabPairScore halves = {{1, 2, 3, 3, 1}};
    g_assert_cmpfloat_with_epsilon(tab_pair_score_half_width(&halves), 0.1952382903, 1e-9);
    /* many: the normal interval */
    TabPairScore many = {{100000, 0, 300000, 0, 200000}};
    TabMoments points = {0};
    for (guint k = 0; k < 5; k++)
        for (guint i = 0; i < many.n[k]; i++)
            tab_moments_add(&points, 0.25 * k);
    g_assert_cmpfloat_with_epsilon(tab_pair_score_half_width(&many),
                                   1.959964 * tab_moments_se(&points), 1e-6);
}

/* Plays pairs with rate `win` and adds them to both counts. With the chance `shared` the second
 * game has the luck of the first for the other seat (or, with `alike`, for the same engine). */
static void simulate(TabPairScore *pairs, TabScore *score, guint n, double win, double draw,
                     double shared, gboolean alike, TabRandom *random)
{
    for (guint i = 0; i < n; i++) {
        guint halves = 0;
        double u = tab_random_unit(random);
        for (guint game = 0; game < 2; game++) {
            if (game)
                u = tab_random_unit(random) >= shared ? tab_random_unit(random) : alike ? u : 1 - u;
            guint got = u < win ? 2 : u < win + draw ? 1 : 0;
            *(got == 2 ? &score->wins : got ? &score->draws : &score->losses) += 1;
            halves += got;
        }
        pairs->n[halves]++;
    }
}

static void saved(void)
{
    static const struct {
        double win, draw, shared;
        gboolean alike;
        double ratio; /* 1 + the correlation of the two games */
    } rows[] = {
        {0.5, 0, 0, FALSE, 1},    {0.5, 0, 1, FALSE, 0},       {0.5, 0, 0.6, FALSE, 0.4},
        {0.5, 0, 0.5, TRUE, 1.5}, {0.3, 0.4, 0.5, FALSE, 0.5}, {0.8, 0, 0, FALSE, 1},
    };
    TabRandom random = tab_random_new(11);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabPairScore pairs = {{0}};
        TabScore score = {0};
        simulate(&pairs, &score, 40000, rows[i].win, rows[i].draw, rows[i].shared, rows[i].alike,
                 &random);
        double ratio = tab_pair_score_variance_ratio(&pairs, &score);
        g_test_message("ratio %.3f, expected %.3f", ratio, rows[i].ratio);
        g_assert_cmpfloat_with_epsilon(ratio, rows[i].ratio, 0.03);
    }
    /* by hand: pairs ½ and 1, games 1 0 1 1: (1/8) / ((3/4 / 3) / 2) */
    TabPairScore pairs = {{0, 0, 1, 0, 1}};
    g_assert_cmpfloat_with_epsilon(
        tab_pair_score_variance_ratio(&pairs, &(TabScore){.wins = 3, .losses = 1}), 1, 1e-12);
}

static void no_ratio(void)
{
    TabPairScore none = {{0}}, one = {{0, 0, 1, 0, 0}}, won = {{0, 0, 0, 0, 9}};
    TabPairScore drawn = {{0, 0, 9, 0, 0}};
    g_assert_true(isnan(tab_pair_score_variance_ratio(&none, &(TabScore){0})));
    g_assert_true(isnan(tab_pair_score_variance_ratio(&one, &(TabScore){.wins = 1, .losses = 1})));
    g_assert_true(isnan(tab_pair_score_variance_ratio(&won, &(TabScore){.wins = 18})));
    g_assert_true(isnan(tab_pair_score_variance_ratio(&drawn, &(TabScore){.draws = 18})));
    g_assert_cmpfloat(tab_pair_score_variance_ratio(&drawn, &(TabScore){.wins = 9, .losses = 9}),
                      ==, 0);
}

static void coverages(void)
{
    static const struct {
        double win, draw, shared;
        gboolean alike;
    } truths[] = {{0.5, 0, 0, FALSE},   {0.5, 0, 0.5, FALSE},    {0.5, 0, 1, TRUE},
                  {0.9, 0, 0, FALSE},   {0.97, 0, 1, TRUE},      {0.97, 0, 0.5, FALSE},
                  {0.3, 0.4, 0, FALSE}, {0.05, 0.1, 0.5, FALSE}, {0.4, 0.2, 0.8, TRUE}};
    static const guint pairs[] = {5, 15, 50, 200};
    TabRandom random = tab_random_new(12);
    for (guint i = 0; i < G_N_ELEMENTS(truths); i++)
        for (guint k = 0; k < G_N_ELEMENTS(pairs); k++) {
            guint held = 0, matches = 2000;
            for (guint m = 0; m < matches; m++) {
                TabPairScore got = {{0}};
                TabScore score = {0};
                simulate(&got, &score, pairs[k], truths[i].win, truths[i].draw, truths[i].shared,
                         truths[i].alike, &random);
                double off = tab_score_rate(&score) - truths[i].win - truths[i].draw / 2;
                held += fabs(off) <= tab_pair_score_half_width(&got) + 1e-12;
            }
            double share = (double)held / matches;
            g_test_message("win %.2f draw %.2f shared %.1f alike %d pairs %u: %.3f", truths[i].win,
                           truths[i].draw, truths[i].shared, truths[i].alike, pairs[k], share);
            g_assert_cmpfloat(share, >=, 0.93);
            if (pairs[k] == 200 && truths[i].win < 0.9 && truths[i].win > 0.1)
                g_assert_cmpfloat(share, <=, 0.975);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pair-score/reversed", reversed);
    g_test_add_func("/pair-score/few", few);
    g_test_add_func("/pair-score/like-games", like_games);
    g_test_add_func("/pair-score/saved", saved);
    g_test_add_func("/pair-score/no-ratio", no_ratio);
    g_test_add_func("/pair-score/coverage", coverages);
    return g_test_run();
}
