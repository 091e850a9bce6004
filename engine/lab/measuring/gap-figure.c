// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the chance to win by gap with cairo: a line for each table, a band where places differ.
#include "engine/lab/measuring/gap.h"

#ifdef TAB_HAVE_CAIRO
#include <cairo-svg.h>
#include <cairo.h>

#define WIDTH 800.0
#define HEIGHT 460.0
#define LEFT 62.0
#define RIGHT 20.0
#define TOP 84.0
#define BOTTOM 52.0
#define DOT 3.0 /* radius */

typedef struct {
    cairo_t *cr;
    unsigned gaps;      /* the largest gap shown */
    double least, most; /* chances shown */
} Figure;

/* Told apart by the colour-blind as well (Okabe and Ito). */
static const double colours[][3] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                    {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}};

static double x_of(const Figure *figure, double gap)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (gap - 0.5) / figure->gaps;
}

static double y_of(const Figure *figure, double chance)
{
    double height = HEIGHT - TOP - BOTTOM;
    return TOP + height * (figure->most - chance) / (figure->most - figure->least);
}

static void set_colour(const Figure *figure, unsigned i, double opacity)
{
    const double *colour = colours[i % G_N_ELEMENTS(colours)];
    cairo_set_source_rgba(figure->cr, colour[0], colour[1], colour[2], opacity);
}

/* `align`: the part of the text's width that is left of x. */
static void write_text(const Figure *figure, double x, double y, double align, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(figure->cr, text, &extents);
    cairo_set_source_rgb(figure->cr, 0.2, 0.2, 0.2);
    cairo_move_to(figure->cr, x - align * extents.x_advance, y);
    cairo_show_text(figure->cr, text);
    cairo_new_path(figure->cr);
}

static void draw_line(const Figure *figure, double x0, double y0, double x1, double y1, double grey)
{
    cairo_set_source_rgb(figure->cr, grey, grey, grey);
    cairo_set_line_width(figure->cr, 1);
    cairo_move_to(figure->cr, x0, y0);
    cairo_line_to(figure->cr, x1, y1);
    cairo_stroke(figure->cr);
}

static void draw_axes(const Figure *figure)
{
    for (int percent = (int)(100 * figure->least + 0.5); percent <= 100 * figure->most + 0.5;
         percent += 10) {
        g_autofree char *label = g_strdup_printf("%d %%", percent);
        double y = y_of(figure, percent / 100.0);
        draw_line(figure, LEFT, y, WIDTH - RIGHT, y, percent == 50 ? 0.4 : 0.87);
        write_text(figure, LEFT - 8, y + 4, 1, label);
    }
    for (unsigned gap = 1; gap <= figure->gaps; gap += figure->gaps > 30 ? 2 : 1) {
        g_autofree char *label = g_strdup_printf("%u", gap);
        double x = x_of(figure, gap);
        draw_line(figure, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 4, 0.4);
        write_text(figure, x, HEIGHT - BOTTOM + 18, 0.5, label);
    }
    write_text(figure, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, 0.5,
               "gap: steps from the side to move to the enemy ahead of it");
}

static void draw_band(const Figure *figure, const TabGapCurve *curve, unsigned i)
{
    unsigned last = 2 * curve->columns - 1;
    for (unsigned gap = 1; gap <= last; gap++)
        cairo_line_to(figure->cr, x_of(figure, gap), y_of(figure, curve->most[gap]));
    for (unsigned gap = last; gap >= 1; gap--)
        cairo_line_to(figure->cr, x_of(figure, gap), y_of(figure, curve->least[gap]));
    set_colour(figure, i, 0.2);
    cairo_fill(figure->cr);
}

static void draw_curve(const Figure *figure, const TabGapCurve *curve, unsigned i)
{
    draw_band(figure, curve, i);
    set_colour(figure, i, 1);
    cairo_set_line_width(figure->cr, 1.8);
    for (unsigned gap = 1; gap < 2 * curve->columns; gap++)
        cairo_line_to(figure->cr, x_of(figure, gap), y_of(figure, curve->mean[gap]));
    cairo_stroke(figure->cr);
    for (unsigned gap = 1; gap < 2 * curve->columns; gap++) {
        cairo_arc(figure->cr, x_of(figure, gap), y_of(figure, curve->mean[gap]), DOT, 0, 2 * G_PI);
        cairo_fill(figure->cr);
    }
}

/* Tens of percent around all that is drawn. */
static Figure new_figure(cairo_t *cr, const TabGapCurve *curves, unsigned n)
{
    Figure figure = {.cr = cr, .least = 1, .most = 0};
    for (unsigned i = 0; i < n; i++) {
        figure.gaps = MAX(figure.gaps, 2 * curves[i].columns - 1);
        for (unsigned gap = 1; gap < 2 * curves[i].columns; gap++) {
            figure.least = MIN(figure.least, curves[i].least[gap]);
            figure.most = MAX(figure.most, curves[i].most[gap]);
        }
    }
    figure.least = (int)(figure.least * 10) / 10.0;
    figure.most = MIN((int)(figure.most * 10) + 1, 10) / 10.0;
    return figure;
}

static void draw(cairo_t *cr, const TabGapCurve *curves, const char *const *names, unsigned n)
{
    Figure figure = new_figure(cr, curves, n);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, 15);
    write_text(&figure, LEFT, 26, 0,
               "Two lone pieces on the middle rows: chance of the side to move");
    cairo_set_font_size(cr, 12);
    write_text(
        &figure, LEFT, 46, 0,
        "before its throw, with best play. Low is safe for the other side, which stands there.");
    double x = LEFT;
    for (unsigned i = 0; i < n; i++) {
        cairo_text_extents_t extents;
        set_colour(&figure, i, 1);
        cairo_rectangle(cr, x, 58, 12, 12);
        cairo_fill(cr);
        write_text(&figure, x + 18, 68, 0, names[i]);
        cairo_text_extents(cr, names[i], &extents);
        x += extents.x_advance + 40;
    }
    draw_axes(&figure);
    for (unsigned i = 0; i < n; i++)
        draw_curve(&figure, &curves[i], i);
}

static cairo_status_t keep(void *closure, const unsigned char *bytes, unsigned length)
{
    g_byte_array_append(closure, bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

bool tab_gap_draw(const TabGapCurve *curves, const char *const *names, unsigned n, const char *path,
                  GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(keep, bytes, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(surface);
    draw(cr, curves, names, n);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: %s", path,
                                cairo_status_to_string(status));
    return g_file_set_contents_full(path, (const char *)bytes->data, (gssize)bytes->len,
                                    G_FILE_SET_CONTENTS_CONSISTENT, 0644, error);
}
#else
bool tab_gap_draw(const TabGapCurve *curves, const char *const *names, unsigned n, const char *path,
                  GError **error)
{
    return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: built without cairo, no figures",
                            path);
}
#endif
