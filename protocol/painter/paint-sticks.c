// SPDX-License-Identifier: GPL-3.0-or-later
// The sticks of palm, lying or tumbling: flat side cream with grain, round side green; pure
// cairo.
#include "protocol/painter/paint-sticks.h"

#include <math.h>

#include "protocol/painter/paint-noise.h"
#include "protocol/painter/paint-theme.h"

#define LANES 4      /* sticks that lie one below the other at full size; more are smaller */
#define SETTLED 0.86 /* of the tumble: from here on the sticks lie still on the sand */

/* The colours of palm wood by day and by night: lit, middle, in shade. */
typedef struct {
    uint32_t flat[3], grain, round[3], fibre;
} Wood;

static const Wood day = {
    {0xfff6dc, 0xf0dfb4, 0xcbb17c}, 0xb08d52, {0xa8b868, 0x6f8438, 0x35441a}, 0x2c3814};
static const Wood night = {
    {0xf0e8d4, 0xd3c6a6, 0x8f8264}, 0x7d6842, {0x90a464, 0x566b34, 0x222d14}, 0x18200c};

/* One stick at one moment; lengths in pixels. */
typedef struct {
    double x, y;  /* its middle on the ground */
    double angle; /* of its length to the horizontal */
    double up;    /* height above the ground */
    double turn;  /* cosine of its roll: 1 the final side is up, -1 the other */
    double length, thick;
    bool flat; /* the side that is up now */
} Stick;

static double chance(const TabSticksModel *model, unsigned stick, int what)
{
    return tab_paint_hash((int)stick, what, model->seed * 2654435761u + 97);
}

/* The order in which the sticks lie from the upper to the lower edge: a permutation out of the
 * seed. */
static unsigned lane_of(const TabSticksModel *model, unsigned stick)
{
    unsigned before = 0;
    double own = chance(model, stick, 1);
    for (unsigned i = 0; i < model->n; i++)
        if (i != stick && (chance(model, i, 1) < own || (chance(model, i, 1) == own && i < stick)))
            before++;
    return before;
}

/* Where a stick is: it rises, rolls and bounces, and lies in a lane of its own in the end. */
static Stick stick_at(const TabSticksModel *model, unsigned i, double width, double height)
{
    double size = MIN(width, 1.6 * height), t = CLAMP(model->tumble / SETTLED, 0.0, 1.0);
    double calm = 1.0 - t, slide = calm * calm;
    double lane_height = 0.138 * size * MIN(1.0, (double)LANES / model->n);
    Stick stick = {.length = 0.52 * size,
                   .thick = 0.088 * size * MIN(1.0, (double)LANES / model->n)};
    unsigned lane = lane_of(model, i);
    double aim_x =
        width / 2.0 + (chance(model, i, 2) - 0.5) * MIN(0.40 * size, width - 0.60 * size);
    double aim_y = height / 2.0 + (lane - (model->n - 1) / 2.0) * lane_height +
                   (chance(model, i, 3) - 0.5) * 0.02 * size;
    double lie = (chance(model, i, 4) - 0.5) * 0.38;
    double spin = (chance(model, i, 5) < 0.5 ? -1.0 : 1.0) * (1.5 + 2.0 * chance(model, i, 6));
    double rolls = 2.0 + floor(2.0 * chance(model, i, 7));
    stick.x = aim_x + slide * (0.15 * width) * (chance(model, i, 8) - 0.5);
    stick.y = height / 2.0 + (aim_y - height / 2.0) * (1.0 - 0.85 * calm * (2.0 - calm)) +
              0.04 * calm * height;
    stick.angle = lie + spin * slide;
    stick.turn = cos(2.0 * G_PI * rolls * slide);
    stick.up = size * (0.15 * sin(G_PI * MIN(t / 0.72, 1.0)) * (0.8 + 0.4 * chance(model, i, 9)) +
                       0.03 * fabs(sin(G_PI * CLAMP((t - 0.72) / 0.28, 0.0, 1.0))));
    stick.flat = stick.turn >= 0.0 ? model->flat[i] : !model->flat[i];
    return stick;
}

