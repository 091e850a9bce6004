// SPDX-License-Identifier: GPL-3.0-or-later
// The board's themes, as rows of one table, and small cairo helpers: colours in parts, mixed, and
// as pixels. tests/test-theme-contrast.c checks that the themes are legible.
#include "protocol/painter/paint-theme.h"

#include <math.h>

#include <glib.h>

#include "protocol/painter/board-painter.h"

/* The stones are the same on every material; only light and paper change them. */
#define PEBBLES_BY_DAY                                                                             \
    .white = 0xfbf6ea, .white_shade = 0x84755f, .white_vein = 0xc9b48e, .black = 0x423f46,         \
    .black_shade = 0x0e0d10, .black_vein = 0x6c6771, .white_mark = 0x4a3010,                       \
    .black_mark = 0xfcebc4
#define PEBBLES_BY_NIGHT                                                                           \
    .white = 0xf1eee6, .white_shade = 0x7f7a78, .white_vein = 0xb5ab9d, .black = 0x3b3941,         \
    .black_shade = 0x050506, .black_vein = 0x6b6874, .white_mark = 0x3c2c14,                       \
    .black_mark = 0xf6dca6
/* Dark marks cased in white, and bright ones cased in black. */
#define MARKS_BY_DAY                                                                               \
    .target = 0x0a7245, .capture = 0xc01c28, .chosen = 0x1a5fb4, .last = 0x845200,                 \
    .hint = 0x813d9c, .focus = 0x1a1a1a, .casing = 0xffffff, .label = 0xffffff
#define MARKS_BY_NIGHT                                                                             \
    .target = 0x33d17a, .capture = 0xff5a52, .chosen = 0x62a0ea, .last = 0xf8c44f,                 \
    .hint = 0xc88ee0, .focus = 0xffffff, .casing = 0x000000, .label = 0x101014

