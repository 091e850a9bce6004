// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the material, computed pixel by pixel: sand, plaited mats and paper, strata of
// sandstone and year rings of wood, pits worn into them.
#include "protocol/painter/paint-texture.h"

#include <math.h>

#include <glib.h>

#include "protocol/painter/paint-noise.h"

/* The light comes from the upper left, in front of the board. */
#define LIGHT_X (-0.42)
#define LIGHT_Y (-0.60)
#define LIGHT_Z 0.68

cairo_surface_t *tab_paint_texture_compute(int width, int height, TabPaintPixelAt *at,
                                           const void *data)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_surface_flush(picture);
    unsigned char *start = cairo_image_surface_get_data(picture);
    int stride = cairo_image_surface_get_stride(picture);
    TabPaintCell cells[TAB_PAINT_CELLS] = {{.known = false}};
    for (int y = 0; y < height; y++) {
        uint32_t *row = (uint32_t *)(void *)(start + (size_t)y * (size_t)stride);
        for (int x = 0; x < width; x++)
            row[x] = at(data, cells, x, y);
    }
    cairo_surface_mark_dirty(picture);
    return picture;
}

/* A translucent pixel that lightens (`value` > 0) or darkens what is below by about that much. */
static uint32_t relief_pixel(const TabPaintTheme *theme, double value)
{
    uint32_t rgb = value > 0.0 ? theme->rim : theme->pit;
    const double parts[3] = {tab_paint_part(rgb, 0), tab_paint_part(rgb, 1),
                             tab_paint_part(rgb, 2)};
    return tab_paint_pixel(parts, fabs(value));
}

/* Brightness of the sand at one pixel of its tile: wind ripples, soft patches and single grains. */
static double sand_at(TabPaintCell *cells, int x, int y)
{
    const int n = TAB_PAINT_AROUND_TILE;
    double patches = tab_paint_fbm_near(cells, x * 8.0 / n, y * 8.0 / n, 11, 8) - 0.5;
    double bend = tab_paint_noise_near(cells + 3, x * 4.0 / n, y * 4.0 / n, 12, 4);
    double wave = sin(2.0 * G_PI * (y * 22.0 / n + 1.6 * bend + x * 3.0 / n));
    double soft = tab_paint_noise_near(cells + 4, x * 256.0 / n, y * 256.0 / n, 13, 256) - 0.5;
    double grain = tab_paint_hash(x, y, 14) - 0.5;
    double value =
        0.07 * patches + 0.014 * wave * (0.4 + patches + 0.5) + 0.09 * soft + 0.09 * grain;
    double speck = tab_paint_noise_near(cells + 5, x * 256.0 / n + 0.5, y * 256.0 / n, 15, 256);
    if (speck > 0.93)
        value += 1.6 * (speck - 0.93);
    else if (speck < 0.06)
        value -= 2.4 * (0.06 - speck);
    return value;
}

/* A mat plaited of palm leaves, two over and two under: every leaf is a little arched, and frayed.
 */
static double mat_at(TabPaintCell *cells, int x, int y)
{
    enum { LEAF = 16 };
    int column = x / LEAF, line = y / LEAF;
    bool along = (column + line) / 2 % 2 == 0; /* this leaf runs from left to right */
    double across = (double)((along ? y : x) % LEAF) / LEAF,
           length = along ? x : y; /* along the leaf, for its fibres */
    double arch = sin(G_PI * across) - 0.62;
    double fibre = tab_paint_noise_near(cells + along, length / 16.0, (along ? y : x) / 2.0,
                                        along ? 16 : 17, TAB_PAINT_AROUND_TILE / 2) -
                   0.5;
    double leaf = tab_paint_hash(along ? line : column, along, 18) - 0.5;
    return 0.11 * arch + 0.07 * fibre + 0.05 * leaf + (along ? 0.012 : -0.012);
}

/* Paper: pale clouds and a few fibres. */
static double paper_at(TabPaintCell *cells, int x, int y)
{
    const int n = TAB_PAINT_AROUND_TILE;
    double cloud = tab_paint_fbm_near(cells, x * 16.0 / n, y * 16.0 / n, 19, 16) - 0.5;
    double tooth = tab_paint_noise_near(cells + 3, x * 256.0 / n, y * 256.0 / n, 20, 256) - 0.5;
    return 0.022 * cloud + 0.016 * tooth;
}

