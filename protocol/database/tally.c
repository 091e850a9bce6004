// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite counts.
#include "protocol/database/tally.h"

#include "protocol/database/filter.h"

void tab_rules_tally_free(TabRulesTally *tally)
{
    g_free(tally->rules);
    g_free(tally);
}

void tab_player_tally_free(TabPlayerTally *tally)
{
    g_free(tally->name);
    g_free(tally);
}

static guint get_count(TabStatement *rows, int column)
{
    return (guint)sqlite3_column_int64(rows, column);
}

static gpointer read_rules(TabStatement *rows)
{
    TabRulesTally *tally = g_new0(TabRulesTally, 1);
    tally->rules = tab_statement_get_name(rows, 0);
    tally->games = get_count(rows, 1);
    tally->won[TAB_WHITE] = get_count(rows, 2);
    tally->won[TAB_BLACK] = get_count(rows, 3);
    tally->drawn = get_count(rows, 4);
    tally->begun[TAB_WHITE] = get_count(rows, 5);
    tally->begun[TAB_BLACK] = tally->games - tally->begun[TAB_WHITE];
    tally->first_won = get_count(rows, 6);
    tally->mean_turns = sqlite3_column_double(rows, 7);
    return tally;
}

static gpointer read_player(TabStatement *rows)
{
    TabPlayerTally *tally = g_new0(TabPlayerTally, 1);
    tally->name = tab_statement_get_name(rows, 0);
    tally->games = get_count(rows, 1);
    tally->won = get_count(rows, 2);
    tally->drawn = get_count(rows, 3);
    tally->lost = get_count(rows, 4);
    return tally;
}

/* All rows of a statement with the conditions of the filter between two texts. */
static GPtrArray *read_all(TabDatabase *database, const TabGameFilter *filter, const char *before,
                           const char *after, gpointer (*read)(TabStatement *rows),
                           GDestroyNotify free, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(free);
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabFilterSql) sql = tab_filter_sql_new(database, filter, error);
    g_autoptr(TabStatement) rows =
        sql ? tab_filter_sql_prepare(database, sql, before, after, error) : NULL;
    if (!rows)
        return NULL;
    while (tab_database_next_row(database, rows, &cause))
        g_ptr_array_add(list, read(rows));
    if (!cause)
        return g_steal_pointer(&list);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

GPtrArray *tab_database_tally_rules(TabDatabase *database, const TabGameFilter *filter,
                                    GError **error)
{
    static const char before[] =
        "SELECT r.name, count(*), sum(g.result = '1-0'), sum(g.result = '0-1'),"
        " sum(g.result = '1/2-1/2'), sum(g.begins = 'w'),"
        " sum(g.result = CASE g.begins WHEN 'w' THEN '1-0' ELSE '0-1' END), avg(g.turns)"
        " FROM " TAB_FILTER_TABLES " WHERE ";
    return read_all(database, filter, before, " GROUP BY r.id ORDER BY count(*) DESC, r.name",
                    read_rules, (GDestroyNotify)tab_rules_tally_free, error);
}

GPtrArray *tab_database_tally_players(TabDatabase *database, const TabGameFilter *filter,
                                      GError **error)
{
    static const char before[] =
        "WITH picked AS (SELECT w.name AS white, b.name AS black, g.result AS result"
        " FROM " TAB_FILTER_TABLES " WHERE ";
    static const char after[] =
        "), seats AS (SELECT white AS name, result, '1-0' AS win, '0-1' AS loss FROM picked"
        " UNION ALL SELECT black, result, '0-1', '1-0' FROM picked)"
        " SELECT name, count(*), sum(result = win), sum(result = '1/2-1/2'), sum(result = loss)"
        " FROM seats WHERE name IS NOT NULL GROUP BY name ORDER BY count(*) DESC, name";
    return read_all(database, filter, before, after, read_player,
                    (GDestroyNotify)tab_player_tally_free, error);
}
