// SPDX-License-Identifier: GPL-3.0-or-later
// Polished pebbles: limestone and basalt, plain or engraved, as pictures made once for each size.
#include "protocol/painter/paint-stones.h"

#include <math.h>

#include "protocol/painter/paint-noise.h"
#include "protocol/painter/paint-texture.h"

#define MARGIN 1.5        /* half the side of a stone's picture, in radii: room for its shadow */
#define MOST_PICTURES 200 /* beyond that all are made anew */

/* One stone to be made. */
typedef struct {
    unsigned number; /* TabBoardTheme */
    const TabPaintTheme *theme;
    unsigned owner; /* TabSide, or TAB_PAINT_NOBODY */
    TabPaintFace face;
    unsigned kind;
    double radius; /* device pixels */
    double scale;  /* device pixels a logical pixel */
} Stone;

typedef struct {
    double x, y, z;
} Vector;

void tab_paint_stones_clear(TabPaintStones *stones)
{
    g_clear_pointer(&stones->pictures, g_hash_table_unref);
}

TabPaintFace tab_paint_face(TabRank rank, bool show_history)
{
    static const TabPaintFace faces[] = {[TAB_RANK_N] = TAB_FACE_DOT,
                                         [TAB_RANK_M] = TAB_FACE_PLAIN,
                                         [TAB_RANK_T] = TAB_FACE_RING,
                                         [TAB_RANK_F] = TAB_FACE_WHEEL};
    return rank == TAB_RANK_T && !show_history ? TAB_FACE_PLAIN : faces[rank];
}

/* What nobody owns is halfway between the colours of both. */
static uint32_t colour_of(unsigned owner, uint32_t white, uint32_t black)
{
    return owner == TAB_PAINT_NOBODY ? tab_paint_mix(white, black, 0.45)
           : owner == TAB_WHITE      ? white
                                     : black;
}

/* 1 on a line of half width `half`, 0 beside it, for a point `distance` away. */
static double groove(double distance, double half)
{
    return tab_paint_step(half * 1.35, half * 0.65, distance);
}

/* How deep the stone is engraved at a point in radii: 0 not at all … 1. Small stones get fewer,
 * wider lines. */
static double engraving(const Stone *stone, double x, double y)
{
    double r = hypot(x, y), line = MAX(0.065, 0.75 / stone->radius),
           dot = MAX(0.21, 2.3 / stone->radius);
    switch (stone->face) {
    case TAB_FACE_DOT:
        return tab_paint_step(dot + 0.04, dot - 0.04, r);
    case TAB_FACE_RING:
        return groove(fabs(r - 0.46), line);
    case TAB_FACE_WHEEL: {
        double spokes = stone->radius < 13.0 ? 4.0 : 8.0, sector = 2.0 * G_PI / spokes;
        double angle = fmod(atan2(y, x) + 2.0 * G_PI, sector);
        double away = r * sin(MIN(angle, sector - angle));
        double spoke = r < 0.60 && r > 0.10 ? groove(away, 0.75 * line) : 0.0;
        double hub = spokes > 4.0 ? groove(fabs(r - 0.19), 0.7 * line) : 0.0;
        return MAX(MAX(groove(fabs(r - 0.60), line), spoke), hub);
    }
    case TAB_FACE_STAR:
        return tab_paint_step(0.89, 0.83, pow(fabs(x), 0.65) + pow(fabs(y), 0.65));
    default:
        return 0.0;
    }
}

/* The distance of a point from the stone's middle, 1 on its outline, which is not quite round. */
static double outline(const Stone *stone, double x, double y)
{
    double r = hypot(x, y), nx = x / MAX(r, 1e-3), ny = y / MAX(r, 1e-3);
    double bump = tab_paint_noise(3.0 + 1.1 * nx, 3.0 + 1.1 * ny, 71 + stone->kind, 0) - 0.5;
    return r * (1.0 + 0.05 * bump + 0.012);
}

/* The stone's surface above the ground at a point, in radii: a flattened dome, less what is
 * engraved. */
static double surface_at(const Stone *stone, double x, double y)
{
    double r = MIN(outline(stone, x, y), 1.0);
    double dome = 0.80 * pow(1.0 - pow(r, 2.15), 0.50);
    return dome - 0.055 * engraving(stone, x, y);
}

