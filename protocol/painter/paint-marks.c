// SPDX-License-Identifier: GPL-3.0-or-later
// Marks laid over the board: rings of distinct shape, paths, badges; each readable without its
// colour.
#include "protocol/painter/paint-marks.h"

#include <math.h>
#include <string.h>

#include "protocol/painter/paint-incised.h"

/* The width of lines: a share of the step between cells, within what the eye can part. */
static double pen(const TabPaintMarks *marks)
{
    return CLAMP(0.045 * marks->layout->pitch_x, 1.6, 6.0);
}

/* Strokes the current path in `rgb` over a wider casing, so that it stands out on any ground. */
static void stroke_cased(const TabPaintMarks *marks, uint32_t rgb, double width)
{
    cairo_t *cr = marks->cr;
    cairo_set_line_width(cr, width + MAX(0.6 * width, 1.6));
    tab_paint_rgb(cr, marks->colours->casing, marks->colours->flat ? 1.0 : TAB_PAINT_CASING);
    cairo_stroke_preserve(cr);
    cairo_set_line_width(cr, width);
    tab_paint_rgb(cr, rgb, 1.0);
    cairo_stroke(cr);
}

static void circle(cairo_t *cr, double x, double y, double radius)
{
    cairo_new_path(cr);
    cairo_arc(cr, x, y, MAX(radius, 0.1), 0.0, 2.0 * G_PI);
}

/* `n` arcs around the circle, each filling `part` of its sector, the first one centred at `start`.
 */
static void arcs(cairo_t *cr, double x, double y, double radius, unsigned n, double part,
                 double start)
{
    double sector = 2.0 * G_PI / n;
    cairo_new_path(cr);
    for (unsigned i = 0; i < n; i++) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, radius, start + sector * (i - part / 2.0),
                  start + sector * (i + part / 2.0));
    }
}

/* `n` straight strokes that point to the middle, between two distances from it. */
static void rays(cairo_t *cr, double x, double y, double inner, double outer, unsigned n,
                 double start)
{
    cairo_new_path(cr);
    for (unsigned i = 0; i < n; i++) {
        double c = cos(start + 2.0 * G_PI * i / n), s = sin(start + 2.0 * G_PI * i / n);
        cairo_move_to(cr, x + inner * c, y + inner * s);
        cairo_line_to(cr, x + outer * c, y + outer * s);
    }
}

/* Four wedges on the diagonals that point to the middle. */
static void wedges(cairo_t *cr, double x, double y, double inner, double outer, double half)
{
    cairo_new_path(cr);
    for (unsigned i = 0; i < 4; i++) {
        double angle = G_PI_4 + G_PI_2 * i;
        cairo_move_to(cr, x + inner * cos(angle), y + inner * sin(angle));
        cairo_line_to(cr, x + outer * cos(angle - half), y + outer * sin(angle - half));
        cairo_line_to(cr, x + outer * cos(angle + half), y + outer * sin(angle + half));
        cairo_close_path(cr);
    }
}

static void add_cross(cairo_t *cr, double x, double y, double half)
{
    cairo_new_path(cr);
    cairo_move_to(cr, x - half, y - half);
    cairo_line_to(cr, x + half, y + half);
    cairo_move_to(cr, x + half, y - half);
    cairo_line_to(cr, x - half, y + half);
}

static void draw_hover(const TabPaintMarks *marks, double x, double y)
{
    cairo_t *cr = marks->cr;
    circle(cr, x, y, marks->layout->pit_radius * 0.98);
    if (!marks->colours->flat) {
        tab_paint_rgb(cr, marks->colours->rim, 0.22);
        cairo_fill_preserve(cr);
    }
    tab_paint_rgb(cr, marks->colours->flat ? marks->colours->incised : marks->colours->rim, 0.8);
    cairo_set_line_width(cr, marks->colours->flat ? marks->colours->line + 1.0
                                                  : MAX(0.5 * pen(marks), 1.0));
    cairo_stroke(cr);
}

/* The last turn: arcs on the four sides where it set out, a ring with wedges where it arrived. */
static void draw_last(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y)
{
    cairo_t *cr = marks->cr;
    double radius = marks->layout->pit_radius, width = 0.8 * pen(marks);
    if (cell->marks & TAB_MARK_LAST_FROM) {
        arcs(cr, x, y, 0.97 * radius, 4, 0.52, G_PI_4);
        stroke_cased(marks, marks->colours->last, width);
    }
    if (cell->marks & TAB_MARK_LAST_TO) {
        circle(cr, x, y, 0.97 * radius);
        stroke_cased(marks, marks->colours->last, width);
        wedges(cr, x, y, 0.99 * radius, 1.27 * radius, 0.15);
        tab_paint_rgb(cr, marks->colours->last, 1.0);
        cairo_fill_preserve(cr);
        tab_paint_rgb(cr, marks->colours->flat ? marks->colours->incised : marks->colours->pit,
                      0.6);
        cairo_set_line_width(cr, MIN(0.3 * width, 1.0));
        cairo_stroke(cr);
    }
}

