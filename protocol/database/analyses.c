// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table analyses.
#include "protocol/database/analyses.h"

#include <math.h>

#include "protocol/database/database-private.h"

TabGameAnalysis *tab_game_analysis_new(const char *engine, const char *settings)
{
    TabGameAnalysis *analysis = g_new0(TabGameAnalysis, 1);
    analysis->engine = g_strdup(engine);
    analysis->settings = g_strdup(settings);
    for (int side = 0; side < 2; side++)
        analysis->luck[side] = analysis->loss[side] = NAN;
    return analysis;
}

TabGameAnalysis *tab_game_analysis_sum_up(const TabAnalysis *analysis, const char *engine,
                                          const char *settings)
{
    TabGameAnalysis *sums = tab_game_analysis_new(engine, settings);
    for (guint i = 0; analysis->of_turns && i < analysis->of_turns->len; i++)
        sums->decisions[g_array_index(analysis->of_turns, TabTurnLoss, i).side]++;
    for (int side = 0; side < 2; side++) {
        sums->luck[side] = analysis->luck[side];
        if (sums->decisions[side])
            sums->loss[side] = analysis->loss[side];
    }
    return sums;
}

void tab_game_analysis_free(TabGameAnalysis *analysis)
{
    g_free(analysis->engine);
    g_free(analysis->settings);
    g_free(analysis->details);
    g_free(analysis);
}

/* SQLite has no NAN: it binds NULL for it, and reads 0. */
static double get_real(TabStatement *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(statement, column);
}

gboolean tab_database_put_analysis(TabDatabase *database, gint64 game,
                                   const TabGameAnalysis *analysis, gboolean replace,
                                   GError **error)
{
    static const char *const sql[] = {
        "INSERT OR IGNORE INTO analyses VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        "INSERT OR REPLACE INTO analyses VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"};
    g_autoptr(TabStatement) put = tab_database_prepare(database, sql[replace], error);
    if (!put)
        return FALSE;
    sqlite3_bind_int64(put, 1, game);
    tab_statement_bind_text(put, 2, analysis->engine);
    tab_statement_bind_text(put, 3, analysis->settings);
    for (int side = 0; side < 2; side++) {
        sqlite3_bind_double(put, 4 + side, analysis->luck[side]);
        sqlite3_bind_double(put, 6 + side, analysis->loss[side]);
        sqlite3_bind_int64(put, 8 + side, analysis->decisions[side]);
    }
    tab_statement_bind_text(put, 10, analysis->details);
    return tab_database_run(database, put, error);
}

GPtrArray *tab_database_list_analyses(TabDatabase *database, gint64 game, GError **error)
{
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_analysis_free);
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) rows = tab_database_prepare(
        database,
        "SELECT engine, settings, white_luck, black_luck, white_loss, black_loss,"
        " white_decisions, black_decisions, details FROM analyses WHERE game = ?1"
        " ORDER BY engine, settings",
        &cause);
    if (rows)
        sqlite3_bind_int64(rows, 1, game);
    while (rows && tab_database_next_row(database, rows, &cause)) {
        TabGameAnalysis *analysis = g_new0(TabGameAnalysis, 1);
        analysis->engine = tab_statement_get_name(rows, 0);
        analysis->settings = tab_statement_get_name(rows, 1);
        for (int side = 0; side < 2; side++) {
            analysis->luck[side] = get_real(rows, 2 + side);
            analysis->loss[side] = get_real(rows, 4 + side);
            analysis->decisions[side] = (guint)sqlite3_column_int64(rows, 6 + side);
        }
        analysis->details = tab_statement_get_text(rows, 8);
        g_ptr_array_add(list, analysis);
    }
    if (!cause)
        return g_steal_pointer(&list);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}
