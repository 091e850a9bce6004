// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files of results: never half of one, also after power loss.
#include "protocol/report/results-file.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "protocol/files/output-file.h"

/* What cannot be replaced by a file of the same name: /dev/stdout, a named pipe. */
static gboolean is_stream(const char *path)
{
    return g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           !g_file_test(path, G_FILE_TEST_IS_DIR);
}

static gboolean write_stream(const char *path, const char *text, GError **error)
{
    FILE *file = g_fopen(path, "w");
    if (!file)
        return tab_output_file_fail("open", path, error);
    gboolean written = fputs(text, file) >= 0;
    if (fclose(file) || !written)
        return tab_output_file_fail("write", path, error);
    return TRUE;
}

gboolean tab_results_file_write(const char *path, const char *text, GError **error)
{
    if (is_stream(path))
        return write_stream(path, text, error);
    return g_file_set_contents_full(
        path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}
