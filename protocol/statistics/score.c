// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of games and of pairs with their intervals, and the logistic curve of Elo.
#include "protocol/statistics/score.h"

#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"

char *tab_estimate_to_string(TabEstimate estimate)
{
    char *rate = tab_plain_text_rate(estimate.mean, TAB_Z95 * estimate.se);
    if (isnan(estimate.se))
        rate[strcspn(rate, " ")] = '\0';
    return rate;
}

double tab_score_rate(const TabScore *score)
{
    guint games = tab_score_games(score);
    return games ? (score->wins + 0.5 * score->draws) / games : 0.5;
}

double tab_score_half_width(const TabScore *score)
{
    if (!tab_score_games(score))
        return 0.5;
    double z2 = TAB_Z95 * TAB_Z95, n = tab_score_games(score) + z2, wins = score->wins + z2 / 2;
    double mean = (wins + 0.5 * score->draws) / n;
    double variance = (wins + 0.25 * score->draws) / n - mean * mean;
    return MIN(TAB_Z95 * sqrt(variance / n) + fabs(mean - tab_score_rate(score)), 1.0);
}

char *tab_score_to_string(const TabScore *score, const char *name, double half_width)
{
    g_autofree char *rate = tab_plain_text_rate(tab_score_rate(score), half_width);
    return g_strdup_printf("score %s +%u -%u =%u %s", name, score->wins, score->losses,
                           score->draws, rate);
}

/* Pairs. */

/* Mean points a game of the pairs, of which there is one at least. */
static double pair_rate(const TabPairScore *pairs)
{
    double points = 0;
    for (guint k = 0; k < 5; k++)
        points += 0.25 * k * pairs->n[k];
    return points / tab_pair_score_pairs(pairs);
}

/* Sum over the pairs of (a pair's points a game − mean)². */
static double squares(const TabPairScore *pairs, double mean)
{
    double sum = 0;
    for (guint k = 0; k < 5; k++)
        sum += pairs->n[k] * (0.25 * k - mean) * (0.25 * k - mean);
    return sum;
}

double tab_score_sample_half_width(double n, double mean, double squares)
{
    double z2 = TAB_Z95 * TAB_Z95, middle = (n * mean + z2 / 2) / (n + z2);
    double around = squares + n * (middle - mean) * (middle - mean) +
                    z2 / 2 * (middle * middle + (1 - middle) * (1 - middle));
    return n > 0 ? MIN(TAB_Z95 * sqrt(around) / (n + z2) + fabs(middle - mean), 1.0) : 0.5;
}

double tab_pair_score_half_width(const TabPairScore *pairs)
{
    double n = tab_pair_score_pairs(pairs), mean = n > 0 ? pair_rate(pairs) : 0.5;
    return tab_score_sample_half_width(n, mean, squares(pairs, mean));
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
    return squares(pairs, pair_rate(pairs)) / (n - 1) / (of_games / (games - 1) / 2);
}

/* Elo. */

double tab_elo_from_rate(double rate)
{
    if (rate <= 0)
        return -INFINITY;
    if (rate >= 1)
        return INFINITY;
    return 400 * log10(rate / (1 - rate));
}

double tab_elo_to_rate(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

TabEloInterval tab_elo_interval(double rate, double half_width)
{
    return (TabEloInterval){tab_elo_from_rate(rate), tab_elo_from_rate(rate - half_width),
                            tab_elo_from_rate(rate + half_width)};
}

double tab_elo_interval_half_width(const TabEloInterval *interval)
{
    return isfinite(interval->low) && isfinite(interval->high)
               ? (interval->high - interval->low) / 2
               : INFINITY;
}

double tab_elo_los(TabEstimate estimate)
{
    double z = (estimate.mean - 0.5) / estimate.se;
    return isnan(z) ? 0.5 : 0.5 * erfc(-z * G_SQRT2 / 2);
}

char *tab_elo_to_string(double elo, double half_width)
{
    GString *text = g_string_new(NULL);
    tab_plain_text_append_number(text, elo, 1, TRUE);
    g_string_append(text, " ± ");
    tab_plain_text_append_number(text, half_width, 1, FALSE);
    return g_string_free(text, FALSE);
}

char *tab_elo_interval_to_string(const TabEloInterval *interval)
{
    return tab_elo_to_string(interval->elo, tab_elo_interval_half_width(interval));
}

/* Games and pairs together: the statistics of that which knows more. */

static guint *outcome_count(TabScore *score, double points)
{
    if (points == 0.5)
        return &score->draws;
    return points > 0.5 ? &score->wins : &score->losses;
}

void tab_tally_add_game(TabTally *tally, double points)
{
    ++*outcome_count(&tally->score, points);
    ++*outcome_count(&tally->unpaired, points);
}

void tab_tally_add_pair(TabTally *tally, double first, double second)
{
    --*outcome_count(&tally->unpaired, first);
    --*outcome_count(&tally->unpaired, second);
    tally->pairs.n[(guint)(2 * (first + second))]++;
}

static TabScore score_reversed(TabScore score)
{
    return (TabScore){.wins = score.losses, .losses = score.wins, .draws = score.draws};
}

TabTally tab_tally_reversed(const TabTally *tally)
{
    return (TabTally){.score = score_reversed(tally->score),
                      .unpaired = score_reversed(tally->unpaired),
                      .pairs = tab_pair_score_reversed(&tally->pairs)};
}

double tab_tally_rate(const TabTally *tally)
{
    return tab_score_rate(&tally->score);
}

double tab_tally_half_width(const TabTally *tally)
{
    return tab_pair_score_pairs(&tally->pairs) ? tab_pair_score_half_width(&tally->pairs)
                                               : tab_score_half_width(&tally->score);
}

char *tab_tally_to_string(const TabTally *tally)
{
    return tab_score_games(&tally->score)
               ? tab_plain_text_rate(tab_tally_rate(tally), tab_tally_half_width(tally))
               : g_strdup("");
}

TabEloInterval tab_tally_elo(const TabTally *tally)
{
    return tab_elo_interval(tab_tally_rate(tally), tab_tally_half_width(tally));
}

double tab_tally_los(const TabTally *tally)
{
    TabEstimate estimate = {tab_tally_rate(tally), tab_tally_half_width(tally) / TAB_Z95};
    return tab_elo_los(estimate);
}

double tab_tally_variance_ratio(const TabTally *tally)
{
    TabScore paired = {.wins = tally->score.wins - tally->unpaired.wins,
                       .losses = tally->score.losses - tally->unpaired.losses,
                       .draws = tally->score.draws - tally->unpaired.draws};
    return tab_pair_score_variance_ratio(&tally->pairs, &paired);
}
