// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the text of one file at a time.
#include "protocol/runner/game-files.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

struct _TabGameFiles {
    char **next;
    char *text; /* of the file being read */
    TabRecordReader *reader;
};

TabGameFiles *tab_game_files_new(char **paths)
{
    TabGameFiles *files = g_new0(TabGameFiles, 1);
    files->next = paths;
    return files;
}

static void close_file(TabGameFiles *files)
{
    g_clear_pointer(&files->reader, tab_record_reader_free);
    g_clear_pointer(&files->text, g_free);
}

void tab_game_files_free(TabGameFiles *files)
{
    if (!files)
        return;
    close_file(files);
    g_free(files);
}

/* No file comes after the one that has failed. */
static TabRecord *fail(TabGameFiles *files, GError **error, GError *fault)
{
    close_file(files);
    while (*files->next)
        files->next++;
    g_propagate_error(error, fault);
    return NULL;
}

TabRecord *tab_game_files_next(TabGameFiles *files, GError **error)
{
    for (;;) {
        GError *fault = NULL;
        gsize length;
        TabRecord *record = files->reader ? tab_record_reader_next(files->reader, &fault) : NULL;
        if (record)
            return record;
        if (fault) {
            g_prefix_error(&fault, "%s: ", files->next[-1]);
            return fail(files, error, fault);
        }
        close_file(files);
        if (!*files->next)
            return NULL;
        if (g_access(*files->next, R_OK) ||
            !g_file_get_contents(*files->next, &files->text, &length, &fault)) {
            if (!fault)
                tab_output_file_fail("read", *files->next, &fault);
            return fail(files, error, fault);
        }
        files->reader = tab_record_reader_new(files->text, length);
        files->next++;
    }
}
