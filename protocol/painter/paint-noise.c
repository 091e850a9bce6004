// SPDX-License-Identifier: GPL-3.0-or-later
// Reproducible grain for painted material: hashed value noise, the same on every machine.
#include "protocol/painter/paint-noise.h"

#include <math.h>

/* The finaliser of MurmurHash3 over the point: integers only, so no machine differs. */
double tab_paint_hash(int x, int y, uint32_t seed)
{
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h / 4294967295.0;
}

static inline int wrap(int i, int period)
{
    return period > 0 ? (int)((unsigned)i & (unsigned)(period - 1)) : i;
}

double tab_paint_noise(double x, double y, uint32_t seed, int period)
{
    double fx = floor(x), fy = floor(y);
    int x0 = wrap((int)fx, period), x1 = wrap((int)fx + 1, period);
    int y0 = wrap((int)fy, period), y1 = wrap((int)fy + 1, period);
    double tx = x - fx, ty = y - fy;
    tx = tx * tx * (3.0 - 2.0 * tx);
    ty = ty * ty * (3.0 - 2.0 * ty);
    double a = tab_paint_hash(x0, y0, seed), b = tab_paint_hash(x1, y0, seed);
    double c = tab_paint_hash(x0, y1, seed), d = tab_paint_hash(x1, y1, seed);
    return (a + (b - a) * tx) * (1.0 - ty) + (c + (d - c) * tx) * ty;
}

double tab_paint_fbm(double x, double y, uint32_t seed, int period)
{
    return 0.57 * tab_paint_noise(x, y, seed, period) +
           0.29 * tab_paint_noise(2.0 * x, 2.0 * y, seed + 1, 2 * period) +
           0.14 * tab_paint_noise(4.0 * x, 4.0 * y, seed + 2, 4 * period);
}
