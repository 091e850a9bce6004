// SPDX-License-Identifier: GPL-3.0-or-later
// What never moves: the ground, the slab with its pits, and what is cut into it.
#pragma once

#include "protocol/painter/board-painter.h"
#include "protocol/painter/paint-text.h"
#include "protocol/painter/paint-texture.h"

/* Pictures of the material in use, made when first needed. All zero: none yet. */
typedef struct {
    unsigned theme;          /* TabBoardTheme that the pictures below belong to */
    cairo_surface_t *around; /* a tile of what the board lies on */
    cairo_surface_t *grain;  /* a tile of the slab's grain */
    cairo_surface_t *slab;   /* its strata or year rings */
    double slab_ratio;       /* height by width, of these; lower boards are cut from them */
    cairo_surface_t *pit[TAB_PAINT_PIT_KINDS];
    double pit_radius; /* of these, in device pixels */
} TabPaintGround;

void tab_paint_ground_clear(TabPaintGround *ground);

/* What the board lies on, from the origin to width×height; `scale` is device pixels a logical
 * pixel. */
void tab_paint_ground_sand(TabPaintGround *ground, cairo_t *cr, TabBoardTheme theme, double width,
                           double height, double scale);

/* The slab with pits and arrows and, unless `text` is NULL, coordinates. */
void tab_paint_ground_board(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                            TabBoardTheme theme, TabPaintText *text, double scale);
