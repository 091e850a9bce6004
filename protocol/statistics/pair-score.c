// SPDX-License-Identifier: GPL-3.0-or-later
// Mean, spread and interval of pairs of games, and what the pairing was worth.
#include "protocol/statistics/pair-score.h"

#include <math.h>

/* Mean points a game of the pairs; 0.5 without any. */
static double rate(const TabPairScore *pairs)
{
    guint n = tab_pair_score_pairs(pairs);
    double points = 0;
    for (guint k = 0; k < 5; k++)
        points += 0.25 * k * pairs->n[k];
    return n ? points / n : 0.5;
}

/* Sum over the pairs of (a pair's points a game − mean)². */
static double squares(const TabPairScore *pairs, double mean)
{
    double sum = 0;
    for (guint k = 0; k < 5; k++)
        sum += pairs->n[k] * (0.25 * k - mean) * (0.25 * k - mean);
    return sum;
}

double tab_pair_score_half_width(const TabPairScore *pairs)
{
    double n = tab_pair_score_pairs(pairs), z2 = TAB_Z95 * TAB_Z95;
    if (n == 0)
        return 0.5;
    double mean = rate(pairs), middle = (n * mean + z2 / 2) / (n + z2);
    /* a pseudo pair is ½ off the score ½ */
    double around =
        squares(pairs, middle) + z2 / 2 * (middle * middle + (1 - middle) * (1 - middle));
    return MIN(TAB_Z95 * sqrt(around) / (n + z2) + fabs(middle - mean), 1.0);
}

double tab_pair_score_variance_ratio(const TabPairScore *pairs, const TabScore *score)
{
    double n = tab_pair_score_pairs(pairs), games = tab_score_games(score);
    double mean = tab_score_rate(score);
    if (n < 2 || games < 2)
        return NAN;
    double of_games = score->wins * (1 - mean) * (1 - mean) + score->losses * mean * mean +
                      score->draws * (0.5 - mean) * (0.5 - mean);
    if (of_games <= 0)
        return NAN;
    return squares(pairs, rate(pairs)) / (n - 1) / (of_games / (games - 1) / 2);
}
