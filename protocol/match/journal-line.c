// SPDX-License-Identifier: GPL-3.0-or-later
// A game to and from JSON. Written by hand, for JSON-GLib writes 1e-10 as "1e-10.0", and read
// behind a check, for it also takes much that is no JSON.
#include "protocol/match/journal-line.h"

#include <math.h>
#include <string.h>

#include "protocol/match/journal.h"
#include "protocol/text/json.h"

#define VERSION 2    /* 1: every throw of throws=at-once was counted as a turn */
#define DEPTH_MAX 32 /* the parser calls itself for each level */

/* Writing. */

static void append_text(GString *line, const char *text)
{
    if (!text) {
        g_string_append(line, "null");
        return;
    }
    g_autofree char *mended = g_utf8_validate(text, -1, NULL) ? NULL : g_utf8_make_valid(text, -1);
    g_string_append_c(line, '"');
    for (const char *p = mended ? mended : text; *p; p++) {
        if (*p == '"' || *p == '\\')
            g_string_append_c(line, '\\');
        if (*p == '\n')
            g_string_append(line, "\\n");
        else if ((guchar)*p < 0x20)
            g_string_append_printf(line, "\\u%04x", (guint)*p);
        else
            g_string_append_c(line, *p);
    }
    g_string_append_c(line, '"');
}

void tab_journal_line_write_header(GString *line, const char *settings)
{
    g_string_append_printf(line, TAB_JOURNAL_MAGIC "%d,\"settings\":", VERSION);
    append_text(line, settings);
    g_string_append_c(line, '}');
}

static void write_use(GString *line, const TabSeatUse *use)
{
    g_string_append_printf(line,
                           "{\"turns\":%u,\"time-us\":%" G_GINT64_FORMAT
                           ",\"longest-us\":%" G_GINT64_FORMAT ",\"depth-sum\":%" G_GINT64_FORMAT
                           ",\"nodes-sum\":%" G_GINT64_FORMAT
                           ",\"depth-turns\":%u,\"node-turns\":%u}",
                           use->turns, use->time_us, use->longest_us, use->depth_sum,
                           use->nodes_sum, use->depth_turns, use->node_turns);
}

void tab_journal_line_write_game(GString *line, const TabGameResult *game)
{
    char luck[G_ASCII_DTOSTR_BUF_SIZE] = "null";
    if (game->has_luck)
        g_ascii_dtostr(luck, sizeof luck, game->luck); /* 17 digits: no bit is lost */
    gboolean whole = game->has_luck && !strpbrk(luck, ".e");
    g_string_append_printf(
        line, "{\"number\":%u,\"engine\":[%u,%u],\"rules\":%u,\"opening\":%d,\"first\":\"%c\"",
        game->number, game->engine[TAB_WHITE], game->engine[TAB_BLACK], game->rules, game->opening,
        game->first == TAB_WHITE ? 'w' : 'b');
    g_string_append(line, ",\"result\":");
    append_text(line, tab_record_result_text(game->result));
    g_string_append(line, ",\"termination\":");
    append_text(line, tab_record_termination_text(game->termination));
    g_string_append_printf(line, ",\"turns\":%u,\"use\":[", game->turns);
    write_use(line, &game->use[TAB_WHITE]);
    g_string_append_c(line, ',');
    write_use(line, &game->use[TAB_BLACK]);
    g_string_append(line, "],\"reason\":");
    append_text(line, game->reason);
    g_string_append_printf(line, ",\"luck\":%s%s,\"record\":", luck, whole ? ".0" : "");
    append_text(line, game->record);
    g_string_append_c(line, '}');
}

/* Reading. */

/* Whether the bytes can be JSON's (JSON-GLib also takes comments, 'texts', 0x10, a leading `var x
 * =` and NUL), and the nesting is bounded. */
static gboolean is_strict_json(const char *line, gsize length)
{
    guint depth = 0;
    gboolean text = FALSE, escaped = FALSE;
    for (const char *p = line; p < line + length; p++) {
        const char *allowed = escaped ? "\"\\/bfnrtu" : "{}[]:,+-.0123456789eE \t\rtrufalsn\"";
        if (!*p || (text && (guchar)*p < 0x20) || ((escaped || !text) && !strchr(allowed, *p)))
            return FALSE;
        if (!text && (*p == '{' || *p == '['))
            depth++;
        else if (!text && (*p == '}' || *p == ']'))
            depth--;
        if (depth > DEPTH_MAX)
            return FALSE;
        if (*p == '"' && !escaped)
            text = !text;
        escaped = text && *p == '\\' && !escaped;
    }
    return length && !text && line[0] == '{';
}

JsonObject *tab_journal_line_parse(JsonParser *parser, const char *line, gsize length)
{
    if (!is_strict_json(line, length) ||
        !json_parser_load_from_data(parser, line, (gssize)length, NULL))
        return NULL;
    return tab_json_as_object(json_parser_get_root(parser));
}

/* An object that is read. Its first error stays; what is read after that is 0 or NULL. */
typedef struct {
    JsonObject *object;
    GError *error;
} Row;

static void refuse_row(Row *row, const char *key, const char *must)
{
    if (!row->error)
        g_set_error(&row->error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "%s %s", key, must);
}

/* The value of a key, which must be there. */
static JsonNode *read_node(Row *row, const char *key)
{
    JsonNode *node = row->error ? NULL : json_object_get_member(row->object, key);
    if (!node)
        refuse_row(row, key, "is missing");
    return node;
}

static gint64 whole_of(Row *row, JsonNode *node, const char *key, gint64 min, gint64 max)
{
    gint64 number = 0;
    if (!node)
        return 0;
    if (!tab_json_as_integer(node, &number))
        refuse_row(row, key, "is no whole number");
    else if (number < min || number > max)
        refuse_row(row, key, "is out of range");
    return number;
}

