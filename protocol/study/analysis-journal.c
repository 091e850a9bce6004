// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of JSON: read when the journal is opened, kept as text by their game, parsed when asked
// for.
#include "protocol/study/analysis-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/journal-tail.h"
#include "protocol/files/output-file.h"

#define VERSION 1
#define KEY_LENGTH 64 /* hexadecimal digits of SHA-256 */

G_DEFINE_QUARK(tab_analysis_journal_error, tab_analysis_journal_error)

struct _TabAnalysisJournal {
    char *path, *settings;
    TabJournalTail tail;
    GHashTable *lines; /* by the game: its line */
};

/* --- games --- */

/* What decides the values of a game, whoever played it and whenever. Free with g_free. */
static char *game_key(const TabRecord *record)
{
    g_autofree char *rules = tab_ruleset_to_string(&record->rules->set);
    g_autofree char *start = tab_notation_situation_to_string(record->rules, &record->start);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "%s\n%s\n%s\n%s\n", rules, start,
                           tab_record_get_tag_or(record, "Opening", ""),
                           tab_record_get_tag_or(record, "Sticks", ""));
    for (const TabRecordNode *node = record->root->child; node; node = node->child)
        g_string_append_printf(text, "%u %s %s\n", node->number, node->throws,
                               node->turn ? node->turn : "?");
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
}

/* The turns of the main line, of const TabRecordNode. */
static GPtrArray *list_turns(const TabRecord *record)
{
    GPtrArray *turns = g_ptr_array_new();
    for (const TabRecordNode *node = record->root->child; node; node = node->child)
        g_ptr_array_add(turns, (gpointer)node);
    return turns;
}

/* --- writing lines --- */

static void append_number(GString *line, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(line, isnan(number) ? "null" : g_ascii_dtostr(text, sizeof text, number));
}

static void append_pair(GString *line, double first, double second)
{
    append_number(line, first);
    g_string_append_c(line, ',');
    append_number(line, second);
}

/* All texts in it are words of the notation, which need no quoting. */
static void append_game(GString *line, const TabRecord *record, const TabAnalysis *analysis)
{
    g_autofree char *key = game_key(record);
    g_autoptr(GHashTable) number = g_hash_table_new(NULL, NULL);
    guint turns = 0;
    for (const TabRecordNode *node = record->root->child; node; node = node->child)
        g_hash_table_insert(number, (gpointer)node, GUINT_TO_POINTER(turns++));
    g_string_append_printf(line, "{\"game\":\"%s\",\"turns\":%u,\"calls\":%u,\"first\":", key,
                           analysis->turns, analysis->calls);
    append_number(line, analysis->first);
    g_string_append(line, ",\"last\":");
    append_number(line, analysis->last);
    g_string_append(line, ",\"drift\":");
    append_number(line, analysis->drift);
    g_string_append(line, ",\"opening\":");
    if (analysis->has_opening) {
        g_string_append_c(line, '[');
        append_pair(line, analysis->opening_before, analysis->opening);
        g_string_append_c(line, ']');
    } else {
        g_string_append(line, "null");
    }
    g_string_append(line, ",\"throws\":[");
    for (guint i = 0; i < analysis->of_throws->len; i++) {
        const TabThrowLuck *luck = &g_array_index(analysis->of_throws, TabThrowLuck, i);
        g_string_append_printf(line, "%s[%u,%u,\"%s\",", i ? "," : "",
                               GPOINTER_TO_UINT(g_hash_table_lookup(number, luck->node)),
                               luck->place, record->rules->cast.kind[luck->kind].name);
        append_pair(line, luck->before, luck->after);
        g_string_append_c(line, ']');
    }
    g_string_append(line, analysis->of_turns ? "],\"losses\":[" : "],\"losses\":null}\n");
    for (guint i = 0; analysis->of_turns && i < analysis->of_turns->len; i++) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, i);
        g_string_append_printf(line, "%s[%u,", i ? "," : "",
                               GPOINTER_TO_UINT(g_hash_table_lookup(number, turn->node)));
        append_pair(line, turn->win, turn->loss);
        g_string_append_printf(line, ",\"%s\"]", turn->best_turn);
    }
    if (analysis->of_turns)
        g_string_append(line, "]}\n");
}

/* --- reading lines --- */

static JsonNode *parse_line(const char *line, gsize length)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    if (!json_parser_load_from_data(parser, line, (gssize)length, NULL))
        return NULL;
    JsonNode *root = json_parser_get_root(parser);
    return root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_ref(root) : NULL;
}

