// SPDX-License-Identifier: GPL-3.0-or-later
// The journal as a file: locked, appended to, synchronised, and cut back to its last whole line.
#include "protocol/match/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/output-file.h"
#include "protocol/match/journal-line.h"
#include "protocol/match/journal-reader.h"

/* A file larger than that is no torn header. */
#define TORN_HEADER_MAX (1u << 20)
/* Bytes written at a time where many games are added. */
#define BATCH (4u << 20)
#define LOCK_PATIENCE_MS 1000
#define LOCK_PAUSE_MS 10

struct _TabJournal {
    char *path;
    int fd;
    goffset whole;   /* bytes: every line up to here is on disk */
    gboolean broken; /* what follows `whole` could not be cut off, or may not be on disk */
    GString *lines;  /* to be written */
};

G_DEFINE_QUARK(tab_journal_error, tab_journal_error)

static gboolean refuse(const char *path, TabJournalError code, const char *what, GError **error)
{
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, TAB_JOURNAL_ERROR, code, "%s %s", name, what);
    return FALSE;
}

/* What a run was about to start when it was killed has its lock until it runs itself: so the lock
 * is waited for a moment. */
static int lock_patiently(int fd)
{
    gint64 end = g_get_monotonic_time() + LOCK_PATIENCE_MS * 1000;
    int result;
    while ((result = flock(fd, LOCK_EX | LOCK_NB)) && (errno == EWOULDBLOCK || errno == EINTR) &&
           g_get_monotonic_time() < end)
        g_usleep(LOCK_PAUSE_MS * 1000);
    return result;
}

/* Locks the file against other runs, on all machines that see it. A file system without locks is
 * none of the errors. */
static gboolean lock(TabJournal *self, GError **error)
{
    if (!lock_patiently(self->fd) || errno == ENOSYS || errno == ENOLCK || errno == EOPNOTSUPP ||
        errno == EINVAL)
        return TRUE;
    if (errno == EWOULDBLOCK)
        return refuse(self->path, TAB_JOURNAL_ERROR_LOCKED, "is being written by another run",
                      error);
    return tab_output_file_fail("lock", self->path, error);
}

static void close_and_free(TabJournal *self)
{
    if (self->fd >= 0)
        close(self->fd);
    g_string_free(self->lines, TRUE);
    g_free(self->path);
    g_free(self);
}

/* The file opened with `flags` beside those that all need, locked; its `size` in bytes. */
static TabJournal *open_locked(const char *path, int flags, goffset *size, GError **error)
{
    struct stat status;
    TabJournal *self = g_new0(TabJournal, 1);
    self->path = g_strdup(path);
    self->lines = g_string_new(NULL);
    self->fd = g_open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0644);
    gboolean ok;
    if (self->fd < 0 || fstat(self->fd, &status))
        ok = tab_output_file_fail("open", path, error);
    else if (!S_ISREG(status.st_mode))
        ok = refuse(path, TAB_JOURNAL_ERROR_CONTENTS, "is no regular file", error);
    else
        ok = lock(self, error);
    if (ok && fstat(self->fd, &status)) /* again: whoever held the lock may have written */
        ok = tab_output_file_fail("open", path, error);
    if (!ok) {
        close_and_free(self);
        return NULL;
    }
    *size = status.st_size;
    return self;
}

/* Reads all of an open file, named for errors by `path`. */
static gboolean read_all(int fd, const char *path, GPtrArray **games, char **settings, gsize *whole,
                         GError **error)
{
    g_autoptr(TabJournalReader) reader = tab_journal_reader_new();
    if (!tab_journal_reader_feed_file(reader, fd, path, error))
        return FALSE;
    if (tab_journal_reader_end(reader, games, settings, whole, error))
        return TRUE;
    g_autofree char *name = g_filename_display_name(path);
    g_prefix_error(error, "%s, ", name);
    return FALSE;
}

/* Writes the whole lines that are in self->lines and waits for the disk. */
static gboolean append(TabJournal *self, GError **error)
{
    if (self->broken) {
        errno = EIO;
        return tab_output_file_fail("write", self->path, error);
    }
    gboolean ok =
        tab_output_file_write(self->fd, self->path, self->lines->str, self->lines->len, error);
    if (ok && fdatasync(self->fd)) {
        ok = tab_output_file_fail("write", self->path, error);
        self->broken = TRUE; /* the kernel forgets such errors: later success would say nothing */
    }
    if (ok)
        self->whole += (goffset)self->lines->len;
    else if (ftruncate(self->fd, self->whole))
        self->broken = TRUE;
    return ok;
}

