// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the material, computed pixel by pixel: sand, plaited mats and paper, strata of
// sandstone and year rings of wood, pits worn into them.
#pragma once

#include "protocol/painter/paint-noise.h"
#include "protocol/painter/paint-theme.h"

#define TAB_PAINT_AROUND_TILE 512 /* pixels; repeats without a seam */
#define TAB_PAINT_GRAIN_TILE 256
#define TAB_PAINT_SLAB_WIDTH 1280 /* pixels of the slab's tones, to be stretched over it */
#define TAB_PAINT_PIT_MARGIN 1.22 /* half the side of a pit's picture, in pit radii */
#define TAB_PAINT_PIT_KINDS 4     /* pits that differ a little, as hands make them */

/* All return an image surface that the caller owns. */

/* A picture whose every pixel (of CAIRO_FORMAT_ARGB32) is what `at` gives for its place. `cells`,
 * TAB_PAINT_CELLS of them, are for its noises; places are asked for line by line. */
#define TAB_PAINT_CELLS 8
typedef uint32_t TabPaintPixelAt(const void *data, TabPaintCell *cells, int x, int y);
cairo_surface_t *tab_paint_texture_compute(int width, int height, TabPaintPixelAt *at,
                                           const void *data);

/* A translucent tile of what the board lies on (sand, a mat, paper), to be laid over its colour. */
cairo_surface_t *tab_paint_texture_around(const TabPaintTheme *theme);

/* A tile of fine translucent grain for the slab. */
cairo_surface_t *tab_paint_texture_grain(const TabPaintTheme *theme);

/* The slab's strata or year rings; `ratio` is its height by its width. */
cairo_surface_t *tab_paint_texture_slab(const TabPaintTheme *theme, double ratio);

/* Shade and light of a pit of `radius` pixels as a translucent overlay, centred in a square
 * picture. */
cairo_surface_t *tab_paint_texture_pit(const TabPaintTheme *theme, double radius, unsigned kind);
