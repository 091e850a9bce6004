// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps every point until there are too many, then every second one of them.
#include "protocol/statistics/series.h"

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