/* The member, if it is an array; NULL else. */
static JsonArray *get_array(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

/* Element i as an array of `length`, whose first is the number of a turn. */
static JsonArray *get_row(JsonArray *rows, guint i, guint length, const GPtrArray *turns,
                          const TabRecordNode **node)
{
    JsonNode *element = json_array_get_element(rows, i);
    JsonArray *row = JSON_NODE_HOLDS_ARRAY(element) ? json_node_get_array(element) : NULL;
    if (!row || json_array_get_length(row) != length)
        return NULL;
    gint64 turn = json_array_get_int_element(row, 0);
    if (turn < 0 || turn >= turns->len)
        return NULL;
    *node = g_ptr_array_index(turns, (guint)turn);
    return row;
}

/* Element i, if it is a text; NULL else. */
static const char *get_text(JsonArray *row, guint i)
{
    JsonNode *element = json_array_get_element(row, i);
    return JSON_NODE_HOLDS_VALUE(element) ? json_node_get_string(element) : NULL;
}

/* 0–1, as chances to win are; luck may be less. */
static gboolean get_share(JsonArray *row, guint i, double least, double *share)
{
    JsonNode *element = json_array_get_element(row, i);
    if (!JSON_NODE_HOLDS_VALUE(element) || json_node_get_value_type(element) == G_TYPE_STRING)
        return FALSE;
    *share = json_node_get_double(element);
    return *share >= least - 1e-9 && *share <= 1 + 1e-9;
}

static gboolean read_throws(JsonArray *rows, const TabCast *cast, const GPtrArray *turns,
                            TabAnalysis *analysis)
{
    for (guint i = 0; i < json_array_get_length(rows); i++) {
        TabThrowLuck luck = {0};
        JsonArray *row = get_row(rows, i, 5, turns, &luck.node);
        gint64 place = row ? json_array_get_int_element(row, 1) : -1;
        const char *kind = row ? get_text(row, 2) : NULL, *end;
        if (place < 0 || place >= TAB_MAX_THROWS || !kind ||
            (luck.kind = tab_cast_kind(cast, kind, &end)) < 0 || *end ||
            !get_share(row, 3, 0, &luck.before) || !get_share(row, 4, 0, &luck.after))
            return FALSE;
        luck.place = (guint)place;
        luck.side = (TabSide)luck.node->side;
        luck.luck = luck.after - luck.before;
        g_array_append_val(analysis->of_throws, luck);
        analysis->luck[luck.side] += luck.luck;
        analysis->luck_white += luck.side == TAB_WHITE ? luck.luck : -luck.luck;
    }
    analysis->throws = analysis->of_throws->len;
    return TRUE;
}

static gboolean read_losses(JsonArray *rows, const GPtrArray *turns, TabAnalysis *analysis)
{
    for (guint i = 0; i < json_array_get_length(rows); i++) {
        TabTurnLoss turn = {0};
        JsonArray *row = get_row(rows, i, 4, turns, &turn.node);
        const char *best = row ? get_text(row, 3) : NULL;
        if (!best || !get_share(row, 1, 0, &turn.win) || !get_share(row, 2, 0, &turn.loss))
            return FALSE;
        turn.side = (TabSide)turn.node->side;
        turn.best_turn = g_strdup(best);
        g_array_append_val(analysis->of_turns, turn);
        analysis->loss[turn.side] += turn.loss;
    }
    return TRUE;
}

static guint get_count(JsonObject *object, const char *name)
{
    return (guint)CLAMP(json_object_get_int_member_with_default(object, name, 0), 0, G_MAXINT);
}

static TabAnalysis *read_game(JsonObject *object, const TabRecord *record)
{
    g_autoptr(GPtrArray) turns = list_turns(record);
    JsonArray *throws = get_array(object, "throws"), *losses = get_array(object, "losses"),
              *opening = get_array(object, "opening");
    g_autoptr(TabAnalysis) analysis = tab_analysis_new(losses != NULL);
    analysis->turns = get_count(object, "turns");
    analysis->calls = get_count(object, "calls");
    analysis->first = json_object_get_double_member_with_default(object, "first", NAN);
    analysis->last = json_object_get_double_member_with_default(object, "last", NAN);
    analysis->drift = json_object_get_double_member_with_default(object, "drift", NAN);
    if (opening) {
        analysis->has_opening = TRUE;
        if (json_array_get_length(opening) != 2 ||
            !get_share(opening, 0, 0, &analysis->opening_before) ||
            !get_share(opening, 1, -1, &analysis->opening))
            return NULL;
        analysis->luck_white = analysis->opening;
    }
    if (!throws || !read_throws(throws, &record->rules->cast, turns, analysis) ||
        (losses && !read_losses(losses, turns, analysis)))
        return NULL;
    return g_steal_pointer(&analysis);
}

/* --- the file --- */

static gboolean refuse(const char *path, guint line, GError **error, const char *what)
{
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, TAB_ANALYSIS_JOURNAL_ERROR, TAB_ANALYSIS_JOURNAL_ERROR_CONTENTS,
                "%s, line %u: %s", name, line, what);
    return FALSE;
}

