// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a whole file or nothing of it, however slow the disk is. Other than
// g_file_set_contents_full() it can be stopped, and says how far it is.
#include "gui/model/file-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define PIECE (256u << 10) /* bytes written at a time */

static bool fail(const char *path, int code, GError **error)
{
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", name,
                g_strerror(code));
    return false;
}

static bool write_all(int fd, const char *path, const char *text, gsize length,
                      TabProgress *progress, GError **error)
{
    for (gsize done = 0; done < length;) {
        ssize_t n = write(fd, text + done, MIN(length - done, PIECE));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(path, errno, error);
        done += (gsize)n;
        if (!tab_progress_step(progress, 0.9 * (double)done / (double)length, error))
            return false;
    }
    if (g_fsync(fd) != 0)
        return fail(path, errno, error);
    return tab_progress_step(progress, 1, error);
}

bool tab_file_write(const char *path, const char *text, gsize length, int mode,
                    TabProgress *progress, GError **error)
{
    g_autofree char *temporary = g_strconcat(path, ".XXXXXX", NULL);
    int fd = g_mkstemp_full(temporary, O_RDWR | O_CLOEXEC, mode);
    if (fd < 0)
        return fail(path, errno, error);
    bool written = write_all(fd, path, text, length, progress, error);
    if (close(fd) != 0 && written)
        written = fail(path, errno, error);
    if (written && g_rename(temporary, path) != 0)
        written = fail(path, errno, error);
    if (!written)
        g_unlink(temporary);
    return written;
}
