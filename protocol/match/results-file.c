// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files of results: never half of one, also after power loss.
#include "protocol/match/results-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>

/* What cannot be replaced by a file of the same name: /dev/stdout, a named pipe. */
static gboolean is_stream(const char *path)
{
    return g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           !g_file_test(path, G_FILE_TEST_IS_DIR);
}

static gboolean write_stream(const char *path, const char *text, GError **error)
{
    FILE *file = g_fopen(path, "w");
    gboolean written = file && fputs(text, file) >= 0;
    int cause = errno;
    if (file && fclose(file) && written) {
        cause = errno;
        written = FALSE;
    }
    if (!written)
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(cause),
                    "cannot write %s: %s", path, g_strerror(cause));
    return written;
}

gboolean tab_results_file_write(const char *path, const char *text, GError **error)
{
    if (is_stream(path))
        return write_stream(path, text, error);
    return g_file_set_contents_full(
        path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}
