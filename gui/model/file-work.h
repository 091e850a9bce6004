// SPDX-License-Identifier: GPL-3.0-or-later
// Files read or written in a thread of its own: how far that is, the wish that it should stop, and
// writing that leaves a whole file or none; and damaged files, of which nothing is lost.
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

/* Writes `length` bytes to a temporary file beside `path`, brings them to the disk, and gives them
 * the name; what stood there stays until then, and for good if anything fails or `progress` (NULL:
 * nobody waits) is cancelled. `mode`: of the file, less what the umask takes. Blocks. G_FILE_ERROR,
 * which names the file, or G_IO_ERROR_CANCELLED. */
bool tab_file_write(const char *path, const char *text, gsize length, int mode,
                    TabProgress *progress, GError **error);

/* Gives a damaged file another name beside it, one that nothing has yet (game.ini becomes
 * game-damaged-1.ini), so that it is not lost when that is written again. The path; free with
 * g_free. NULL: it stays. Blocks. G_FILE_ERROR. */
char *tab_file_set_aside(const char *path, GError **error);