void tab_paint_marks_below(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y)
{
    if (cell->marks & TAB_MARK_HOVER)
        draw_hover(marks, x, y);
    draw_last(marks, cell, x, y);
    if (cell->marks & TAB_MARK_MOVABLE && !(cell->marks & TAB_MARK_HINT)) { /* its rays say more */
        cairo_set_line_cap(marks->cr, CAIRO_LINE_CAP_ROUND);
        arcs(marks->cr, x, y, 1.03 * marks->layout->pit_radius, 14, 0.01, 0.0);
        stroke_cased(marks, marks->colours->chosen, 1.25 * pen(marks));
        cairo_set_line_cap(marks->cr, CAIRO_LINE_CAP_BUTT);
    }
}

/* A target's ring: whole for a move, in dashes where it may be refused, with four ticks inwards for
 * a capture. */
static void draw_target(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y)
{
    cairo_t *cr = marks->cr;
    double radius = 0.97 * marks->layout->pit_radius, width = 1.15 * pen(marks);
    bool capture = cell->marks & TAB_MARK_CAPTURE;
    uint32_t rgb = capture ? marks->colours->capture : marks->colours->target;
    if (cell->target_refusable == cell->target_throws)
        arcs(cr, x, y, radius, 10, 0.58, G_PI / 10.0);
    else
        circle(cr, x, y, radius);
    stroke_cased(marks, rgb, width);
    if (capture) {
        rays(cr, x, y, 0.62 * radius, radius, 4, 0.0);
        stroke_cased(marks, rgb, 1.1 * width);
    }
}

static void draw_focus(const TabPaintMarks *marks, double x, double y)
{
    cairo_t *cr = marks->cr;
    double width = MAX(0.55 * pen(marks), 1.6), half = 0.5 * marks->layout->pitch_x - 0.6 * width;
    double dash[2] = {3.2 * width, 2.2 * width};
    cairo_new_path(cr);
    tab_paint_round_rect(cr, x - half, y - half, 2.0 * half, 2.0 * half, 0.18 * half);
    cairo_set_line_width(cr, width + 1.6);
    tab_paint_rgb(cr, marks->colours->casing, marks->colours->flat ? 1.0 : TAB_PAINT_CASING);
    cairo_stroke_preserve(cr);
    cairo_set_line_width(cr, width);
    cairo_set_dash(cr, dash, 2, 0.0);
    tab_paint_rgb(cr, marks->colours->focus, 1.0);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0.0);
}

void tab_paint_marks_above(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y)
{
    if (cell->target_throws)
        draw_target(marks, cell, x, y);
    if (cell->marks & TAB_MARK_HINT) {
        rays(marks->cr, x, y, 1.0 * marks->layout->pit_radius, 1.22 * marks->layout->pit_radius, 16,
             G_PI / 16.0);
        stroke_cased(marks, marks->colours->hint, 0.8 * pen(marks));
    }
    if (cell->marks & TAB_MARK_LAST_TAKEN) {
        double away = 0.80 * marks->layout->pit_radius, half = 0.20 * marks->layout->pit_radius;
        add_cross(marks->cr, x - away, y - away, half);
        stroke_cased(marks, marks->colours->capture, pen(marks));
    }
    if (cell->marks & TAB_MARK_FOCUS)
        draw_focus(marks, x, y);
}

/* The current path as a label with an outline: `text` of so many pixels around x, y. */
static void draw_label(const TabPaintMarks *marks, const char *text, double pixels, double x,
                       double y, uint32_t ground, uint32_t outline, uint32_t ink)
{
    tab_paint_rgb(marks->cr, ground, 1.0);
    cairo_fill_preserve(marks->cr);
    tab_paint_rgb(marks->cr, outline, 1.0);
    cairo_stroke(marks->cr);
    tab_paint_rgb(marks->cr, ink, 1.0);
    tab_paint_text_draw(marks->text, marks->cr, text, x, y, pixels, true);
}