static gint64 read_whole(Row *row, const char *key, gint64 min, gint64 max)
{
    return whole_of(row, read_node(row, key), key, min, max);
}

/* The object's own text; with `null_too` NULL for JSON's null. */
static const char *read_string(Row *row, const char *key, gboolean null_too)
{
    JsonNode *node = read_node(row, key);
    if (!node || (null_too && JSON_NODE_HOLDS_NULL(node)))
        return NULL;
    const char *text = tab_json_as_text(node);
    if (text && g_utf8_validate(text, -1, NULL)) /* JSON-GLib takes half a pair of \uD800 */
        return text;
    refuse_row(row, key, "is no text");
    return NULL;
}

static JsonArray *read_pair(Row *row, const char *key)
{
    JsonArray *array = tab_json_as_array(read_node(row, key));
    if (array && json_array_get_length(array) == 2)
        return array;
    refuse_row(row, key, "is no pair");
    return NULL;
}

char *tab_journal_line_read_header(JsonObject *object, GError **error)
{
    Row row = {.object = object};
    gint64 version = read_whole(&row, "tab-match-journal", 1, G_MAXINT64);
    if (version > VERSION)
        refuse_row(&row, "the journal", "was begun by a newer version of the program");
    if (version < VERSION)
        refuse_row(&row, "the journal",
                   "was begun by an older version, which counted turns in another way: play the "
                   "match anew");
    const char *settings = read_string(&row, "settings", FALSE);
    if (!row.error)
        return g_strdup(settings);
    g_propagate_error(error, row.error);
    return NULL;
}

static void read_use(Row *row, JsonNode *node, TabSeatUse *use)
{
    Row seat = {.object = tab_json_as_object(node)};
    if (!seat.object) {
        refuse_row(row, "use", "is no pair of objects");
        return;
    }
    use->turns = (guint)read_whole(&seat, "turns", 0, G_MAXUINT);
    use->time_us = read_whole(&seat, "time-us", 0, G_MAXINT64);
    use->longest_us = read_whole(&seat, "longest-us", 0, G_MAXINT64);
    use->depth_sum = read_whole(&seat, "depth-sum", 0, G_MAXINT64);
    use->nodes_sum = read_whole(&seat, "nodes-sum", 0, G_MAXINT64);
    use->depth_turns = (guint)read_whole(&seat, "depth-turns", 0, G_MAXUINT);
    use->node_turns = (guint)read_whole(&seat, "node-turns", 0, G_MAXUINT);
    if (seat.error && !row->error)
        g_propagate_prefixed_error(&row->error, seat.error, "use: ");
    else
        g_clear_error(&seat.error);
}

static void read_ending(Row *row, TabGameResult *game)
{
    const char *result = read_string(row, "result", FALSE);
    const char *termination = read_string(row, "termination", TRUE);
    guint r = 0, t = 0;
    while (r < TAB_N_RECORD_RESULTS && g_strcmp0(result, tab_record_result_text(r)))
        r++;
    while (t < TAB_N_RECORD_TERMINATIONS && g_strcmp0(termination, tab_record_termination_text(t)))
        t++;
    if (r == TAB_N_RECORD_RESULTS)
        refuse_row(row, "result", "is no result");
    else if (t == TAB_N_RECORD_TERMINATIONS)
        refuse_row(row, "termination", "is none");
    else if (!tab_record_can_end(r, t))
        refuse_row(row, "termination", "cannot have this result");
    game->result = r;
    game->termination = t;
}

static void read_luck(Row *row, TabGameResult *game)
{
    JsonNode *node = read_node(row, "luck");
    if (!node || JSON_NODE_HOLDS_NULL(node))
        return;
    game->has_luck = tab_json_as_number(node, &game->luck);
    if (!game->has_luck)
        refuse_row(row, "luck", "is no number");
    else if (!isfinite(game->luck))
        refuse_row(row, "luck", "is out of range");
}

TabGameResult *tab_journal_line_read_game(JsonObject *object, GError **error)
{
    g_autoptr(TabGameResult) game = g_new0(TabGameResult, 1);
    Row row = {.object = object};
    game->number = (guint)read_whole(&row, "number", 1, G_MAXUINT);
    JsonArray *engines = read_pair(&row, "engine");
    for (guint side = 0; engines && side < 2; side++)
        game->engine[side] =
            (guint)whole_of(&row, json_array_get_element(engines, side), "engine", 0, G_MAXUINT);
    game->rules = (guint)read_whole(&row, "rules", 0, G_MAXUINT);
    game->opening = (gint)read_whole(&row, "opening", -1, G_MAXINT);
    const char *first = read_string(&row, "first", FALSE);
    if (g_strcmp0(first, "w") && g_strcmp0(first, "b"))
        refuse_row(&row, "first", "is neither w nor b");
    game->first = g_strcmp0(first, "b") ? TAB_WHITE : TAB_BLACK;
    read_ending(&row, game);
    game->turns = (guint)read_whole(&row, "turns", 0, G_MAXUINT);
    JsonArray *uses = read_pair(&row, "use");
    for (guint side = 0; uses && side < 2; side++)
        read_use(&row, json_array_get_element(uses, side), &game->use[side]);
    read_luck(&row, game);
    game->reason = g_strdup(read_string(&row, "reason", TRUE));
    game->record = g_strdup(read_string(&row, "record", FALSE));
    if (game->record && !*game->record)
        refuse_row(&row, "record", "is empty");
    if (!row.error)
        return g_steal_pointer(&game);
    g_propagate_error(error, row.error);
    return NULL;
}
