// SPDX-License-Identifier: GPL-3.0-or-later
// Welford's updates (Technometrics 4, 1962).
#include "protocol/statistics/moments.h"

#include <math.h>

void tab_moments_add(TabMoments *moments, double x)
{
    double delta = x - moments->mean;
    moments->n++;
    moments->mean += delta / moments->n;
    moments->m2 += delta * (x - moments->mean);
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