/* The outline of a stick around the origin: blunt ends, a little narrower than its middle. */
static void stick_path(cairo_t *cr, const Stick *stick, double high, double grow)
{
    double l = stick->length / 2.0 + grow, h = high / 2.0 + grow, r = MIN(0.36 * high + grow, l);
    cairo_new_path(cr);
    cairo_move_to(cr, -l + r, -h * 0.94);
    cairo_curve_to(cr, -l / 3.0, -h * 1.02, l / 3.0, -h * 1.02, l - r, -h * 0.94);
    cairo_curve_to(cr, l - 0.2 * r, -h * 0.92, l, -h * 0.5, l, 0.0);
    cairo_curve_to(cr, l, h * 0.5, l - 0.2 * r, h * 0.92, l - r, h * 0.94);
    cairo_curve_to(cr, l / 3.0, h * 1.02, -l / 3.0, h * 1.02, -l + r, h * 0.94);
    cairo_curve_to(cr, -l + 0.2 * r, h * 0.92, -l, h * 0.5, -l, 0.0);
    cairo_curve_to(cr, -l, -h * 0.5, -l + 0.2 * r, -h * 0.92, -l + r, -h * 0.94);
    cairo_close_path(cr);
}

/* Grain as long wavering lines; `n` of them, alike for the same stick. */
static void draw_grain(cairo_t *cr, const Stick *stick, double high, uint32_t rgb, unsigned n,
                       double alpha, unsigned which)
{
    double l = stick->length / 2.0;
    for (unsigned i = 0; i < n; i++) {
        double v =
            ((i + 0.5) / n - 0.5) * 0.86 + (tab_paint_hash((int)i, (int)which, 131) - 0.5) * 0.08;
        double bend = (tab_paint_hash((int)i, (int)which, 132) - 0.5) * 0.14 * high;
        double from = -l * (0.72 + 0.26 * tab_paint_hash((int)i, (int)which, 133));
        double to = l * (0.72 + 0.26 * tab_paint_hash((int)i, (int)which, 134));
        cairo_new_path(cr);
        cairo_move_to(cr, from, v * high);
        cairo_curve_to(cr, from / 3.0, v * high + bend, to / 3.0, v * high - bend, to,
                       v * high + 0.3 * bend);
        cairo_set_line_width(
            cr, MAX(0.025 * high * (0.7 + tab_paint_hash((int)i, (int)which, 135)), 0.6));
        tab_paint_rgb(cr, rgb, alpha * (0.5 + 0.5 * tab_paint_hash((int)i, (int)which, 136)));
        cairo_stroke(cr);
    }
}

/* Fills the stick's outline with light from above, its three tones across its width. */
static void fill_lit(cairo_t *cr, const Stick *stick, double high, const uint32_t tone[3],
                     bool round)
{
    cairo_pattern_t *light = cairo_pattern_create_linear(0.0, -high / 2.0, 0.0, high / 2.0);
    if (round) {
        tab_paint_stop(light, 0.00, tone[1], 1.0);
        tab_paint_stop(light, 0.26, tone[0], 1.0);
        tab_paint_stop(light, 0.55, tone[1], 1.0);
        tab_paint_stop(light, 0.93, tone[2], 1.0);
        tab_paint_stop(light, 1.00, tone[1], 1.0);
    } else {
        tab_paint_stop(light, 0.00, tone[0], 1.0);
        tab_paint_stop(light, 0.75, tone[1], 1.0);
        tab_paint_stop(light, 1.00, tone[2], 1.0);
    }
    stick_path(cr, stick, high, 0.0);
    cairo_set_source(cr, light);
    cairo_fill(cr);
    cairo_pattern_destroy(light);
}

/* The round side: green rind with fibres and a gleam along its back. */
static void draw_round_side(cairo_t *cr, const Stick *stick, double high, const Wood *wood,
                            unsigned which)
{
    fill_lit(cr, stick, high, wood->round, true);
    draw_grain(cr, stick, high, wood->fibre, 9, 0.28, which);
    cairo_new_path(cr);
    cairo_move_to(cr, -0.43 * stick->length, -0.24 * high);
    cairo_curve_to(cr, -0.2 * stick->length, -0.30 * high, 0.2 * stick->length, -0.30 * high,
                   0.43 * stick->length, -0.24 * high);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cr, 0.10 * high);
    cairo_set_source_rgba(cr, 1.0, 1.0, 0.85, 0.28);
    cairo_stroke(cr);
}

/* The flat side: cream pith with grain, the rind showing as a thin green edge below. */
static void draw_flat_side(cairo_t *cr, const Stick *stick, double high, const Wood *wood,
                           unsigned which)
{
    cairo_save(cr);
    cairo_translate(cr, 0.0, 0.11 * high);
    fill_lit(cr, stick, high, wood->round, false);
    cairo_restore(cr);
    fill_lit(cr, stick, high, wood->flat, false);
    draw_grain(cr, stick, high, wood->grain, 7, 0.75, which);
    stick_path(cr, stick, 0.88 * high, -0.03 * high);
    cairo_set_line_width(cr, MAX(0.03 * high, 0.6));
    cairo_set_source_rgba(cr, 1.0, 1.0, 0.92, 0.5);
    cairo_stroke(cr);
}

