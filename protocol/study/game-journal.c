// SPDX-License-Identifier: GPL-3.0-or-later
// Lines are read when the journal is opened, kept as text by their game, and parsed again when
// asked for.
#include "protocol/study/game-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/codec/message.h"
#include "protocol/files/journal-tail.h"
#include "protocol/files/output-file.h"
#include "protocol/text/json.h"

#define VERSION 1
#define SHOWN_MAX 2000 /* characters: settings are long, and people compare them */
#define KEY_LENGTH 64  /* hexadecimal digits of SHA-256 */

G_DEFINE_QUARK(tab_game_journal_error, tab_game_journal_error)

struct _TabGameJournal {
    const TabGameJournalKind *kind;
    char *path, *settings;
    TabJournalTail tail;
    GHashTable *lines; /* by the game: its line */
};

static JsonNode *parse_line(const char *line, gsize length)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    if (!json_parser_load_from_data(parser, line, (gssize)length, NULL))
        return NULL;
    JsonNode *root = json_parser_get_root(parser);
    return tab_json_as_object(root) ? json_node_ref(root) : NULL;
}

static gboolean refuse(const char *path, guint line, GError **error, const char *what)
{
    g_autofree char *name = g_filename_display_name(path);
    g_autofree char *shown = tab_message_printable(what, -1, SHOWN_MAX);
    g_set_error(error, TAB_GAME_JOURNAL_ERROR, TAB_GAME_JOURNAL_ERROR_CONTENTS, "%s, line %u: %s",
                name, line, shown);
    return FALSE;
}

static gboolean refuse_header(const TabGameJournal *self, const char *path, GError **error)
{
    g_autofree char *what = g_strdup_printf("is not the header of %s", self->kind->name);
    return refuse(path, 1, error, what);
}

static gboolean take_header(const TabGameJournal *self, JsonObject *object, const char *path,
                            GError **error)
{
    const char *settings = tab_json_get_text(object, "settings");
    gint64 version = tab_json_get_integer(object, self->kind->word, 0);
    if (version > VERSION)
        return refuse(path, 1, error, "is of a newer version of the program");
    if (version != VERSION || !settings)
        return refuse_header(self, path, error);
    if (!strcmp(settings, self->settings))
        return TRUE;
    g_autofree char *what =
        g_strdup_printf("has other settings: '%s' instead of '%s'", settings, self->settings);
    return refuse(path, 1, error, what);
}

/* Takes in the lines of a text; `whole`: the bytes up to the torn last one, or all. */
static gboolean take_lines(TabGameJournal *self, const char *path, const char *text, gsize length,
                           gsize *whole, GError **error)
{
    guint number = 0;
    *whole = 0;
    for (const char *end; (end = memchr(text + *whole, '\n', length - *whole));) {
        const char *line = text + *whole;
        gsize n = (gsize)(end - line);
        g_autoptr(JsonNode) node = parse_line(line, n);
        number++;
        if (!node && number > 1 && end + 1 == text + length)
            return TRUE; /* written in part, after what was written before it had got lost */
        if (!node)
            return refuse(path, number, error, "is no JSON object");
        JsonObject *object = json_node_get_object(node);
        if (number == 1) {
            if (!take_header(self, object, path, error))
                return FALSE;
        } else {
            const char *key = tab_json_get_text(object, "game");
            if (!key || strlen(key) != KEY_LENGTH) {
                g_autofree char *what = g_strdup_printf("is not %s", self->kind->game);
                return refuse(path, number, error, what);
            }
            g_hash_table_replace(self->lines, g_strdup(key), g_strndup(line, n));
        }
        *whole += n + 1;
    }
    return TRUE;
}

