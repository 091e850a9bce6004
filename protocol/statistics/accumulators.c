// SPDX-License-Identifier: GPL-3.0-or-later
// Moments by Welford's updates (Technometrics 4, 1962); bins that are joined by twos when a number
// lies outside of all; points of which every second one is dropped when there are too many.
#include "protocol/statistics/accumulators.h"

#include <math.h>
#include <string.h>

double tab_mean(double sum, guint64 n)
{
    return n ? sum / (double)n : NAN;
}

void tab_moments_add(TabMoments *moments, double x)
{
    double delta = x - moments->mean;
    moments->n++;
    moments->mean += delta / moments->n;
    moments->m2 += delta * (x - moments->mean);
}

/* T. F. Chan, G. H. Golub and R. J. LeVeque, Updating Formulae and a Pairwise Algorithm for
 * Computing Sample Variances, 1979. */
void tab_moments_join(TabMoments *moments, const TabMoments *more)
{
    guint64 n = moments->n + more->n;
    double delta = more->mean - moments->mean;
    if (!more->n)
        return;
    double share = (double)more->n / (double)n;
    moments->mean += delta * share;
    moments->m2 += more->m2 + delta * delta * (double)moments->n * share;
    moments->n = n;
}

TabMoments tab_moments_of(guint64 n, double mean, double se)
{
    return (TabMoments){n, mean, n > 1 ? se * se * (double)n * (double)(n - 1) : 0};
}

double tab_moments_variance(const TabMoments *moments)
{
    return moments->n > 1 ? moments->m2 / (moments->n - 1) : NAN;
}

double tab_moments_se(const TabMoments *moments)
{
    return sqrt(tab_moments_variance(moments) / moments->n);
}

TabEstimate tab_moments_estimate(const TabMoments *moments)
{
    return (TabEstimate){moments->mean, tab_moments_se(moments)};
}

double tab_moments_score_half_width(const TabMoments *moments)
{
    return tab_score_sample_half_width((double)moments->n, moments->mean, moments->m2);
}

void tab_moments2_add(TabMoments2 *moments, double x, double y)
{
    double delta_x = x - moments->mean_x, delta_y = y - moments->mean_y;
    moments->n++;
    moments->mean_x += delta_x / moments->n;
    moments->mean_y += delta_y / moments->n;
    moments->m2_x += delta_x * (x - moments->mean_x);
    moments->m2_y += delta_y * (y - moments->mean_y);
    moments->c_xy += delta_x * (y - moments->mean_y);
}

TabMoments tab_moments2_x(const TabMoments2 *moments)
{
    return (TabMoments){moments->n, moments->mean_x, moments->m2_x};
}

TabMoments tab_moments2_y(const TabMoments2 *moments)
{
    return (TabMoments){moments->n, moments->mean_y, moments->m2_y};
}

double tab_moments2_covariance(const TabMoments2 *moments)
{
    return moments->n > 1 ? moments->c_xy / (moments->n - 1) : NAN;
}

double tab_moments2_correlation(const TabMoments2 *moments)
{
    double spread = sqrt(moments->m2_x) * sqrt(moments->m2_y);
    return moments->n > 1 && spread > 0 ? CLAMP(moments->c_xy / spread, -1.0, 1.0) : NAN;
}

/* Histogram. */

/* Bin i of −SIDE … SIDE−1 goes to ⌊i/2⌋. */
static void widen_bins(TabHistogram *histogram)
{
    guint old[2 * TAB_HISTOGRAM_SIDE];
    for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++) {
        memcpy(old, histogram->n[layer], sizeof old);
        memset(histogram->n[layer], 0, sizeof old);
        for (guint i = 0; i < G_N_ELEMENTS(old); i++)
            histogram->n[layer][(i + TAB_HISTOGRAM_SIDE) / 2] += old[i];
    }
    histogram->width *= 2;
}

void tab_histogram_add(TabHistogram *histogram, guint layer, double x)
{
    g_return_if_fail(layer < TAB_HISTOGRAM_LAYERS && isfinite(x));
    double bin;
    while ((bin = floor(x / histogram->width)) < -TAB_HISTOGRAM_SIDE || bin >= TAB_HISTOGRAM_SIDE)
        widen_bins(histogram);
    histogram->n[layer][(int)bin + TAB_HISTOGRAM_SIDE]++;
}

gboolean tab_histogram_range(const TabHistogram *histogram, guint *first, guint *end)
{
    *first = *end = 0;
    for (guint i = 0; i < 2 * TAB_HISTOGRAM_SIDE; i++) {
        if (!tab_histogram_total(histogram, i))
            continue;
        if (!*end)
            *first = i;
        *end = i + 1;
    }
    return *end > 0;
}

void tab_histogram_coarsen(TabHistogram *histogram, guint bins)
{
    guint first, end;
    g_return_if_fail(bins >= 2); /* around 0 there are two, however wide */
    while (tab_histogram_range(histogram, &first, &end) && end - first > bins)
        widen_bins(histogram);
}

double tab_histogram_edge(const TabHistogram *histogram, guint bin)
{
    return ((double)bin - TAB_HISTOGRAM_SIDE) * histogram->width;
}

guint tab_histogram_total(const TabHistogram *histogram, guint bin)
{
    guint total = 0;
    for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++)
        total += histogram->n[layer][bin];
    return total;
}

/* Series. */

void tab_series_init(TabSeries *series, guint capacity)
{
    *series = (TabSeries){.capacity = capacity,
                          .stride = 1,
                          .points = g_array_new(FALSE, FALSE, sizeof(TabSeriesPoint))};
}

void tab_series_clear(TabSeries *series)
{
    g_clear_pointer(&series->points, g_array_unref);
}

gboolean tab_series_step(TabSeries *series)
{
    return ++series->steps % series->stride == 0;
}

/* Those that stay are the ones of even multiples of the stride. */
static void thin(TabSeries *series)
{
    guint kept = series->points->len / 2;
    for (guint i = 0; i < kept; i++)
        g_array_index(series->points, TabSeriesPoint, i) =
            g_array_index(series->points, TabSeriesPoint, 2 * i + 1);
    g_array_set_size(series->points, kept);
    series->stride *= 2;
}

void tab_series_add(TabSeries *series, const TabSeriesPoint *point)
{
    g_array_append_val(series->points, *point);
    if (series->points->len >= series->capacity)
        thin(series);
}
