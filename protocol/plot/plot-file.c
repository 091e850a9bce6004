// SPDX-License-Identifier: GPL-3.0-or-later
// Writes plots: SVG as text, PDF and PNG with cairo, which a program may have been built without.
#include "protocol/plot/plot-file.h"

#include <string.h>

#ifdef TAB_HAVE_CAIRO
#include <cairo-pdf.h>

#include "protocol/plot/plot-cairo.h"
#endif
#include "protocol/files/output-file.h"
#include "protocol/plot/plot-svg.h"

/* Width and height of all together. */
static TabPlotPoint find_size(const TabPlot *plots, guint n)
{
    TabPlotPoint size = {0, 0};
    for (guint i = 0; i < n; i++) {
        size.x = MAX(size.x, plots[i].frame.width);
        size.y += plots[i].frame.height;
    }
    return size;
}

static gboolean write_svg(const TabPlot *plots, guint n, const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    TabPlotPoint size = find_size(plots, n);
    double y = 0;
    g_string_append_printf(text,
                           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                           "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\">\n"
                           "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                           size.x, size.y, size.x, size.y);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(text, "<g transform=\"translate(0,%.0f)\">", y);
        tab_plot_append_svg(&plots[i], "plot", text);
        g_string_append(text, "</g>\n");
        y += plots[i].frame.height;
    }
    g_string_append(text, "</svg>\n");
    return tab_output_file_replace(path, text->str, (gssize)text->len, error);
}

#ifdef TAB_HAVE_CAIRO
static cairo_status_t append_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
    g_byte_array_append(closure, bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

static gboolean write_picture(const TabPlot *plots, guint n, gboolean pdf, const char *path,
                              GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    TabPlotPoint size = find_size(plots, n);
    cairo_surface_t *surface =
        pdf ? cairo_pdf_surface_create_for_stream(append_bytes, bytes, size.x, size.y)
            : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)size.x, (int)size.y);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    for (guint i = 0; i < n; i++) {
        tab_plot_draw(&plots[i], cr);
        cairo_translate(cr, 0, plots[i].frame.height);
    }
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (!status && !pdf)
        status = cairo_surface_write_to_png_stream(surface, append_bytes, bytes);
    cairo_surface_finish(surface);
    status = status ? status : cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (!status)
        return tab_output_file_replace(path, (const char *)bytes->data, (gssize)bytes->len, error);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path,
                cairo_status_to_string(status));
    return FALSE;
}
#else
static gboolean write_picture(const TabPlot *plots, guint n, gboolean pdf, const char *path,
                              GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "%s: built without cairo, only SVG", path);
    return FALSE;
}
#endif

/* "" without one, and of a path such as a.b/c. */
static const char *find_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, G_DIR_SEPARATOR) ? dot : "";
}

gboolean tab_plot_check_path(const char *path, GError **error)
{
    static const char *const known[] = {"", ".svg", ".pdf", ".png"};
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (!g_ascii_strcasecmp(find_ending(path), known[i]))
            return TRUE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                "%s: plots are drawn as .svg, .pdf or .png", path);
    return FALSE;
}

gboolean tab_plot_write(const TabPlot *plots, guint n, const char *path, GError **error)
{
    gboolean pdf = !g_ascii_strcasecmp(find_ending(path), ".pdf");
    if (!tab_plot_check_path(path, error))
        return FALSE;
    if (pdf || !g_ascii_strcasecmp(find_ending(path), ".png"))
        return write_picture(plots, n, pdf, path, error);
    return write_svg(plots, n, path, error);
}
