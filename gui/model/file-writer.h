// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a whole file or nothing of it, however slow the disk is.
#pragma once

#include "gui/model/progress.h"

G_BEGIN_DECLS

/* Writes `length` bytes to a temporary file beside `path`, brings them to the disk, and gives them
 * the name; what stood there stays until then, and for good if anything fails or `progress` (NULL:
 * nobody waits) is cancelled. `mode`: of the file, less what the umask takes. Blocks. G_FILE_ERROR,
 * which names the file, or G_IO_ERROR_CANCELLED. */
bool tab_file_write(const char *path, const char *text, gsize length, int mode,
                    TabProgress *progress, GError **error);

G_END_DECLS
