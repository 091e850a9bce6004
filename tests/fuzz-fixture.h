// SPDX-License-Identifier: GPL-3.0-or-later
// What fuzz targets share: files that hold an input, and what every error has to be.
#pragma once

#include <glib.h>
#include <stdint.h>

/* The path of a file of this name in a folder of this process, in memory where the system has such
 * a place; the folder goes when the process ends. Free with g_free. */
char *fuzz_path(const char *name);
/* The same with these bytes in it. */
char *fuzz_file(const char *name, const void *bytes, gsize length);
/* The whole file. Free with g_free. */
char *fuzz_read(const char *path, gsize *length);

/* There is exactly one of result and error; the error is one printable line of text that names
 * `offender` (NULL: anything). */
void fuzz_check_error(gboolean result, const GError *error, const char *offender);

/* All bytes up to the first NUL in it, and what follows; NULL: nothing does. */
typedef struct {
    char *first, *rest;
    gsize length, rest_length;
} FuzzParts;
FuzzParts fuzz_parts_new(const uint8_t *data, gsize size);
void fuzz_parts_clear(FuzzParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FuzzParts, fuzz_parts_clear)
