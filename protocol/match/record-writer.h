// SPDX-License-Identifier: GPL-3.0-or-later
// A file of game records that grows game by game while a match runs, locked against other runs.
#pragma once

#include <gio/gio.h>

typedef struct _TabRecordWriter TabRecordWriter;

/* Opens `path` for writing: after what is there, or in its place. What is there then stays until
 * the new games are closed; they grow in the file of tab_record_writer_part() meanwhile, and stay
 * there if the run is killed. A file that is empty or not there yet, a pipe and a device are
 * written at once. Errors are of G_FILE_ERROR and name the file; G_FILE_ERROR_AGAIN: another run
 * has the lock. */
TabRecordWriter *tab_record_writer_open(const char *path, gboolean append, GError **error);
/* Writes one game, given as text; an empty line before it unless it is the first; it has left this
 * process when this returns. */
gboolean tab_record_writer_add(TabRecordWriter *writer, const char *record, GError **error);
/* Synchronises, puts the new file in its place if a game is in it and none is missing, unlocks,
 * closes and frees, also after an error. */
gboolean tab_record_writer_close(TabRecordWriter *writer, GError **error);

/* "<path>.part" beside the file that `path` leads to. Free with g_free. */
char *tab_record_writer_part(const char *path);
