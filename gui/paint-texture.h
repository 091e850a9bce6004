// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the material, computed pixel by pixel: sand, strata of sandstone, pits worn into it.
#pragma once

#include "gui/paint-theme.h"

#define TAB_PAINT_SAND_TILE 512 /* pixels; repeats without a seam */
#define TAB_PAINT_GRAIN_TILE 256
#define TAB_PAINT_STRATA_WIDTH                                                                     \
    1280 /* pixels of the strata's picture, to be stretched over the slab */
#define TAB_PAINT_PIT_MARGIN 1.22 /* half the side of a pit's picture, in pit radii */
#define TAB_PAINT_PIT_KINDS 4     /* pits that differ a little, as hands make them */

/* All return an image surface that the caller owns. */

/* A tile of sand without its large-scale light: middle grey where it is even, to be laid over
 * colour. */
cairo_surface_t *tab_paint_texture_sand(const TabPaintTheme *theme);

/* A tile of fine translucent grain for the slab. */
cairo_surface_t *tab_paint_texture_grain(const TabPaintTheme *theme);

/* The slab's strata; `ratio` is its height by its width. */
cairo_surface_t *tab_paint_texture_strata(const TabPaintTheme *theme, double ratio);

/* Shade and light of a pit of `radius` pixels as a translucent overlay, centred in a square
 * picture. */
cairo_surface_t *tab_paint_texture_pit(const TabPaintTheme *theme, double radius, unsigned kind);
