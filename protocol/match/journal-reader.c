// SPDX-License-Identifier: GPL-3.0-or-later
// Only the last line of a journal may be no JSON or without an end: at most one write was under way
// when a run ended.
#include "protocol/match/journal-reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "protocol/codec/splitter.h"
#include "protocol/files/output-file.h"
#include "protocol/match/journal-line.h"
#include "protocol/match/journal.h"

#define CHUNK (1u << 20)

struct _TabJournalReader {
    TabSplitter *splitter;
    JsonParser *parser;
    GPtrArray *games;
    GHashTable *lines; /* number of a game -> the line it is in */
    char *settings;    /* once the header is read */
    guint line;        /* lines read */
    gboolean bad;      /* the last of them is no JSON */
    gsize fed, whole;  /* bytes; `whole`: up to the end of the last good line */
};

TabJournalReader *tab_journal_reader_new(void)
{
    TabJournalReader *self = g_new0(TabJournalReader, 1);
    self->splitter = tab_splitter_new(TAB_JOURNAL_LINE_MAX);
    self->parser = json_parser_new();
    self->games = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    self->lines = g_hash_table_new(NULL, NULL);
    return self;
}

void tab_journal_reader_free(TabJournalReader *self)
{
    tab_splitter_free(self->splitter);
    g_object_unref(self->parser);
    g_clear_pointer(&self->games, g_ptr_array_unref);
    g_hash_table_unref(self->lines);
    g_free(self->settings);
    g_free(self);
}

static gboolean refuse(TabJournalReader *self, GError **error, const char *text)
{
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "line %u: %s", self->line,
                text);
    return FALSE;
}

static gboolean take_header(TabJournalReader *self, JsonObject *object, GError **error)
{
    if (!object)
        return refuse(self, error, "is not the header of a journal");
    self->settings = tab_journal_line_read_header(object, error);
    if (!self->settings)
        g_prefix_error(error, "line %u: ", self->line);
    return self->settings != NULL;
}

static gboolean take_game(TabJournalReader *self, JsonObject *object, GError **error)
{
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
        return refuse(self, error, text);
    }
    g_hash_table_insert(self->lines, number, GUINT_TO_POINTER(self->line));
    return TRUE;
}

static gboolean take_line(TabJournalReader *self, const char *line, gsize length, GError **error)
{
    if (self->bad)
        return refuse(self, error, "is no JSON object");
    self->line++;
    JsonObject *object = tab_journal_line_parse(self->parser, line, length);
    if (!self->settings) {
        if (!take_header(self, object, error))
            return FALSE;
    } else if (object && !take_game(self, object, error)) {
        return FALSE;
    }
    self->bad = !object;
    if (object)
        self->whole = self->fed - tab_splitter_pending(self->splitter);
    return TRUE;
}

gboolean tab_journal_reader_feed(TabJournalReader *self, const char *bytes, gsize length,
                                 GError **error)
{
    const char *line;
    gsize n;
    tab_splitter_feed(self->splitter, bytes, length);
    self->fed += length;
    for (;;) {
        switch (tab_splitter_next(self->splitter, &line, &n)) {
        case TAB_SPLIT_NONE:
            return TRUE;
        case TAB_SPLIT_LINE:
            if (!take_line(self, line, n, error))
                return FALSE;
            break;
        case TAB_SPLIT_TOO_LONG:
            self->line++;
            return refuse(self, error, "is too long");
        }
    }
}

/* Whether a file that is one line without its end is no more than a torn header: as far as it goes,
 * then NUL bytes. */
static gboolean is_torn_header(const char *text, gsize length)
{
    while (length && !text[length - 1])
        length--;
    return !memcmp(text, TAB_JOURNAL_MAGIC, MIN(length, strlen(TAB_JOURNAL_MAGIC)));
}

static gboolean end_without_header(TabJournalReader *self, GError **error)
{
    const char *text;
    gsize length;
    tab_splitter_end(self->splitter);
    if (tab_splitter_next(self->splitter, &text, &length) == TAB_SPLIT_LINE &&
        !is_torn_header(text, length)) {
        self->line++;
        return refuse(self, error, "is not the header of a journal");
    }
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY, "holds no journal yet");
    return FALSE;
}

gboolean tab_journal_reader_end(TabJournalReader *self, GPtrArray **games, char **settings,
                                gsize *whole, GError **error)
{
    if (!self->settings)
        return end_without_header(self, error);
    if (self->bad && tab_splitter_pending(self->splitter))
        return refuse(self, error, "is no JSON object");
    *games = g_steal_pointer(&self->games);
    *settings = g_steal_pointer(&self->settings);
    *whole = self->whole;
    return TRUE;
}

gboolean tab_journal_reader_feed_file(TabJournalReader *self, int fd, const char *path,
                                      GError **error)
{
    g_autofree char *chunk = g_malloc(CHUNK);
    for (;;) {
        gssize n = read(fd, chunk, CHUNK);
        if (n == 0)
            return TRUE;
        if (n < 0 && errno != EINTR)
            return tab_output_file_fail("read", path, error);
        if (n > 0 && !tab_journal_reader_feed(self, chunk, (gsize)n, error)) {
            g_autofree char *name = g_filename_display_name(path);
            g_prefix_error(error, "%s, ", name);
            return FALSE;
        }
    }
}