void tab_paint_marks_tag(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y)
{
    if (!cell->target_throws)
        return;
    char text[3 * TAB_MAX_KINDS + 1] = "";
    for (int t = 0; marks->cast && t < TAB_MAX_KINDS; t++)
        if (cell->target_throws >> t & 1)
            g_snprintf(text + strlen(text), sizeof text - strlen(text), *text ? " %u" : "%u",
                       marks->cast->kind[t].steps);
    cairo_t *cr = marks->cr;
    double pixels = 0.92 * tab_paint_text_size(marks->text, marks->layout->pitch_x);
    double written = tab_paint_text_width(marks->text, cr, text, pixels, true);
    if (written <= 0.0)
        written = 0.6 * pixels * (double)strlen(text);
    double height = 1.35 * pixels, width = MAX(written + 0.7 * pixels, height),
           line = MAX(0.09 * pixels, 1.0);
    y = MIN(y + 0.94 * marks->layout->pit_radius,
            tab_paint_incised_room_below(marks->layout, marks->text) - line - height / 2.0);
    cairo_new_path(cr);
    tab_paint_round_rect(cr, x - width / 2.0, y - height / 2.0, width, height, height / 2.0);
    cairo_set_line_width(cr, line);
    uint32_t label = marks->colours->label, rgb = cell->marks & TAB_MARK_CAPTURE
                                                      ? marks->colours->capture
                                                      : marks->colours->target;
    if (cell->target_refusable == cell->target_throws)
        draw_label(marks, text, pixels, x, y, label, rgb, rgb);
    else
        draw_label(marks, text, pixels, x, y, rgb, marks->colours->casing, label);
}

void tab_paint_marks_threat(const TabPaintMarks *marks, const TabBoardCell *cell, bool below,
                            double x, double y)
{
    char text[8];
    g_snprintf(text, sizeof text, "%u%%", MIN(cell->threat, 100u));
    cairo_t *cr = marks->cr;
    double pixels = 0.82 * tab_paint_text_size(marks->text, marks->layout->pitch_x);
    double written = tab_paint_text_width(marks->text, cr, text, pixels, true);
    double width = (written > 0.0 ? written : 1.8 * pixels) + 0.5 * pixels, height = 1.35 * pixels,
           line = MAX(0.1 * pixels, 1.0), way = below ? 1.0 : -1.0;
    x -= 0.62 * marks->layout->pit_radius;
    y += way * 0.92 * marks->layout->pit_radius;
    if (below)
        y = MIN(y, tab_paint_incised_room_below(marks->layout, marks->text) - line - height / 2.0);
    double left = x - width / 2.0, right = x + width / 2.0, far = y + way * height / 2.0,
           near = y - way * height / 2.0, corner = 0.3 * height;
    cairo_new_path(cr);
    cairo_move_to(cr, left, far);
    cairo_line_to(cr, right, far);
    cairo_line_to(cr, right, near + way * corner);
    cairo_line_to(cr, right + 0.7 * corner, near - way * corner); /* drawn out towards the pile */
    cairo_line_to(cr, right - 1.6 * corner, near);
    cairo_line_to(cr, left, near);
    cairo_close_path(cr);
    cairo_set_line_width(cr, line);
    draw_label(marks, text, pixels, x, y, marks->colours->label, marks->colours->capture,
               marks->colours->capture);
}

void tab_paint_marks_chosen(const TabPaintMarks *marks, double x, double y, double radius)
{
    double width = pen(marks);
    circle(marks->cr, x, y, radius + 1.5 * width);
    stroke_cased(marks, marks->colours->chosen, 1.2 * width);
    circle(marks->cr, x, y, radius + 0.2 * width);
    cairo_set_line_width(marks->cr, MAX(0.6 * width, 1.0));
    tab_paint_rgb(marks->cr, marks->colours->chosen, 1.0);
    cairo_stroke(marks->cr);
}

void tab_paint_marks_apart(const TabPaintMarks *marks, double x, double y, double radius)
{
    arcs(marks->cr, x, y, radius + 0.8 * pen(marks), 14, 0.5, 0.0);
    stroke_cased(marks, marks->colours->chosen, 0.7 * pen(marks));
}

void tab_paint_marks_badge(const TabPaintMarks *marks, unsigned height, bool loose, double x,
                           double y)
{
    cairo_t *cr = marks->cr;
    double pixels = 0.92 * tab_paint_text_size(marks->text, marks->layout->pitch_x);
    double radius = (height > 9 ? 0.88 : 0.74) * pixels;
    char text[12];
    g_snprintf(text, sizeof text, "%u", height);
    cairo_new_path(cr);
    if (loose) {
        double reach = 1.32 * radius;
        cairo_move_to(cr, x, y - reach);
        cairo_line_to(cr, x + reach, y);
        cairo_line_to(cr, x, y + reach);
        cairo_line_to(cr, x - reach, y);
        cairo_close_path(cr);
    } else {
        cairo_arc(cr, x, y, radius, 0.0, 2.0 * G_PI);
    }
    cairo_set_line_width(cr, MAX(0.1 * pixels, 1.0));
    draw_label(marks, text, pixels, x, y, marks->colours->chosen, marks->colours->casing,
               marks->colours->label);
}