static uint32_t around_at(const void *data, TabPaintCell *cells, int x, int y)
{
    const TabPaintTheme *theme = data;
    return relief_pixel(theme, theme->material == TAB_MATERIAL_WOOD    ? mat_at(cells, x, y)
                               : theme->material == TAB_MATERIAL_PAPER ? paper_at(cells, x, y)
                                                                       : sand_at(cells, x, y));
}

cairo_surface_t *tab_paint_texture_around(const TabPaintTheme *theme)
{
    return tab_paint_texture_compute(TAB_PAINT_AROUND_TILE, TAB_PAINT_AROUND_TILE, around_at,
                                     theme);
}

static uint32_t grain_at(const void *theme, TabPaintCell *cells, int x, int y)
{
    double soft = tab_paint_noise_near(cells, x / 2.0, y / 2.0, 21, TAB_PAINT_GRAIN_TILE / 2) - 0.5;
    double hole =
        tab_paint_fbm_near(cells + 1, x / 8.0, y / 8.0, 22, TAB_PAINT_GRAIN_TILE / 8) - 0.09;
    double value = 0.12 * soft + 0.11 * (tab_paint_hash(x, y, 23) - 0.5);
    return relief_pixel(theme, value - 2.4 * MAX(0.09 - hole, 0.0));
}

cairo_surface_t *tab_paint_texture_grain(const TabPaintTheme *theme)
{
    return tab_paint_texture_compute(TAB_PAINT_GRAIN_TILE, TAB_PAINT_GRAIN_TILE, grain_at, theme);
}

enum { BED = 4096 }; /* heights at which the strata's colour is worked out */

/* The stratum's colour at a height `level` in the bed: bands of the theme's four tones with fine
 * dark seams. */
static void find_stratum(const TabPaintTheme *theme, double level, double rgb[3])
{
    double broad = tab_paint_fbm(level * 5.0, 0.5, 31, 0),
           fine = tab_paint_fbm(level * 24.0, 0.5, 32, 0);
    uint32_t tone =
        tab_paint_mix(theme->slab[0], theme->slab[1], tab_paint_step(0.32, 0.68, broad));
    tone = tab_paint_mix(tone, theme->slab[2], 0.85 * tab_paint_step(0.52, 0.78, fine));
    tone = tab_paint_mix(tone, theme->slab[3], 0.80 * tab_paint_step(0.50, 0.22, fine));
    double seam = fabs(fine - 0.5);
    double dark = 1.0 - 0.06 * tab_paint_step(0.025, 0.0, seam);
    for (int i = 0; i < 3; i++)
        rgb[i] = tab_paint_part(tone, i) * dark;
}

/* Folded and swirled strata; `data` are the colours of the bed from below, BED times three parts.
 */
static uint32_t strata_at(const void *data, TabPaintCell *cells, int x, int y)
{
    double u = (double)x / TAB_PAINT_SLAB_WIDTH, v = (double)y / TAB_PAINT_SLAB_WIDTH;
    double fold = tab_paint_fbm_near(cells, u * 2.9, v * 4.2, 33, 0) - 0.5;
    double swirl = tab_paint_fbm_near(cells + 3, u * 7.0, v * 15.0, 34, 0) - 0.5;
    double level = 0.5 + v * 1.45 + 0.14 * u + 0.40 * fold + 0.06 * swirl;
    const double *rgb = (const double *)data + 3 * (int)(CLAMP(level / 2.0, 0.0, 0.9999) * BED);
    return tab_paint_pixel(rgb, 1.0);
}

/* The plank's colour: it was sawn a little beside the heart, so that the year rings run along it
 * and close in tongues; dark late wood, and pores along the grain. */
