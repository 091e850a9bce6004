// SPDX-License-Identifier: GPL-3.0-or-later
// The logistic curve of Elo and what follows from it.
#include "protocol/statistics/elo.h"

#include <math.h>
#include <string.h>

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

/* One decimal; C's own words for what is not finite differ between systems in sign and case. */
static char *format(char buffer[G_ASCII_DTOSTR_BUF_SIZE], double number, gboolean sign)
{
    if (isnan(number))
        return strcpy(buffer, "nan");
    if (isinf(number))
        return strcpy(buffer, number < 0 ? "-inf" : sign ? "+inf" : "inf");
    double shown = fabs(number) < 0.05 ? 0 : number; /* never "-0.0" */
    return g_ascii_formatd(buffer, G_ASCII_DTOSTR_BUF_SIZE, sign ? "%+.1f" : "%.1f", shown);
}

char *tab_elo_to_string(double elo, double half_width)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE], half[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup_printf("%s ± %s", format(number, elo, TRUE), format(half, half_width, FALSE));
}
