// SPDX-License-Identifier: GPL-3.0-or-later
// Counts games and pairs, and asks the statistics of that which knows more.
#include "protocol/statistics/tally.h"

static guint *outcome(TabScore *score, double points)
{
    if (points == 0.5)
        return &score->draws;
    return points > 0.5 ? &score->wins : &score->losses;
}

void tab_tally_add_game(TabTally *tally, double points)
{
    ++*outcome(&tally->score, points);
    ++*outcome(&tally->unpaired, points);
}

void tab_tally_add_pair(TabTally *tally, double first, double second)
{
    --*outcome(&tally->unpaired, first);
    --*outcome(&tally->unpaired, second);
    tally->pairs.n[(guint)(2 * (first + second))]++;
}

static TabScore reversed(TabScore score)
{
    return (TabScore){.wins = score.losses, .losses = score.wins, .draws = score.draws};
}

TabTally tab_tally_reversed(const TabTally *tally)
{
    return (TabTally){.score = reversed(tally->score),
                      .unpaired = reversed(tally->unpaired),
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
