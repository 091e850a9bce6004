// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the lines of analysed games.
#include "protocol/study/analysis-journal.h"

#include <math.h>
#include <string.h>

#include "protocol/text/json.h"

const TabGameJournalKind tab_analysis_journal_kind = {"tab-analysis", "an analysis",
                                                      "an analysed game"};

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
    double plain = number + 0.0; /* -0 would be read as the whole number 0 */
    g_string_append(line, isnan(plain) ? "null" : g_ascii_dtostr(text, sizeof text, plain));
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

/* Element i, if it is a whole number; -1 else. */
static gint64 get_number(JsonArray *row, guint i)
{
    gint64 number = -1;
    tab_json_as_integer(json_array_get_element(row, i), &number);
    return number;
}

/* Element i as an array of `length`, whose first is the number of a turn. */
static JsonArray *get_row(JsonArray *rows, guint i, guint length, const GPtrArray *turns,
                          const TabRecordNode **node)
{
    JsonArray *row = tab_json_as_array(json_array_get_element(rows, i));
    if (!row || json_array_get_length(row) != length)
        return NULL;
    gint64 turn = get_number(row, 0);
    if (turn < 0 || turn >= turns->len)
        return NULL;
    *node = g_ptr_array_index(turns, (guint)turn);
    return row;
}

/* Whether a text can be a turn: words of the notation need no quoting. */
static gboolean is_turn(const char *text)
{
    while (g_ascii_isgraph(*text) && *text != '"' && *text != '\\')
        text++;
    return !*text;
}

/* 0–1, as chances to win are; luck may be less. */
static gboolean get_share(JsonArray *row, guint i, double least, double *share)
{
    return tab_json_as_number(json_array_get_element(row, i), share) && *share >= least - 1e-9 &&
           *share <= 1 + 1e-9;
}

static gboolean read_throws(JsonArray *rows, const TabCast *cast, const GPtrArray *turns,
                            TabAnalysis *analysis)
{
    for (guint i = 0; i < json_array_get_length(rows); i++) {
        TabThrowLuck luck = {0};
        JsonArray *row = get_row(rows, i, 5, turns, &luck.node);
        gint64 place = row ? get_number(row, 1) : -1;
        const char *kind = row ? tab_json_as_text(json_array_get_element(row, 2)) : NULL, *end;
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
        const char *best = row ? tab_json_as_text(json_array_get_element(row, 3)) : NULL;
        if (!best || !is_turn(best) || !get_share(row, 1, 0, &turn.win) ||
            !get_share(row, 2, 0, &turn.loss))
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
    return (guint)CLAMP(tab_json_get_integer(object, name, 0), 0, G_MAXINT);
}

/* A value of the whole game: NAN where it is null or not there; FALSE: it is no number. */
static gboolean get_value(JsonObject *object, const char *name, double *value)
{
    gboolean there =
        json_object_has_member(object, name) && !json_object_get_null_member(object, name);
    *value = tab_json_get_number(object, name, there ? INFINITY : NAN);
    return !isinf(*value);
}

static TabAnalysis *read_game(JsonObject *object, const TabRecord *record)
{
    g_autoptr(GPtrArray) turns = list_turns(record);
    JsonArray *throws = tab_json_get_array(object, "throws"),
              *losses = tab_json_get_array(object, "losses"),
              *opening = tab_json_get_array(object, "opening");
    g_autoptr(TabAnalysis) analysis = tab_analysis_new(losses != NULL);
    analysis->turns = get_count(object, "turns");
    analysis->calls = get_count(object, "calls");
    if (!get_value(object, "first", &analysis->first) ||
        !get_value(object, "last", &analysis->last) ||
        !get_value(object, "drift", &analysis->drift))
        return NULL;
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

/* --- the journal --- */

TabAnalysis *tab_analysis_journal_look_up(const TabGameJournal *journal, const TabRecord *record)
{
    g_autofree char *key = game_key(record);
    g_autoptr(JsonNode) node = tab_game_journal_look_up(journal, key);
    return node ? read_game(json_node_get_object(node), record) : NULL;
}

gboolean tab_analysis_journal_add(TabGameJournal *journal, const TabRecord *record,
                                  const TabAnalysis *analysis, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    append_game(line, record, analysis);
    return tab_game_journal_add(journal, line, error);
}
