// SPDX-License-Identifier: GPL-3.0-or-later
// Appends games with one write each, so that a file never ends in half a game unless the disk is
// full.
#include "protocol/match/record-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

struct _TabRecordWriter {
    char *path;
    int fd;
    gboolean empty; /* no game in it yet */
};

static gboolean fail(const char *what, const char *path, GError **error)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "cannot %s %s: %s", what, path,
                g_strerror(code));
    return FALSE;
}

TabRecordWriter *tab_record_writer_open(const char *path, gboolean append, GError **error)
{
    int fd = g_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (append ? 0 : O_TRUNC), 0644);
    if (fd < 0) {
        fail("open", path, error);
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
    for (gsize done = 0; done < text->len;) {
        gssize n = write(writer->fd, text->str + done, text->len - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail("write", writer->path, error);
        done += (gsize)n;
    }
    writer->empty = FALSE;
    return TRUE;
}

gboolean tab_record_writer_close(TabRecordWriter *writer, GError **error)
{
    gboolean ok = TRUE;
    if (fsync(writer->fd) && errno != EINVAL && errno != EROFS) /* a pipe cannot be synchronised */
        ok = fail("write", writer->path, error);
    if (close(writer->fd) && ok)
        ok = fail("close", writer->path, error);
    g_free(writer->path);
    g_free(writer);
    return ok;
}