/* Whether the file may be started anew. */
static gboolean holds_nothing(TabJournal *self, goffset size)
{
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *settings = NULL;
    g_autoptr(GError) error = NULL;
    gsize whole;
    return size == 0 || (size <= TORN_HEADER_MAX &&
                         !read_all(self->fd, self->path, &games, &settings, &whole, &error) &&
                         g_error_matches(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY));
}

TabJournal *tab_journal_create(const char *path, const char *settings, GError **error)
{
    goffset size;
    TabJournal *self = open_locked(path, O_CREAT, &size, error);
    if (!self)
        return NULL;
    gboolean ok = holds_nothing(self, size);
    if (!ok)
        errno = EEXIST;
    if (!ok || ftruncate(self->fd, 0))
        ok = tab_output_file_fail("create", path, error);
    tab_journal_line_write_header(self->lines, settings);
    g_string_append_c(self->lines, '\n');
    if (ok && append(self, error) && tab_output_file_sync_folder(path, error))
        return self;
    close_and_free(self);
    return NULL;
}

/* Cuts the file off behind its last whole line. All that was read is on disk when this returns: it
 * may only have been in memory when the run before was killed. */
static gboolean mend(TabJournal *self, goffset size, GError **error)
{
    if (self->whole < size && ftruncate(self->fd, self->whole))
        return tab_output_file_fail("cut", self->path, error);
    return tab_output_file_sync(self->fd, self->path, error);
}

TabJournal *tab_journal_open(const char *path, GPtrArray **games, char **settings, gboolean *torn,
                             GError **error)
{
    goffset size;
    gsize whole;
    g_autoptr(GPtrArray) all = NULL;
    g_autofree char *text = NULL;
    TabJournal *self = open_locked(path, 0, &size, error);
    if (!self)
        return NULL;
    gboolean ok = read_all(self->fd, path, &all, &text, &whole, error);
    if (ok)
        self->whole = (goffset)whole;
    if (!ok || !mend(self, size, error)) {
        close_and_free(self);
        return NULL;
    }
    *games = g_steal_pointer(&all);
    *settings = g_steal_pointer(&text);
    if (torn)
        *torn = self->whole < size;
    return self;
}

gboolean tab_journal_read(const char *path, GPtrArray **games, char **settings, GError **error)
{
    gsize whole;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    if (fd < 0)
        return tab_output_file_fail("open", path, error);
    gboolean ok = read_all(fd, path, games, settings, &whole, error);
    close(fd);
    return ok;
}

gboolean tab_journal_parse(const char *text, gsize length, GPtrArray **games, char **settings,
                           gsize *whole, GError **error)
{
    g_autoptr(TabJournalReader) reader = tab_journal_reader_new();
    return tab_journal_reader_feed(reader, text, length, error) &&
           tab_journal_reader_end(reader, games, settings, whole, error);
}

/* Puts one line behind those in self->lines; leaves them as they are on error. */
static gboolean prepare(TabJournal *self, const TabGameResult *game, GError **error)
{
    gsize start = self->lines->len;
    g_return_val_if_fail(game->number > 0 && game->record && *game->record, FALSE);
    g_return_val_if_fail(tab_record_can_end(game->result, game->termination), FALSE);
    g_return_val_if_fail(!game->has_luck || isfinite(game->luck), FALSE);
    tab_journal_line_write_game(self->lines, game);
    if (self->lines->len - start <= TAB_JOURNAL_LINE_MAX) {
        g_string_append_c(self->lines, '\n');
        return TRUE;
    }
    g_string_truncate(self->lines, start);
    g_autofree char *what = g_strdup_printf("cannot hold game %u: it is too long", game->number);
    return refuse(self->path, TAB_JOURNAL_ERROR_TOO_LONG, what, error);
}

gboolean tab_journal_add(TabJournal *self, const TabGameResult *game, GError **error)
{
    g_string_truncate(self->lines, 0);
    return prepare(self, game, error) && append(self, error);
}

gboolean tab_journal_add_all(TabJournal *self, GPtrArray *games, GError **error)
{
    g_string_truncate(self->lines, 0);
    for (guint i = 0; i < games->len; i++) {
        if (!prepare(self, g_ptr_array_index(games, i), error))
            return FALSE;
        if (self->lines->len < BATCH && i + 1 < games->len)
            continue;
        if (!append(self, error))
            return FALSE;
        g_string_truncate(self->lines, 0);
    }
    return TRUE;
}

gboolean tab_journal_close(TabJournal *self, GError **error)
{
    int fd = self->fd;
    self->fd = -1;
    gboolean ok = !close(fd) || tab_output_file_fail("close", self->path, error);
    close_and_free(self);
    return ok;
}
