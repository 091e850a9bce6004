// SPDX-License-Identifier: GPL-3.0-or-later
// Reproducible grain for painted material: hashed value noise, the same on every machine.
#include "protocol/painter/paint-noise.h"

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

/* floor(), without the call that it is where the processor's newer instructions may be missing. */
static inline int floor_of(double x)
{
    int i = (int)x;
    return i > x ? i - 1 : i;
}

double tab_paint_noise_near(TabPaintCell *cell, double x, double y, uint32_t seed, int period)
{
    int fx = floor_of(x), fy = floor_of(y);
    double *corners = cell->corners;
    if (!cell->known || fx != cell->x || fy != cell->y) {
        int x0 = wrap(fx, period), x1 = wrap(fx + 1, period);
        int y0 = wrap(fy, period), y1 = wrap(fy + 1, period);
        corners[0] = tab_paint_hash(x0, y0, seed);
        corners[1] = tab_paint_hash(x1, y0, seed);
        corners[2] = tab_paint_hash(x0, y1, seed);
        corners[3] = tab_paint_hash(x1, y1, seed);
        cell->known = true;
        cell->x = fx;
        cell->y = fy;
    }
    double tx = x - fx, ty = y - fy;
    tx = tx * tx * (3.0 - 2.0 * tx);
    ty = ty * ty * (3.0 - 2.0 * ty);
    return (corners[0] + (corners[1] - corners[0]) * tx) * (1.0 - ty) +
           (corners[2] + (corners[3] - corners[2]) * tx) * ty;
}

double tab_paint_fbm_near(TabPaintCell cells[3], double x, double y, uint32_t seed, int period)
{
    return 0.57 * tab_paint_noise_near(cells, x, y, seed, period) +
           0.29 * tab_paint_noise_near(cells + 1, 2.0 * x, 2.0 * y, seed + 1, 2 * period) +
           0.14 * tab_paint_noise_near(cells + 2, 4.0 * x, 4.0 * y, seed + 2, 4 * period);
}

double tab_paint_noise(double x, double y, uint32_t seed, int period)
{
    return tab_paint_noise_near(&(TabPaintCell){.known = false}, x, y, seed, period);
}

double tab_paint_fbm(double x, double y, uint32_t seed, int period)
{
    return tab_paint_fbm_near((TabPaintCell[3]){{.known = false}}, x, y, seed, period);
}
