// SPDX-License-Identifier: GPL-3.0-or-later
// What all long files have in common, those of matches and of tables.
#include "protocol/files/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_PATIENCE_MS 1000
#define LOCK_PAUSE_MS 10
#define MAX_LINKS 40       /* one after the other, as the system has it */
#define PIECE (256u << 10) /* bytes written between two reports */

/* The window shows some of them to people: g_dgettext() leaves them as they are in a program
 * without translations. */
static const char *const sentences[] = {
    [TAB_FILE_OPEN] = N_("cannot open %s: %s"),
    [TAB_FILE_CREATE] = N_("cannot create %s: %s"),
    [TAB_FILE_READ] = N_("cannot read %s: %s"),
    [TAB_FILE_WRITE] = N_("cannot write %s: %s"),
    [TAB_FILE_CUT] = "cannot cut %s: %s",
    [TAB_FILE_CLOSE] = "cannot close %s: %s",
    [TAB_FILE_LOCK] = "cannot lock %s: %s",
    [TAB_FILE_REMOVE] = "cannot remove %s: %s",
    [TAB_FILE_REPLACE] = "cannot replace %s: %s",
    [TAB_FILE_MAKE_FOLDER] = N_("cannot make the folder %s: %s"),
};

gboolean tab_output_file_fail(TabFileAct act, const char *path, GError **error)
{
    int code = errno;
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code),
                g_dgettext("tab", sentences[act]), name, g_strerror(code));
    return FALSE;
}

