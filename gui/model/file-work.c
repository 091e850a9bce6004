// SPDX-License-Identifier: GPL-3.0-or-later
// Files read or written in a thread of its own: how far that is, the wish that it should stop, and
// damaged files, of which nothing is lost.
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

/* --- a thread --- */

/* Who waits for a task. GTask's own source object will not do: the thread may be the last to have
 * it, and what is shown must not end there. */
typedef struct {
    GObject *owner;
    GAsyncReadyCallback ready;
} Waiter;

static void on_task_ready(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autofree Waiter *waiter = data;
    waiter->ready(waiter->owner, result, NULL);
    g_object_unref(waiter->owner);
}

void tab_work_in_thread(gpointer owner, GTaskThreadFunc work, gpointer data,
                        GDestroyNotify free_data, GAsyncReadyCallback ready)
{
    Waiter *waiter = g_new0(Waiter, 1);
    waiter->owner = g_object_ref(owner);
    waiter->ready = ready;
    g_autoptr(GTask) task = g_task_new(NULL, NULL, on_task_ready, waiter);
    g_task_set_task_data(task, data, free_data);
    g_task_run_in_thread(task, work);
}

/* --- files --- */

static gboolean tell_progress(gpointer progress, double part, GError **error)
{
    return tab_progress_step(progress, part, error);
}

bool tab_file_write(const char *path, const char *text, gsize length, TabProgress *progress,
                    GError **error)
{
    return tab_output_file_replace_with_progress(path, text, (gssize)length, tell_progress,
                                                 progress, error);
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
