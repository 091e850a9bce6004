// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in bins, which are joined by twos when a number lies outside of all.
#include "protocol/statistics/histogram.h"

#include <math.h>
#include <string.h>

/* Bin i of −SIDE … SIDE−1 goes to ⌊i/2⌋. */
static void widen(TabHistogram *histogram)
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
        widen(histogram);
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
        widen(histogram);
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
