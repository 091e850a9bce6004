// SPDX-License-Identifier: GPL-3.0-or-later
// Files read or written in a thread of its own: how far that is, the wish that it should stop, and
// writing that leaves a whole file or none.
#include "gui/model/file-work.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

#define WHOLE 10000    /* parts of the work that are told apart */
#define MAX_ASIDE 1000 /* damaged files of a name that are kept */

struct _TabProgress {
    gatomicrefcount refs;
    gint done;      /* of WHOLE; atomic */
    gint cancelled; /* atomic */
};

TabProgress *tab_progress_new(void)
{
    TabProgress *progress = g_new0(TabProgress, 1);
    g_atomic_ref_count_init(&progress->refs);
    return progress;
}

TabProgress *tab_progress_ref(TabProgress *progress)
{
    g_atomic_ref_count_inc(&progress->refs);
    return progress;
}

void tab_progress_unref(TabProgress *progress)
{
    if (g_atomic_ref_count_dec(&progress->refs))
        g_free(progress);
}

bool tab_progress_step(TabProgress *progress, double part, GError **error)
{
    if (!progress)
        return true;
    g_atomic_int_set(&progress->done, (gint)(CLAMP(part, 0, 1) * WHOLE));
    if (!tab_progress_is_cancelled(progress))
        return true;
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled"); /* never shown */
    return false;
}

double tab_progress_get_part(TabProgress *progress)
{
    return (double)g_atomic_int_get(&progress->done) / WHOLE;
}

void tab_progress_cancel(TabProgress *progress)
{
    g_atomic_int_set(&progress->cancelled, 1);
}

bool tab_progress_is_cancelled(TabProgress *progress)
{
    return g_atomic_int_get(&progress->cancelled) != 0;
}

/* --- writing --- */

#define PIECE (256u << 10) /* bytes written at a time */

static bool set_file_error(const char *path, int code, GError **error)
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
            return set_file_error(path, errno, error);
        done += (gsize)n;
        if (!tab_progress_step(progress, 0.9 * (double)done / (double)length, error))
            return false;
    }
    if (g_fsync(fd) != 0)
        return set_file_error(path, errno, error);
    return tab_progress_step(progress, 1, error);
}

bool tab_file_write(const char *path, const char *text, gsize length, int mode,
                    TabProgress *progress, GError **error)
{
    g_autofree char *temporary = g_strconcat(path, ".XXXXXX", NULL);
    int fd = g_mkstemp_full(temporary, O_RDWR | O_CLOEXEC, mode);
    if (fd < 0)
        return set_file_error(path, errno, error);
    bool written = write_all(fd, path, text, length, progress, error);
    if (close(fd) != 0 && written)
        written = set_file_error(path, errno, error);
    if (written && g_rename(temporary, path) != 0)
        written = set_file_error(path, errno, error);
    if (written)
        tab_output_file_sync_folder(path, NULL); /* else a power cut could bring the old one back */
    else
        g_unlink(temporary);
    return written;
}

/* Makes an empty file that was not there, so that nobody else takes the name. */
static bool take_name(const char *path)
{
    int fd = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return fd >= 0 && close(fd) == 0;
}

char *tab_file_set_aside(const char *path, GError **error)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    for (int i = 1; i <= MAX_ASIDE; i++) {
        g_autofree char *aside =
            g_strdup_printf("%.*s-damaged-%d%s", stem, path, i, dot ? dot : "");
        bool taken = take_name(aside);
        if (taken && g_rename(path, aside) == 0)
            return g_steal_pointer(&aside);
        int code = errno;
        if (taken)
            g_unlink(aside);
        if (code != EEXIST || i == MAX_ASIDE) {
            g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", aside,
                        g_strerror(code));
            break;
        }
    }
    return NULL;
}