// clang-format off
static const TabPaintTheme themes[TAB_BOARD_N_THEMES] = {
    [TAB_BOARD_SAND] = {
        .material = TAB_MATERIAL_SAND, .sand_light = 0xf0dfb8, .sand_dark = 0xd6b784,
        .slab = {0xdcbf8e, 0xcfae7a, 0xe8d2a6, 0xc6a370}, .pit = 0x45290f, .rim = 0xfff4dc,
        .shade = 0.86, .incised = 0x3a220e, .incised_lit = 0xfff1d6, PEBBLES_BY_DAY, MARKS_BY_DAY},
    [TAB_BOARD_SAND_NIGHT] = {
        .material = TAB_MATERIAL_SAND, .dark = true, .sand_light = 0x4a4641, .sand_dark = 0x2b2927,
        .slab = {0x4f4740, 0x463f39, 0x5a5149, 0x3d3733}, .pit = 0x080607, .rim = 0xc4c2dc,
        .shade = 0.80, .incised = 0xe2d6c4, .incised_lit = 0x14110f, PEBBLES_BY_NIGHT,
        MARKS_BY_NIGHT},
    [TAB_BOARD_PETRA] = {
        .material = TAB_MATERIAL_SANDSTONE, .sand_light = 0xead7ad, .sand_dark = 0xd3b27e,
        .slab = {0xd8a77c, 0xc58a66, 0xe6c79e, 0xbc7c60}, .pit = 0x3a1d0c, .rim = 0xfff0d2,
        .shade = 1.0, .incised = 0x1e0e06, .incised_lit = 0xffe9c8, PEBBLES_BY_DAY, MARKS_BY_DAY},
    [TAB_BOARD_PETRA_NIGHT] = {
        .material = TAB_MATERIAL_SANDSTONE, .dark = true, .sand_light = 0x4a4541,
        .sand_dark = 0x2a2726, .slab = {0x66595a, 0x564a49, 0x726560, 0x4a3e3f}, .pit = 0x0c080d,
        .rim = 0xc9c6e0, .shade = 0.88, .incised = 0xffffff, .incised_lit = 0x1a1418,
        PEBBLES_BY_NIGHT, MARKS_BY_NIGHT},
    [TAB_BOARD_WOOD] = {
        .material = TAB_MATERIAL_WOOD, .sand_light = 0xe9e0cc, .sand_dark = 0xcdbf9f,
        .slab = {0xd9a566, 0xb9803f, 0xe5b97c, 0xa86f36}, .pit = 0x35190a, .rim = 0xffe6bd,
        .shade = 0.95, .incised = 0x1c0d04, .incised_lit = 0xffdfae, PEBBLES_BY_DAY, MARKS_BY_DAY},
    [TAB_BOARD_WOOD_NIGHT] = {
        .material = TAB_MATERIAL_WOOD, .dark = true, .sand_light = 0x3f3d3a, .sand_dark = 0x262423,
        .slab = {0x5d4330, 0x472f20, 0x6b4f3a, 0x3a2519}, .pit = 0x070303, .rim = 0xd8bfa6,
        .shade = 0.88, .incised = 0xf3e4d0, .incised_lit = 0x140a05, PEBBLES_BY_NIGHT,
        MARKS_BY_NIGHT},
    [TAB_BOARD_PAPER] = {
        .material = TAB_MATERIAL_PAPER, .flat = true, .line = 1.25, .sand_light = 0xfaf6ec,
        .sand_dark = 0xf1ead9, .slab = {0xfdfaf2, 0xfdfaf2, 0xfdfaf2, 0xfdfaf2}, .pit = 0x2b2118,
        .rim = 0xffffff, .shade = 0.10, .incised = 0x2b2118, .incised_lit = 0xfdfaf2,
        .white = 0xffffff, .white_shade = 0x2b2118, .white_vein = 0xffffff, .black = 0x2b2118,
        .black_shade = 0xfdfaf2, .black_vein = 0x2b2118, .white_mark = 0x2b2118,
        .black_mark = 0xfdfaf2, MARKS_BY_DAY},
    [TAB_BOARD_PAPER_NIGHT] = {
        .material = TAB_MATERIAL_PAPER, .dark = true, .flat = true, .line = 1.25,
        .sand_light = 0x1f2327, .sand_dark = 0x181b1e,
        .slab = {0x23272c, 0x23272c, 0x23272c, 0x23272c}, .pit = 0x000000, .rim = 0xaab4c0,
        .shade = 0.10, .incised = 0xdfe3e8, .incised_lit = 0x23272c, .white = 0xe8ebef,
        .white_shade = 0x111316, .white_vein = 0xe8ebef, .black = 0x111316, .black_shade = 0xe8ebef,
        .black_vein = 0x111316, .white_mark = 0x111316, .black_mark = 0xe8ebef, MARKS_BY_NIGHT},
    [TAB_BOARD_CONTRAST] = {
        .material = TAB_MATERIAL_NONE, .flat = true, .line = 2.0, .sand_light = 0xffffff,
        .sand_dark = 0xffffff, .slab = {0xffffff, 0xffffff, 0xffffff, 0xffffff}, .pit = 0x000000,
        .rim = 0x000000, .incised = 0x000000, .incised_lit = 0xffffff, .white = 0xffffff,
        .white_shade = 0x000000, .white_vein = 0xffffff, .black = 0x000000, .black_shade = 0xffffff,
        .black_vein = 0x000000, .white_mark = 0x000000, .black_mark = 0xffffff, .target = 0x006b2d,
        .capture = 0xb00010, .chosen = 0x0040c0, .last = 0x7a4a00, .hint = 0x6a0a8c,
        .focus = 0x000000, .casing = 0xffffff, .label = 0xffffff},
    [TAB_BOARD_CONTRAST_DARK] = {
        .material = TAB_MATERIAL_NONE, .dark = true, .flat = true, .line = 2.0,
        .sand_light = 0x000000, .sand_dark = 0x000000,
        .slab = {0x000000, 0x000000, 0x000000, 0x000000}, .pit = 0xffffff, .rim = 0xffffff,
        .incised = 0xffffff, .incised_lit = 0x000000, .white = 0xffffff, .white_shade = 0x000000,
        .white_vein = 0xffffff, .black = 0x000000, .black_shade = 0xffffff, .black_vein = 0x000000,
        .white_mark = 0x000000, .black_mark = 0xffffff, .target = 0x4dff9a, .capture = 0xff7a7a,
        .chosen = 0x8ab8ff, .last = 0xffd34d, .hint = 0xe6a6ff, .focus = 0xffffff,
        .casing = 0x000000, .label = 0x000000},
};
// clang-format on

const TabPaintTheme *tab_paint_theme(unsigned theme)
{
    return &themes[theme < TAB_BOARD_N_THEMES ? theme : TAB_BOARD_PETRA];
}

bool tab_board_theme_is_dark(TabBoardTheme theme)
{
    return tab_paint_theme(theme)->dark;
}

/* --- helpers --- */

void tab_paint_rgb(cairo_t *cr, uint32_t rgb, double alpha)
{
    cairo_set_source_rgba(cr, tab_paint_part(rgb, 0), tab_paint_part(rgb, 1),
                          tab_paint_part(rgb, 2), alpha);
}

void tab_paint_stop(cairo_pattern_t *gradient, double offset, uint32_t rgb, double alpha)
{
    cairo_pattern_add_color_stop_rgba(gradient, offset, tab_paint_part(rgb, 0),
                                      tab_paint_part(rgb, 1), tab_paint_part(rgb, 2), alpha);
}

/* To the nearest whole number; what is mixed is never negative. A call of lround() takes longer
 * than the rest of a pixel. */
static inline uint32_t nearest(double part)
{
    return (uint32_t)(part + 0.5);
}

uint32_t tab_paint_mix(uint32_t a, uint32_t b, double part)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= nearest(from + (to - from) * CLAMP(part, 0.0, 1.0)) << shift;
    }
    return mixed;
}

uint32_t tab_paint_pixel(const double rgb[3], double alpha)
{
    alpha = CLAMP(alpha, 0.0, 1.0);
    uint32_t pixel = nearest(255.0 * alpha);
    for (int i = 0; i < 3; i++)
        pixel = pixel << 8 | nearest(255.0 * alpha * CLAMP(rgb[i], 0.0, 1.0));
    return pixel;
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
