// SPDX-License-Identifier: GPL-3.0-or-later
// Lists games, and unpacks their records one at a time.
#include "protocol/database/query.h"

#include <glib/gi18n.h>
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

TabStoredGame *tab_stored_game_copy(const TabStoredGame *row)
{
    TabStoredGame *copy = g_memdup2(row, sizeof *row);
    char **const texts[] = {&copy->white, &copy->black, &copy->event, &copy->round,
                            &copy->date,  &copy->rules, &copy->source};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = g_strdup(*texts[i]);
    return copy;
}

void tab_stored_game_free(TabStoredGame *row)
{
    if (!row)
        return;
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

static TabStoredGame *read_row(TabStatement *rows)
{
    TabStoredGame *row = g_new0(TabStoredGame, 1);
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

/* `sentence` has the path and the number of the game. */
static void fail_as_damaged(const TabDatabase *database, const char *sentence, gint64 number,
                            GError **error)
{
    g_autofree char *digits = g_strdup_printf("%" G_GINT64_FORMAT, number);
    g_set_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED, g_dgettext("tab", sentence),
                database->path, digits);
}

/* The text of the record of a game; `find` is bound and reset here. A game that a running statement
 * has listed has its record, or the file is damaged. */
static char *load_record(TabDatabase *database, TabStatement *find, gint64 number, gboolean listed,
                         gsize *length, GError **error)
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
    else if (!found && listed)
        fail_as_damaged(database, N_("%s is damaged: game %s has no record"), number, error);
    else if (!found)
        g_set_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED,
                    "%s has no game %" G_GINT64_FORMAT, database->path, number);
    else if (!text)
        fail_as_damaged(database, N_("%s is damaged: game %s cannot be unpacked"), number, error);
    return text;
}

static const char find_record[] = "SELECT bytes, record FROM records WHERE game = ?1";

char *tab_database_get_record(TabDatabase *database, gint64 number, gsize *length, GError **error)
{
    g_autoptr(TabStatement) find = tab_database_prepare(database, find_record, error);
    return find ? load_record(database, find, number, FALSE, length, error) : NULL;
}

/* Lists. */

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The order of the titles of rules, as an expression; NULL after an error. */
static char *order_titles(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    g_autoptr(GString) text = g_string_new("CASE g.rules");
    g_autoptr(GPtrArray) titles = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) names =
        tab_database_prepare(database, "SELECT id, name FROM rules", &cause);
    while (names && tab_database_next_row(database, names, &cause)) {
        g_autofree char *name = tab_statement_get_name(names, 1);
        g_autofree char *title = tab_filter_sql_title(filter, name);
        g_autofree char *valid = g_utf8_make_valid(title, -1);
        g_autofree char *key = g_utf8_collate_key(valid, -1);
        g_ptr_array_add(titles, g_strdup_printf("%s\n%" G_GINT64_FORMAT, key,
                                                (gint64)sqlite3_column_int64(names, 0)));
    }
    if (cause) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return NULL;
    }
    g_ptr_array_sort(titles, compare_texts);
    for (guint i = 0; i < titles->len; i++)
        g_string_append_printf(text, " WHEN %s THEN %u",
                               strrchr(g_ptr_array_index(titles, i), '\n') + 1, i);
    return titles->len ? g_strdup_printf("%s END", text->str)
                       : g_strdup("NULL"); /* a number would be that of a column */
}

/* " ORDER BY …"; NULL after an error. */
static char *order_games(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    const char *way = filter->descending ? "DESC" : "ASC";
    g_autofree char *titles = filter->sort == TAB_GAME_RULES && filter->rules_title
                                  ? order_titles(database, filter, error)
                                  : g_strdup(columns[filter->sort].order);
    return titles ? g_strdup_printf(" ORDER BY %s %s, g.id %s", titles, way, way) : NULL;
}

#define SELECT_GAMES                                                                               \
    "SELECT g.id, w.name, b.name, r.name, e.name, g.round, g.date, g.result, g.termination,"       \
    " g.begins, g.turns, s.name, g.line FROM " TAB_FILTER_TABLES                                   \
    " JOIN sources s ON s.id = g.source WHERE "

