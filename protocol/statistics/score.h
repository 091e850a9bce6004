// SPDX-License-Identifier: GPL-3.0-or-later
// Points of one side against another, single games and pairs of them, with their errors and as Elo.
#pragma once

#include <glib.h>

/* 97.5 % of the normal distribution: half the width of a 95 % interval in standard errors. */
#define TAB_Z95 1.959963984540054

/* A mean with its standard error. */
typedef struct {
    double mean, se;
} TabEstimate;

/* A mean from 0 to 1 in percent with half the width of its 95 % interval, "52.50% ±1.20"; the mean
 * alone if its error is not known (NAN), as of one number. Free with
 * g_free. */
char *tab_estimate_to_string(TabEstimate estimate);

/* Games seen from one engine. */
typedef struct {
    guint wins, losses, draws;
} TabScore;

static inline guint tab_score_games(const TabScore *score)
{
    return score->wins + score->losses + score->draws;
}

/* Points a game, 0–1, a draw counting one half; 0.5 without games. */
double tab_score_rate(const TabScore *score);

/* Half the width of a 95 % confidence interval around tab_score_rate(), 0–1; 0.5 without games. The
 * narrowest one around the score that holds the interval of Agresti and Coull ("Approximate is
 * better than 'exact'", The American Statistician 52, 1998), which is the normal interval of the
 * mean of a game's points after z² (3.84) more games, half of them won and half lost: it keeps its
 * promise for few games and for scores near 0 and 1 too, where the plain normal interval claims to
 * know everything, and is the same as that for many games. Draws lower the variance. Games are
 * taken as independent. */
double tab_score_half_width(const TabScore *score);
/* The same of `n` independent numbers of points, 0–1 each: games, or means of pairs. `squares`: the
 * sum of their squared differences to `mean`. */
double tab_score_sample_half_width(double n, double mean, double squares);

/* "score <name> +<wins> -<losses> =<draws> <percent>% ±<half-width>", both with two decimals in
 * percent. `half_width` (0–1) is that of the games or, if there are any, of their pairs. Free with
 * g_free. */
char *tab_score_to_string(const TabScore *score, const char *name, double half_width);

/* Pairs of games (pentanomial). */

/* Complete pairs seen from one engine: n[k] of them in which it got k half points
 * (0, ½, 1, 1½ or 2 points). The two games of a pair share their sticks and are not independent;
 * pairs are. */
typedef struct {
    guint n[5];
} TabPairScore;

static inline guint tab_pair_score_pairs(const TabPairScore *pairs)
{
    return pairs->n[0] + pairs->n[1] + pairs->n[2] + pairs->n[3] + pairs->n[4];
}

/* The same pairs seen from the other engine. */
static inline TabPairScore tab_pair_score_reversed(const TabPairScore *pairs)
{
    return (TabPairScore){{pairs->n[4], pairs->n[3], pairs->n[2], pairs->n[1], pairs->n[0]}};
}

/* Half the width of a 95 % confidence interval around the mean points a game, 0–1; 0.5 without
 * pairs. The idea of tab_score_half_width(), with pairs for games: z² more pairs, half of them won
 * 2–0 and half lost 0–2, so that it is honest for few pairs and for scores near 0 and 1, however
 * the games of a pair hang together; the narrowest interval around the score that holds that one.
 */
double tab_pair_score_half_width(const TabPairScore *pairs);

/* What the shared sticks did to the error: the variance of a pair's mean over that of the mean of
 * two independent games with the outcomes of `score`, which counts the same games. Below 1 the
 * pairs saved games: 0.6 stands for an error as small as 1/0.6 times as many unpaired games would
 * have given. NAN with fewer than two pairs, or when all games ended alike. */
double tab_pair_score_variance_ratio(const TabPairScore *pairs, const TabScore *score);

/* Elo. */

/* The Elo difference at which one scores `rate` (0–1) points a game: −400 log10(1/rate − 1), the
 * logistic curve. −INFINITY at 0 and below, INFINITY at 1 and above. */
double tab_elo_from_rate(double rate);
/* The expected points a game, 0–1, of the one who is `elo` stronger. */
double tab_elo_to_rate(double elo);

/* A 95 % interval; `low` may be −INFINITY and `high` INFINITY, and `elo` either. */
typedef struct {
    double elo, low, high;
} TabEloInterval;

/* The interval rate ± half_width (of the rate, 0–1), both ends bent to Elo. */
TabEloInterval tab_elo_interval(double rate, double half_width);
/* Half of high − low; INFINITY if an end is infinite. */
double tab_elo_interval_half_width(const TabEloInterval *interval);

/* The likelihood of superiority, 0–1: Φ((mean − ½) / se), the chance that who has scored `mean`
 * points a game is the stronger one, with a normal error and no opinion before. 0.5 when nothing is
 * known (se or mean not a number, or no error and mean ½). */
double tab_elo_los(TabEstimate estimate);

/* "+12.3 ± 4.5", in the C locale; "-inf ± inf" where infinite, "nan" where not a number. Free with
 * g_free. */
char *tab_elo_to_string(double elo, double half_width);
char *tab_elo_interval_to_string(const TabEloInterval *interval);

/* Games and the pairs among them. */

/* Games seen from one side, whatever a side is: an engine, White, who begins. Starts as {0}. A
 * plain value. */
typedef struct {
    TabScore score;     /* all games */
    TabScore unpaired;  /* those of them that are not in `pairs` */
    TabPairScore pairs; /* complete pairs with the same sticks */
} TabTally;

/* Counts a game with 0, ½ or 1 points as an unpaired one. */
void tab_tally_add_game(TabTally *tally, double points);
/* Makes a pair of two games that were added before as unpaired ones, with these points. */
void tab_tally_add_pair(TabTally *tally, double first, double second);
/* The same games seen from the other side. */
TabTally tab_tally_reversed(const TabTally *tally);

/* Points a game, 0–1, of all games; 0.5 without any. */
double tab_tally_rate(const TabTally *tally);
/* Half the width of its 95 % interval: from the pairs if there are any, as the games of a pair are
 * not independent; else from the games. */
double tab_tally_half_width(const TabTally *tally);
/* Both as "52.50% ±1.20"; "" without games. Free with g_free. */
char *tab_tally_to_string(const TabTally *tally);
/* The rate and its interval as Elo. */
TabEloInterval tab_tally_elo(const TabTally *tally);
/* The likelihood of superiority, 0–1, with the error of tab_tally_half_width(): above 97.5 % where
 * that interval leaves out one half. */
double tab_tally_los(const TabTally *tally);
/* tab_pair_score_variance_ratio() of the games that are in pairs. */
double tab_tally_variance_ratio(const TabTally *tally);
