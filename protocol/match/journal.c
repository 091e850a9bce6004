// SPDX-License-Identifier: GPL-3.0-or-later
// The journal as a file: locked, appended to, synchronised, and cut back to its last whole line.
#include "protocol/match/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/codec/splitter.h"
#include "protocol/files/journal-tail.h"
#include "protocol/files/output-file.h"
#include "protocol/match/journal-line.h"

/* A file larger than that is no torn header. */
#define TORN_HEADER_MAX (1u << 20)
/* Bytes written at a time where many games are added. */
#define BATCH (4u << 20)
/* Bytes read at a time. */
#define CHUNK (1u << 20)

G_DEFINE_QUARK(tab_journal_error, tab_journal_error)

/* Reading. */

/* A journal being read, chunk by chunk. Only its last line may be no JSON or without an end: at
 * most one write was under way when a run ended. */
typedef struct {
    TabSplitter *splitter;
    JsonParser *parser;
    GPtrArray *games;
    GHashTable *lines; /* number of a game -> the line it is in */
    char *settings;    /* once the header is read */
    guint line;        /* lines read */
    gboolean bad;      /* the last of them is no JSON */
    gsize fed, whole;  /* bytes; `whole`: up to the end of the last good line */
} Reader;

static Reader *new_reader(void)
{
    Reader *self = g_new0(Reader, 1);
    self->splitter = tab_splitter_new(TAB_JOURNAL_LINE_MAX);
    self->parser = json_parser_new();
    self->games = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    self->lines = g_hash_table_new(NULL, NULL);
    return self;
}

static void free_reader(Reader *self)
{
    tab_splitter_free(self->splitter);
    g_object_unref(self->parser);
    g_clear_pointer(&self->games, g_ptr_array_unref);
    g_hash_table_unref(self->lines);
    g_free(self->settings);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Reader, free_reader)

static gboolean refuse_line(Reader *self, GError **error, const char *text)
{
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "line %u: %s", self->line,
                text);
    return FALSE;
}

static gboolean read_journal_line(Reader *self, const char *line, gsize length, GError **error)
{
    if (self->bad)
        return refuse_line(self, error, "is no JSON object");
    self->line++;
    JsonObject *object = tab_journal_line_parse(self->parser, line, length);
    self->bad = !object;
    if (!object)
        return self->settings || refuse_line(self, error, "is not the header of a journal");
    if (!self->settings) {
        self->settings = tab_journal_line_read_header(object, error);
        if (!self->settings) {
            g_prefix_error(error, "line %u: ", self->line);
            return FALSE;
        }
    } else {
        TabGameResult *game = tab_journal_line_read_game(object, error);
        if (!game) {
            g_prefix_error(error, "line %u: ", self->line);
            return FALSE;
        }
        g_ptr_array_add(self->games, game);
        gpointer number = GUINT_TO_POINTER(game->number);
        guint first = GPOINTER_TO_UINT(g_hash_table_lookup(self->lines, number));
        if (first) {
            g_autofree char *text =
                g_strdup_printf("game %u is there already, in line %u", game->number, first);
            return refuse_line(self, error, text);
        }
        g_hash_table_insert(self->lines, number, GUINT_TO_POINTER(self->line));
    }
    self->whole = self->fed - tab_splitter_pending(self->splitter);
    return TRUE;
}

/* Whether there is memory for a line that goes on; the splitter would end the program. */
static gboolean has_room(Reader *self, gsize more, GError **error)
{
    gsize bytes = tab_splitter_pending(self->splitter) + more;
    gpointer room = bytes > CHUNK ? g_try_malloc(2 * bytes) : NULL;
    g_free(room);
    if (room || bytes <= CHUNK)
        return TRUE;
    self->line++;
    return refuse_line(self, error, "is too long for the memory that there is");
}