/* Without material: white with three lines for flat, black with one white line for round. */
static void draw_outlined(cairo_t *cr, const Stick *stick, double high,
                          const TabPaintTheme *colours)
{
    stick_path(cr, stick, high, 1.5);
    tab_paint_rgb(cr, colours->slab[0], 1.0);
    cairo_fill(cr);
    stick_path(cr, stick, high, -1.0);
    tab_paint_rgb(cr, stick->flat ? colours->white : colours->black, 1.0);
    cairo_fill_preserve(cr);
    tab_paint_rgb(cr, colours->incised, 1.0);
    cairo_set_line_width(cr, colours->line);
    cairo_stroke(cr);
    tab_paint_rgb(cr, stick->flat ? colours->white_mark : colours->black_mark, 1.0);
    for (int i = stick->flat ? -1 : 0; i <= (stick->flat ? 1 : 0); i++) {
        cairo_move_to(cr, -0.40 * stick->length, 0.24 * i * high);
        cairo_line_to(cr, 0.40 * stick->length, 0.24 * i * high);
    }
    cairo_stroke(cr);
}

/* The shadow, softer and further off the higher the stick is. */
static void draw_shadow(cairo_t *cr, const Stick *stick, double high)
{
    enum { LAYERS = 10 };
    double blur = 0.16 * stick->thick + 0.25 * stick->up;
    cairo_save(cr);
    cairo_translate(cr, stick->x + 0.10 * stick->thick + 0.35 * stick->up,
                    stick->y + 0.26 * stick->thick + 0.50 * stick->up);
    cairo_rotate(cr, stick->angle);
    for (unsigned i = 0; i < LAYERS; i++) {
        stick_path(cr, stick, high, blur * (2.0 * (i + 1.0) / LAYERS - 1.0));
        cairo_set_source_rgba(cr, 0.10, 0.04, 0.0, 0.052);
        cairo_fill(cr);
    }
    cairo_restore(cr);
}

/* How broad a stick looks while it rolls. */
static double seen_breadth(const Stick *stick)
{
    return stick->thick * (0.62 + 0.38 * fabs(stick->turn));
}

static void draw_stick(cairo_t *cr, const Stick *stick, const TabPaintTheme *colours,
                       const Wood *wood, unsigned which)
{
    double high = seen_breadth(stick), near = 1.0 + 0.5 * stick->up / stick->length;
    cairo_save(cr);
    cairo_translate(cr, stick->x, stick->y - 0.4 * stick->up);
    cairo_rotate(cr, stick->angle);
    cairo_scale(cr, near, near);
    if (colours->flat)
        draw_outlined(cr, stick, high, colours);
    else if (stick->flat)
        draw_flat_side(cr, stick, high, wood, which);
    else
        draw_round_side(cr, stick, high, wood, which);
    cairo_restore(cr);
}

void tab_sticks_draw(cairo_t *cr, const TabSticksModel *model, double width, double height)
{
    const TabPaintTheme *colours = tab_paint_theme(model->theme);
    const Wood *wood = colours->dark ? &night : &day;
    cairo_save(cr);
    if (model->faded)
        cairo_push_group(cr);
    Stick sticks[TAB_MAX_STICKS];
    unsigned by_lane[TAB_MAX_STICKS];
    for (unsigned i = 0; i < model->n; i++) {
        by_lane[lane_of(model, i)] = i;
        sticks[i] = stick_at(model, i, width, height);
        if (!colours->flat)
            draw_shadow(cr, &sticks[i], seen_breadth(&sticks[i]));
    }
    for (unsigned lane = 0; lane < model->n; lane++)
        draw_stick(cr, &sticks[by_lane[lane]], colours, wood,
                   by_lane[lane] + model->n * (model->seed & 7));
    if (model->faded) {
        cairo_pop_group_to_source(cr);
        cairo_paint_with_alpha(cr, 0.45);
    }
    cairo_restore(cr);
}

void tab_sticks_set_throw(TabSticksModel *model, const TabCast *cast, int kind, uint32_t seed)
{
    unsigned flats = 0;
    while (flats < cast->n_sticks && cast->kind_of_face[flats] != kind)
        flats++;
    model->n = cast->n_sticks;
    model->seed = seed;
    for (unsigned i = 0; i < model->n; i++)
        model->flat[i] = i < flats;
    for (unsigned i = MAX(model->n, 1) - 1; i > 0;
         i--) { /* which of them: a shuffle out of the seed */
        unsigned j = (unsigned)(chance(model, i, 20) * (i + 0.999));
        bool kept = model->flat[i];
        model->flat[i] = model->flat[j];
        model->flat[j] = kept;
    }
}
