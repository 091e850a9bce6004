// SPDX-License-Identifier: GPL-3.0-or-later
// How far work in another thread has come, and the wish that it should stop: all that the two
// share.
#include "gui/model/progress.h"

#define WHOLE 10000 /* parts of the work that are told apart */

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
