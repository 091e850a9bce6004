// SPDX-License-Identifier: GPL-3.0-or-later
// Tables for people, CSV (RFC 4180, lines ended by LF) and JSON for programs.
#include "protocol/runner/db-report.h"

#include <string.h>

#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"

/* Lists of games. */

/* The columns of a list: the first ones are texts. */
static const struct {
    const char *name;
    gboolean number;
} columns[] = {
    {"number", TRUE}, {"date"},        {"white"},       {"black"},  {"result"},
    {"rules"},        {"event"},       {"termination"}, {"begins"}, {"source"},
    {"line", TRUE},   {"turns", TRUE}, {"at", TRUE},
};

static const guint all_columns[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const guint text_columns[] = {0, 1, 2, 3, 4, 5, 6, 11, 12};

/* A cell; NULL: the record does not say it. Free with g_free. */
static char *get_cell(const TabStoredGame *row, guint column)
{
    switch (column) {
    case 0:
        return g_strdup_printf("%" G_GINT64_FORMAT, row->number);
    case 1:
        return g_strdup(row->date);
    case 2:
        return g_strdup(row->white);
    case 3:
        return g_strdup(row->black);
    case 4:
        return g_strdup(tab_record_result_text(row->result));
    case 5:
        return g_strdup(row->rules);
    case 6:
        return g_strdup(row->event);
    case 7:
        return g_strdup(tab_record_termination_text(row->termination));
    case 8:
        return g_strdup(row->begins == TAB_WHITE ? "w" : "b");
    case 9:
        return g_strdup(row->source);
    case 10:
        return g_strdup_printf("%u", row->line);
    case 11:
        return g_strdup_printf("%u", row->turns);
    default:
        return g_strdup_printf("%d", row->at);
    }
}

static char *list_as_text(const GPtrArray *rows, guint n)
{
    g_autoptr(TabTextTable) table = tab_text_table_new(n, 7);
    GString *text = g_string_new(NULL);
    for (guint i = 0; rows->len && i < n; i++)
        tab_text_table_take(table, g_strdup(columns[text_columns[i]].name));
    for (guint r = 0; r < rows->len; r++)
        for (guint i = 0; i < n; i++) {
            g_autofree char *cell = get_cell(g_ptr_array_index(rows, r), text_columns[i]);
            tab_text_table_take(table, cell ? tab_plain_text(cell) : g_strdup(""));
        }
    tab_text_table_append(table, text);
    return g_string_free(text, FALSE);
}

static void append_csv(const char *cell, gboolean first, GString *text)
{
    g_string_append(text, first ? "" : ",");
    tab_plain_text_append_csv(text, cell);
}

static char *list_as_csv(const GPtrArray *rows, guint n)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        append_csv(columns[all_columns[i]].name, !i, text);
    g_string_append_c(text, '\n');
    for (guint r = 0; r < rows->len; r++) {
        for (guint i = 0; i < n; i++) {
            g_autofree char *cell = get_cell(g_ptr_array_index(rows, r), all_columns[i]);
            append_csv(cell, !i, text);
        }
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}

static char *list_as_json(const GPtrArray *rows, guint n)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_array(builder);
    for (guint r = 0; r < rows->len; r++) {
        json_builder_begin_object(builder);
        for (guint i = 0; i < n; i++) {
            const char *name = columns[all_columns[i]].name;
            g_autofree char *cell = get_cell(g_ptr_array_index(rows, r), all_columns[i]);
            if (columns[all_columns[i]].number)
                tab_json_put_count(builder, name, g_ascii_strtoull(cell, NULL, 10));
            else
                tab_json_put_text(builder, name, cell);
        }
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    return tab_json_text(root);
}

char *tab_db_report_games(const GPtrArray *rows, TabDbFormat format, gboolean position)
{
    guint n = G_N_ELEMENTS(all_columns) - !position;
    switch (format) {
    case TAB_DB_CSV:
        return list_as_csv(rows, n);
    case TAB_DB_JSON:
        return list_as_json(rows, n);
    default:
        return list_as_text(rows, G_N_ELEMENTS(text_columns) - !position);
    }
}

/* Tallies. */

static void take_count(TabTextTable *table, guint count)
{
    tab_text_table_take(table, g_strdup_printf("%u", count));
}

/* Points a game, "52.50%"; "-" where none has a result. */
static char *score_text(guint won, guint drawn, guint lost)
{
    guint games = won + drawn + lost;
    g_autofree char *number =
        games ? tab_plain_text_number(100 * (won + drawn / 2.0) / games, 1) : NULL;
    return number ? g_strconcat(number, "%", NULL) : g_strdup("-");
}

static char *table_text(TabTextTable *table)
{
    GString *text = g_string_new(NULL);
    tab_text_table_append(table, text);
    return g_string_free(text, FALSE);
}

static void take_heads(TabTextTable *table, const char *const *heads)
{
    for (; *heads; heads++)
        tab_text_table_take(table, g_strdup(*heads));
}

char *tab_db_report_rules(const GPtrArray *tallies)
{
    static const char *const heads[] = {"rules", "games",        "white won", "black won", "drawn",
                                        "open",  "first player", "turns",     NULL};
    g_autoptr(TabTextTable) table = tab_text_table_new(G_N_ELEMENTS(heads) - 1, 1);
    if (tallies->len)
        take_heads(table, heads);
    for (guint i = 0; i < tallies->len; i++) {
        const TabRulesTally *tally = g_ptr_array_index(tallies, i);
        guint decided = tally->won[TAB_WHITE] + tally->won[TAB_BLACK];
        tab_text_table_take(table, tab_plain_text(tally->rules));
        take_count(table, tally->games);
        take_count(table, tally->won[TAB_WHITE]);
        take_count(table, tally->won[TAB_BLACK]);
        take_count(table, tally->drawn);
        take_count(table, tally->games - decided - tally->drawn);
        tab_text_table_take(table,
                            score_text(tally->first_won, tally->drawn, decided - tally->first_won));
        tab_text_table_take(table, tab_plain_text_number(tally->mean_turns, 1));
    }
    return table_text(table);
}

char *tab_db_report_players(const GPtrArray *tallies)
{
    static const char *const heads[] = {"player", "games", "won", "drawn", "lost", "score", NULL};
    g_autoptr(TabTextTable) table = tab_text_table_new(G_N_ELEMENTS(heads) - 1, 1);
    if (tallies->len)
        take_heads(table, heads);
    for (guint i = 0; i < tallies->len; i++) {
        const TabPlayerTally *tally = g_ptr_array_index(tallies, i);
        tab_text_table_take(table, tab_plain_text(tally->name));
        take_count(table, tally->games);
        take_count(table, tally->won);
        take_count(table, tally->drawn);
        take_count(table, tally->lost);
        tab_text_table_take(table, score_text(tally->won, tally->drawn, tally->lost));
    }
    return table_text(table);
}

/* Openings. */

static void indent(guint level, GString *text)
{
    for (guint i = 0; i < level; i++)
        g_string_append(text, "    ");
}

static void append_line(guint level, const char *what, const TabOpeningLine *line, GString *text)
{
    g_autofree char *score = score_text(line->won[line->side], line->drawn, line->won[!line->side]);
    indent(level, text);
    g_string_append_printf(text, "%s  %u %s  %s\n", what, line->games,
                           line->games == 1 ? "game" : "games", score);
}

/* All turns with the throws of line `i` in one; the first line with others. */
static guint sum_throws(const GPtrArray *lines, guint i, TabOpeningLine *sum)
{
    const TabOpeningLine *first = g_ptr_array_index(lines, i);
    *sum = (TabOpeningLine){.side = first->side};
    for (; i < lines->len; i++) {
        const TabOpeningLine *line = g_ptr_array_index(lines, i);
        if (strcmp(line->throws, first->throws) || line->side != first->side)
            break;
        sum->games += line->games;
        sum->drawn += line->drawn;
        for (int side = 0; side < 2; side++)
            sum->won[side] += line->won[side];
    }
    return i;
}

gboolean tab_db_report_openings(const GPtrArray *lines, guint level, GString *text,
                                TabDbFollow follow, gpointer data)
{
    for (guint i = 0, next; i < lines->len; i = next) {
        TabOpeningLine sum;
        const TabOpeningLine *first = g_ptr_array_index(lines, i);
        next = sum_throws(lines, i, &sum);
        g_autofree char *head =
            g_strdup_printf("%s %s", first->side == TAB_WHITE ? "w" : "b", first->throws);
        append_line(level, head, &sum, text);
        for (; i < next; i++) {
            const TabOpeningLine *line = g_ptr_array_index(lines, i);
            append_line(level + 1, line->turn, line, text);
            if (!follow(line, text, data))
                return FALSE;
        }
    }
    return TRUE;
}
