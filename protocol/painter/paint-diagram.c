// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the board for files and paper, with words below it.
#include "protocol/painter/paint-diagram.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>
#include <string.h>

#define CAPTION_GAP 10.0
#define TEXT_SHARE 46.0 /* of the width that a line of the caption is high, about */

static double board_height(const TabDiagram *diagram, double width)
{
    double natural_width, natural_height;
    tab_board_layout_natural_size(diagram->board, &natural_width, &natural_height);
    return width * natural_height / natural_width;
}

static PangoFontDescription *new_font(double width)
{
    PangoFontDescription *font = pango_font_description_from_string("Sans");
    pango_font_description_set_absolute_size(font, width / TEXT_SHARE * PANGO_SCALE);
    return font;
}

/* The caption as wide as the board. Free with g_object_unref. */
static PangoLayout *new_caption(cairo_t *cr, const TabDiagram *diagram, double width)
{
    PangoLayout *layout = pango_cairo_create_layout(cr);
    PangoFontDescription *font = new_font(width);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
    pango_layout_set_text(layout, diagram->caption, -1);
    return layout;
}

static double caption_height(cairo_t *cr, const TabDiagram *diagram, double width)
{
    if (!diagram->caption)
        return 0;
    int height;
    g_autoptr(PangoLayout) layout = new_caption(cr, diagram, width);
    pango_layout_get_pixel_size(layout, NULL, &height);
    return height + CAPTION_GAP;
}

double tab_paint_diagram_height(const TabDiagram *diagram, double width)
{
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *cr = cairo_create(surface);
    double height = board_height(diagram, width) + caption_height(cr, diagram, width);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return height;
}

static void set_grey(cairo_t *cr, double grey)
{
    cairo_set_source_rgb(cr, grey, grey, grey);
}

void tab_paint_diagram(cairo_t *cr, const TabDiagram *diagram, double width)
{
    double height = board_height(diagram, width);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    g_autofree TabBoardModel *model = g_memdup2(diagram->model, sizeof *model);
    PangoFontDescription *font = new_font(width);
    model->show_sand = false;
    tab_board_painter_set_font(painter, font);
    tab_board_painter_set_scale(painter, TAB_DIAGRAM_SCALE);
    pango_font_description_free(font);
    TabBoardLayout layout = tab_board_layout(width, height, diagram->board, diagram->flipped);
    tab_board_painter_draw(painter, cr, &layout, model);
    if (!diagram->caption)
        return;
    g_autoptr(PangoLayout) caption = new_caption(cr, diagram, width);
    set_grey(cr, tab_board_theme_is_dark(diagram->model->theme) ? 1 : 0);
    cairo_move_to(cr, 0, height + CAPTION_GAP / 2);
    pango_cairo_show_layout(cr, caption);
}

/* --- files --- */

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *new_surface(TabDiagramFormat format, double width, double height,
                                    GByteArray *bytes)
{
    if (format == TAB_DIAGRAM_SVG)
        return cairo_svg_surface_create_for_stream(write_bytes, bytes, width, height);
    if (format == TAB_DIAGRAM_PDF)
        return cairo_pdf_surface_create_for_stream(write_bytes, bytes, width, height);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * TAB_DIAGRAM_SCALE + 0.5),
                                   (int)(height * TAB_DIAGRAM_SCALE + 0.5));
    cairo_surface_set_device_scale(surface, TAB_DIAGRAM_SCALE, TAB_DIAGRAM_SCALE);
    return surface;
}

GByteArray *tab_paint_diagram_encode_drawing(TabDiagramFunc draw, gconstpointer data, double width,
                                             double height, bool dark, TabDiagramFormat format,
                                             GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    cairo_surface_t *surface = new_surface(format, width, height, bytes);
    cairo_t *cr = cairo_create(surface);
    set_grey(cr, dark ? 0 : 1);
    cairo_paint(cr);
    draw(cr, data);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS && format == TAB_DIAGRAM_PNG)
        status = cairo_surface_write_to_png_stream(surface, write_bytes, bytes);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        return g_steal_pointer(&bytes);
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, cairo_status_to_string(status));
    return NULL;
}

typedef struct {
    const TabDiagram *diagram;
    double width;
} Sized;

static void draw_sized(cairo_t *cr, gconstpointer data)
{
    const Sized *sized = data;
    tab_paint_diagram(cr, sized->diagram, sized->width);
}

GByteArray *tab_paint_diagram_encode(const TabDiagram *diagram, double width,
                                     TabDiagramFormat format, GError **error)
{
    const Sized sized = {diagram, width};
    return tab_paint_diagram_encode_drawing(
        draw_sized, &sized, width, tab_paint_diagram_height(diagram, width),
        tab_board_theme_is_dark(diagram->model->theme), format, error);
}

int tab_paint_diagram_format(const char *path)
{
    static const char *const suffixes[TAB_N_DIAGRAM_FORMATS] = {".png", ".svg", ".pdf"};
    gsize length = strlen(path);
    for (int i = 0; i < TAB_N_DIAGRAM_FORMATS; i++)
        if (length > 4 && g_ascii_strcasecmp(path + length - 4, suffixes[i]) == 0)
            return i;
    return -1;
}
