// SPDX-License-Identifier: GPL-3.0-or-later
// A file of game records that grows game by game while a match runs.
#pragma once

#include <gio/gio.h>

typedef struct _TabRecordWriter TabRecordWriter;

/* Opens `path` for writing: anew, or after what is there. Errors are of G_FILE_ERROR and name the
 * file. */
TabRecordWriter *tab_record_writer_open(const char *path, gboolean append, GError **error);
/* Writes one game, given as text; an empty line before it unless it is the first; it has left this
 * process when this returns. */
gboolean tab_record_writer_add(TabRecordWriter *writer, const char *record, GError **error);
/* Synchronises, closes and frees, also after an error. */
gboolean tab_record_writer_close(TabRecordWriter *writer, GError **error);