static Vector normal_at(const Stone *stone, double x, double y)
{
    const double d = 0.012;
    double dx = (surface_at(stone, x + d, y) - surface_at(stone, x - d, y)) / (2.0 * d);
    double dy = (surface_at(stone, x, y + d) - surface_at(stone, x, y - d)) / (2.0 * d);
    double length = sqrt(1.0 + dx * dx + dy * dy);
    return (Vector){-dx / length, -dy / length, 1.0 / length};
}

static double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The stone's own colour at a point: veins, specks, and the pigment in what is engraved. */
static uint32_t colour_at(const Stone *stone, double x, double y)
{
    const TabPaintTheme *theme = stone->theme;
    bool white = stone->owner != TAB_BLACK;
    uint32_t base = colour_of(stone->owner, theme->white, theme->black);
    uint32_t vein = colour_of(stone->owner, theme->white_vein, theme->black_vein);
    uint32_t seed = 81 + 5 * stone->kind + (white ? 0 : 40);
    double warp = tab_paint_fbm(2.0 + 1.4 * x, 2.0 + 1.4 * y, seed, 0);
    double streak = tab_paint_noise(4.0 + 2.4 * (x * 0.7 + y * 0.7) + 3.2 * warp,
                                    4.0 + 0.9 * (y - x), seed + 1, 0);
    double speck = tab_paint_noise(20.0 + 11.0 * x, 20.0 + 11.0 * y, seed + 2, 0);
    double amount = 0.36 * tab_paint_step(0.09, 0.0, fabs(streak - 0.5)) + 0.10 * warp;
    amount += (white ? 0.30 : 0.42) * tab_paint_step(0.80, 0.96, speck);
    base = tab_paint_mix(base, vein, amount);
    double cut = engraving(stone, x, y);
    return tab_paint_mix(base, white ? theme->white_mark : theme->black_mark, 0.88 * cut);
}

/* The lit colour of the stone at a point inside its outline. */
static void light_at(const Stone *stone, double x, double y, double rgb[3])
{
    const Vector light = {-0.46, -0.62, 0.635}, half = {-0.256, -0.346, 0.903},
                 bounce = {0.52, 0.78, 0.35};
    const double warm[3] = {1.0, 0.93, 0.88}; /* of the light that the ground throws back */
    bool white = stone->owner != TAB_BLACK;
    Vector n = normal_at(stone, x, y);
    uint32_t base = colour_at(stone, x, y),
             shade = colour_of(stone->owner, stone->theme->white_shade, stone->theme->black_shade);
    double lit = tab_paint_step(-0.50, 0.90, dot(n, light));
    double shine = pow(MAX(dot(n, half), 0.0), white ? 26.0 : 48.0) * (white ? 0.34 : 0.42);
    double gloss = pow(MAX(dot(n, half), 0.0), white ? 7.0 : 9.0) * (white ? 0.05 : 0.13);
    double back = pow(1.0 - n.z, 1.6) * MAX(dot(n, bounce), 0.0) * (white ? 0.26 : 0.34);
    /* by night basalt is as dark as its pit: the moon lights its edge all round */
    double moon = stone->theme->dark ? 0.28 + 0.34 * MAX(dot(n, light), 0.0) : 0.0;
    double edge = white ? 0.0
                        : tab_paint_step(0.80, 0.96, outline(stone, x, y)) *
                              (0.34 * MAX(dot(n, bounce), 0.0) + moon);
    double add = shine + gloss;
    back += edge;
    uint32_t mixed = tab_paint_mix(shade, base, lit);
    for (int i = 0; i < 3; i++)
        rgb[i] =
            tab_paint_part(mixed, i) + add + tab_paint_part(stone->theme->rim, i) * warm[i] * back;
}

/* Half the side of a stone's picture, in pixels. */
static int half_side(double radius)
{
    return (int)ceil(radius * MARGIN);
}

/* One pixel of a stone's picture: the stone over its shadow. */
static uint32_t pebble_at(const void *data, TabPaintCell *cells, int column, int line)
{
    const Stone *stone = data;
    double x = (column + 0.5 - half_side(stone->radius)) / stone->radius,
           y = (line + 0.5 - half_side(stone->radius)) / stone->radius;
    double soft = 0.75 / stone->radius; /* the outline fades over a pixel and a half */
    double cover = tab_paint_step(1.0 + soft, 1.0 - soft, outline(stone, x, y));
    double close = tab_paint_step(1.22, 0.80, hypot(x - 0.07, y - 0.12));
    double far = tab_paint_step(1.40, 0.60, hypot(x - 0.13, y - 0.24));
    double shadow = stone->theme->shade * (0.34 * close + 0.30 * far) * (1.0 - cover);
    if (cover <= 0.0)
        return tab_paint_pixel((double[3]){0.0, 0.0, 0.0}, shadow);
    double rgb[3], alpha = cover + shadow;
    light_at(stone, 0.985 * x, 0.985 * y, rgb);
    for (int i = 0; i < 3; i++)
        rgb[i] *= cover / alpha;
    return tab_paint_pixel(rgb, alpha);
}

