// SPDX-License-Identifier: GPL-3.0-or-later
// Reading whole files of anybody: never more than a limit, whatever the name leads to.
#pragma once

#include <glib.h>

#define TAB_INPUT_FILE_MAX_BYTES (256u << 20)

/* All of a file, or of what comes through a pipe or from a device, with a NUL behind it that
 * `length` (NULL: not told) does not count. More than TAB_INPUT_FILE_MAX_BYTES are refused. Errors
 * are of G_FILE_ERROR and name the file. Free with g_free. */
char *tab_input_file_read(const char *path, gsize *length, GError **error);

/* The same of a text: one that is not UTF-8, or holds a NUL, is refused. */
char *tab_input_file_read_text(const char *path, gsize *length, GError **error);
/* Cuts the next line off such a text, without what stands behind a # and without blanks around it;
 * NULL behind the last one, and then `rest` is NULL, too. */
char *tab_input_file_take_line(char **rest);

/* All of standard input. */
char *tab_input_file_read_standard(gsize *length, GError **error);
