// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a picture with the stored one in tests/golden, with room for another machine's
// antialiasing.
#include "tests/golden-image.h"

#include <stdint.h>
#include <stdlib.h>

static uint32_t *row_of(cairo_surface_t *surface, int y)
{
    unsigned char *data = cairo_image_surface_get_data(surface);
    return (uint32_t *)(void *)(data + (size_t)y * (size_t)cairo_image_surface_get_stride(surface));
}

static bool is_off(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift <= 16; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > GOLDEN_CHANNEL)
            return true;
    return false;
}

int golden_difference(cairo_surface_t *a, cairo_surface_t *b, cairo_surface_t **diff)
{
    int width = cairo_image_surface_get_width(a), height = cairo_image_surface_get_height(a), n = 0;
    if (diff)
        *diff = NULL;
    if (width != cairo_image_surface_get_width(b) || height != cairo_image_surface_get_height(b))
        return -1;
    cairo_surface_t *shown =
        diff ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height) : NULL;
    cairo_surface_flush(a);
    cairo_surface_flush(b);
    for (int y = 0; y < height; y++) {
        const uint32_t *row_a = row_of(a, y), *row_b = row_of(b, y);
        uint32_t *row = shown ? row_of(shown, y) : NULL;
        for (int x = 0; x < width; x++) {
            bool off = row_a[x] != row_b[x] && is_off(row_a[x], row_b[x]);
            uint32_t grey = 160 + (row_a[x] >> 8 & 255) / 3;
            if (row)
                row[x] = off ? GOLDEN_OFF : grey << 16 | grey << 8 | grey;
            n += off;
        }
    }
    if (diff) {
        cairo_surface_mark_dirty(shown);
        *diff = shown;
    }
    return n;
}

static char *stored_path(const char *name)
{
    g_autofree char *file = g_strconcat(name, ".png", NULL);
    return g_test_build_filename(G_TEST_DIST, "golden", file, NULL);
}

cairo_surface_t *golden_load(const char *name)
{
    g_autofree char *path = stored_path(name);
    cairo_surface_t *picture = cairo_image_surface_create_from_png(path);
    if (cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS)
        return picture;
    cairo_surface_destroy(picture);
    return NULL;
}

static void write_failed(cairo_surface_t *picture, const char *name, const char *what)
{
    g_autofree char *folder = g_test_build_filename(G_TEST_BUILT, "golden-failed", NULL);
    g_autofree char *file = g_strconcat(name, what, NULL);
    g_autofree char *path = g_build_filename(folder, file, NULL);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0755), ==, 0);
    g_assert_cmpint(cairo_surface_write_to_png(picture, path), ==, CAIRO_STATUS_SUCCESS);
    g_test_message("see %s", path);
}

void golden_assert(cairo_surface_t *picture, const char *name)
{
    if (g_strcmp0(g_getenv("TAB_UPDATE_GOLDEN"), "1") == 0) {
        g_autofree char *path = stored_path(name);
        g_assert_cmpint(cairo_surface_write_to_png(picture, path), ==, CAIRO_STATUS_SUCCESS);
        return;
    }
    cairo_surface_t *stored = golden_load(name), *diff = NULL;
    int n = stored ? golden_difference(picture, stored, &diff) : -1;
    if (n < 0 || n > GOLDEN_PIXELS) {
        write_failed(picture, name, "-actual.png");
        if (diff)
            write_failed(diff, name, "-diff.png");
    }
    g_assert_nonnull(stored);
    g_assert_cmpint(n, >=, 0);
    g_assert_cmpint(n, <=, GOLDEN_PIXELS);
    g_clear_pointer(&diff, cairo_surface_destroy);
    cairo_surface_destroy(stored);
}
