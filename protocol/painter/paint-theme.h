// SPDX-License-Identifier: GPL-3.0-or-later
// What the board's themes are made of: materials and colours, as rows of one table, and small cairo
// helpers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <cairo.h>

/* What board and ground are made of. */
typedef enum {
    TAB_MATERIAL_SAND,      /* scooped into the sand itself */
    TAB_MATERIAL_SANDSTONE, /* a slab of Petra's rock on sand */
    TAB_MATERIAL_WOOD,      /* a plank on a plaited mat */
    TAB_MATERIAL_PAPER,     /* ink on paper */
    TAB_MATERIAL_NONE,      /* flat colours */
} TabPaintMaterial;

/* Colours are 0xRRGGBB. tests/test-theme-contrast.c checks that texts and marks are legible:
 * `casing` sets off every mark's colour, `label` is legible on each that text stands on. */
typedef struct {
    TabPaintMaterial material;
    bool dark;           /* light words fit on its ground */
    bool flat;           /* paper and high contrast: outlines instead of light and shade */
    double line;         /* width of these outlines, in pixels */
    uint32_t sand_light; /* the sand towards the light, and away from it */
    uint32_t sand_dark;
    uint32_t slab[4];                        /* the board's tones; the first prevails */
    uint32_t pit;                            /* what a pit is tinted with: its shade … */
    uint32_t rim;                            /* … and its lit lower rim */
    double shade;                            /* 0–1: how deep shadows are */
    uint32_t incised;                        /* lines and letters cut into the slab */
    uint32_t incised_lit;                    /* their lit edge */
    uint32_t white, white_shade, white_vein; /* limestone: lit, in shade, veins */
    uint32_t black, black_shade, black_vein; /* basalt */
    uint32_t white_mark;                     /* pigment in what is engraved into the stones */
    uint32_t black_mark;
    uint32_t target; /* rings: reachable, capture, chosen, last turn, hint, focus */
    uint32_t capture;
    uint32_t chosen;
    uint32_t last;
    uint32_t hint;
    uint32_t focus;
    uint32_t casing; /* the line that sets a mark off from what lies below */
    uint32_t label;  /* text on badges of the ring's colour */
} TabPaintTheme;

#define TAB_PAINT_CASING 0.9 /* how opaque a mark's casing is where the theme is not flat */

/* The row for a TabBoardTheme. */
const TabPaintTheme *tab_paint_theme(unsigned theme);

/* Sets the colour 0xRRGGBB to paint with, or adds it to a gradient; `alpha`: how opaque, 0–1. */
void tab_paint_rgb(cairo_t *cr, uint32_t rgb, double alpha);
void tab_paint_stop(cairo_pattern_t *gradient, double offset, uint32_t rgb, double alpha);

/* A colour between two. */
uint32_t tab_paint_mix(uint32_t a, uint32_t b, double part);

/* Red, green or blue (0–2) of a colour, in 0 … 1. */
static inline double tab_paint_part(uint32_t rgb, int i)
{
    return (rgb >> (16 - 8 * i) & 255) / 255.0;
}

/* One pixel of CAIRO_FORMAT_ARGB32 from parts in 0 … 1 (clamped), not yet multiplied by alpha. */
uint32_t tab_paint_pixel(const double rgb[3], double alpha);

/* The outline of a rectangle with round corners. */
void tab_paint_round_rect(cairo_t *cr, double x, double y, double width, double height,
                          double radius);