static uint32_t plank_at(const void *data, TabPaintCell *cells, int x, int y)
{
    const TabPaintTheme *theme = data;
    double u = (double)x / TAB_PAINT_SLAB_WIDTH, v = (double)y / TAB_PAINT_SLAB_WIDTH;
    double bow = 0.30 * (u - 0.42) * (u - 0.42);
    double sway = 0.055 * tab_paint_fbm_near(cells, 3.0 + 2.2 * u, 5.0 + 5.0 * v, 35, 0);
    double from_heart = hypot(v - 0.13 + bow - sway, 0.06 + 0.05 * u);
    double rings = 46.0 * from_heart, ring = rings - floor(rings);
    double late = tab_paint_step(0.45, 0.93, ring) * tab_paint_step(1.0, 0.95, ring);
    double year = tab_paint_hash((int)floor(rings), 3, 36);
    double broad = tab_paint_fbm_near(cells + 3, 1.5 * u, 7.0 * v, 37, 0);
    double pore = tab_paint_noise_near(cells + 6, 26.0 * u, 420.0 * v, 38, 0);
    uint32_t tone = tab_paint_mix(theme->slab[0], theme->slab[2], broad);
    tone = tab_paint_mix(tone, theme->slab[1], (0.30 + 0.30 * year) * late);
    tone = tab_paint_mix(tone, theme->slab[3], 0.35 * tab_paint_step(0.74, 0.95, pore));
    return 0xff000000u | tone;
}

cairo_surface_t *tab_paint_texture_slab(const TabPaintTheme *theme, double ratio)
{
    const int rough = 8; /* the slab's edge, hewn roughly, may reach a little further */
    int height = (int)(TAB_PAINT_SLAB_WIDTH * ratio) + rough;
    if (theme->material == TAB_MATERIAL_WOOD)
        return tab_paint_texture_compute(TAB_PAINT_SLAB_WIDTH, height, plank_at, theme);
    g_autofree double *bed = g_new(double, 3 * BED);
    for (int i = 0; i < BED; i++)
        find_stratum(theme, 2.0 * i / BED, bed + 3 * i);
    return tab_paint_texture_compute(TAB_PAINT_SLAB_WIDTH, height, strata_at, bed);
}

/* A pit to be made. */
typedef struct {
    const TabPaintTheme *theme;
    double radius; /* pixels */
    unsigned kind;
    int side; /* of its picture */
} Pit;

/* How much brighter (> 0) or darker than the level slab a pit is at a point in pit radii. */
static double pit_light(const TabPaintTheme *theme, double x, double y, unsigned kind)
{
    double wobble = tab_paint_noise(2.0 + 1.7 * x, 2.0 + 1.7 * y, 41 + kind, 0) - 0.5;
    double r = hypot(x, y) * (1.0 + 0.035 * wobble);
    if (r > TAB_PAINT_PIT_MARGIN)
        return 0.0;
    double inside = tab_paint_step(1.04, 0.97, r);
    double slope = 1.05 * pow(r, 1.4) * tab_paint_step(1.10, 0.90, r);
    double worn = 0.10 * (tab_paint_noise(9.0 + 5.0 * x, 9.0 + 5.0 * y, 51 + kind, 0) - 0.5);
    double nx = -slope * x / MAX(r, 0.01) + worn, ny = -slope * y / MAX(r, 0.01) + worn;
    double lit =
        (nx * LIGHT_X + ny * LIGHT_Y + LIGHT_Z) / (LIGHT_Z * sqrt(1.0 + nx * nx + ny * ny));
    double cast = inside * tab_paint_step(0.62, 1.12, hypot(x - 0.14, y - 0.22));
    double deep = inside * (0.30 - 0.10 * r * r);
    double value = (lit - 1.0) * (lit > 1.0 ? 0.62 : 0.55) - deep - 0.34 * cast;
    double lip = tab_paint_step(0.07, 0.0, fabs(r - 1.035)) * (0.55 * x + 0.83 * y) / MAX(r, 0.01);
    value += lip > 0.0 ? 0.55 * lip : 0.22 * lip;
    return CLAMP(value * theme->shade, -0.85, 0.85);
}

static uint32_t pit_at(const void *data, TabPaintCell *cells, int x, int y)
{
    const Pit *pit = data;
    double half = pit->side / 2.0;
    return relief_pixel(pit->theme, pit_light(pit->theme, (x + 0.5 - half) / pit->radius,
                                              (y + 0.5 - half) / pit->radius, pit->kind));
}

cairo_surface_t *tab_paint_texture_pit(const TabPaintTheme *theme, double radius, unsigned kind)
{
    Pit pit = {theme, radius, kind, 2 * MAX((int)ceil(radius * TAB_PAINT_PIT_MARGIN), 1)};
    return tab_paint_texture_compute(pit.side, pit.side, pit_at, &pit);
}
