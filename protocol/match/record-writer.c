// SPDX-License-Identifier: GPL-3.0-or-later
// Appends games with one write each, so that a file never ends in half a game unless the disk is
// full.
#include "protocol/match/record-writer.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

struct _TabRecordWriter {
    char *path;
    int fd;
    gboolean empty; /* no game in it yet */
};

TabRecordWriter *tab_record_writer_open(const char *path, gboolean append, GError **error)
{
    int fd = g_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (append ? 0 : O_TRUNC), 0644);
    if (fd < 0) {
        tab_output_file_fail("open", path, error);
        return NULL;
    }
    TabRecordWriter *writer = g_new0(TabRecordWriter, 1);
    writer->path = g_strdup(path);
    writer->fd = fd;
    writer->empty = lseek(fd, 0, SEEK_END) <= 0;
    return writer;
}

gboolean tab_record_writer_add(TabRecordWriter *writer, const char *record, GError **error)
{
    g_autoptr(GString) text = g_string_new(writer->empty ? "" : "\n");
    g_string_append(text, record);
    if (!tab_output_file_write(writer->fd, writer->path, text->str, text->len, error))
        return FALSE;
    writer->empty = FALSE;
    return TRUE;
}

gboolean tab_record_writer_close(TabRecordWriter *writer, GError **error)
{
    gboolean ok = tab_output_file_sync(writer->fd, writer->path, error);
    if (close(writer->fd) && ok)
        ok = tab_output_file_fail("close", writer->path, error);
    g_free(writer->path);
    g_free(writer);
    return ok;
}
