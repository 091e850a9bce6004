// SPDX-License-Identifier: GPL-3.0-or-later
// A game to and from JSON. Written by hand, for JSON-GLib writes 1e-10 as "1e-10.0", and read
// behind a check, for it also takes much that is no JSON.
#include "protocol/match/journal-line.h"

#include <math.h>
#include <string.h>

#include "protocol/match/journal.h"

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

static void append_use(GString *line, const TabSeatUse *use)
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
    append_use(line, &game->use[TAB_WHITE]);
    g_string_append_c(line, ',');
    append_use(line, &game->use[TAB_BLACK]);
    g_string_append(line, "],\"reason\":");
    append_text(line, game->reason);
    g_string_append_printf(line, ",\"luck\":%s%s,\"record\":", luck, whole ? ".0" : "");
    append_text(line, game->record);
    g_string_append_c(line, '}');
}

/* Reading. */

/* Whether the bytes can be JSON's (JSON-GLib also takes comments, 'texts', 0x10, a leading `var x
 * =` and NUL), and the nesting is bounded. */
static gboolean is_plain(const char *line, gsize length)
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
    if (!is_plain(line, length) || !json_parser_load_from_data(parser, line, (gssize)length, NULL))
        return NULL;
    JsonNode *root = json_parser_get_root(parser);
    return root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
}

static gboolean refuse(GError **error, const char *key, const char *must)
{
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "%s %s", key, must);
    return FALSE;
}

/* The value of a key that must be there; NULL with an error. */
static JsonNode *find(JsonObject *object, const char *key, GError **error)
{
    JsonNode *node = json_object_get_member(object, key);
    if (!node)
        refuse(error, key, "is missing");
    return node;
}

static gboolean take_number(JsonNode *node, const char *key, gint64 min, gint64 max, gint64 *value,
                            GError **error)
{
    if (!node)
        return FALSE;
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_INT64)
        return refuse(error, key, "is no whole number");
    *value = json_node_get_int(node);
    return (*value >= min && *value <= max) || refuse(error, key, "is out of range");
}

static gboolean read_count(JsonObject *object, const char *key, guint min, guint *value,
                           GError **error)
{
    gint64 number;
    if (!take_number(find(object, key, error), key, min, G_MAXUINT, &number, error))
        return FALSE;
    *value = (guint)number;
    return TRUE;
}

static gboolean read_sum(JsonObject *object, const char *key, gint64 *value, GError **error)
{
    return take_number(find(object, key, error), key, 0, G_MAXINT64, value, error);
}

/* `text` stays the object's; with `null_too` it is NULL for JSON's null. */
static gboolean read_text(JsonObject *object, const char *key, gboolean null_too, const char **text,
                          GError **error)
{
    JsonNode *node = find(object, key, error);
    *text = NULL;
    if (!node || (null_too && JSON_NODE_HOLDS_NULL(node)))
        return node != NULL;
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING)
        return refuse(error, key, "is no text");
    *text = json_node_get_string(node);
    return TRUE;
}

char *tab_journal_line_read_header(JsonObject *object, GError **error)
{
    const char *settings;
    gint64 version;
    if (!take_number(find(object, "tab-match-journal", error), "tab-match-journal", 1, VERSION,
                     &version, error))
        return NULL;
    if (version < VERSION) {
        refuse(error, "the journal",
               "was begun by an older version, which counted turns in another way: play the match "
               "anew");
        return NULL;
    }
    if (!read_text(object, "settings", FALSE, &settings, error))
        return NULL;
    return g_strdup(settings);
}

static JsonArray *find_pair(JsonObject *object, const char *key, GError **error)
{
    JsonNode *node = find(object, key, error);
    if (!node)
        return NULL;
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    if (!array || json_array_get_length(array) != 2) {
        refuse(error, key, "is no pair");
        return NULL;
    }
    return array;
}

static gboolean read_engines(JsonObject *object, guint engine[2], GError **error)
{
    JsonArray *pair = find_pair(object, "engine", error);
    for (guint side = 0; side < 2; side++) {
        gint64 number;
        if (!pair || !take_number(json_array_get_element(pair, side), "engine", 0, G_MAXUINT,
                                  &number, error))
            return FALSE;
        engine[side] = (guint)number;
    }
    return TRUE;
}

