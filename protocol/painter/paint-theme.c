// SPDX-License-Identifier: GPL-3.0-or-later
// Small cairo helpers: colours in parts, mixed, and as pixels.
#include "protocol/painter/paint-theme.h"

#include <math.h>

#include <glib.h>

void tab_paint_rgb(cairo_t *cr, uint32_t rgb, double alpha)
{
    cairo_set_source_rgba(cr, tab_paint_red(rgb), tab_paint_green(rgb), tab_paint_blue(rgb), alpha);
}

void tab_paint_stop(cairo_pattern_t *gradient, double offset, uint32_t rgb, double alpha)
{
    cairo_pattern_add_color_stop_rgba(gradient, offset, tab_paint_red(rgb), tab_paint_green(rgb),
                                      tab_paint_blue(rgb), alpha);
}

uint32_t tab_paint_mix(uint32_t a, uint32_t b, double part)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (uint32_t)lround(from + (to - from) * CLAMP(part, 0.0, 1.0)) << shift;
    }
    return mixed;
}

uint32_t tab_paint_pixel(double red, double green, double blue, double alpha)
{
    alpha = CLAMP(alpha, 0.0, 1.0);
    uint32_t a = (uint32_t)lround(255.0 * alpha);
    uint32_t r = (uint32_t)lround(255.0 * alpha * CLAMP(red, 0.0, 1.0));
    uint32_t g = (uint32_t)lround(255.0 * alpha * CLAMP(green, 0.0, 1.0));
    uint32_t b = (uint32_t)lround(255.0 * alpha * CLAMP(blue, 0.0, 1.0));
    return a << 24 | r << 16 | g << 8 | b;
}

void tab_paint_round_rect(cairo_t *cr, double x, double y, double width, double height,
                          double radius)
{
    radius = MIN(radius, MIN(width, height) / 2.0);
    cairo_new_sub_path(cr);
    cairo_arc(cr, x + width - radius, y + radius, radius, -G_PI_2, 0.0);
    cairo_arc(cr, x + width - radius, y + height - radius, radius, 0.0, G_PI_2);
    cairo_arc(cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
    cairo_arc(cr, x + radius, y + radius, radius, G_PI, 3.0 * G_PI_2);
    cairo_close_path(cr);
}
