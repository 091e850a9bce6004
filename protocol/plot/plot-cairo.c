// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of a plot with cairo.
#include "protocol/plot/plot-cairo.h"

#include <math.h>

#include "protocol/plot/plot-canvas.h"

static void set_colour(cairo_t *cr, TabPlotColour colour)
{
    cairo_set_source_rgba(cr, colour.red, colour.green, colour.blue, colour.alpha);
}

/* Lines along an axis are as sharp as the pixels. */
static double snap(double at, double width)
{
    return floor(at) + fmod(width, 2) / 2;
}

static void stroke_line(gpointer cr, TabPlotPoint from, TabPlotPoint to, TabPlotColour colour,
                        double width, gboolean dashed)
{
    static const double dashes[] = {4, 3};
    if (from.x == to.x)
        from.x = to.x = snap(from.x, width);
    if (from.y == to.y)
        from.y = to.y = snap(from.y, width);
    set_colour(cr, colour);
    cairo_set_line_width(cr, width);
    cairo_set_dash(cr, dashes, dashed ? 2 : 0, 0);
    cairo_move_to(cr, from.x, from.y);
    cairo_line_to(cr, to.x, to.y);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
}

static void add_path(cairo_t *cr, const TabPlotPoint *points, guint n)
{
    for (guint i = 0; i < n; i++)
        cairo_line_to(cr, points[i].x, points[i].y);
}

static void stroke_curve(gpointer cr, const TabPlotPoint *points, guint n, TabPlotColour colour,
                         double width)
{
    set_colour(cr, colour);
    cairo_set_line_width(cr, width);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    add_path(cr, points, n);
    cairo_stroke(cr);
}

static void fill_area(gpointer cr, const TabPlotPoint *points, guint n, TabPlotColour colour)
{
    set_colour(cr, colour);
    add_path(cr, points, n);
    cairo_fill(cr);
}

static void fill_bar(gpointer cr, TabPlotPoint corner, TabPlotPoint size, TabPlotColour colour,
                     const char *words)
{
    set_colour(cr, colour);
    cairo_rectangle(cr, corner.x, corner.y, size.x, size.y);
    cairo_fill(cr);
}

static void fill_dot(gpointer cr, TabPlotPoint centre, double radius, TabPlotColour colour)
{
    set_colour(cr, colour);
    cairo_arc(cr, centre.x, centre.y, radius, 0, 2 * G_PI);
    cairo_fill(cr);
}

static void show_text(gpointer cr, TabPlotPoint at, double align, double size, gboolean upward,
                      TabPlotColour colour, const char *text)
{
    cairo_text_extents_t extents;
    cairo_save(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    set_colour(cr, colour);
    cairo_translate(cr, at.x, at.y);
    if (upward)
        cairo_rotate(cr, -G_PI / 2);
    cairo_move_to(cr, -align * extents.x_advance, 0);
    cairo_show_text(cr, text);
    cairo_new_path(cr); /* text leaves a current point */
    cairo_restore(cr);
}

static void push_clip(gpointer cr, TabPlotPoint corner, TabPlotPoint size)
{
    cairo_save(cr);
    cairo_rectangle(cr, corner.x, corner.y, size.x, size.y);
    cairo_clip(cr);
}

static void pop_clip(gpointer cr)
{
    cairo_restore(cr);
}

void tab_plot_draw(const TabPlot *plot, cairo_t *cr)
{
    static const TabPlotCanvas canvas = {stroke_line, stroke_curve, fill_area, fill_bar,
                                         fill_dot,    show_text,    push_clip, pop_clip};
    cairo_save(cr);
    tab_plot_lay_out(plot, &canvas, cr);
    cairo_restore(cr);
}
