// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files that must survive: whole writes, locks, errors that name the file, names on disk.
#pragma once

#include <glib.h>

typedef enum {
    TAB_FILE_OPEN,
    TAB_FILE_CREATE,
    TAB_FILE_READ,
    TAB_FILE_WRITE,
    TAB_FILE_CUT,
    TAB_FILE_CLOSE,
    TAB_FILE_LOCK,
    TAB_FILE_REMOVE,
    TAB_FILE_REPLACE,
    TAB_FILE_MAKE_FOLDER
} TabFileAct;

/* Sets an error of G_FILE_ERROR from `errno`: "cannot open <path>: <why>", in the window in the
 * language of who reads it. Always FALSE. */
gboolean tab_output_file_fail(TabFileAct act, const char *path, GError **error);

/* Writes all bytes, however many calls that takes; after an error some may have been written.
 * `path` is for the error. */
gboolean tab_output_file_write(int fd, const char *path, const char *bytes, gsize length,
                               GError **error);

/* Waits until the contents are on disk. What cannot be synchronised (a pipe, a terminal) is none of
 * the errors. */
gboolean tab_output_file_sync(int fd, const char *path, GError **error);

/* Sees all that was printed on standard output on its way; the error names it. */
gboolean tab_output_file_flush_standard(GError **error);

/* For the start of a program: opens what of standard input, output and error is closed, with
 * nothing in it, so that no file that is opened later is taken for it. */
void tab_output_file_hold_standard(void);

/* Makes g_print() end the program with status 1, and say so, where standard output cannot be
 * written: GLib prints the help itself, and ends the program as if all had been well. */
void tab_output_file_watch_help(void);

/* Waits until the name of a new file is on disk: synchronises the folder it is in. */
gboolean tab_output_file_sync_folder(const char *path, GError **error);

/* Locks a file against other runs, on all machines that see it, until it is closed; waits a moment
 * if it is locked, then fails with G_FILE_ERROR_AGAIN. A file system without locks is none of the
 * errors. */
gboolean tab_output_file_lock(int fd, const char *path, GError **error);

/* The name, from the root, of the file that writing to `path` writes or makes: links are followed,
 * also one whose file is not there yet. Free with g_free. */
char *tab_output_file_resolve(const char *path);

/* Whether both names are of one file, or of one that is not there yet; devices and pipes may be
 * used twice. */
gboolean tab_output_file_same(const char *one, const char *other);

/* Whether it can be written, as far as that can be told before: `in_place`, or by another file that
 * takes its place. */
gboolean tab_output_file_check(const char *path, gboolean in_place, GError **error);

/* Writes bytes (length -1: a text) to a temporary file that is synchronised, then renamed to
 * `path`, or to what a link there names, so that there is always a whole one; into a pipe or device
 * at once. Who may read a file that was there may read the new one. Errors are of G_FILE_ERROR and
 * name the file. */
gboolean tab_output_file_replace(const char *path, const char *bytes, gssize length,
                                 GError **error);
/* Told which part is written, 0–1; FALSE, with an error of its own, gives it up. */
typedef gboolean (*TabFileProgress)(gpointer user_data, double part, GError **error);
/* The same in pieces, telling after each; not of a pipe or device. */
gboolean tab_output_file_replace_with_progress(const char *path, const char *bytes, gssize length,
                                               TabFileProgress progress, gpointer user_data,
                                               GError **error);
/* The same of a file that nobody else may read. */
gboolean tab_output_file_replace_own(const char *path, const char *bytes, gssize length,
                                     GError **error);
/* The same with what a key file holds; makes the folder, for its owner alone, if there is none. */
gboolean tab_output_file_replace_own_keys(const char *path, GKeyFile *keys, GError **error);
