// SPDX-License-Identifier: GPL-3.0-or-later
// What is thrown, lying or tumbling: sticks of palm, flat side cream with grain, round side green;
// cowries; long dice. Pure cairo.
#include "protocol/painter/paint-sticks.h"

#include <math.h>
#include <string.h>

#include "protocol/painter/paint-noise.h"
#include "protocol/painter/paint-theme.h"

#define LANES 4      /* sticks that lie one below the other at full size; more are smaller */
#define FEWEST 3     /* lanes: less things than these lie no further apart */
#define SETTLED 0.86 /* of the tumble: from here on the sticks lie still on the sand */

/* The colours of palm wood: lit, middle, in shade. */
typedef struct {
    uint32_t flat[3], grain, round[3], fibre;
} Wood;

/* By day and by night; the round sides are green, or painted black. Black at night needs more of
 * the moon to be seen. */
#define PITH_BY_DAY .flat = {0xfff6dc, 0xf0dfb4, 0xcbb17c}, .grain = 0xb08d52
#define PITH_BY_NIGHT .flat = {0xf0e8d4, 0xd3c6a6, 0x8f8264}, .grain = 0x7d6842
static const Wood woods[2][2] = {
    {{PITH_BY_DAY, .round = {0xa8b868, 0x6f8438, 0x35441a}, .fibre = 0x2c3814},
     {PITH_BY_DAY, .round = {0x6a625a, 0x3a3430, 0x191613}, .fibre = 0x100d0b}},
    {{PITH_BY_NIGHT, .round = {0x90a464, 0x566b34, 0x222d14}, .fibre = 0x18200c},
     {PITH_BY_NIGHT, .round = {0xb4b2c0, 0x5c5966, 0x17161b}, .fibre = 0x0d0c10}}};

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
    double lane_height = 0.138 * size * LANES / MAX(model->n, FEWEST);
    static const struct {
        double length, thick; /* by that of the area */
    } sizes[] = {[TAB_THING_STICKS] = {0.52, 0.088},
                 [TAB_THING_SHELLS] = {0.19, 0.135},
                 [TAB_THING_DICE] = {0.34, 0.112}};
    double thick = sizes[model->thing].thick * size * MIN(1.0, (double)LANES / MAX(model->n, 1));
    Stick stick = {.length = sizes[model->thing].length * size, .thick = thick};
    unsigned lane = lane_of(model, i);
    double aim_x = width / 2.0 + (chance(model, i, 2) - 0.5) * (0.92 * size - stick.length);
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
    cairo_set_line_width(cr, MIN(colours->line, 0.14 * high)); /* three leave white between them */
    for (int i = stick->flat ? -1 : 0; i <= (stick->flat ? 1 : 0); i++) {
        cairo_move_to(cr, -0.40 * stick->length, 0.24 * i * high);
        cairo_line_to(cr, 0.40 * stick->length, 0.24 * i * high);
    }
    cairo_stroke(cr);
}

/* --- shells and dice --- */

/* A cowrie: an egg around the origin, with the mouth along it or the smooth back. */
static void shell_path(cairo_t *cr, const Stick *stick, double high, double grow)
{
    double l = stick->length / 2.0 + grow, h = high / 2.0 + grow;
    cairo_new_path(cr);
    cairo_move_to(cr, -l, 0.0);
    cairo_curve_to(cr, -l, -0.75 * h, -0.35 * l, -1.05 * h, 0.15 * l, -h);
    cairo_curve_to(cr, 0.75 * l, -0.92 * h, l, -0.45 * h, l, 0.0);
    cairo_curve_to(cr, l, 0.45 * h, 0.75 * l, 0.92 * h, 0.15 * l, h);
    cairo_curve_to(cr, -0.35 * l, 1.05 * h, -l, 0.75 * h, -l, 0.0);
    cairo_close_path(cr);
}

static void draw_mouth(cairo_t *cr, const Stick *stick, double high, uint32_t rgb)
{
    double l = 0.78 * stick->length / 2.0;
    tab_paint_rgb(cr, rgb, 1.0);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cr, MAX(0.13 * high, 1.0));
    cairo_move_to(cr, -l, 0.02 * high);
    cairo_curve_to(cr, -l / 3.0, -0.08 * high, l / 3.0, 0.08 * high, l, -0.02 * high);
    cairo_stroke(cr);
    cairo_set_line_width(cr, MAX(0.04 * high, 0.7));
    for (int i = -3; i <= 3; i++) { /* teeth on both lips */
        cairo_move_to(cr, i * 0.22 * l, -0.17 * high);
        cairo_line_to(cr, i * 0.22 * l, 0.17 * high);
    }
    cairo_stroke(cr);
}