/* Gives all rows to `visit`, with their records if it has `records`. */
static gboolean visit_rows(TabDatabase *database, const TabGameFilter *filter, gboolean records,
                           TabGameVisit visit, gpointer data, GError **error)
{
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autoptr(TabStatement) find = sql ? tab_database_prepare(database, find_record, error) : NULL;
    g_autofree char *order = find ? order_games(database, filter, error) : NULL;
    if (!order)
        return FALSE;
    g_autofree char *after =
        g_strdup_printf("%s LIMIT %" G_GINT64_FORMAT " OFFSET %u", order,
                        filter->limit ? (gint64)filter->limit : (gint64)-1, filter->offset);
    g_autoptr(TabStatement) rows =
        tab_filter_sql_prepare(database, sql, SELECT_GAMES, after, error);
    GError *cause = NULL;
    gboolean go_on = rows != NULL;
    while (go_on && tab_database_next_row(database, rows, &cause)) {
        g_autoptr(TabStoredGame) row = read_row(rows);
        g_autofree char *text = NULL;
        gsize length = 0;
        if (records || sql->positions) {
            text = load_record(database, find, row->number, TRUE, &length, &cause);
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

GArray *tab_database_list_numbers(TabDatabase *database, const TabGameFilter *filter,
                                  GError **error)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autofree char *order = sql ? order_games(database, filter, error) : NULL;
    g_autoptr(TabStatement) rows =
        order ? tab_filter_sql_prepare(
                    database, sql, "SELECT g.id FROM " TAB_FILTER_TABLES " WHERE ", order, error)
              : NULL;
    if (!rows)
        return NULL;
    while (tab_database_next_row(database, rows, &cause)) {
        gint64 number = sqlite3_column_int64(rows, 0);
        g_array_append_val(numbers, number);
    }
    if (!cause)
        return g_steal_pointer(&numbers);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

/* Sets `at` of a row, for which its record is read. Where it is damaged, or gone, the place is not
 * known: the other games can be listed all the same. */
static gboolean find_place(TabDatabase *database, const TabFilterSql *sql, TabStatement *find,
                           TabStoredGame *row, GError **error)
{
    gsize length;
    GError *cause = NULL;
    g_autofree char *text = load_record(database, find, row->number, FALSE, &length, &cause);
    if (text)
        row->at = tab_filter_sql_find(sql, row->rules, text, length);
    else if (g_error_matches(cause, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED) ||
             g_error_matches(cause, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED))
        g_clear_error(&cause);
    if (!cause)
        return TRUE;
    g_propagate_error(error, cause);
    return FALSE;
}

GPtrArray *tab_database_get_games(TabDatabase *database, const TabGameFilter *filter,
                                  const gint64 *numbers, guint n, GError **error)
{
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_stored_game_free);
    const TabGameFilter place = {.result = -1,
                                 .rules = filter->rules,
                                 .position = filter->position,
                                 .any_position = filter->any_position};
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, &place, error);
    g_autoptr(TabStatement) find = sql ? tab_database_prepare(database, find_record, error) : NULL;
    g_autoptr(TabStatement) rows =
        find ? tab_database_prepare(database, SELECT_GAMES "g.id = ?1", error) : NULL;
    g_autoptr(GError) cause = NULL;
    for (guint i = 0; rows && i < n && !cause; i++) {
        sqlite3_bind_int64(rows, 1, numbers[i]);
        gboolean found = tab_database_next_row(database, rows, &cause);
        g_autoptr(TabStoredGame) row = found ? read_row(rows) : NULL;
        sqlite3_reset(rows);
        if (row && sql->positions)
            find_place(database, sql, find, row, &cause);
        g_ptr_array_add(list, g_steal_pointer(&row));
    }
    if (rows && !cause)
        return g_steal_pointer(&list);
    if (cause)
        g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

static gboolean keep_row(const TabStoredGame *row, const char *record, gsize length, gpointer data,
                         GError **error)
{
    g_ptr_array_add(data, tab_stored_game_copy(row));
    return TRUE;
}

GPtrArray *tab_database_list_games(TabDatabase *database, const TabGameFilter *filter,
                                   GError **error)
{
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_stored_game_free);
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
