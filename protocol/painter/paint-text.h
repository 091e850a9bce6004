// SPDX-License-Identifier: GPL-3.0-or-later
// Short labels centred on a point, in the desktop's font; without a font nothing is written.
#pragma once

#include <stdbool.h>

#include <pango/pangocairo.h>

/* A font to write with; owned by its painter. All zero: no font. */
typedef struct {
    PangoFontDescription *given; /* the desktop's font as it was passed in; owned */
    PangoFontDescription *font;  /* the same, in the size in use; owned */
    PangoLayout *layout;         /* owned; made at first use */
    double pixels;               /* the desktop's size in logical pixels */
} TabPaintText;

/* Takes a copy of `font` (NULL: none). Sizes in points count as 96 dots to the inch. */
void tab_paint_text_set_font(TabPaintText *text, const PangoFontDescription *font);
void tab_paint_text_clear(TabPaintText *text);

/* The size to write with in a field of `field` pixels: the desktop's if it fits, larger on large
 * boards. */
double tab_paint_text_size(const TabPaintText *text, double field);

/* The width that `label` takes in `pixels` size; 0 without a font. */
double tab_paint_text_width(TabPaintText *text, cairo_t *cr, const char *label, double pixels,
                            bool bold);

/* Writes `label` in the current source, the middle of its ink at x, y. */
void tab_paint_text_draw(TabPaintText *text, cairo_t *cr, const char *label, double x, double y,
                         double pixels, bool bold);