/* The radius at which a stone is worked out pixel by pixel, from which those of like size are
 * stretched: the next of a few sizes, so that a window being resized need not wait. */
static double worked_radius(double radius)
{
    double worked = 6.0;
    while (worked < radius && worked < 70.0)
        worked = ceil(worked * 1.25);
    return worked;
}

/* The engraved lines of a flat stone, drawn with a pen. */
static void draw_flat_face(cairo_t *cr, TabPaintFace face, double x, double y, double radius,
                           double line)
{
    cairo_set_line_width(cr, MAX(line, 0.09 * radius));
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cr);
    if (face == TAB_FACE_DOT) {
        cairo_arc(cr, x, y, MAX(0.24 * radius, 2.0), 0.0, 2.0 * G_PI);
        cairo_fill(cr);
    } else if (face == TAB_FACE_RING) {
        cairo_arc(cr, x, y, 0.46 * radius, 0.0, 2.0 * G_PI);
        cairo_stroke(cr);
    } else if (face == TAB_FACE_WHEEL) {
        unsigned spokes = radius < 13.0 ? 2 : 4;
        cairo_arc(cr, x, y, 0.62 * radius, 0.0, 2.0 * G_PI);
        for (unsigned i = 0; i < spokes; i++) {
            double dx = 0.62 * radius * cos(G_PI * i / spokes),
                   dy = 0.62 * radius * sin(G_PI * i / spokes);
            cairo_move_to(cr, x - dx, y - dy);
            cairo_line_to(cr, x + dx, y + dy);
        }
        cairo_stroke(cr);
    } else if (face == TAB_FACE_STAR) {
        for (unsigned i = 0; i < 8; i++) {
            double away = (i % 2 ? 0.30 : 0.80) * radius, angle = G_PI * i / 4.0;
            cairo_line_to(cr, x + away * cos(angle), y + away * sin(angle));
        }
        cairo_close_path(cr);
        cairo_fill(cr);
    }
}

/* Without material: a disc with an outline, set off from what lies below by a rim of the
 * ground. */
static void draw_flat(cairo_t *cr, const TabPaintTheme *theme, unsigned owner, TabPaintFace face,
                      double x, double y, double radius)
{
    double line = MIN(theme->line, 0.2 * radius);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, radius + 0.75 * line, 0.0, 2.0 * G_PI);
    tab_paint_rgb(cr, theme->slab[0], 1.0);
    cairo_fill(cr);
    cairo_arc(cr, x, y, radius - line / 2.0, 0.0, 2.0 * G_PI);
    tab_paint_rgb(cr, colour_of(owner, theme->white, theme->black), 1.0);
    cairo_fill_preserve(cr);
    tab_paint_rgb(cr, theme->incised, 1.0);
    cairo_set_line_width(cr, line);
    cairo_stroke(cr);
    tab_paint_rgb(cr, owner != TAB_BLACK ? theme->white_mark : theme->black_mark, 1.0);
    draw_flat_face(cr, face, x, y, radius, theme->line);
}

static gint64 key_of(const Stone *stone)
{
    gint64 key = (gint64)(stone->radius * 4.0) << 14 | stone->number << 8 | stone->owner << 6 |
                 (unsigned)stone->face << 3 | stone->kind;
    if (stone->theme->flat) /* its lines are as wide as the scale says */
        key |= (gint64)(stone->scale * 4.0) << 40;
    return key;
}

static cairo_surface_t *picture_of(TabPaintStones *stones, const Stone *stone);

/* Drawn flat, or stretched from one that was worked out pixel by pixel. */
static cairo_surface_t *make_picture(TabPaintStones *stones, const Stone *stone)
{
    double worked = worked_radius(stone->radius);
    int half = half_side(stone->radius);
    if (!stone->theme->flat && worked == stone->radius)
        return tab_paint_texture_compute(2 * half, 2 * half, pebble_at, stone);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 2 * half, 2 * half);
    cairo_t *cr = cairo_create(picture);
    if (stone->theme->flat) {
        double middle = half / stone->scale;
        cairo_scale(cr, stone->scale, stone->scale);
        draw_flat(cr, stone->theme, stone->owner, stone->face, middle, middle,
                  stone->radius / stone->scale);
    } else {
        Stone like = *stone;
        like.radius = worked;
        cairo_surface_t *from = picture_of(stones, &like);
        double middle = half_side(worked);
        cairo_translate(cr, half, half);
        cairo_scale(cr, stone->radius / worked, stone->radius / worked);
        cairo_set_source_surface(cr, from, -middle, -middle);
        cairo_paint(cr);
        cairo_surface_destroy(from);
    }
    cairo_destroy(cr);
    return picture;
}

