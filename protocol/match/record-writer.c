// SPDX-License-Identifier: GPL-3.0-or-later
// Appends games with one write each, so that a file never ends in half a game unless the disk is
// full; what would take the place of other games grows beside them and is renamed when it is whole.
#include "protocol/match/record-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

#define TRIES 10 /* to open a file that others put another one in the place of */

struct _TabRecordWriter {
    char *path;      /* that is written to */
    int fd;          /* of it */
    char *replaced;  /* the file whose place it takes in the end; NULL: its own */
    int lock;        /* of that file, which is locked until then; -1: none */
    gboolean empty;  /* no game in it yet */
    gboolean failed; /* a game could not be written */
};

char *tab_record_writer_part(const char *path)
{
    g_autofree char *file = tab_output_file_resolve(path);
    return g_strconcat(file, ".part", NULL);
}

static gboolean is_same(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Where the score lines or messages go too; it can only be added to. */
static gboolean is_standard(const struct stat *file)
{
    struct stat standard;
    return (!fstat(STDOUT_FILENO, &standard) && is_same(&standard, file)) ||
           (!fstat(STDERR_FILENO, &standard) && is_same(&standard, file));
}

/* The file, made if it is not there, and locked if it is a regular one; -1 after an error. The run
 * that had the lock may have put a new file in its place. */
static int open_locked(const char *path, struct stat *status, GError **error)
{
    for (guint i = 0; i < TRIES; i++) {
        struct stat now;
        int fd = g_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0644);
        if (fd < 0 || fstat(fd, status)) {
            tab_output_file_fail("open", path, error);
            if (fd >= 0)
                close(fd);
            return -1;
        }
        if (!S_ISREG(status->st_mode))
            return fd;
        if (!tab_output_file_lock(fd, path, error)) {
            close(fd);
            return -1;
        }
        if (!fstat(fd, status) && !stat(path, &now) && is_same(status, &now))
            return fd;
        close(fd);
    }
    errno = EAGAIN;
    tab_output_file_fail("open", path, error);
    return -1;
}

TabRecordWriter *tab_record_writer_open(const char *path, gboolean append, GError **error)
{
    struct stat status;
    int fd = open_locked(path, &status, error);
    if (fd < 0)
        return NULL;
    TabRecordWriter *writer = g_new0(TabRecordWriter, 1);
    writer->path = g_strdup(path);
    writer->fd = fd;
    writer->lock = -1;
    writer->empty = !S_ISREG(status.st_mode) || !status.st_size;
    if (append || writer->empty || is_standard(&status))
        return writer;
    writer->replaced = tab_output_file_resolve(path);
    g_free(writer->path);
    writer->path = tab_record_writer_part(path);
    writer->lock = fd;
    writer->empty = TRUE;
    g_unlink(writer->path); /* of a run that was killed: whoever has the lock may */
    writer->fd = g_open(writer->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
                        status.st_mode & 0666);
    if (writer->fd >= 0)
        return writer;
    tab_output_file_fail("open", writer->path, error);
    tab_record_writer_close(writer, NULL);
    return NULL;
}

gboolean tab_record_writer_add(TabRecordWriter *writer, const char *record, GError **error)
{
    g_autoptr(GString) text = g_string_new(writer->empty ? "" : "\n");
    g_string_append(text, record);
    writer->failed |= !tab_output_file_write(writer->fd, writer->path, text->str, text->len, error);
    writer->empty = FALSE;
    return !writer->failed;
}

/* Puts the finished file in the place of the one before, unless no game was played or not all of
 * them are in it. */
static gboolean take_place(TabRecordWriter *writer, GError **error)
{
    if (writer->empty)
        return !g_unlink(writer->path) || tab_output_file_fail("remove", writer->path, error);
    if (g_rename(writer->path, writer->replaced))
        return tab_output_file_fail("replace", writer->replaced, error);
    return tab_output_file_sync_folder(writer->replaced, error);
}

gboolean tab_record_writer_close(TabRecordWriter *writer, GError **error)
{
    gboolean ok = writer->fd >= 0 && tab_output_file_sync(writer->fd, writer->path, error);
    if (writer->fd >= 0 && close(writer->fd) && ok)
        ok = tab_output_file_fail("close", writer->path, error);
    if (writer->replaced && ok && !writer->failed)
        ok = take_place(writer, error);
    if (writer->lock >= 0)
        close(writer->lock);
    g_free(writer->path);
    g_free(writer->replaced);
    g_free(writer);
    return ok;
}