/* The way from centre to centre with round corners, from just beside its start to `short_of` before
 * its end. */
static void trace(const TabPaintMarks *marks, const TabBoardPath *path, double short_of,
                  double *end_x, double *end_y, double *angle)
{
    const TabBoardLayout *layout = marks->layout;
    cairo_t *cr = marks->cr;
    double px, py, x, y, nx, ny, round = 0.3 * layout->pitch_x;
    tab_board_layout_centre(layout, path->path[0], &px, &py);
    tab_board_layout_centre(layout, path->path[1], &x, &y);
    double step = hypot(x - px, y - py), start = 0.85 * layout->stone_radius;
    cairo_new_path(cr);
    cairo_move_to(cr, px + (x - px) / step * start, py + (y - py) / step * start);
    for (unsigned i = 1; i + 1 < path->n_path; i++) {
        tab_board_layout_centre(layout, path->path[i + 1], &nx, &ny);
        double in = hypot(x - px, y - py), out = hypot(nx - x, ny - y);
        double ax = x - (x - px) / in * round, ay = y - (y - py) / in * round;
        double bx = x + (nx - x) / out * round, by = y + (ny - y) / out * round;
        cairo_line_to(cr, ax, ay);
        cairo_curve_to(cr, (ax + 2 * x) / 3, (ay + 2 * y) / 3, (bx + 2 * x) / 3, (by + 2 * y) / 3,
                       bx, by);
        px = x, py = y, x = nx, y = ny;
    }
    double last = hypot(x - px, y - py);
    *angle = atan2(y - py, x - px);
    *end_x = x - (x - px) / last * short_of;
    *end_y = y - (y - py) / last * short_of;
    cairo_line_to(cr, *end_x, *end_y);
}

void tab_paint_marks_path(const TabPaintMarks *marks, const TabBoardPath *path)
{
    if (path->n_path < 2)
        return;
    cairo_t *cr = marks->cr;
    double pen_width = 1.05 * pen(marks), head = 3.0 * pen_width, x, y, angle;
    double width = path->style == TAB_PATH_AIM ? 0.6 * pen_width : pen_width;
    const double dash[] = {2.6 * width, 1.9 * width}, dots[] = {0.0, 2.2 * width},
                 both[] = {2.6 * width, 2.2 * width, 0.1 * width, 2.2 * width};
    bool round = path->style == TAB_PATH_LAST || path->style == TAB_PATH_DANGER;
    uint32_t rgb = path->style == TAB_PATH_LAST   ? marks->colours->last
                   : path->style == TAB_PATH_HINT ? marks->colours->hint
                   : path->style == TAB_PATH_AIM  ? marks->colours->target
                   : path->capture                ? marks->colours->capture
                                                  : marks->colours->target;
    cairo_save(cr);
    trace(marks, path, 0.62 * marks->layout->pit_radius + (path->capture ? 0.5 * head : head), &x,
          &y, &angle);
    cairo_set_line_cap(cr, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    if (path->style == TAB_PATH_DANGER)
        cairo_set_dash(cr, both, G_N_ELEMENTS(both), 0.0);
    else if (path->style == TAB_PATH_LAST || path->style == TAB_PATH_HOVER)
        cairo_set_dash(cr, round ? dots : dash, 2, 0.0);
    stroke_cased(marks, rgb, width);
    cairo_set_dash(cr, NULL, 0, 0.0);
    if (path->capture) {
        add_cross(cr, x, y, 0.75 * head / 1.4);
        stroke_cased(marks, rgb, 1.2 * pen_width);
    } else {
        cairo_translate(cr, x, y);
        cairo_rotate(cr, angle);
        cairo_move_to(cr, head, 0.0);
        cairo_line_to(cr, -0.25 * head, -0.62 * head);
        cairo_line_to(cr, 0.05 * head, 0.0);
        cairo_line_to(cr, -0.25 * head, 0.62 * head);
        cairo_close_path(cr);
        cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
        tab_paint_rgb(cr, marks->colours->casing, marks->colours->flat ? 1.0 : TAB_PAINT_CASING);
        cairo_set_line_width(cr, 1.6);
        cairo_stroke_preserve(cr);
        tab_paint_rgb(cr, rgb, 1.0);
        cairo_fill(cr);
    }
    cairo_restore(cr);
}
