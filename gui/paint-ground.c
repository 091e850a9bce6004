// SPDX-License-Identifier: GPL-3.0-or-later
// What never moves: sand, the slab with its pits, the arrows and letters cut into it.
#include "gui/paint-ground.h"

#include <math.h>

#include "gui/paint-noise.h"

void tab_paint_ground_clear(TabPaintGround *ground)
{
    g_clear_pointer(&ground->sand, cairo_surface_destroy);
    g_clear_pointer(&ground->grain, cairo_surface_destroy);
    g_clear_pointer(&ground->strata, cairo_surface_destroy);
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
    if (!colours->flat) {
        if (!ground->sand)
            ground->sand = tab_paint_texture_sand(colours);
        paint_tile(cr, ground->sand, scale);
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

static void paint_strata(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                         const TabPaintTheme *colours)
{
    double ratio = layout->board_height / layout->board_width;
    if (!ground->strata || fabs(ground->strata_ratio - ratio) > 1e-6) {
        g_clear_pointer(&ground->strata, cairo_surface_destroy);
        ground->strata = tab_paint_texture_strata(colours, ratio);
        ground->strata_ratio = ratio;
    }
    double stretch = layout->board_width / TAB_PAINT_STRATA_WIDTH * 1.01;
    cairo_save(cr);
    cairo_translate(cr, layout->board_x, layout->board_y);
    cairo_scale(cr, stretch, stretch);
    cairo_set_source_surface(cr, ground->strata, 0.0, 0.0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_paint(cr);
    cairo_restore(cr);
}

static void paint_slab(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                       const TabPaintTheme *colours, double scale)
{
    double rough = 0.035 * layout->pitch_x;
    cairo_save(cr);
    slab_path(cr, layout, 0.0, rough);
    cairo_clip(cr);
    paint_strata(ground, cr, layout, colours);
    if (!ground->grain)
        ground->grain = tab_paint_texture_grain(colours);
    paint_tile(cr, ground->grain, scale);
    double x = layout->board_x, y = layout->board_y;
    paint_gradient(cr, x, y, x + layout->board_width, y + layout->board_height, colours->rim,
                   colours->pit, 0.10, 0.12);
    paint_bevel(cr, layout, colours, rough);
    cairo_restore(cr);
}

/* Each pit is one of a few that differ a little. */
static unsigned pit_kind(unsigned cell)
{
    return (unsigned)(tab_paint_hash((int)cell, 7, 62) * (TAB_PAINT_PIT_KINDS - 0.001));
}

static void paint_pits(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                       const TabPaintTheme *colours, double scale)
{
    double radius = layout->pit_radius * scale;
    if (fabs(ground->pit_radius - radius) > 1e-6)
        for (unsigned i = 0; i < TAB_PAINT_PIT_KINDS; i++)
            g_clear_pointer(&ground->pit[i], cairo_surface_destroy);
    ground->pit_radius = radius;
    for (unsigned cell = 0; cell < TAB_ROWS * layout->columns; cell++) {
        unsigned kind = pit_kind(cell);
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

/* Strokes the current path as a groove: its lit lower edge first, then the cut itself. */
static void stroke_groove(cairo_t *cr, const TabPaintTheme *colours, double width, double alpha)
{
    cairo_path_t *path = cairo_copy_path(cr);
    cairo_new_path(cr);
    cairo_set_line_width(cr, width);
    if (!colours->flat) {
        cairo_save(cr);
        cairo_translate(cr, 0.35 * width, 0.6 * width);
        cairo_append_path(cr, path);
        cairo_restore(cr);
        tab_paint_rgb(cr, colours->incised_lit, 0.55 * alpha);
        cairo_stroke(cr);
    }
    cairo_append_path(cr, path);
    tab_paint_rgb(cr, colours->incised, alpha);
    cairo_stroke(cr);
    cairo_path_destroy(path);
}

/* An arrow of `length` around x, y that points left (-1) or right (1). */
static void row_arrow(cairo_t *cr, const TabPaintTheme *colours, double x, double y, double length,
                      int way)
{
    double tip = x + way * length / 2.0, head = 0.22 * length;
    cairo_move_to(cr, x - way * length / 2.0, y);
    cairo_line_to(cr, tip, y);
    cairo_move_to(cr, tip - way * head, y - 0.62 * head);
    cairo_line_to(cr, tip, y);
    cairo_line_to(cr, tip - way * head, y + 0.62 * head);
    stroke_groove(cr, colours, MAX(0.055 * length, 1.0), 0.85);
}

/* An arrow that turns from one row into the next beyond the board's first or last column: `side` is
 * -1 on the left and 1 on the right, `way` -1 upwards and 1 downwards; a fork that one player alone
 * may take is dotted. */
static void turn_arrow(cairo_t *cr, const TabPaintTheme *colours, const TabBoardLayout *layout,
                       double x, double y, int side, int way, bool fork)
{
    double high = 0.40 * layout->pitch_y, wide = 0.13 * layout->pitch_x,
           head = 0.085 * layout->pitch_x;
    double from = y - way * high / 2.0, to = y + way * high / 2.0;
    double dash[2] = {0.05 * layout->pitch_x, 0.045 * layout->pitch_x};
    x += side * 0.43 * layout->pitch_x;
    cairo_move_to(cr, x, from);
    cairo_curve_to(cr, x + side * wide, from + way * high * 0.25, x + side * wide,
                   to - way * high * 0.25, x, to);
    if (fork)
        cairo_set_dash(cr, dash, 2, 0.0);
    stroke_groove(cr, colours, MAX(0.028 * layout->pitch_x, 1.0), 0.85);
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_move_to(cr, x + side * 1.25 * head, to - way * 0.35 * head);
    cairo_line_to(cr, x, to);
    cairo_line_to(cr, x + side * 0.05 * head, to - way * 1.25 * head);
    stroke_groove(cr, colours, MAX(0.028 * layout->pitch_x, 1.0), 0.85);
}

/* The six turns at the ends of the rows: at a cell, on to the next row up or down the board. */
static void paint_turns(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours,
                        int direction)
{
    const struct {
        unsigned row, next;
        bool last_column;
        int only; /* the side that alone may go there, or -1 */
    } turns[6] = {{0, 1, true, -1},  {2, 1, true, -1},  {2, 3, true, TAB_WHITE},
                  {3, 2, false, -1}, {1, 2, false, -1}, {1, 0, false, TAB_BLACK}};
    for (unsigned i = 0; i < G_N_ELEMENTS(turns); i++) {
        if (direction >= 0 && turns[i].only >= 0 && turns[i].only != direction)
            continue;
        unsigned column = turns[i].last_column ? layout->columns - 1 : 0;
        double x, y, next_x, next_y;
        tab_board_layout_centre(layout, turns[i].row * layout->columns + column, &x, &y);
        tab_board_layout_centre(layout, turns[i].next * layout->columns + column, &next_x, &next_y);
        turn_arrow(cr, colours, layout, x, (y + next_y) / 2.0, x > layout->width / 2.0 ? 1 : -1,
                   next_y > y ? 1 : -1, turns[i].only >= 0);
    }
}

/* Every row's direction, above the row, once every few columns. */
static void paint_arrows(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours,
                         int direction)
{
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    unsigned groups = (layout->columns + 2) / 6 + (layout->columns < 4);
    for (unsigned row = 0; row < TAB_ROWS; row++) {
        int way = row % 2 == 0 ? 1 : -1; /* a and c lead to higher columns */
        if (layout->flipped)
            way = -way;
        double x, y, length = 0.50 * layout->pitch_x;
        tab_board_layout_centre(layout, row * layout->columns, &x, &y);
        for (unsigned i = 0; i < groups; i++) {
            double gap = floor((layout->columns - 1.0) * (i + 1.0) / (groups + 1.0)) + 0.5;
            row_arrow(cr, colours, layout->first_x + gap * layout->pitch_x,
                      y - 0.5 * layout->pitch_y + 0.03 * layout->pitch_x, length, way);
        }
    }
    paint_turns(cr, layout, colours, direction);
}

/* A letter or number, as if cut into the slab. */
static void cut_text(cairo_t *cr, TabPaintText *text, const TabPaintTheme *colours,
                     const char *label, double x, double y, double pixels)
{
    if (!colours->flat) {
        tab_paint_rgb(cr, colours->incised_lit, 0.6);
        tab_paint_text_draw(text, cr, label, x + 0.5, y + 1.0, pixels, false);
    }
    tab_paint_rgb(cr, colours->incised, 0.95);
    tab_paint_text_draw(text, cr, label, x, y, pixels, false);
}

static void paint_coordinates(cairo_t *cr, const TabBoardLayout *layout,
                              const TabPaintTheme *colours, TabPaintText *text)
{
    double pixels = tab_paint_text_size(text, layout->pitch_x), x, y;
    double bottom = layout->board_y + layout->board_height - 0.22 * layout->pitch_x;
    for (unsigned row = 0; row < TAB_ROWS; row++) {
        char letter[2] = {(char)('a' + row), 0};
        tab_board_layout_centre(layout, row * layout->columns, &x, &y);
        cut_text(cr, text, colours, letter, layout->board_x + 0.20 * layout->pitch_x, y, pixels);
    }
    for (unsigned column = 0; column < layout->columns; column++) {
        char number[12];
        g_snprintf(number, sizeof number, "%u", column + 1);
        tab_board_layout_centre(layout, column, &x, &y);
        cut_text(cr, text, colours, number, x, bottom, pixels);
    }
}

/* High contrast: outlines of two pixels on a flat ground; square fields, so that a round outline is
 * a stone. */
static void paint_flat(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours)
{
    cairo_set_line_width(cr, 2.0);
    slab_path(cr, layout, -1.0, 0.0);
    tab_paint_rgb(cr, colours->slab[0], 1.0);
    cairo_fill_preserve(cr);
    tab_paint_rgb(cr, colours->incised, 1.0);
    cairo_stroke(cr);
    for (unsigned cell = 0; cell < TAB_ROWS * layout->columns; cell++) {
        double x, y, half = layout->pit_radius - 1.0;
        tab_board_layout_centre(layout, cell, &x, &y);
        tab_paint_round_rect(cr, x - half, y - half, 2.0 * half, 2.0 * half, 0.3 * half);
        cairo_stroke(cr);
    }
}

void tab_paint_ground_board(TabPaintGround *ground, cairo_t *cr, const TabBoardLayout *layout,
                            const TabBoardModel *model, TabPaintText *text, double scale)
{
    const TabPaintTheme *colours = use_theme(ground, model->theme);
    cairo_save(cr);
    if (colours->flat) {
        paint_flat(cr, layout, colours);
    } else {
        paint_slab_shadow(cr, layout, colours);
        paint_slab(ground, cr, layout, colours, scale);
        paint_pits(ground, cr, layout, colours, scale);
    }
    paint_arrows(cr, layout, colours, model->direction);
    if (model->show_coordinates)
        paint_coordinates(cr, layout, colours, text);
    cairo_restore(cr);
}