/* Reads a whole open file. */
static char *read_file(int fd, const char *path, gsize *length, GError **error)
{
    struct stat status;
    g_autofree char *text = NULL;
    if (fstat(fd, &status)) {
        tab_output_file_fail(TAB_FILE_READ, path, error);
        return NULL;
    }
    if (!S_ISREG(status.st_mode) || status.st_size > TAB_GAME_JOURNAL_MAX) {
        refuse(path, 1, error,
               S_ISREG(status.st_mode) ? "the file is too large" : "is no regular file");
        return NULL;
    }
    text = g_try_malloc((gsize)status.st_size + 1);
    if (!text) {
        errno = ENOMEM;
        tab_output_file_fail(TAB_FILE_READ, path, error);
        return NULL;
    }
    for (*length = 0; *length < (gsize)status.st_size;) {
        gssize n = read(fd, text + *length, (gsize)status.st_size - *length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            tab_output_file_fail(TAB_FILE_READ, path, error);
            return NULL;
        }
        if (n == 0)
            break;
        *length += (gsize)n;
    }
    return g_steal_pointer(&text);
}

static gboolean write_header(TabGameJournal *self, GError **error)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, self->kind->word);
    json_builder_add_int_value(builder, VERSION);
    json_builder_set_member_name(builder, "settings");
    json_builder_add_string_value(builder, self->settings);
    json_builder_end_object(builder);
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    g_autofree char *text = json_to_string(root, FALSE);
    g_autoptr(GString) line = g_string_new(text);
    g_string_append_c(line, '\n');
    return tab_journal_tail_append(&self->tail, line, error) &&
           tab_output_file_sync_folder(self->path, error);
}

/* Reads what is there and cuts the rest off. */
static gboolean begin(TabGameJournal *self, GError **error)
{
    gsize length, whole;
    if (self->tail.fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, self->path, error);
    if (!tab_output_file_lock(self->tail.fd, self->path, error))
        return FALSE;
    g_autofree char *text = read_file(self->tail.fd, self->path, &length, error);
    if (!text || !take_lines(self, self->path, text, length, &whole, error))
        return FALSE;
    /* what has no whole header may only be the beginning of one */
    g_autofree char *start = g_strdup_printf("{\"%s\"", self->kind->word);
    if (!whole && length && strncmp(text, start, MIN(length, strlen(start))) != 0)
        return refuse_header(self, self->path, error);
    return tab_journal_tail_begin(&self->tail, (goffset)whole, (goffset)length, error) &&
           (whole || write_header(self, error));
}

static TabGameJournal *new_journal(const char *path, const TabGameJournalKind *kind,
                                   const char *settings)
{
    TabGameJournal *self = g_new0(TabGameJournal, 1);
    self->kind = kind;
    self->path = g_strdup(path);
    self->tail.path = self->path;
    self->tail.fd = -1;
    self->settings = g_strdup(settings);
    self->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return self;
}

TabGameJournal *tab_game_journal_open(const char *path, const TabGameJournalKind *kind,
                                      const char *settings, GError **error)
{
    g_autoptr(TabGameJournal) self = new_journal(path, kind, settings);
    self->tail.fd =
        g_open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
    return begin(self, error) ? g_steal_pointer(&self) : NULL;
}

TabGameJournal *tab_game_journal_read(const char *path, const TabGameJournalKind *kind,
                                      const char *settings, GError **error)
{
    g_autoptr(TabGameJournal) self = new_journal(path, kind, settings);
    return tab_game_journal_join(self, path, error) ? g_steal_pointer(&self) : NULL;
}

void tab_game_journal_free(TabGameJournal *self)
{
    if (!self)
        return;
    if (self->tail.fd >= 0)
        close(self->tail.fd);
    g_hash_table_unref(self->lines);
    g_free(self->path);
    g_free(self->settings);
    g_free(self);
}

gboolean tab_game_journal_join(TabGameJournal *self, const char *path, GError **error)
{
    gsize length, whole;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    g_autofree char *text = read_file(fd, path, &length, error);
    close(fd);
    if (!text || !take_lines(self, path, text, length, &whole, error))
        return FALSE;
    return whole || refuse_header(self, path, error);
}

JsonNode *tab_game_journal_look_up(const TabGameJournal *self, const char *game)
{
    const char *line = g_hash_table_lookup(self->lines, game);
    return line ? parse_line(line, strlen(line)) : NULL;
}

gboolean tab_game_journal_add(TabGameJournal *self, const GString *line, GError **error)
{
    return tab_journal_tail_append(&self->tail, line, error);
}
