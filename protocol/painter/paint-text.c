// SPDX-License-Identifier: GPL-3.0-or-later
// Short labels centred on a point, in the desktop's font; without a font nothing is written.
#include "protocol/painter/paint-text.h"

#define LEAST_PIXELS 7.0

void tab_paint_text_clear(TabPaintText *text)
{
    g_clear_object(&text->layout);
    g_clear_pointer(&text->font, pango_font_description_free);
    g_clear_pointer(&text->given, pango_font_description_free);
}

void tab_paint_text_set_font(TabPaintText *text, const PangoFontDescription *font)
{
    tab_paint_text_clear(text);
    if (!font)
        return;
    text->font = pango_font_description_copy(font);
    text->given = pango_font_description_copy(font);
    double size = pango_font_description_get_size(font) / (double)PANGO_SCALE;
    if (!pango_font_description_get_size_is_absolute(font))
        size *= 96.0 / 72.0;
    text->pixels = size > 0.0 ? size : 14.0;
}

double tab_paint_text_size(const TabPaintText *text, double field)
{
    double size = MAX(MIN(text->pixels, 0.27 * field), 0.17 * field);
    return MAX(size, LEAST_PIXELS);
}

/* Sets the layout up for one label; its ink and logical extents in pixels. */
static void lay_out(TabPaintText *text, cairo_t *cr, const char *label, double pixels, bool bold,
                    PangoRectangle *ink, PangoRectangle *logical)
{
    if (!text->layout)
        text->layout = pango_cairo_create_layout(cr);
    else
        pango_cairo_update_layout(cr, text->layout);
    pango_font_description_set_absolute_size(text->font, pixels * PANGO_SCALE);
    pango_font_description_set_weight(text->font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(text->layout, text->font);
    pango_layout_set_text(text->layout, label, -1);
    pango_layout_get_extents(text->layout, ink, logical);
}

double tab_paint_text_width(TabPaintText *text, cairo_t *cr, const char *label, double pixels,
                            bool bold)
{
    if (!text->font)
        return 0.0;
    PangoRectangle ink, logical;
    lay_out(text, cr, label, pixels, bold, &ink, &logical);
    return logical.width / (double)PANGO_SCALE;
}

void tab_paint_text_draw(TabPaintText *text, cairo_t *cr, const char *label, double x, double y,
                         double pixels, bool bold)
{
    if (!text->font)
        return;
    PangoRectangle ink, logical;
    lay_out(text, cr, label, pixels, bold, &ink, &logical);
    double middle_x = ink.x + ink.width / 2.0, middle_y = ink.y + ink.height / 2.0;
    cairo_move_to(cr, x - middle_x / PANGO_SCALE, y - middle_y / PANGO_SCALE);
    pango_cairo_show_layout(cr, text->layout);
}
