// SPDX-License-Identifier: GPL-3.0-or-later
// Files read or written in a thread of its own: how far that is, the wish that it should stop, and
// damaged files, of which nothing is lost.
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

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

/* Runs `work` in a thread, with no source object; `data` is its task data. Afterwards `ready` gets
 * `owner`, a GObject, and the task, and no user data, in the main loop. The owner is referenced
 * until then, and let go of nowhere else; `free_data` may run in either. */
void tab_work_in_thread(gpointer owner, GTaskThreadFunc work, gpointer data,
                        GDestroyNotify free_data, GAsyncReadyCallback ready);

/* tab_output_file_replace() that can be watched: an old file stays also if `progress` (NULL: nobody
 * waits) is cancelled, G_IO_ERROR_CANCELLED. Blocks. */
bool tab_file_write(const char *path, const char *text, gsize length, TabProgress *progress,
                    GError **error);

/* Gives a damaged file another name beside it, one that nothing has yet (game.ini becomes
 * game-damaged-1.ini), so that it is not lost when that is written again. The path; free with
 * g_free. NULL: it stays. Blocks. G_FILE_ERROR. */
char *tab_file_set_aside(const char *path, GError **error);