static void draw_shell(cairo_t *cr, const Stick *stick, double high, const TabPaintTheme *colours)
{
    shell_path(cr, stick, high, 0.0);
    if (colours->flat) {
        tab_paint_rgb(cr, stick->flat ? colours->white : colours->black, 1.0);
        cairo_fill_preserve(cr);
        tab_paint_rgb(cr, colours->incised, 1.0);
        cairo_set_line_width(cr, colours->line);
        cairo_stroke(cr);
    } else {
        double x = -0.14 * stick->length, y = -0.22 * high;
        cairo_pattern_t *light =
            cairo_pattern_create_radial(x, y, 0.05 * high, 0.0, 0.0, 0.58 * stick->length);
        tab_paint_stop(light, 0.0, stick->flat ? 0xfffaf0 : 0xfdf2dc, 1.0);
        tab_paint_stop(light, 0.5, stick->flat ? 0xf0e3cc : 0xc9a878, 1.0);
        tab_paint_stop(light, 1.0, stick->flat ? 0xb89c78 : 0x6e4f34, 1.0);
        cairo_set_source(cr, light);
        cairo_fill(cr);
        cairo_pattern_destroy(light);
    }
    if (stick->flat)
        draw_mouth(cr, stick, high, colours->flat ? colours->white_mark : 0x4a3222);
}

static void box_path(cairo_t *cr, const Stick *stick, double high, double grow)
{
    double l = stick->length / 2.0 + grow, h = high / 2.0 + grow, r = MAX(0.12 * high + grow, 0.0);
    cairo_new_path(cr);
    cairo_arc(cr, l - r, -h + r, r, -G_PI / 2.0, 0.0);
    cairo_arc(cr, l - r, h - r, r, 0.0, G_PI / 2.0);
    cairo_arc(cr, -l + r, h - r, r, G_PI / 2.0, G_PI);
    cairo_arc(cr, -l + r, -h + r, r, G_PI, 1.5 * G_PI);
    cairo_close_path(cr);
}

/* Strokes across the die, crosses as wide as they are high. */
static void draw_mark(cairo_t *cr, const char *mark, double high, double width, uint32_t rgb)
{
    double n = (double)strlen(mark), h = 0.30 * high;
    tab_paint_rgb(cr, rgb, 1.0);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cr, width);
    for (unsigned i = 0; mark[i]; i++) {
        double x = (i - (n - 1.0) / 2.0) * 0.48 * high, slant = mark[i] == 'X' ? h : 0.0;
        cairo_move_to(cr, x - slant, -h);
        cairo_line_to(cr, x + slant, h);
        cairo_move_to(cr, x + slant, -h);
        cairo_line_to(cr, x - slant, h);
    }
    cairo_stroke(cr);
}

static void draw_die(cairo_t *cr, const Stick *stick, double high, const TabPaintTheme *colours,
                     const Wood *wood, const char *mark)
{
    if (colours->flat) {
        box_path(cr, stick, high, 0.0);
        tab_paint_rgb(cr, colours->white, 1.0);
        cairo_fill_preserve(cr);
        tab_paint_rgb(cr, colours->incised, 1.0);
        cairo_set_line_width(cr, colours->line);
        cairo_stroke(cr);
    } else {
        cairo_save(cr); /* the side towards us, below the face */
        cairo_translate(cr, 0.0, 0.14 * high);
        box_path(cr, stick, high, 0.0);
        tab_paint_rgb(cr, wood->grain, 1.0);
        cairo_fill(cr);
        cairo_restore(cr);
        cairo_pattern_t *light = cairo_pattern_create_linear(0.0, -high / 2.0, 0.0, high / 2.0);
        tab_paint_stop(light, 0.0, wood->flat[0], 1.0);
        tab_paint_stop(light, 1.0, wood->flat[1], 1.0);
        box_path(cr, stick, high, 0.0);
        cairo_set_source(cr, light);
        cairo_fill(cr);
        cairo_pattern_destroy(light);
    }
    draw_mark(cr, mark, high, MAX(0.10 * high, 1.2),
              colours->flat ? colours->white_mark : 0x4a3222);
}

