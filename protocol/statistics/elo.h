// SPDX-License-Identifier: GPL-3.0-or-later
// Elo differences, their errors, and the likelihood of superiority.
#pragma once

#include "protocol/statistics/stats.h"

G_BEGIN_DECLS

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

G_END_DECLS