gboolean tab_output_file_write(int fd, const char *path, const char *bytes, gsize length,
                               GError **error)
{
    for (gsize done = 0; done < length;) {
        gssize n = write(fd, bytes + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tab_output_file_fail(TAB_FILE_WRITE, path, error);
        done += (gsize)n;
    }
    return TRUE;
}

gboolean tab_output_file_sync(int fd, const char *path, GError **error)
{
    if (!fsync(fd) || errno == EINVAL || errno == EROFS)
        return TRUE;
    return tab_output_file_fail(TAB_FILE_WRITE, path, error);
}

gboolean tab_output_file_flush_standard(GError **error)
{
    gboolean lost = ferror(stdout); /* earlier, for a reason that nobody kept */
    errno = EIO;
    return (!fflush(stdout) && !lost) ||
           tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
}

void tab_output_file_hold_standard(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
            return; /* it would have been the lowest number */
}

static void print_or_end(const char *text)
{
    const char *charset;
    g_autofree char *local =
        g_get_console_charset(&charset)
            ? NULL
            : g_convert_with_fallback(text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
    g_autoptr(GError) error = NULL;
    if (fputs(local ? local : text, stdout) < 0)
        tab_output_file_fail(TAB_FILE_WRITE, "standard output", &error);
    else if (tab_output_file_flush_standard(&error))
        return;
    g_printerr("%s: %s\n", g_get_prgname(), error->message);
    exit(EXIT_FAILURE);
}

void tab_output_file_watch_help(void)
{
    g_set_print_handler(print_or_end);
}

gboolean tab_output_file_sync_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = g_open(folder, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return errno == EACCES ||
               tab_output_file_fail(TAB_FILE_OPEN, folder, error); /* may write only */
    gboolean ok = tab_output_file_sync(fd, folder, error);
    close(fd);
    return ok;
}

/* What a run was about to start when it was killed has its lock until it runs itself: so the lock
 * is waited for. */
gboolean tab_output_file_lock(int fd, const char *path, GError **error)
{
    gint64 end = g_get_monotonic_time() + LOCK_PATIENCE_MS * 1000;
    while (flock(fd, LOCK_EX | LOCK_NB)) {
        if (errno == ENOSYS || errno == ENOLCK || errno == EOPNOTSUPP || errno == EINVAL)
            return TRUE;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return tab_output_file_fail(TAB_FILE_LOCK, path, error);
        if (g_get_monotonic_time() >= end) {
            g_autofree char *name = g_filename_display_name(path);
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN,
                        g_dgettext("tab", N_("%s is being written by another run")), name);
            return FALSE;
        }
        g_usleep(LOCK_PAUSE_MS * 1000);
    }
    return TRUE;
}

char *tab_output_file_resolve(const char *path)
{
    g_autofree char *file = g_strdup(path);
    for (guint links = 0; links < MAX_LINKS; links++) {
        g_autofree char *target = g_file_read_link(file, NULL);
        if (!target)
            break;
        g_autofree char *folder = g_path_get_dirname(file);
        g_free(file);
        file =
            g_path_is_absolute(target) ? g_strdup(target) : g_build_filename(folder, target, NULL);
    }
    g_autofree char *folder = g_path_get_dirname(file), *name = g_path_get_basename(file);
    char *real = realpath(folder, NULL);
    char *resolved =
        real ? g_build_filename(real, name, NULL) : g_canonicalize_filename(file, NULL);
    free(real);
    return resolved;
}

gboolean tab_output_file_same(const char *one, const char *other)
{
    GStatBuf of_one, of_other;
    gboolean there = !g_stat(one, &of_one);
    if (there && !S_ISREG(of_one.st_mode))
        return FALSE;
    if (there && !g_stat(other, &of_other))
        return of_one.st_dev == of_other.st_dev && of_one.st_ino == of_other.st_ino;
    g_autofree char *first = tab_output_file_resolve(one);
    g_autofree char *second = tab_output_file_resolve(other);
    return g_str_equal(first, second);
}

gboolean tab_output_file_check(const char *path, gboolean in_place, GError **error)
{
    g_autofree char *file = tab_output_file_resolve(path), *folder = g_path_get_dirname(file);
    if (g_file_test(file, G_FILE_TEST_IS_DIR)) {
        errno = EISDIR;
        return tab_output_file_fail(TAB_FILE_WRITE, path, error);
    }
    if (!g_access(folder, W_OK | X_OK))
        return TRUE;
    int why = errno;
    gboolean open = !g_access(path, W_OK);
    if (open && (in_place || !g_file_test(path, G_FILE_TEST_IS_REGULAR)))
        return TRUE;
    if (open || errno == ENOENT) /* a new file needs the folder */
        errno = why;
    return tab_output_file_fail(TAB_FILE_WRITE, path, error);
}

/* Whole files. */

static gboolean write_stream(const char *path, const char *bytes, gsize length, GError **error)
{
    FILE *file = g_fopen(path, "w");
    if (!file)
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    gboolean written = fwrite(bytes, 1, length, file) == length;
    if (fclose(file) || !written)
        return tab_output_file_fail(TAB_FILE_WRITE, path, error);
    return TRUE;
}

/* How a file is written. */
typedef struct {
    gboolean own; /* nobody else may read it */
    TabFileProgress progress;
    gpointer user_data;
} Writing;

static gboolean write_pieces(int fd, const char *path, const char *bytes, gsize length,
                             const Writing *writing, GError **error)
{
    for (gsize done = 0, n; done < length; done += n) {
        n = MIN(length - done, PIECE);
        if (!tab_output_file_write(fd, path, bytes + done, n, error) ||
            (writing->progress &&
             !writing->progress(writing->user_data, 0.9 * (double)(done + n) / (double)length,
                                error)))
            return FALSE;
    }
    return tab_output_file_sync(fd, path, error) &&
           (!writing->progress || writing->progress(writing->user_data, 1, error));
}

static gboolean replace(const char *path, const char *bytes, gssize given_length,
                        const Writing *writing, GError **error)
{
    gsize length = given_length < 0 ? strlen(bytes) : (gsize)given_length;
    GStatBuf old;
    gboolean there = !g_stat(path, &old);
    /* /dev/stdout, a named pipe: no file of the same name can take their place */
    if (there && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
        return write_stream(path, bytes, length, error);
    /* a link stays, and the file that it names is replaced */
    g_autofree char *file =
        g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? tab_output_file_resolve(path) : g_strdup(path);
    g_autofree char *temporary = g_strconcat(file, ".XXXXXX", NULL);
    int fd = g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, there || writing->own ? 0600 : 0666);
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_WRITE, file, error);
    if (there && !writing->own)
        fchmod(fd, old.st_mode & 0777); /* where that fails, fewer may read it */
    gboolean written = write_pieces(fd, file, bytes, length, writing, error);
    if (close(fd) && written)
        written = tab_output_file_fail(TAB_FILE_WRITE, file, error);
    if (written && g_rename(temporary, file))
        written = tab_output_file_fail(TAB_FILE_WRITE, file, error);
    if (written)
        tab_output_file_sync_folder(file, NULL); /* else a power cut could bring the old one back */
    else
        g_unlink(temporary);
    return written;
}

gboolean tab_output_file_replace(const char *path, const char *bytes, gssize length, GError **error)
{
    return replace(path, bytes, length, &(Writing){0}, error);
}

gboolean tab_output_file_replace_with_progress(const char *path, const char *bytes, gssize length,
                                               TabFileProgress progress, gpointer user_data,
                                               GError **error)
{
    return replace(path, bytes, length, &(Writing){.progress = progress, .user_data = user_data},
                   error);
}

gboolean tab_output_file_replace_own(const char *path, const char *bytes, gssize length,
                                     GError **error)
{
    return replace(path, bytes, length, &(Writing){.own = TRUE}, error);
}

gboolean tab_output_file_replace_own_keys(const char *path, GKeyFile *keys, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) != 0)
        return tab_output_file_fail(TAB_FILE_MAKE_FOLDER, folder, error);
    gsize length;
    g_autofree char *text = g_key_file_to_data(keys, &length, NULL);
    return tab_output_file_replace_own(path, text, (gssize)length, error);
}
