// SPDX-License-Identifier: GPL-3.0-or-later
// Score, interval and the line that tells them.
#include "protocol/statistics/stats.h"

#include <math.h>

static const double z = TAB_Z95;

double tab_score_rate(const TabScore *score)
{
    guint games = tab_score_games(score);
    return games ? (score->wins + 0.5 * score->draws) / games : 0.5;
}

double tab_score_half_width(const TabScore *score)
{
    if (!tab_score_games(score))
        return 0.5;
    double n = tab_score_games(score) + z * z;
    double wins = score->wins + z * z / 2;
    double mean = (wins + 0.5 * score->draws) / n;
    double variance = (wins + 0.25 * score->draws) / n - mean * mean;
    return MIN(z * sqrt(variance / n) + fabs(mean - tab_score_rate(score)), 1.0);
}

char *tab_score_to_string(const TabScore *score, const char *name, double half_width)
{
    char rate[G_ASCII_DTOSTR_BUF_SIZE], half[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(rate, sizeof rate, "%.2f", 100 * tab_score_rate(score));
    g_ascii_formatd(half, sizeof half, "%.2f", 100 * half_width);
    return g_strdup_printf("score %s +%u -%u =%u %s%% ±%s", name, score->wins, score->losses,
                           score->draws, rate, half);
}
