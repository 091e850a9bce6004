// SPDX-License-Identifier: GPL-3.0-or-later
// Writes beside the file and renames at the end.
#include "protocol/files/part-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

struct _TabPartFile {
    char *path;     /* that is written to */
    char *replaced; /* the file whose place it takes in the end; NULL: none */
    int fd;
};

/* Whether the name still stands for the open file: the run that had the lock may have renamed it.
 */
static gboolean is_at(int fd, const char *path)
{
    struct stat one, other;
    return !fstat(fd, &one) && !g_stat(path, &other) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* Locks the new file and empties it of what a run that was killed has left. */
static gboolean begin(TabPartFile *file, GError **error)
{
    if (!file->replaced)
        return TRUE;
    if (!tab_output_file_lock(file->fd, file->path, error))
        return FALSE;
    if (!is_at(file->fd, file->path)) {
        g_autofree char *name = g_filename_display_name(file->path);
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN, "%s was written by another run", name);
        return FALSE;
    }
    return !ftruncate(file->fd, 0) || tab_output_file_fail("write", file->path, error);
}

static void free_file(TabPartFile *file)
{
    g_free(file->path);
    g_free(file->replaced);
    g_free(file);
}

TabPartFile *tab_part_file_open(const char *path, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        errno = EISDIR;
        tab_output_file_fail("write", path, error);
        return NULL;
    }
    TabPartFile *file = g_new0(TabPartFile, 1);
    g_autofree char *real = tab_output_file_resolve(path);
    gboolean stream =
        g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR);
    file->path = stream ? g_strdup(path) : g_strconcat(real, ".part", NULL);
    file->replaced = stream ? NULL : g_steal_pointer(&real);
    file->fd = g_open(file->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (file->fd < 0)
        tab_output_file_fail("open", file->path, error);
    else if (begin(file, error))
        return file;
    if (file->fd >= 0)
        close(file->fd);
    free_file(file);
    return NULL;
}

gboolean tab_part_file_write(TabPartFile *file, const char *bytes, gsize length, GError **error)
{
    return tab_output_file_write(file->fd, file->path, bytes, length, error);
}

/* Renames before the lock goes. */
static gboolean take_place(TabPartFile *file, GError **error)
{
    if (!tab_output_file_sync(file->fd, file->path, error))
        return FALSE;
    if (g_rename(file->path, file->replaced))
        return tab_output_file_fail("replace", file->replaced, error);
    return tab_output_file_sync_folder(file->replaced, error);
}

gboolean tab_part_file_close(TabPartFile *file, gboolean whole, GError **error)
{
    gboolean ok = TRUE;
    if (file->replaced && whole)
        ok = take_place(file, error);
    else if (file->replaced)
        g_unlink(file->path);
    if (close(file->fd) && ok)
        ok = tab_output_file_fail("close", file->path, error);
    free_file(file);
    return ok;
}
