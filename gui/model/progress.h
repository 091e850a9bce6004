// SPDX-License-Identifier: GPL-3.0-or-later
// How far work in another thread has come, and the wish that it should stop: all that the two
// share.
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct _TabProgress TabProgress;
TabProgress *tab_progress_new(void);
TabProgress *tab_progress_ref(TabProgress *progress);
void tab_progress_unref(TabProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabProgress, tab_progress_unref)

/* For whoever works: says which part is done, 0–1, and whether to go on; G_IO_ERROR_CANCELLED if
 * not. NULL: nobody waits, and it does. */
bool tab_progress_step(TabProgress *progress, double part, GError **error);
/* For whoever waits, in any thread. */
double tab_progress_get_part(TabProgress *progress);
void tab_progress_cancel(TabProgress *progress);
bool tab_progress_is_cancelled(TabProgress *progress);

G_END_DECLS
