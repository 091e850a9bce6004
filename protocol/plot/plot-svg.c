// SPDX-License-Identifier: GPL-3.0-or-later
// Writes plots as SVG text.
#include "protocol/plot/plot-svg.h"

#include <math.h>

#include "protocol/plot/plot-canvas.h"
#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

/* Appends ` name="number"`. */
static void append_attribute(GString *page, const char *name, double number)
{
    g_string_append_printf(page, " %s=\"", name);
    tab_plain_text_append_number(page, number, 1, FALSE);
    g_string_append_c(page, '"');
}

/* Begins an element with its class and its colour, as `fill` or `stroke`. */
static void begin_element(GString *page, const char *element, const char *paint,
                          TabPlotColour colour)
{
    g_string_append_printf(page, "<%s", element);
    if (colour.name)
        g_string_append_printf(page, " class=\"%s\"", colour.name);
    g_string_append_printf(page, " %s=\"#%02x%02x%02x\"", paint, (guint)lround(255 * colour.red),
                           (guint)lround(255 * colour.green), (guint)lround(255 * colour.blue));
    if (colour.alpha < 1) {
        g_string_append_printf(page, " %s-opacity=\"", paint);
        tab_plain_text_append_number(page, colour.alpha, 2, FALSE);
        g_string_append_c(page, '"');
    }
}

static void put_points(GString *page, const TabPlotPoint *points, guint n)
{
    g_string_append(page, " points=\"");
    for (guint i = 0; i < n; i++) {
        tab_plain_text_append_number(page, points[i].x, 1, FALSE);
        g_string_append_c(page, ',');
        tab_plain_text_append_number(page, points[i].y, 1, FALSE);
        g_string_append(page, i + 1 < n ? " " : "");
    }
    g_string_append(page, "\"/>\n");
}

static void put_line(gpointer page, TabPlotPoint from, TabPlotPoint to, TabPlotColour colour,
                     double width, gboolean dashed)
{
    begin_element(page, "line", "stroke", colour);
    append_attribute(page, "x1", from.x);
    append_attribute(page, "y1", from.y);
    append_attribute(page, "x2", to.x);
    append_attribute(page, "y2", to.y);
    if (width > 1)
        append_attribute(page, "stroke-width", width);
    g_string_append(page, dashed ? " stroke-dasharray=\"4 3\"/>\n" : "/>\n");
}

static void put_curve(gpointer page, const TabPlotPoint *points, guint n, TabPlotColour colour,
                      double width)
{
    begin_element(page, "polyline", "stroke", colour);
    g_string_append(page, " fill=\"none\" stroke-linejoin=\"round\"");
    append_attribute(page, "stroke-width", width);
    put_points(page, points, n);
}

static void put_area(gpointer page, const TabPlotPoint *points, guint n, TabPlotColour colour)
{
    begin_element(page, "polygon", "fill", colour);
    put_points(page, points, n);
}

static void put_bar(gpointer page, TabPlotPoint corner, TabPlotPoint size, TabPlotColour colour,
                    const char *words)
{
    begin_element(page, "rect", "fill", colour);
    append_attribute(page, "x", corner.x);
    append_attribute(page, "y", corner.y);
    append_attribute(page, "width", size.x);
    append_attribute(page, "height", size.y);
    if (!words) {
        g_string_append(page, "/>\n");
        return;
    }
    g_string_append(page, "><title>");
    tab_html_text(page, words);
    g_string_append(page, "</title></rect>\n");
}

static void put_dot(gpointer page, TabPlotPoint centre, double radius, TabPlotColour colour)
{
    begin_element(page, "circle", "fill", colour);
    append_attribute(page, "cx", centre.x);
    append_attribute(page, "cy", centre.y);
    append_attribute(page, "r", radius);
    g_string_append(page, "/>\n");
}

static void put_text(gpointer page, TabPlotPoint at, double align, double size, gboolean upward,
                     TabPlotColour colour, const char *text)
{
    begin_element(page, "text", "fill", colour);
    g_string_append_printf(page, " text-anchor=\"%s\"",
                           align == 0  ? "start"
                           : align < 1 ? "middle"
                                       : "end");
    append_attribute(page, "font-size", size);
    if (upward)
        g_string_append(page, " transform=\"rotate(-90)\"");
    append_attribute(page, "x", upward ? -at.y : at.x);
    append_attribute(page, "y", upward ? at.x : at.y);
    g_string_append_c(page, '>');
    tab_html_text(page, text);
    g_string_append(page, "</text>\n");
}

/* A picture within the picture shows nothing outside of itself. */
static void begin_clip(gpointer page, TabPlotPoint corner, TabPlotPoint size)
{
    g_string_append(page, "<svg");
    append_attribute(page, "x", corner.x);
    append_attribute(page, "y", corner.y);
    append_attribute(page, "width", size.x);
    append_attribute(page, "height", size.y);
    g_string_append_printf(page, " viewBox=\"%.0f %.0f %.0f %.0f\">", corner.x, corner.y, size.x,
                           size.y);
}

static void end_clip(gpointer page)
{
    g_string_append(page, "</svg>\n");
}

void tab_plot_append_svg(const TabPlot *plot, const char *class, GString *page)
{
    static const TabPlotCanvas canvas = {put_line, put_curve, put_area,   put_bar,
                                         put_dot,  put_text,  begin_clip, end_clip};
    double width = plot->frame.width, height = plot->frame.height;
    g_string_append_printf(page,
                           "<svg class=\"%s\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
                           "height=\"%.0f\" %s>",
                           class, width, height, width, height,
                           plot->title ? "role=\"img\"" : "aria-hidden=\"true\"");
    if (plot->title) {
        g_string_append(page, "<title>");
        tab_html_text(page, plot->title);
        g_string_append(page, "</title>\n");
    }
    tab_plot_lay_out(plot, &canvas, page);
    g_string_append(page, "</svg>");
}

void tab_plot_append_swatch(TabPlotColour colour, GString *page)
{
    g_string_append(page,
                    "<svg class=\"swatch\" viewBox=\"0 0 12 12\" width=\"12\" height=\"12\">");
    put_bar(page, (TabPlotPoint){0, 0}, (TabPlotPoint){12, 12}, colour, NULL);
    g_string_append(page, "</svg>");
}
