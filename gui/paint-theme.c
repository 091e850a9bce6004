// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the four pictures of the board, as rows of one table, and small cairo helpers.
#include "gui/paint-theme.h"

#include <math.h>

#include "gui/board-painter.h"

static const TabPaintTheme themes[TAB_BOARD_N_THEMES] = {
    [TAB_BOARD_DAY] =
        {
            .sand_light = 0xead7ad,
            .sand_dark = 0xcfad78,
            .slab = {0xd8a77c, 0xc58a66, 0xe6c79e, 0xb67458},
            .pit = 0x3a1d0c,
            .rim = 0xfff0d2,
            .shade = 1.0,
            .incised = 0x6b4226,
            .incised_lit = 0xffe9c8,
            .white = 0xfbf6ea,
            .white_shade = 0x84755f,
            .white_vein = 0xc9b48e,
            .black = 0x4a474e,
            .black_shade = 0x0e0d10,
            .black_vein = 0x77727c,
            .white_mark = 0x8a6a3c,
            .black_mark = 0xd9b067,
            .target = 0x22b573,
            .capture = 0xd2222d,
            .chosen = 0x1c71d8,
            .last = 0xf0a800,
            .hint = 0x9141ac,
            .focus = 0x1a1a1a,
            .casing = 0xffffff,
            .label = 0xffffff,
        },
    [TAB_BOARD_NIGHT] =
        {
            .sand_light = 0x4a4541,
            .sand_dark = 0x2a2726,
            .slab = {0x7a6b68, 0x675955, 0x8d7d75, 0x58494a},
            .pit = 0x0c080d,
            .rim = 0xc9c6e0,
            .shade = 0.88,
            .incised = 0xd6cbd6,
            .incised_lit = 0x1a1418,
            .white = 0xf1eee6,
            .white_shade = 0x7f7a78,
            .white_vein = 0xb5ab9d,
            .black = 0x3b3941,
            .black_shade = 0x050506,
            .black_vein = 0x6b6874,
            .white_mark = 0x6b5533,
            .black_mark = 0xe0b970,
            .target = 0x33d17a,
            .capture = 0xff5a52,
            .chosen = 0x62a0ea,
            .last = 0xf8c44f,
            .hint = 0xc88ee0,
            .focus = 0xffffff,
            .casing = 0x000000,
            .label = 0x101014,
        },
    [TAB_BOARD_CONTRAST] =
        {
            .flat = true,
            .sand_light = 0xffffff,
            .sand_dark = 0xffffff,
            .slab = {0xffffff, 0xffffff, 0xffffff, 0xffffff},
            .pit = 0x000000,
            .rim = 0x000000,
            .incised = 0x000000,
            .incised_lit = 0xffffff,
            .white = 0xffffff,
            .white_shade = 0x000000,
            .white_vein = 0xffffff,
            .black = 0x000000,
            .black_shade = 0xffffff,
            .black_vein = 0x000000,
            .white_mark = 0x000000,
            .black_mark = 0xffffff,
            .target = 0x006b2d,
            .capture = 0xb00010,
            .chosen = 0x0040c0,
            .last = 0x7a4a00,
            .hint = 0x6a0a8c,
            .focus = 0x000000,
            .casing = 0xffffff,
            .label = 0xffffff,
        },
    [TAB_BOARD_CONTRAST_DARK] =
        {
            .flat = true,
            .sand_light = 0x000000,
            .sand_dark = 0x000000,
            .slab = {0x000000, 0x000000, 0x000000, 0x000000},
            .pit = 0xffffff,
            .rim = 0xffffff,
            .incised = 0xffffff,
            .incised_lit = 0x000000,
            .white = 0xffffff,
            .white_shade = 0x000000,
            .white_vein = 0xffffff,
            .black = 0x000000,
            .black_shade = 0xffffff,
            .black_vein = 0x000000,
            .white_mark = 0x000000,
            .black_mark = 0xffffff,
            .target = 0x4dff9a,
            .capture = 0xff7a7a,
            .chosen = 0x8ab8ff,
            .last = 0xffd34d,
            .hint = 0xe6a6ff,
            .focus = 0xffffff,
            .casing = 0x000000,
            .label = 0x000000,
        },
};

const TabPaintTheme *tab_paint_theme(unsigned theme)
{
    return &themes[theme < TAB_BOARD_N_THEMES ? theme : TAB_BOARD_DAY];
}

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