static gboolean read_seat(JsonObject *object, TabSeatUse *use, GError **error)
{
    return read_count(object, "turns", 0, &use->turns, error) &&
           read_sum(object, "time-us", &use->time_us, error) &&
           read_sum(object, "longest-us", &use->longest_us, error) &&
           read_sum(object, "depth-sum", &use->depth_sum, error) &&
           read_sum(object, "nodes-sum", &use->nodes_sum, error) &&
           read_count(object, "depth-turns", 0, &use->depth_turns, error) &&
           read_count(object, "node-turns", 0, &use->node_turns, error);
}

static gboolean read_use(JsonObject *object, TabSeatUse use[2], GError **error)
{
    JsonArray *pair = find_pair(object, "use", error);
    for (guint side = 0; side < 2; side++) {
        if (!pair)
            return FALSE;
        JsonNode *node = json_array_get_element(pair, side);
        if (!JSON_NODE_HOLDS_OBJECT(node))
            return refuse(error, "use", "is no pair of objects");
        if (!read_seat(json_node_get_object(node), &use[side], error)) {
            g_prefix_error(error, "use: ");
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_first(JsonObject *object, TabSide *first, GError **error)
{
    const char *text;
    if (!read_text(object, "first", FALSE, &text, error))
        return FALSE;
    *first = g_str_equal(text, "b") ? TAB_BLACK : TAB_WHITE;
    return *first == TAB_BLACK || g_str_equal(text, "w") ||
           refuse(error, "first", "is neither w nor b");
}

static gboolean read_end(JsonObject *object, TabGameResult *game, GError **error)
{
    const char *result, *termination;
    if (!read_text(object, "result", FALSE, &result, error) ||
        !read_text(object, "termination", TRUE, &termination, error))
        return FALSE;
    guint r = 0, t = 0;
    while (r < TAB_N_RECORD_RESULTS && g_strcmp0(result, tab_record_result_text(r)))
        r++;
    while (t < TAB_N_RECORD_TERMINATIONS && g_strcmp0(termination, tab_record_termination_text(t)))
        t++;
    if (r == TAB_N_RECORD_RESULTS)
        return refuse(error, "result", "is no result");
    if (t == TAB_N_RECORD_TERMINATIONS)
        return refuse(error, "termination", "is none");
    game->result = r;
    game->termination = t;
    return tab_record_can_end(r, t) || refuse(error, "termination", "cannot have this result");
}

static gboolean read_luck(JsonObject *object, TabGameResult *game, GError **error)
{
    JsonNode *node = find(object, "luck", error);
    if (!node || JSON_NODE_HOLDS_NULL(node))
        return node != NULL;
    GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
        return refuse(error, "luck", "is no number");
    game->has_luck = TRUE;
    game->luck =
        type == G_TYPE_INT64 ? (double)json_node_get_int(node) : json_node_get_double(node);
    return isfinite(game->luck) || refuse(error, "luck", "is out of range");
}

static gboolean read_texts(JsonObject *object, TabGameResult *game, GError **error)
{
    const char *reason, *record;
    if (!read_text(object, "reason", TRUE, &reason, error) ||
        !read_text(object, "record", FALSE, &record, error))
        return FALSE;
    game->reason = g_strdup(reason);
    game->record = g_strdup(record);
    return *record || refuse(error, "record", "is empty");
}

TabGameResult *tab_journal_line_read_game(JsonObject *object, GError **error)
{
    g_autoptr(TabGameResult) game = g_new0(TabGameResult, 1);
    gint64 opening;
    if (!read_count(object, "number", 1, &game->number, error) ||
        !read_engines(object, game->engine, error) ||
        !read_count(object, "rules", 0, &game->rules, error) ||
        !take_number(find(object, "opening", error), "opening", -1, G_MAXINT, &opening, error) ||
        !read_first(object, &game->first, error) || !read_end(object, game, error) ||
        !read_count(object, "turns", 0, &game->turns, error) ||
        !read_use(object, game->use, error) || !read_luck(object, game, error) ||
        !read_texts(object, game, error))
        return NULL;
    game->opening = (gint)opening;
    return g_steal_pointer(&game);
}
