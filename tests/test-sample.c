// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles and the share of luck against values computed by hand, and how often their intervals
// hold the truth.
#include <math.h>

#include "protocol/rules/random.h"
#include "protocol/statistics/sample.h"

#define CLOSE 1e-9

static GArray *numbers_from(guint n, double from)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < n; i++) {
        double number = from + i;
        g_array_append_val(numbers, number);
    }
    return numbers;
}

static void quantiles(void)
{
    /* of 1 … n; ranks by hand: n q ± 1.96 √(n q (1 − q)), rounded up */
    static const struct {
        guint n;
        double share, value, low, high;
    } cases[] = {
        {1, 0.5, 1, -INFINITY, INFINITY}, /* 0.5 ± 0.98: ranks 0 and 2 */
        {3, 0.5, 2, -INFINITY, INFINITY}, /* 1.5 ± 1.70: 0 and 4 */
        {4, 0.5, 2.5, 1, 4},              /* 2 ± 1.96: 1 and 4 */
        {100, 0.5, 50.5, 41, 60},         /* 50 ± 9.8 */
        {100, 0.95, 95.5, 91, 100},       /* 95 ± 4.27 */
        {100, 0.05, 5.5, 1, 10},          /* 5 ± 4.27 */
        {20, 0.95, 19.5, 18, INFINITY},   /* 19 ± 1.91: 18 and 21 */
        {7, 0.25, 2, -INFINITY, 4},       /* 1.75 ± 2.25: 0 and 4 */
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GArray) numbers = numbers_from(cases[i].n, 1);
        TabQuantile quantile = tab_sample_quantile(numbers, cases[i].share);
        g_assert_cmpfloat_with_epsilon(quantile.value, cases[i].value, CLOSE);
        g_assert_cmpfloat(quantile.low, ==, cases[i].low);
        g_assert_cmpfloat(quantile.high, ==, cases[i].high);
    }
    g_autoptr(GArray) none = numbers_from(0, 1);
    TabQuantile quantile = tab_sample_quantile(none, 0.5);
    g_assert_true(isnan(quantile.value) && isinf(quantile.low) && isinf(quantile.high));
}

/* A number from 0 to 1. */
static double uniform(TabRandom *random)
{
    return (double)(tab_random_next(random) >> 11) / 9007199254740992.0;
}

static gint compare(gconstpointer a, gconstpointer b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Of uniform numbers the quantile of a share is the share. */
static void quantile_coverage(void)
{
    static const double shares[] = {0.25, 0.5, 0.9};
    TabRandom random = tab_random_new(1);
    for (guint k = 0; k < G_N_ELEMENTS(shares); k++) {
        guint held = 0, times = 4000;
        for (guint i = 0; i < times; i++) {
            g_autoptr(GArray) numbers = numbers_from(60, 0);
            for (guint j = 0; j < numbers->len; j++)
                g_array_index(numbers, double, j) = uniform(&random);
            g_array_sort(numbers, compare);
            TabQuantile quantile = tab_sample_quantile(numbers, shares[k]);
            held += quantile.low <= shares[k] && shares[k] <= quantile.high;
        }
        g_test_message("share %.2f: %.4f", shares[k], (double)held / times);
        g_assert_cmpfloat((double)held / times, >=, 0.93);
        g_assert_cmpfloat((double)held / times, <=, 0.975);
    }
}

static TabEstimate share_of(const TabLuckyGame *games, guint n, guint together)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(TabLuckyGame));
    g_array_append_vals(list, games, n);
    return tab_sample_luck_share(list, together);
}

static void luck_shares(void)
{
    static const TabLuckyGame all[] = {{1, 0.5}, {0, -0.5}, {1, 0.5}, {0, -0.5}};
    static const TabLuckyGame nothing[] = {{1, 0}, {0, 0}, {1, 0}, {0, 0}};
    /* Without luck ½, ½, 1, 0 are left: a variance of 1/8 of 1/4. Influences of the games on that
     * half, (d² − ½ · ¼) / ¼: −½, −½, ½, ½. */
    static const TabLuckyGame half[] = {{1, 0.5}, {0, -0.5}, {1, 0}, {0, 0}};
    static const TabLuckyGame same[] = {{1, 0.5}, {1, 0.25}, {1, 0}, {1, 0}};
    static const TabLuckyGame wrong[] = {{1, -0.5}, {0, 0.5}, {1, -0.5}, {0, 0.5}};
    static const struct {
        const TabLuckyGame *games;
        guint together;
        double mean, se;
    } cases[] = {
        {all, 1, 1, 0},
        {nothing, 2, 0, 0},
        {half, 1, 0.5, 0.28867513459481287}, /* √(4 · ¼ · 4/3) / 4 */
        {half, 2, 0.5, 0.5},                 /* √(2 · 1 · 2) / 4 */
        {wrong, 1, -3, 0},                   /* 1½ and −½: four times the variance */
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        TabEstimate share = share_of(cases[i].games, 4, cases[i].together);
        g_assert_cmpfloat_with_epsilon(share.mean, cases[i].mean, CLOSE);
        g_assert_cmpfloat_with_epsilon(share.se, cases[i].se, CLOSE);
    }
    g_assert_true(isnan(share_of(same, 4, 1).mean));
    TabLuckyGame many[49]; /* 49 times 1/49 is a little less than 1 */
    for (guint i = 0; i < G_N_ELEMENTS(many); i++)
        many[i] = (TabLuckyGame){1, i % 2 ? 0.25 : 0};
    g_assert_true(isnan(share_of(many, G_N_ELEMENTS(many), 1).mean));
    g_assert_true(isnan(share_of(half, 2, 2).mean)); /* one pair */
    g_assert_true(isnan(share_of(half, 0, 1).mean));
}

/* Luck that moves the result by as much as it says and no more, and by itself, too: of the points'
 * variance ¼ there remain (1 − a)² / 4 + b² / 12. In pairs the second game is the first one. */
static void luck_coverage(void)
{
    const double a = 0.6, b = 0.5, truth = 1 - ((1 - a) * (1 - a) + b * b / 3);
    TabRandom random = tab_random_new(2);
    for (guint together = 1; together <= 2; together++) {
        guint held = 0, times = 2000;
        for (guint i = 0; i < times; i++) {
            g_autoptr(GArray) games = g_array_new(FALSE, FALSE, sizeof(TabLuckyGame));
            for (guint j = 0; j < 150; j++) {
                TabLuckyGame game = {.points = uniform(&random) < 0.5};
                game.luck = a * (game.points - 0.5) + b * (uniform(&random) - 0.5);
                for (guint k = 0; k < together; k++)
                    g_array_append_val(games, game);
            }
            TabEstimate share = tab_sample_luck_share(games, together);
            held += fabs(share.mean - truth) <= TAB_Z95 * share.se;
        }
        g_test_message("%u together: %.4f", together, (double)held / times);
        g_assert_cmpfloat((double)held / times, >=, 0.93);
        g_assert_cmpfloat((double)held / times, <=, 0.97);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sample/quantiles", quantiles);
    g_test_add_func("/sample/quantile-coverage", quantile_coverage);
    g_test_add_func("/sample/luck-shares", luck_shares);
    g_test_add_func("/sample/luck-coverage", luck_coverage);
    return g_test_run();
}
