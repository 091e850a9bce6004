// SPDX-License-Identifier: GPL-3.0-or-later
// A game knows its last turn in the tree alone; what lies below a turn is counted when it is asked
// for.
#include "protocol/database/opening-tree.h"

#include "protocol/database/filter.h"

void tab_opening_line_free(TabOpeningLine *line)
{
    g_free(line->throws);
    g_free(line->turn);
    g_free(line);
}

/* `top`: the turn that is listed, `id`: it and all below it, each once, also in a damaged file
 * whose turns lie below themselves. */
static const char count_below[] =
    "WITH RECURSIVE below (top, rules, id) AS ("
    "SELECT id, rules, id FROM openings WHERE parent = %" G_GINT64_FORMAT
    " AND rules = (SELECT id FROM rules WHERE name = ?1)"
    " UNION SELECT below.top, below.rules, o.id FROM below"
    " JOIN openings o ON o.rules = below.rules AND o.parent = below.id)"
    " SELECT t.id, t.side, t.throws, t.turn, count(*), sum(g.result = '1-0'),"
    " sum(g.result = '0-1'), sum(g.result = '1/2-1/2')"
    " FROM below JOIN openings t ON t.id = below.top JOIN " TAB_FILTER_TABLES
    " WHERE g.opening = below.id AND ";

static const char in_order[] =
    " GROUP BY t.id ORDER BY sum(count(*)) OVER (PARTITION BY t.side, t.throws) DESC, t.throws,"
    " t.side, count(*) DESC, t.turn";

GPtrArray *tab_database_list_openings(TabDatabase *database, const TabGameFilter *filter,
                                      gint64 parent, GError **error)
{
    g_return_val_if_fail(filter->rules, NULL);
    g_autoptr(GPtrArray) lines =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_line_free);
    g_autoptr(GError) cause = NULL;
    g_autofree char *before = g_strdup_printf(count_below, parent);
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autoptr(TabStatement) rows =
        sql ? tab_filter_sql_prepare(database, sql, before, in_order, error) : NULL;
    if (!rows)
        return NULL;
    while (tab_database_next_row(database, rows, &cause)) {
        TabOpeningLine *line = g_new0(TabOpeningLine, 1);
        line->number = sqlite3_column_int64(rows, 0);
        line->side =
            g_strcmp0((const char *)sqlite3_column_text(rows, 1), "b") ? TAB_WHITE : TAB_BLACK;
        line->throws = tab_statement_get_name(rows, 2);
        line->turn = tab_statement_get_name(rows, 3);
        line->games = (guint)sqlite3_column_int64(rows, 4);
        line->won[TAB_WHITE] = (guint)sqlite3_column_int64(rows, 5);
        line->won[TAB_BLACK] = (guint)sqlite3_column_int64(rows, 6);
        line->drawn = (guint)sqlite3_column_int64(rows, 7);
        g_ptr_array_add(lines, line);
    }
    if (!cause)
        return g_steal_pointer(&lines);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}
