// SPDX-License-Identifier: GPL-3.0-or-later
// What never moves: the ground, the slab with its pits, and what is cut into it.
#include "protocol/painter/paint-ground.h"

#include <math.h>

#include "protocol/painter/paint-incised.h"
#include "protocol/painter/paint-noise.h"

void tab_paint_ground_clear(TabPaintGround *ground)
{
    g_clear_pointer(&ground->around, cairo_surface_destroy);
    g_clear_pointer(&ground->grain, cairo_surface_destroy);
    g_clear_pointer(&ground->slab, cairo_surface_destroy);
    for (unsigned i = 0; i < TAB_PAINT_PIT_KINDS; i++)
        g_clear_pointer(&ground->pit[i], cairo_surface_destroy);
}

static const TabPaintTheme *use_theme(TabPaintGround *ground, TabBoardTheme theme)
{
    if (ground->theme != theme)
        tab_paint_ground_clear(ground);
    ground->theme = theme;
    return tab_paint_theme(theme);
}

/* Fills the clip with a tile of device pixels. */
static void paint_tile(cairo_t *cr, cairo_surface_t *tile, double scale)
{
    cairo_save(cr);
    cairo_scale(cr, 1.0 / scale, 1.0 / scale);
    cairo_set_source_surface(cr, tile, 0.0, 0.0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_restore(cr);
}

static void paint_gradient(cairo_t *cr, double x0, double y0, double x1, double y1, uint32_t from,
                           uint32_t to, double alpha_from, double alpha_to)
{
    cairo_pattern_t *light = cairo_pattern_create_linear(x0, y0, x1, y1);
    tab_paint_stop(light, 0.0, from, alpha_from);
    tab_paint_stop(light, 1.0, to, alpha_to);
    cairo_set_source(cr, light);
    cairo_paint(cr);
    cairo_pattern_destroy(light);
}

void tab_paint_ground_sand(TabPaintGround *ground, cairo_t *cr, TabBoardTheme theme, double width,
                           double height, double scale)
{
    const TabPaintTheme *colours = use_theme(ground, theme);
    cairo_save(cr);
    cairo_rectangle(cr, 0.0, 0.0, width, height);
    cairo_clip(cr);
    paint_gradient(cr, 0.0, 0.0, width, height, colours->sand_light, colours->sand_dark, 1.0, 1.0);
    if (colours->material != TAB_MATERIAL_NONE) {
        if (!ground->around)
            ground->around = tab_paint_texture_around(colours);
        paint_tile(cr, ground->around, scale);
    }
    cairo_restore(cr);
}

/* A point of the slab's edge, moved along its normal by the roughness of the hewn stone. */
static void edge_to(cairo_t *cr, double x, double y, double nx, double ny, double rough,
                    double grain)
{
    double off = rough * (tab_paint_noise(x / grain, y / grain, 61, 0) - 0.5);
    cairo_line_to(cr, x + nx * off, y + ny * off);
}

/* The slab's outline, a round rectangle roughly hewn: `rough` pixels deep, grown by `grow`. */
static void slab_path(cairo_t *cr, const TabBoardLayout *layout, double grow, double rough)
{
    enum { ARC = 6 };
    double r = layout->corner + grow, grain = 0.3 * layout->pitch_x;
    double x[2] = {layout->board_x + layout->corner,
                   layout->board_x + layout->board_width - layout->corner};
    double y[2] = {layout->board_y + layout->corner,
                   layout->board_y + layout->board_height - layout->corner};
    const int right[4] = {1, 1, 0, 0}, lower[4] = {0, 1, 1, 0};
    cairo_new_sub_path(cr);
    for (int i = 0; i < 4; i++) {
        double cx = x[right[i]], cy = y[lower[i]], angle, nx = 0.0, ny = 0.0;
        for (int k = 0; k <= ARC; k++) {
            angle = G_PI_2 * (i - 1 + (double)k / ARC);
            nx = cos(angle);
            ny = sin(angle);
            edge_to(cr, cx + r * nx, cy + r * ny, nx, ny, rough, grain);
        }
        double ex = x[right[(i + 1) % 4]] - cx, ey = y[lower[(i + 1) % 4]] - cy;
        int parts = MAX((int)(hypot(ex, ey) / (0.5 * grain)), 1);
        for (int k = 1; k < parts; k++)
            edge_to(cr, cx + r * nx + ex * k / parts, cy + r * ny + ey * k / parts, nx, ny, rough,
                    grain);
    }
    cairo_close_path(cr);
}

/* The slab's soft shadow on the sand, away from the light. */
static void paint_slab_shadow(cairo_t *cr, const TabBoardLayout *layout,
                              const TabPaintTheme *colours)
{
    enum { LAYERS = 14 };
    double below =
        layout->height - layout->board_y - layout->board_height; /* it must end within the area */
    double reach = MIN(CLAMP(0.20 * layout->pitch_x, 3.0, 26.0), MAX(0.9 * below, 0.5));
    for (int i = 0; i < LAYERS; i++) {
        double spread = reach * (i + 1) / LAYERS;
        cairo_save(cr);
        cairo_translate(cr, 0.30 * reach, 0.55 * reach);
        slab_path(cr, layout, spread - 0.45 * reach, 0.0);
        tab_paint_rgb(cr, colours->pit, 0.055);
        cairo_fill(cr);
        cairo_restore(cr);
    }
}

/* Light on the slab's upper and left edge, shade on the others. */
static void paint_bevel(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours,
                        double rough)
{
    double width = CLAMP(0.045 * layout->pitch_x, 1.0, 7.0);
    double x = layout->board_x, y = layout->board_y;
    for (int layer = 0; layer < 3; layer++) {
        cairo_pattern_t *light = cairo_pattern_create_linear(x, y, x + 0.35 * layout->board_height,
                                                             y + layout->board_height);
        tab_paint_stop(light, 0.0, colours->rim, 0.30);
        tab_paint_stop(light, 0.35, colours->rim, 0.10);
        tab_paint_stop(light, 0.60, colours->pit, 0.08);
        tab_paint_stop(light, 1.0, colours->pit, 0.28);
        slab_path(cr, layout, 0.0, rough);
        cairo_set_line_width(cr, 2.0 * width * (3 - layer) / 3.0);
        cairo_set_source(cr, light);
        cairo_stroke(cr);
        cairo_pattern_destroy(light);
    }
}

static void paint_tones(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                        const TabPaintTheme *colours)
{
    double ratio = layout->board_height / layout->board_width;
    if (!ground->slab || ground->slab_ratio < ratio - 1e-6) {
        g_clear_pointer(&ground->slab, cairo_surface_destroy);
        ground->slab = tab_paint_texture_slab(colours, ratio);
        ground->slab_ratio = ratio;
    }
    double stretch = layout->board_width / TAB_PAINT_SLAB_WIDTH * 1.01;
    cairo_save(cr);
    cairo_translate(cr, layout->board_x, layout->board_y);
    cairo_scale(cr, stretch, stretch);
    cairo_set_source_surface(cr, ground->slab, 0.0, 0.0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_paint(cr);
    cairo_restore(cr);
}

static void paint_slab(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                       const TabPaintTheme *colours, double scale)
{
    /* how deep the edge is hewn: rock roughly, wood hardly */
    double rough = (colours->material == TAB_MATERIAL_WOOD ? 0.008 : 0.035) * layout->pitch_x;
    paint_slab_shadow(cr, layout, colours);
    cairo_save(cr);
    slab_path(cr, layout, 0.0, rough);
    cairo_clip(cr);
    paint_tones(ground, cr, layout, colours);
    if (!ground->grain)
        ground->grain = tab_paint_texture_grain(colours);
    paint_tile(cr, ground->grain, scale);
    double x = layout->board_x, y = layout->board_y;
    paint_gradient(cr, x, y, x + layout->board_width, y + layout->board_height, colours->rim,
                   colours->pit, 0.10, 0.12);
    paint_bevel(cr, layout, colours, rough);
    cairo_restore(cr);
}

/* A bed smoothed in the sand, with a ridge of what was pushed aside around it. */
static void paint_bed(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                      const TabPaintTheme *colours, double scale)
{
    enum { LAYERS = 6 };
    double rough = 0.10 * layout->pitch_x, x = layout->board_x, y = layout->board_y;
    cairo_save(cr);
    slab_path(cr, layout, -0.05 * layout->pitch_x, rough);
    cairo_clip(cr);
    paint_gradient(cr, x, y, x + layout->board_width, y + layout->board_height, colours->slab[2],
                   colours->slab[1], 1.0, 1.0);
    if (!ground->around)
        ground->around = tab_paint_texture_around(colours);
    paint_tile(cr, ground->around, scale);
    cairo_restore(cr);
    double ridge = CLAMP(0.09 * layout->pitch_x, 2.0, 10.0);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LAYERS; i++) {
            double shift = (side ? -0.38 : 0.38) * ridge;
            cairo_save(cr);
            cairo_translate(cr, 0.6 * shift, shift);
            slab_path(cr, layout, -0.05 * layout->pitch_x, rough);
            tab_paint_rgb(cr, side ? colours->rim : colours->pit, 0.055);
            cairo_set_line_width(cr, ridge * (i + 1) / LAYERS);
            cairo_stroke(cr);
            cairo_restore(cr);
        }
}

static void paint_pits(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                       const TabPaintTheme *colours, double scale)
{
    double radius = layout->pit_radius * scale;
    if (fabs(ground->pit_radius - radius) > 1e-6)
        for (unsigned i = 0; i < TAB_PAINT_PIT_KINDS; i++)
            g_clear_pointer(&ground->pit[i], cairo_surface_destroy);
    ground->pit_radius = radius;
    for (unsigned cell = 0; cell < layout->cells; cell++) {
        /* each pit is one of a few that differ a little */
        unsigned kind =
            (unsigned)(tab_paint_hash((int)cell, 7, 62) * (TAB_PAINT_PIT_KINDS - 0.001));
        if (!ground->pit[kind])
            ground->pit[kind] = tab_paint_texture_pit(colours, radius, kind);
        double x, y, half = cairo_image_surface_get_width(ground->pit[kind]) / 2.0;
        tab_board_layout_centre(layout, cell, &x, &y);
        cairo_save(cr);
        cairo_scale(cr, 1.0 / scale, 1.0 / scale);
        cairo_set_source_surface(cr, ground->pit[kind], round(x * scale - half),
                                 round(y * scale - half));
        cairo_paint(cr);
        cairo_restore(cr);
    }
}

/* Without material: outlines; square fields, so that a round outline is a stone. */
static void paint_flat(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours)
{
    cairo_set_line_width(cr, colours->line);
    slab_path(cr, layout, -1.0, 0.0);
    tab_paint_rgb(cr, colours->slab[0], 1.0);
    cairo_fill_preserve(cr);
    tab_paint_rgb(cr, colours->incised, 1.0);
    cairo_stroke(cr);
    for (unsigned cell = 0; cell < layout->cells; cell++) {
        double x, y, half = layout->pit_radius - 1.0;
        tab_board_layout_centre(layout, cell, &x, &y);
        tab_paint_round_rect(cr, x - half, y - half, 2.0 * half, 2.0 * half, 0.3 * half);
        cairo_stroke(cr);
    }
    if (colours->material == TAB_MATERIAL_PAPER) { /* a second, finer frame, as in a book */
        cairo_set_line_width(cr, 0.6 * colours->line);
        slab_path(cr, layout, -1.0 - CLAMP(0.055 * layout->pitch_x, 2.5, 5.0), 0.0);
        cairo_stroke(cr);
    }
}

void tab_paint_ground_board(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                            TabBoardTheme theme, TabPaintText *text, double scale)
{
    const TabPaintTheme *colours = use_theme(ground, theme);
    cairo_save(cr);
    if (colours->flat) {
        paint_flat(cr, layout, colours);
    } else {
        if (colours->material == TAB_MATERIAL_SAND)
            paint_bed(ground, cr, layout, colours, scale);
        else
            paint_slab(ground, cr, layout, colours, scale);
        paint_pits(ground, cr, layout, colours, scale);
    }
    tab_paint_incised_arrows(cr, layout, colours);
    if (text)
        tab_paint_incised_coordinates(cr, layout, colours, text);
    cairo_restore(cr);
}