static gboolean take_header(const TabAnalysisJournal *self, JsonObject *object, const char *path,
                            GError **error)
{
    const char *settings = json_object_get_string_member_with_default(object, "settings", NULL);
    gint64 version = json_object_get_int_member_with_default(object, "tab-analysis", 0);
    if (version > VERSION)
        return refuse(path, 1, error, "is of a later version");
    if (version != VERSION || !settings)
        return refuse(path, 1, error, "is not the header of an analysis");
    if (!strcmp(settings, self->settings))
        return TRUE;
    g_autofree char *what =
        g_strdup_printf("has other settings: '%s' instead of '%s'", settings, self->settings);
    return refuse(path, 1, error, what);
}

/* Takes in the lines of a text; `whole`: the bytes up to the torn last one, or all. */
static gboolean take_lines(TabAnalysisJournal *self, const char *path, const char *text,
                           gsize length, gsize *whole, GError **error)
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
            const char *key = json_object_get_string_member_with_default(object, "game", "");
            if (strlen(key) != KEY_LENGTH)
                return refuse(path, number, error, "is no analysed game");
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
        tab_output_file_fail("read", path, error);
        return NULL;
    }
    if (!S_ISREG(status.st_mode) || status.st_size > TAB_ANALYSIS_JOURNAL_MAX) {
        refuse(path, 1, error,
               S_ISREG(status.st_mode) ? "the file is too large" : "is no regular file");
        return NULL;
    }
    text = g_malloc((gsize)status.st_size + 1);
    for (*length = 0; *length < (gsize)status.st_size;) {
        gssize n = read(fd, text + *length, (gsize)status.st_size - *length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            tab_output_file_fail("read", path, error);
            return NULL;
        }
        if (n == 0)
            break;
        *length += (gsize)n;
    }
    return g_steal_pointer(&text);
}

static gboolean write_header(TabAnalysisJournal *self, GError **error)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, "tab-analysis");
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
static gboolean begin(TabAnalysisJournal *self, GError **error)
{
    gsize length, whole;
    if (self->tail.fd < 0)
        return tab_output_file_fail("open", self->path, error);
    if (!tab_output_file_lock(self->tail.fd, self->path, error))
        return FALSE;
    g_autofree char *text = read_file(self->tail.fd, self->path, &length, error);
    if (!text || !take_lines(self, self->path, text, length, &whole, error))
        return FALSE;
    /* what has no whole header may only be the beginning of one */
    if (!whole && length && strncmp(text, "{\"tab-analysis\"", MIN(length, 15)))
        return refuse(self->path, 1, error, "is not the header of an analysis");
    return tab_journal_tail_begin(&self->tail, (goffset)whole, (goffset)length, error) &&
           (whole || write_header(self, error));
}

TabAnalysisJournal *tab_analysis_journal_open(const char *path, const char *settings,
                                              GError **error)
{
    g_autoptr(TabAnalysisJournal) self = g_new0(TabAnalysisJournal, 1);
    self->path = g_strdup(path);
    self->tail.path = self->path;
    self->settings = g_strdup(settings);
    self->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->tail.fd =
        g_open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
    return begin(self, error) ? g_steal_pointer(&self) : NULL;
}

void tab_analysis_journal_free(TabAnalysisJournal *self)
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

gboolean tab_analysis_journal_join(TabAnalysisJournal *self, const char *path, GError **error)
{
    gsize length, whole;
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
    if (fd < 0)
        return tab_output_file_fail("open", path, error);
    g_autofree char *text = read_file(fd, path, &length, error);
    close(fd);
    if (!text || !take_lines(self, path, text, length, &whole, error))
        return FALSE;
    return whole || refuse(path, 1, error, "is not the header of an analysis");
}

TabAnalysis *tab_analysis_journal_look_up(const TabAnalysisJournal *self, const TabRecord *record)
{
    g_autofree char *key = game_key(record);
    const char *line = g_hash_table_lookup(self->lines, key);
    g_autoptr(JsonNode) node = line ? parse_line(line, strlen(line)) : NULL;
    return node ? read_game(json_node_get_object(node), record) : NULL;
}

gboolean tab_analysis_journal_add(TabAnalysisJournal *self, const TabRecord *record,
                                  const TabAnalysis *analysis, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    append_game(line, record, analysis);
    return tab_journal_tail_append(&self->tail, line, error);
}
