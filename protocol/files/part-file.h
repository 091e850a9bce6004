// SPDX-License-Identifier: GPL-3.0-or-later
// A long file that is written piece by piece and takes its place when it is whole.
#pragma once

#include <glib.h>

typedef struct _TabPartFile TabPartFile;

/* Begins "<path>.part", beside the file that `path` leads to, locked against other runs. What is at
 * `path` stays until the end. A pipe or a device is written at once. Errors are of G_FILE_ERROR and
 * name the file; G_FILE_ERROR_AGAIN: another run has the lock. */
TabPartFile *tab_part_file_open(const char *path, GError **error);
gboolean tab_part_file_write(TabPartFile *file, const char *bytes, gsize length, GError **error);
/* Synchronises a file that is `whole` and puts it in its place, else removes it; closes and frees,
 * also after an error. */
gboolean tab_part_file_close(TabPartFile *file, gboolean whole, GError **error);
