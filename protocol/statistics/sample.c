// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles by their place among the numbers; the share of luck, and its error from how much each
// game moves it.
#include "protocol/statistics/sample.h"

#include <math.h>

/* Number `rank` from 1; what is not there is infinite. */
static double number_at(const GArray *numbers, double rank)
{
    if (rank < 1)
        return -INFINITY;
    return rank > numbers->len ? INFINITY : g_array_index(numbers, double, (guint)rank - 1);
}

TabQuantile tab_sample_quantile(const GArray *numbers, double share)
{
    g_return_val_if_fail(share > 0 && share < 1, ((TabQuantile){NAN, NAN, NAN}));
    if (!numbers->len)
        return (TabQuantile){NAN, -INFINITY, INFINITY};
    double below = numbers->len * share, reach = TAB_Z95 * sqrt(below * (1 - share));
    double rank = ceil(below - 1e-9); /* 20 · 0.95 is 19, however it is rounded */
    gboolean between = fabs(rank - below) < 1e-9;
    return (TabQuantile){
        .value = between ? (number_at(numbers, rank) + number_at(numbers, rank + 1)) / 2
                         : number_at(numbers, rank),
        .low = number_at(numbers, ceil(below - reach)),
        .high = number_at(numbers, ceil(below + reach)),
    };
}

TabEstimate tab_sample_luck_share(const GArray *games, guint together)
{
    guint n = games->len, samples = (n + together - 1) / together;
    double points = 0, rest = 0, of_points = 0, of_rest = 0;
    gboolean differ = FALSE; /* which a variance of rounding errors does not tell */
    for (guint i = 0; i < n; i++) {
        const TabLuckyGame *game = &g_array_index(games, TabLuckyGame, i);
        differ |= game->points != g_array_index(games, TabLuckyGame, 0).points;
        points += game->points / n;
        rest += (game->points - game->luck) / n;
    }
    for (guint i = 0; i < n; i++) {
        const TabLuckyGame *game = &g_array_index(games, TabLuckyGame, i);
        of_points += pow(game->points - points, 2) / n;
        of_rest += pow(game->points - game->luck - rest, 2) / n;
    }
    if (samples < 2 || !differ)
        return (TabEstimate){NAN, NAN};
    double left = of_rest / of_points, squares = 0, moved = 0;
    for (guint i = 0; i < n; i++) { /* the influence of a game on `left`; their sum is 0 */
        const TabLuckyGame *game = &g_array_index(games, TabLuckyGame, i);
        moved += (pow(game->points - game->luck - rest, 2) - left * pow(game->points - points, 2)) /
                 of_points;
        if ((i + 1) % together && i + 1 < n)
            continue;
        squares += moved * moved;
        moved = 0;
    }
    return (TabEstimate){1 - left, sqrt(squares * samples / (samples - 1)) / n};
}
