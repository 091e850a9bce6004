// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for each process that fuzzes, and the habits of errors.
#include "tests/fuzz-fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* GLib ends a program at a critical warning by a signal at which libFuzzer keeps no input. */
static void end_at_trap(int number)
{
    abort();
}

__attribute__((constructor)) static void catch_traps(void)
{
    signal(SIGTRAP, end_at_trap);
}

static char *folder;

/* Whatever lies in it, folders and all. */
static void remove_all(const char *path)
{
    g_autoptr(GDir) inside = g_dir_open(path, 0, NULL);
    for (const char *name; inside && (name = g_dir_read_name(inside));) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        remove_all(below);
    }
    g_remove(path);
}

static void remove_folder(void)
{
    remove_all(folder);
    g_clear_pointer(&folder, g_free);
}

char *fuzz_path(const char *name)
{
    if (!folder) {
        const char *memory = "/dev/shm"; /* what is synchronised there costs nothing */
        const char *place = g_access(memory, W_OK) ? g_get_tmp_dir() : memory;
        folder = g_build_filename(place, "tab-fuzz-XXXXXX", NULL);
        g_assert_nonnull(g_mkdtemp(folder));
        atexit(remove_folder);
    }
    return g_build_filename(folder, name, NULL);
}

char *fuzz_file(const char *name, const void *bytes, gsize length)
{
    char *path = fuzz_path(name);
    FILE *file = g_fopen(path, "wb");
    g_assert_nonnull(file);
    g_assert_cmpuint(fwrite(bytes, 1, length, file), ==, length);
    g_assert_cmpint(fclose(file), ==, 0);
    return path;
}

char *fuzz_read(const char *path, gsize *length)
{
    char *text;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, length, &error);
    g_assert_no_error(error);
    return text;
}

void fuzz_check_error(gboolean result, const GError *error, const char *offender)
{
    g_assert_true((result != FALSE) == (error == NULL));
    if (!error)
        return;
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    g_assert_cmpstr(error->message, !=, "");
    for (const char *p = error->message; *p; p++)
        if (g_ascii_iscntrl(*p))
            g_error("a control character in the error '%s'", error->message);
    if (offender && !strstr(error->message, offender))
        g_error("the error '%s' does not name '%s'", error->message, offender);
}

FuzzParts fuzz_parts_new(const uint8_t *data, gsize size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    FuzzParts parts = {.length = end ? (gsize)(end - data) : size};
    parts.first = g_strndup((const char *)data, parts.length);
    if (end) {
        /* of exactly this size, so that a sanitizer sees a read beyond it */
        parts.rest_length = size - parts.length - 1;
        parts.rest = g_malloc(MAX(parts.rest_length, 1));
        memcpy(parts.rest, end + 1, parts.rest_length);
    }
    return parts;
}

void fuzz_parts_clear(FuzzParts *parts)
{
    g_free(parts->first);
    g_free(parts->rest);
}
