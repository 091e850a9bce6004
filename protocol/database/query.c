// SPDX-License-Identifier: GPL-3.0-or-later
// Lists games, and unpacks their records one at a time.
#include "protocol/database/query.h"

#include <string.h>

#include "protocol/database/filter.h"
#include "protocol/database/game-entry.h"

static const struct {
    const char *name, *order;
} columns[TAB_N_GAME_COLUMNS] = {
    [TAB_GAME_NUMBER] = {"number", "g.id"},
    [TAB_GAME_DATE] = {"date", "g.date"},
    [TAB_GAME_WHITE] = {"white", "w.name COLLATE NOCASE"},
    [TAB_GAME_BLACK] = {"black", "b.name COLLATE NOCASE"},
    [TAB_GAME_RESULT] = {"result", "g.result"},
    [TAB_GAME_TURNS] = {"turns", "g.turns"},
    [TAB_GAME_RULES] = {"rules", "r.name"},
    [TAB_GAME_EVENT] = {"event", "e.name COLLATE NOCASE"},
};

const char *tab_game_column_name(TabGameColumn column)
{
    g_return_val_if_fail(column < TAB_N_GAME_COLUMNS, NULL);
    return columns[column].name;
}

void tab_game_row_free(TabGameRow *row)
{
    g_free(row->white);
    g_free(row->black);
    g_free(row->event);
    g_free(row->round);
    g_free(row->date);
    g_free(row->rules);
    g_free(row->source);
    g_free(row);
}

/* The place of a text of the record among its like; 0 (not said, not over) if it is none. */
static int find_text(const char *text, const char *(*name)(int), int n)
{
    for (int i = 0; text && i < n; i++)
        if (!g_strcmp0(name(i), text))
            return i;
    return 0;
}

static const char *result_name(int result)
{
    return tab_record_result_text((TabRecordResult)result);
}

static const char *termination_name(int termination)
{
    return tab_record_termination_text((TabRecordTermination)termination);
}

static TabGameRow *read_row(TabStatement *rows)
{
    TabGameRow *row = g_new0(TabGameRow, 1);
    row->number = sqlite3_column_int64(rows, 0);
    row->white = tab_statement_get_text(rows, 1);
    row->black = tab_statement_get_text(rows, 2);
    row->rules = tab_statement_get_name(rows, 3);
    row->event = tab_statement_get_text(rows, 4);
    row->round = tab_statement_get_text(rows, 5);
    row->date = tab_statement_get_text(rows, 6);
    row->result = (TabRecordResult)find_text((const char *)sqlite3_column_text(rows, 7),
                                             result_name, TAB_N_RECORD_RESULTS);
    row->termination = (TabRecordTermination)find_text((const char *)sqlite3_column_text(rows, 8),
                                                       termination_name, TAB_N_RECORD_TERMINATIONS);
    row->begins =
        g_strcmp0((const char *)sqlite3_column_text(rows, 9), "b") ? TAB_WHITE : TAB_BLACK;
    row->turns = (guint)sqlite3_column_int64(rows, 10);
    row->source = tab_statement_get_name(rows, 11);
    row->line = (guint)sqlite3_column_int64(rows, 12);
    row->at = -1;
    return row;
}

/* Records. */

/* The text of the record of a game; `find` is bound and reset here. */
static char *load_record(TabDatabase *database, TabStatement *find, gint64 number, gsize *length,
                         GError **error)
{
    g_autoptr(GError) cause = NULL;
    sqlite3_bind_int64(find, 1, number);
    gboolean found = tab_database_next_row(database, find, &cause);
    char *text = NULL;
    if (found) {
        *length = (gsize)sqlite3_column_int64(find, 0);
        text = tab_game_entry_unpack(sqlite3_column_blob(find, 1),
                                     (gsize)sqlite3_column_bytes(find, 1), *length);
    }
    sqlite3_reset(find);
    if (cause)
        g_propagate_error(error, g_steal_pointer(&cause));
    else if (!found)
        g_set_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED,
                    "%s has no game %" G_GINT64_FORMAT, database->path, number);
    else if (!text)
        g_set_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED,
                    "%s is damaged: game %" G_GINT64_FORMAT " cannot be unpacked", database->path,
                    number);
    return text;
}

