// SPDX-License-Identifier: GPL-3.0-or-later
// The score of a match and how far chance may have moved it.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 97.5 % of the normal distribution: half the width of a 95 % interval in standard errors. */
#define TAB_Z95 1.959963984540054

/* A mean with its standard error. */
typedef struct {
    double mean, se;
} TabEstimate;

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

/* "score <name> +<wins> -<losses> =<draws> <percent>% ±<half-width>", both with two decimals in
 * percent. `half_width` (0–1) is that of the games or, if there are any, of their pairs. Free with
 * g_free. */
char *tab_score_to_string(const TabScore *score, const char *name, double half_width);

G_END_DECLS