static gboolean feed_reader(Reader *self, const char *bytes, gsize length, GError **error)
{
    const char *line;
    gsize n;
    if (!has_room(self, length, error))
        return FALSE;
    tab_splitter_feed(self->splitter, bytes, length);
    self->fed += length;
    for (;;) {
        switch (tab_splitter_next(self->splitter, &line, &n)) {
        case TAB_SPLIT_NONE:
            return TRUE;
        case TAB_SPLIT_LINE:
            if (!read_journal_line(self, line, n, error))
                return FALSE;
            break;
        case TAB_SPLIT_TOO_LONG:
            self->line++;
            return refuse_line(self, error, "is too long");
        }
    }
}

static gboolean finish_reading(Reader *self, GPtrArray **games, char **settings, gsize *whole,
                               GError **error)
{
    if (self->settings) {
        if (self->bad && tab_splitter_pending(self->splitter))
            return refuse_line(self, error, "is no JSON object");
        *games = g_steal_pointer(&self->games);
        *settings = g_steal_pointer(&self->settings);
        *whole = self->whole;
        return TRUE;
    }
    /* a single line that has no end may be a torn header: its beginning, then NUL bytes */
    const char *text;
    gsize length;
    tab_splitter_end(self->splitter);
    if (tab_splitter_next(self->splitter, &text, &length) == TAB_SPLIT_LINE) {
        while (length && !text[length - 1])
            length--;
        if (memcmp(text, TAB_JOURNAL_MAGIC, MIN(length, strlen(TAB_JOURNAL_MAGIC)))) {
            self->line++;
            return refuse_line(self, error, "is not the header of a journal");
        }
    }
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY, "holds no journal yet");
    return FALSE;
}

/* Reads all of an open file, named for errors by `path`. */
static gboolean read_journal(int fd, const char *path, GPtrArray **games, char **settings,
                             gsize *whole, GError **error)
{
    g_autoptr(Reader) reader = new_reader();
    g_autofree char *chunk = g_malloc(CHUNK), *name = g_filename_display_name(path);
    gssize n;
    while ((n = read(fd, chunk, CHUNK)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tab_output_file_fail(TAB_FILE_READ, path, error);
        if (!feed_reader(reader, chunk, (gsize)n, error)) {
            g_prefix_error(error, "%s, ", name);
            return FALSE;
        }
    }
    if (finish_reading(reader, games, settings, whole, error))
        return TRUE;
    g_prefix_error(error, "%s, ", name);
    return FALSE;
}

gboolean tab_journal_parse(const char *text, gsize length, GPtrArray **games, char **settings,
                           gsize *whole, GError **error)
{
    g_autoptr(Reader) reader = new_reader();
    return feed_reader(reader, text, length, error) &&
           finish_reading(reader, games, settings, whole, error);
}

gboolean tab_journal_read(const char *path, GPtrArray **games, char **settings, GError **error)
{
    gsize whole;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    gboolean ok = read_journal(fd, path, games, settings, &whole, error);
    close(fd);
    return ok;
}

/* Writing. */

struct _TabJournal {
    char *path;
    TabJournalTail tail;
    GString *lines; /* to be written */
};

static gboolean refuse_journal(const char *path, TabJournalError code, const char *what,
                               GError **error)
{
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, TAB_JOURNAL_ERROR, code, "%s %s", name, what);
    return FALSE;
}

static void close_and_free(TabJournal *self)
{
    if (self->tail.fd >= 0)
        close(self->tail.fd);
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
    self->tail.path = self->path;
    self->lines = g_string_new(NULL);
    self->tail.fd =
        g_open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0644);
    gboolean ok;
    if (self->tail.fd < 0 || fstat(self->tail.fd, &status))
        ok = tab_output_file_fail(TAB_FILE_OPEN, path, error);
    else if (!S_ISREG(status.st_mode))
        ok = refuse_journal(path, TAB_JOURNAL_ERROR_CONTENTS, "is no regular file", error);
    else
        ok = tab_output_file_lock(self->tail.fd, path, error);
    if (ok && fstat(self->tail.fd, &status)) /* again: whoever held the lock may have written */
        ok = tab_output_file_fail(TAB_FILE_OPEN, path, error);
    if (!ok) {
        close_and_free(self);
        return NULL;
    }
    *size = status.st_size;
    return self;
}

