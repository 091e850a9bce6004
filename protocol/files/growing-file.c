// SPDX-License-Identifier: GPL-3.0-or-later
// Appends pieces with one write each, so that a file never ends in half a piece unless the disk is
// full; what would take the place of a file grows beside it and is renamed when it is whole.
#include "protocol/files/growing-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

#define TRIES 10 /* to open a file that others put another one in the place of */

struct _TabGrowingFile {
    char *path;      /* that is written to */
    int fd;          /* of it */
    char *replaced;  /* the file whose place it takes in the end; NULL: its own */
    int lock;        /* of that file, which is locked until then; -1: it was not there */
    gboolean whole;  /* it takes the place even if nothing is written */
    gboolean empty;  /* nothing in it yet */
    gboolean failed; /* a piece could not be written */
};

char *tab_growing_file_part(const char *path)
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
            tab_output_file_fail(TAB_FILE_OPEN, path, error);
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
    tab_output_file_fail(TAB_FILE_OPEN, path, error);
    return -1;
}

static gboolean is_still(int fd, const char *path)
{
    struct stat status, now;
    return !fstat(fd, &status) && !lstat(path, &now) && is_same(&status, &now);
}

/* Takes away what a run that was killed has left; FALSE if that is still being written. */
static gboolean remove_left(const char *path, GError **error)
{
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0);
    gboolean free_to_go = fd < 0 || tab_output_file_lock(fd, path, error);
    if (free_to_go && (fd < 0 || is_still(fd, path)))
        g_unlink(path);
    if (fd >= 0)
        close(fd);
    return free_to_go;
}

/* The file to grow in, new and locked; -1 after an error. */
static int open_part(const char *path, int mode, GError **error)
{
    for (guint i = 0; i < TRIES; i++) {
        if (!remove_left(path, error))
            return -1;
        int fd = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            break;
        if (fd < 0)
            continue; /* another run was faster */
        if (!tab_output_file_lock(fd, path, error)) {
            close(fd);
            return -1;
        }
        if (is_still(fd, path))
            return fd;
        close(fd);
        errno = EAGAIN;
    }
    tab_output_file_fail(TAB_FILE_OPEN, path, error);
    return -1;
}

TabGrowingFile *tab_growing_file_open(const char *path, TabGrowing how, GError **error)
{
    struct stat status = {.st_mode = S_IFREG | 0666};
    gboolean fresh = how == TAB_GROWING_WHOLE && !g_file_test(path, G_FILE_TEST_EXISTS);
    int fd = fresh ? -1 : open_locked(path, &status, error);
    if (fd < 0 && !fresh)
        return NULL;
    TabGrowingFile *file = g_new0(TabGrowingFile, 1);
    file->whole = how == TAB_GROWING_WHOLE;
    file->path = g_strdup(path);
    file->fd = fd;
    file->lock = -1;
    file->empty = !S_ISREG(status.st_mode) || !status.st_size;
    if (!fresh && (how == TAB_GROWING_AFTER || (how == TAB_GROWING_INSTEAD && file->empty) ||
                   !S_ISREG(status.st_mode) || is_standard(&status)))
        return file;
    file->replaced = tab_output_file_resolve(path);
    g_free(file->path);
    file->path = tab_growing_file_part(path);
    file->lock = fd;
    file->empty = TRUE;
    file->fd = open_part(file->path, status.st_mode & 0666, error);
    if (file->fd >= 0)
        return file;
    tab_growing_file_close(file, NULL);
    return NULL;
}

gboolean tab_growing_file_add(TabGrowingFile *file, const char *text, GError **error)
{
    file->failed |= !tab_output_file_write(file->fd, file->path, text, strlen(text), error);
    file->empty = FALSE;
    return !file->failed;
}

gboolean tab_growing_file_add_apart(TabGrowingFile *file, const char *text, GError **error)
{
    if (file->empty)
        return tab_growing_file_add(file, text, error);
    g_autofree char *apart = g_strconcat("\n", text, NULL);
    return tab_growing_file_add(file, apart, error);
}

/* Puts the finished file in the place of the one before, unless nothing was written or not all
 * of it. */
static gboolean take_place(TabGrowingFile *file, GError **error)
{
    if (file->empty && !file->whole)
        return !g_unlink(file->path) || tab_output_file_fail(TAB_FILE_REMOVE, file->path, error);
    errno = EEXIST; /* another run has made it meanwhile */
    if ((file->lock < 0 && g_file_test(file->replaced, G_FILE_TEST_EXISTS)) ||
        g_rename(file->path, file->replaced))
        return tab_output_file_fail(TAB_FILE_REPLACE, file->replaced, error);
    return tab_output_file_sync_folder(file->replaced, error);
}

gboolean tab_growing_file_close(TabGrowingFile *file, GError **error)
{
    gboolean ok = file->fd >= 0 && tab_output_file_sync(file->fd, file->path, error);
    if (file->fd >= 0 && close(file->fd) && ok)
        ok = tab_output_file_fail(TAB_FILE_CLOSE, file->path, error);
    if (file->replaced && ok && !file->failed)
        ok = take_place(file, error);
    if (file->lock >= 0)
        close(file->lock);
    g_free(file->path);
    g_free(file->replaced);
    g_free(file);
    return ok;
}

void tab_growing_file_abandon(TabGrowingFile *file)
{
    file->failed = TRUE;
    if (file->replaced)
        g_unlink(file->path);
    tab_growing_file_close(file, NULL);
}