static const char find_record[] = "SELECT bytes, record FROM records WHERE game = ?1";

char *tab_database_get_record(TabDatabase *database, gint64 number, gsize *length, GError **error)
{
    g_autoptr(TabStatement) find = tab_database_prepare(database, find_record, error);
    return find ? load_record(database, find, number, length, error) : NULL;
}

/* Lists. */

/* Gives all rows to `visit`, with their records if it has `records`. */
static gboolean visit_rows(TabDatabase *database, const TabGameFilter *filter, gboolean records,
                           TabGameVisit visit, gpointer data, GError **error)
{
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autoptr(TabStatement) find = sql ? tab_database_prepare(database, find_record, error) : NULL;
    if (!find)
        return FALSE;
    const char *way = filter->descending ? "DESC" : "ASC";
    g_autofree char *order =
        g_strdup_printf(" ORDER BY %s %s, g.id %s LIMIT %" G_GINT64_FORMAT " OFFSET %u",
                        columns[filter->sort].order, way, way,
                        filter->limit ? (gint64)filter->limit : (gint64)-1, filter->offset);
    g_autoptr(TabStatement) rows = tab_filter_sql_prepare(
        database, sql,
        "SELECT g.id, w.name, b.name, r.name, e.name, g.round, g.date, g.result, g.termination,"
        " g.begins, g.turns, s.name, g.line FROM " TAB_FILTER_TABLES
        " JOIN sources s ON s.id = g.source WHERE ",
        order, error);
    GError *cause = NULL;
    gboolean go_on = rows != NULL;
    while (go_on && tab_database_next_row(database, rows, &cause)) {
        g_autoptr(TabGameRow) row = read_row(rows);
        g_autofree char *text = NULL;
        gsize length = 0;
        if (records || sql->positions) {
            text = load_record(database, find, row->number, &length, &cause);
            if (!text)
                break;
        }
        if (sql->positions) {
            row->at = tab_filter_sql_find(sql, row->rules, text, length);
            if (row->at < 0)
                continue; /* another position with the same word */
        }
        go_on = visit(row, text, length, data, &cause);
    }
    if (cause)
        g_propagate_error(error, cause);
    return rows && !cause;
}

static gboolean keep_row(const TabGameRow *row, const char *record, gsize length, gpointer data,
                         GError **error)
{
    TabGameRow *kept = g_memdup2(row, sizeof *row);
    kept->white = g_strdup(row->white);
    kept->black = g_strdup(row->black);
    kept->event = g_strdup(row->event);
    kept->round = g_strdup(row->round);
    kept->date = g_strdup(row->date);
    kept->rules = g_strdup(row->rules);
    kept->source = g_strdup(row->source);
    g_ptr_array_add(data, kept);
    return TRUE;
}

GPtrArray *tab_database_list_games(TabDatabase *database, const TabGameFilter *filter,
                                   GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_row_free);
    return visit_rows(database, filter, FALSE, keep_row, list, error) ? g_steal_pointer(&list)
                                                                      : NULL;
}

gboolean tab_database_visit_games(TabDatabase *database, const TabGameFilter *filter,
                                  TabGameVisit visit, gpointer data, GError **error)
{
    return visit_rows(database, filter, TRUE, visit, data, error);
}

gint64 tab_database_count_games(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autoptr(TabStatement) rows =
        sql ? tab_filter_sql_prepare(database, sql,
                                     "SELECT count(*) FROM " TAB_FILTER_TABLES " WHERE ", "", error)
            : NULL;
    return rows && tab_database_next_row(database, rows, error) ? sqlite3_column_int64(rows, 0)
                                                                : -1;
}
