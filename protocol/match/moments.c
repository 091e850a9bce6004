// SPDX-License-Identifier: GPL-3.0-or-later
// Welford's updates, and those of Chan, Golub and LeVeque (1983) for two runs put together.
#include "protocol/match/moments.h"

#include <math.h>

void tab_moments_add(TabMoments *moments, double x)
{
    double delta = x - moments->mean;
    moments->n++;
    moments->mean += delta / moments->n;
    moments->m2 += delta * (x - moments->mean);
}

void tab_moments_merge(TabMoments *moments, const TabMoments *other)
{
    if (!other->n)
        return;
    double n = moments->n, m = other->n, delta = other->mean - moments->mean;
    moments->n += other->n;
    moments->mean += delta * m / (n + m);
    moments->m2 += other->m2 + delta * delta * n * m / (n + m);
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

void tab_moments2_merge(TabMoments2 *moments, const TabMoments2 *other)
{
    if (!other->n)
        return;
    double n = moments->n, m = other->n, share = m / (n + m);
    double delta_x = other->mean_x - moments->mean_x, delta_y = other->mean_y - moments->mean_y;
    moments->n += other->n;
    moments->mean_x += delta_x * share;
    moments->mean_y += delta_y * share;
    moments->m2_x += other->m2_x + delta_x * delta_x * n * share;
    moments->m2_y += other->m2_y + delta_y * delta_y * n * share;
    moments->c_xy += other->c_xy + delta_x * delta_y * n * share;
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
