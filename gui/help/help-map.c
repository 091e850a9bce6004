// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the map of the help pages while the project is built: help-map MAP.ini FILE.png. The key
// file has the corners of lands and waters, and a group for each place with a name.
#include <cairo.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#define WIDTH 512.0 /* units of length … */
#define SCALE 1.5   /* … and pixels for each, as help-figures has them */
#define MIDDLE 36.0 /* degrees north where a degree east is as wide as on the ground */
#define DOT 4.0
#define GAP 4.0
#define FONT_SIZE 13.0

typedef struct {
    double west, south, east, north; /* degrees */
    double wide, high;               /* units of length of a degree east, north */
} View;

static double read_degrees(GKeyFile *map, const char *key, GError **error)
{
    return *error ? 0 : g_key_file_get_double(map, "view", key, error);
}

static gboolean read_view(GKeyFile *map, View *view, GError **error)
{
    g_autoptr(GError) fault = NULL;
    view->west = read_degrees(map, "west", &fault);
    view->south = read_degrees(map, "south", &fault);
    view->east = read_degrees(map, "east", &fault);
    view->north = read_degrees(map, "north", &fault);
    if (!fault && !(view->west < view->east && view->south < view->north))
        g_set_error(&fault, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "an empty view");
    view->wide = WIDTH / (view->east - view->west);
    view->high = view->wide / cos(MIDDLE * G_PI / 180);
    if (fault)
        g_propagate_error(error, g_steal_pointer(&fault));
    return !fault && view->wide > 0;
}

static double get_height(const View *view)
{
    return ceil((view->north - view->south) * view->high);
}

/* "31.2,30": degrees east and north, as a point on the picture. */
static gboolean read_point(const View *view, const char *text, double *x, double *y, GError **error)
{
    char *end;
    *x = (g_ascii_strtod(text, &end) - view->west) * view->wide;
    if (end > text && *end == ',') {
        const char *rest = end + 1;
        *y = (view->north - g_ascii_strtod(rest, &end)) * view->high;
        if (end > rest && !*end)
            return TRUE;
    }
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "no point: '%s'", text);
    return FALSE;
}

/* All outlines of a group, filled in a colour. */
static gboolean fill_outlines(cairo_t *cr, const View *view, GKeyFile *map, const char *group,
                              const double colour[3], GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(map, group, NULL, error);
    for (char **key = keys; key && *key; key++) {
        g_auto(GStrv) corners = g_key_file_get_string_list(map, group, *key, NULL, error);
        cairo_new_sub_path(cr);
        for (char **corner = corners; corner && *corner; corner++) {
            double x, y;
            if (!read_point(view, *corner, &x, &y, error))
                return FALSE;
            cairo_line_to(cr, x, y);
        }
        cairo_close_path(cr);
    }
    cairo_set_source_rgb(cr, colour[0], colour[1], colour[2]);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 0.62, 0.52, 0.36);
    cairo_set_line_width(cr, 0.75);
    cairo_stroke(cr);
    return keys != NULL;
}

/* Dark on a light seam, so that it is read on land and sea. */
static void write_name(cairo_t *cr, const char *name, double x, double y)
{
    cairo_move_to(cr, x, y);
    cairo_text_path(cr, name);
    cairo_set_source_rgba(cr, 1, 1, 1, 0.85);
    cairo_set_line_width(cr, 3);
    cairo_stroke_preserve(cr);
    cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
    cairo_fill(cr);
}

static gboolean draw_place(cairo_t *cr, const View *view, GKeyFile *map, const char *group,
                           GError **error)
{
    g_autofree char *name = g_key_file_get_string(map, group, "name", error);
    g_autofree char *at = name ? g_key_file_get_string(map, group, "at", error) : NULL;
    g_autofree char *side = at ? g_key_file_get_string(map, group, "side", error) : NULL;
    cairo_text_extents_t text;
    cairo_font_extents_t font;
    double x, y;
    if (!side || !read_point(view, at, &x, &y, error))
        return FALSE;
    cairo_text_extents(cr, name, &text);
    cairo_font_extents(cr, &font);
    double left = x - text.x_advance / 2, base = y + (font.ascent - font.descent) / 2;
    if (!strcmp(side, "left"))
        left = x - DOT - GAP - text.x_advance;
    else if (!strcmp(side, "right"))
        left = x + DOT + GAP;
    else
        base = y + DOT + font.ascent; /* below */
    cairo_arc(cr, x, y, DOT, 0, 2 * G_PI);
    cairo_set_source_rgb(cr, 0.65, 0.16, 0.1);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
    write_name(cr, name, left, base);
    return TRUE;
}

static gboolean draw_map(cairo_t *cr, const View *view, GKeyFile *map, GError **error)
{
    static const double land[] = {0.93, 0.87, 0.74}, water[] = {0.93, 0.96, 0.98};
    g_auto(GStrv) groups = g_key_file_get_groups(map, NULL);
    cairo_set_source_rgb(cr, water[0], water[1], water[2]);
    cairo_paint(cr);
    if (!fill_outlines(cr, view, map, "land", land, error) ||
        !fill_outlines(cr, view, map, "water", water, error))
        return FALSE;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, FONT_SIZE);
    for (char **group = groups; *group; group++)
        if (strcmp(*group, "view") && strcmp(*group, "land") && strcmp(*group, "water") &&
            !draw_place(cr, view, map, *group, error)) {
            g_prefix_error(error, "%s: ", *group);
            return FALSE;
        }
    return TRUE;
}

static gboolean draw_file(const char *source, const char *path, GError **error)
{
    g_autoptr(GKeyFile) map = g_key_file_new();
    View view;
    if (!g_key_file_load_from_file(map, source, G_KEY_FILE_NONE, error) ||
        !read_view(map, &view, error))
        return FALSE;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(WIDTH * SCALE),
                                                          (int)(get_height(&view) * SCALE));
    cairo_surface_set_device_scale(surface, SCALE, SCALE);
    cairo_t *cr = cairo_create(surface);
    gboolean good = draw_map(cr, &view, map, error);
    cairo_status_t status = good ? cairo_surface_write_to_png(surface, path) : CAIRO_STATUS_SUCCESS;
    if (good && status != CAIRO_STATUS_SUCCESS)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path,
                    cairo_status_to_string(status));
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return good && status == CAIRO_STATUS_SUCCESS;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (argc != 3) {
        g_printerr("usage: %s MAP.ini FILE.png\n", argv[0]);
        return 2;
    }
    if (draw_file(argv[1], argv[2], &error))
        return 0;
    g_printerr("%s: %s\n", argv[1], error->message);
    return 1;
}