/* The shadow, softer and further off the higher the stick is. */
static void draw_shadow(cairo_t *cr, TabThing thing, const Stick *stick, double high)
{
    void (*const paths[])(cairo_t *, const Stick *, double,
                          double) = {[TAB_THING_STICKS] = stick_path,
                                     [TAB_THING_SHELLS] = shell_path,
                                     [TAB_THING_DICE] = box_path};
    enum { LAYERS = 10 };
    double blur = 0.16 * stick->thick + 0.25 * stick->up;
    cairo_save(cr);
    cairo_translate(cr, stick->x + 0.10 * stick->thick + 0.35 * stick->up,
                    stick->y + 0.26 * stick->thick + 0.50 * stick->up);
    cairo_rotate(cr, stick->angle);
    for (unsigned i = 0; i < LAYERS; i++) {
        paths[thing](cr, stick, high, blur * (2.0 * (i + 1.0) / LAYERS - 1.0));
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

/* One thing of the model, which looks like stick number `which` of its wood. */
static void draw_thing(cairo_t *cr, const TabSticksModel *model, unsigned i, const Stick *stick,
                       const TabPaintTheme *colours, const Wood *wood, unsigned which)
{
    double high = seen_breadth(stick), near = 1.0 + 0.5 * stick->up / stick->length;
    cairo_save(cr);
    cairo_translate(cr, stick->x, stick->y - 0.4 * stick->up);
    cairo_rotate(cr, stick->angle);
    cairo_scale(cr, near, near);
    if (model->thing == TAB_THING_SHELLS)
        draw_shell(cr, stick, high, colours);
    else if (model->thing == TAB_THING_DICE)
        draw_die(cr, stick, high, colours, wood, stick->flat ? model->mark[i] : model->roll[i]);
    else if (colours->flat)
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
    const Wood *wood = &woods[colours->dark][model->painted];
    cairo_save(cr);
    if (model->faded)
        cairo_push_group(cr);
    Stick sticks[TAB_MAX_STICKS];
    unsigned by_lane[TAB_MAX_STICKS];
    for (unsigned i = 0; i < model->n; i++) {
        by_lane[lane_of(model, i)] = i;
        sticks[i] = stick_at(model, i, width, height);
        if (!colours->flat)
            draw_shadow(cr, model->thing, &sticks[i], seen_breadth(&sticks[i]));
    }
    for (unsigned lane = 0; lane < model->n; lane++)
        draw_thing(cr, model, by_lane[lane], &sticks[by_lane[lane]], colours, wood,
                   by_lane[lane] + model->n * (model->seed & 7));
    if (model->faded) {
        cairo_pop_group_to_source(cr);
        cairo_paint_with_alpha(cr, 0.45);
    }
    cairo_restore(cr);
}

static int face_of(const TabCast *cast, int kind)
{
    unsigned face = 0, n = tab_cast_n_faces(cast);
    while (face + 1 < n && cast->kind_of_face[face] != kind)
        face++;
    return (int)face;
}

static void set_dice(TabSticksModel *model, const TabCast *cast, const uint8_t *kinds, unsigned n)
{
    model->n = MIN(n, cast->n_throws);
    for (unsigned i = 0; i < model->n; i++) {
        int face = face_of(cast, kinds[i]);
        model->mark[i] = cast->mark[face];
        model->roll[i] = cast->mark[TAB_DIE_FACES - 1 - face];
        model->flat[i] = true;
    }
}

void tab_sticks_set_throw(TabSticksModel *model, const TabCast *cast, TabSide side,
                          const uint8_t *kinds, unsigned n_kinds, uint32_t seed)
{
    model->thing = cast->thing;
    model->painted = cast->two_colours;
    model->seed = seed;
    if (cast->thing == TAB_THING_DICE) {
        set_dice(model, cast, kinds, n_kinds);
        return;
    }
    unsigned own = (unsigned)face_of(cast, kinds[0]);
    unsigned flats = cast->two_colours && side == TAB_BLACK ? cast->n_sticks - own : own;
    model->n = cast->n_sticks;
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