/* The picture of a stone, made if it is not there yet; a new reference. */
static cairo_surface_t *picture_of(TabPaintStones *stones, const Stone *stone)
{
    gint64 key = key_of(stone);
    if (!stones->pictures)
        stones->pictures = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free,
                                                 (GDestroyNotify)cairo_surface_destroy);
    cairo_surface_t *picture = g_hash_table_lookup(stones->pictures, &key);
    if (picture)
        return cairo_surface_reference(picture);
    picture = make_picture(stones, stone);
    if (g_hash_table_size(stones->pictures) >= MOST_PICTURES)
        g_hash_table_remove_all(stones->pictures);
    g_hash_table_insert(stones->pictures, g_memdup2(&key, sizeof key),
                        cairo_surface_reference(picture));
    return picture;
}

/* `radius` in logical pixels, `kind` any number. */
static Stone stone_of(unsigned theme, unsigned owner, TabPaintFace face, unsigned kind,
                      double radius, double scale)
{
    const TabPaintTheme *colours = tab_paint_theme(theme);
    return (Stone){theme,
                   colours,
                   owner,
                   face,
                   colours->flat ? 0 : kind % TAB_PAINT_STONE_KINDS,
                   MAX(round(radius * scale * 4.0) / 4.0, 1.0),
                   scale};
}

bool tab_paint_stones_prepare(TabPaintStones *stones, unsigned theme, double radius, double scale,
                              bool make)
{
    enum { N_FACES = TAB_FACE_WHEEL + 1 };
    for (unsigned i = 0; i < TAB_PAINT_STONE_KINDS * N_FACES * 2; i++) {
        Stone stone =
            stone_of(theme, i % 2, (TabPaintFace)(i / 2 % N_FACES), i / 2 / N_FACES, radius, scale);
        gint64 key = key_of(&stone);
        if (stones->pictures && g_hash_table_contains(stones->pictures, &key))
            continue;
        if (make)
            cairo_surface_destroy(picture_of(stones, &stone));
        return true;
    }
    return false;
}

void tab_paint_stone(TabPaintStones *stones, cairo_t *cr, unsigned theme, unsigned owner,
                     TabPaintFace face, unsigned kind, double x, double y, double radius,
                     double scale, double alpha)
{
    Stone stone = stone_of(theme, owner, face, kind, radius, scale);
    cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cr));
    bool vector = type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG ||
                  type == CAIRO_SURFACE_TYPE_PS;
    if (stone.theme->flat && vector) { /* lines stay lines in files and on paper */
        draw_flat(cr, stone.theme, owner, face, x, y, radius);
        return;
    }
    cairo_surface_t *picture = picture_of(stones, &stone);
    double half = cairo_image_surface_get_width(picture) / 2.0;
    cairo_save(cr);
    cairo_scale(cr, 1.0 / scale, 1.0 / scale);
    cairo_set_source_surface(cr, picture, round(x * scale - half), round(y * scale - half));
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    if (alpha < 1.0)
        cairo_paint_with_alpha(cr, alpha);
    else
        cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(picture);
}

void tab_paint_lifted_shadow(cairo_t *cr, const TabPaintTheme *theme, double x, double y,
                             double radius, double height, double alpha)
{
    if (theme->flat)
        return;
    x += 0.5 * height;
    y += 0.8 * height;
    cairo_pattern_t *soft =
        cairo_pattern_create_radial(x, y, 0.5 * radius, x, y, radius * 1.15 + height * 0.4);
    tab_paint_stop(soft, 0.0, 0x000000, 0.42 * alpha);
    tab_paint_stop(soft, 0.5, 0x000000, 0.24 * alpha);
    tab_paint_stop(soft, 1.0, 0x000000, 0.0);
    cairo_set_source(cr, soft);
    cairo_new_path(cr);
    cairo_arc(cr, x, y, radius * 1.15 + height * 0.4, 0.0, 2.0 * G_PI);
    cairo_fill(cr);
    cairo_pattern_destroy(soft);
}
