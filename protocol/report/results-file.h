// SPDX-License-Identifier: GPL-3.0-or-later
// Writing whole files of results.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes a text to a temporary file that is synchronised, then renamed to `path`, so that there is
 * always a whole one; into a pipe or device at once. Errors are of G_FILE_ERROR and name the
 * file. */
gboolean tab_results_file_write(const char *path, const char *text, GError **error);

G_END_DECLS
