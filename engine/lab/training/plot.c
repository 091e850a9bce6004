// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the learning curve with cairo: scores with their intervals above, the loss below.
#include "engine/lab/training/curve.h"

#ifdef TAB_HAVE_CAIRO
#include <cairo-svg.h>
#include <cairo.h>

#define WIDTH 800
#define HEIGHT 560
#define LEFT 64
#define RIGHT 24

/* One diagram: where it is, and what its heights mean. */
typedef struct {
    cairo_t *cr;
    const GArray *curve;
    double top, height, least, most;
} Diagram;

static const TabCurvePoint *point_at(const GArray *curve, guint i)
{
    return &g_array_index(curve, TabCurvePoint, i);
}

static double x_of(const Diagram *diagram, guint i)
{
    const GArray *curve = diagram->curve;
    double last = (double)MAX(point_at(curve, curve->len - 1)->games, 1);
    return LEFT + (WIDTH - LEFT - RIGHT) * (double)point_at(curve, i)->games / last;
}

static double y_of(const Diagram *diagram, double value)
{
    return diagram->top +
           diagram->height * (diagram->most - value) / (diagram->most - diagram->least);
}

static void write_text(cairo_t *cr, double x, double y, const char *text)
{
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, text);
    cairo_new_path(cr); /* text leaves a current point */
}

/* Lines across with their values at the left. */
static void draw_grid(const Diagram *diagram, unsigned lines, const char *format)
{
    for (unsigned i = 0; i <= lines; i++) {
        double value = diagram->least + (diagram->most - diagram->least) * i / lines;
        char label[G_ASCII_DTOSTR_BUF_SIZE];
        double y = y_of(diagram, value);
        cairo_set_source_rgb(diagram->cr, 0.85, 0.85, 0.85);
        cairo_set_line_width(diagram->cr, 1);
        cairo_move_to(diagram->cr, LEFT, y);
        cairo_line_to(diagram->cr, WIDTH - RIGHT, y);
        cairo_stroke(diagram->cr);
        write_text(diagram->cr, 14, y + 4, g_ascii_formatd(label, sizeof label, format, value));
    }
}

/* A score over games, with its interval as a band. */
static void draw_score(const Diagram *diagram, bool hand, double red, double green, double blue)
{
    cairo_t *cr = diagram->cr;
    const GArray *curve = diagram->curve;
    for (int edge = 1; edge >= 0; edge--) {
        for (guint k = 0; k < (edge ? 2 : 1) * curve->len; k++) {
            guint i = k < curve->len ? k : 2 * curve->len - 1 - k;
            const TabCurvePoint *point = point_at(curve, i);
            const TabContestScore *score = hand ? &point->hand : &point->greedy;
            double side = edge ? (k < curve->len ? 1 : -1) : 0;
            cairo_line_to(cr, x_of(diagram, i),
                          y_of(diagram, 100 * (score->score + side * score->half_width)));
        }
        cairo_set_source_rgba(cr, red, green, blue, edge ? 0.2 : 1);
        cairo_set_line_width(cr, 2);
        if (edge)
            cairo_fill(cr);
        else
            cairo_stroke(cr);
    }
}

static void draw_loss(const Diagram *diagram)
{
    for (guint i = 0; i < diagram->curve->len; i++)
        cairo_line_to(diagram->cr, x_of(diagram, i),
                      y_of(diagram, point_at(diagram->curve, i)->loss));
    cairo_set_source_rgb(diagram->cr, 0.3, 0.3, 0.3);
    cairo_set_line_width(diagram->cr, 2);
    cairo_stroke(diagram->cr);
}

/* The range of scores and of losses, rounded outwards. */
static void find_ranges(Diagram *scores, Diagram *losses)
{
    double least = 45, most = 55, low = 0.7, high = 0.4;
    for (guint i = 0; i < scores->curve->len; i++) {
        const TabCurvePoint *point = point_at(scores->curve, i);
        least = MIN(least, 100 * MIN(point->greedy.score, point->hand.score) - 3);
        most = MAX(most, 100 * MAX(point->greedy.score, point->hand.score) + 3);
        low = MIN(low, point->loss);
        high = MAX(high, point->loss);
    }
    scores->least = MAX((int)(least / 5) * 5, 0);
    scores->most = MIN((int)(most / 5 + 1) * 5, 100);
    losses->least = (int)(low * 20) / 20.0;
    losses->most = (int)(high * 20 + 1) / 20.0;
}

static void draw(cairo_t *cr, const GArray *curve, const char *title)
{
    Diagram scores = {.cr = cr, .curve = curve, .top = 50, .height = 300},
            losses = {.cr = cr, .curve = curve, .top = 400, .height = 110};
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, 15);
    write_text(cr, LEFT, 26, title);
    cairo_set_font_size(cr, 12);
    find_ranges(&scores, &losses);
    draw_grid(&scores, (unsigned)(scores.most - scores.least) / 5, "%.0f");
    draw_grid(&losses, 2, "%.2f");
    draw_score(&scores, false, 0.75, 0.25, 0.1);
    draw_score(&scores, true, 0.1, 0.35, 0.7);
    draw_loss(&losses);
    write_text(
        cr, LEFT, 44,
        "points at one ply in percent, against greedy (red) and hand (blue), 95 % intervals");
    write_text(cr, LEFT, 392, "loss of new positions, nats");
    g_autofree char *last =
        g_strdup_printf("%" G_GUINT64_FORMAT " games", point_at(curve, curve->len - 1)->games);
    cairo_text_extents_t extents;
    cairo_text_extents(cr, last, &extents);
    write_text(cr, LEFT, 532, "0");
    write_text(cr, WIDTH - RIGHT - extents.width, 532, last);
}

bool tab_curve_draw(const GArray *curve, const char *title, const char *path, GError **error)
{
    bool png = g_str_has_suffix(path, ".png");
    if (!curve->len)
        return true;
    cairo_surface_t *surface = png ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT)
                                   : cairo_svg_surface_create(path, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(surface);
    draw(cr, curve, title);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (!status && png)
        status = cairo_surface_write_to_png(surface, path);
    cairo_surface_finish(surface);
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path,
                    cairo_status_to_string(status));
    return !status;
}
#else
bool tab_curve_draw(const GArray *curve, const char *title, const char *path, GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "%s: built without cairo, no plots", path);
    return false;
}
#endif