TabJournal *tab_journal_create(const char *path, const char *settings, GError **error)
{
    goffset size;
    TabJournal *self = open_locked(path, O_CREAT, &size, error);
    if (!self)
        return NULL;
    /* what holds not even a whole header may be started anew */
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *old_settings = NULL;
    g_autoptr(GError) fault = NULL;
    gsize whole;
    gboolean ok =
        size == 0 || (size <= TORN_HEADER_MAX &&
                      !read_journal(self->tail.fd, path, &games, &old_settings, &whole, &fault) &&
                      g_error_matches(fault, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY));
    if (!ok)
        errno = EEXIST;
    if (!ok || ftruncate(self->tail.fd, 0))
        ok = tab_output_file_fail(TAB_FILE_CREATE, path, error);
    tab_journal_line_write_header(self->lines, settings);
    g_string_append_c(self->lines, '\n');
    if (ok && tab_journal_tail_append(&self->tail, self->lines, error) &&
        tab_output_file_sync_folder(path, error))
        return self;
    close_and_free(self);
    return NULL;
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
    gboolean ok = read_journal(self->tail.fd, path, &all, &text, &whole, error) &&
                  tab_journal_tail_begin(&self->tail, (goffset)whole, size, error);
    if (!ok) {
        close_and_free(self);
        return NULL;
    }
    *games = g_steal_pointer(&all);
    *settings = g_steal_pointer(&text);
    if (torn)
        *torn = (goffset)whole < size;
    return self;
}

/* Puts one line behind those in self->lines; leaves them as they are on error. */
static gboolean add_journal_line(TabJournal *self, const TabGameResult *game, GError **error)
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
    return refuse_journal(self->path, TAB_JOURNAL_ERROR_TOO_LONG, what, error);
}

gboolean tab_journal_add(TabJournal *self, const TabGameResult *game, GError **error)
{
    g_string_truncate(self->lines, 0);
    return add_journal_line(self, game, error) &&
           tab_journal_tail_append(&self->tail, self->lines, error);
}

gboolean tab_journal_add_all(TabJournal *self, GPtrArray *games, GError **error)
{
    g_string_truncate(self->lines, 0);
    for (guint i = 0; i < games->len; i++) {
        if (!add_journal_line(self, g_ptr_array_index(games, i), error))
            return FALSE;
        if (self->lines->len < BATCH && i + 1 < games->len)
            continue;
        if (!tab_journal_tail_append(&self->tail, self->lines, error))
            return FALSE;
        g_string_truncate(self->lines, 0);
    }
    return TRUE;
}

gboolean tab_journal_close(TabJournal *self, GError **error)
{
    int fd = self->tail.fd;
    self->tail.fd = -1;
    gboolean ok = !close(fd) || tab_output_file_fail(TAB_FILE_CLOSE, self->path, error);
    close_and_free(self);
    return ok;
}

gboolean tab_journal_check_games(GPtrArray *games, const TabSchedule *schedule, GError **error)
{
    guint last = tab_schedule_games(schedule);
    for (guint i = 0; i < games->len; i++) {
        const TabGameResult *game = g_ptr_array_index(games, i);
        TabPairing pairing = {0};
        if (game->number <= last && tab_schedule_is_ours(schedule, game->number))
            pairing = tab_schedule_game(schedule, game->number);
        if (pairing.number && game->engine[TAB_WHITE] == pairing.engine[TAB_WHITE] &&
            game->engine[TAB_BLACK] == pairing.engine[TAB_BLACK] && game->rules == pairing.rules)
            continue;
        g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS,
                    "game %u is none of this match", game->number);
        return FALSE;
    }
    return TRUE;
}
