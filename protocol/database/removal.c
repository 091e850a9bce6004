// SPDX-License-Identifier: GPL-3.0-or-later
// Takes games out of a database.
#include "protocol/database/database-private.h"
#include "protocol/database/game-entry.h"
#include "protocol/database/import.h"
#include "protocol/database/query.h"

/* The index has no contents of its own: it has to be told what stood there. */
static TabGameEntry *read_entry(TabDatabase *database, gint64 number, GError **error)
{
    gsize length;
    g_autofree char *text = tab_database_get_record(database, number, &length, error);
    if (!text)
        return NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
    return tab_game_entry_read(reader, error);
}

static gboolean run_with_number(TabDatabase *database, const char *sql, gint64 number,
                                const char *keys, GError **error)
{
    g_autoptr(TabStatement) statement = tab_database_prepare(database, sql, error);
    if (!statement)
        return FALSE;
    sqlite3_bind_int64(statement, 1, number);
    if (keys)
        tab_statement_bind_text(statement, 2, keys);
    return tab_database_run(database, statement, error);
}

/* Whether it is the record of one game that cannot be read: damaged, none, or not there. */
static gboolean is_of_record(const GError *error)
{
    return error->domain == TAB_RULES_ERROR ||
           g_error_matches(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED) ||
           g_error_matches(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
}

/* `damaged` becomes TRUE where nobody knows what the index has of a game that is taken out. */
static gboolean remove_game(TabDatabase *database, gint64 number, gboolean *damaged, GError **error)
{
    static const char *const sentences[] = {"DELETE FROM analyses WHERE game = ?1",
                                            "DELETE FROM records WHERE game = ?1",
                                            "DELETE FROM games WHERE id = ?1"};
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabGameEntry) entry = read_entry(database, number, &cause);
    if (cause && !is_of_record(cause)) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return FALSE;
    }
    gboolean ok = !entry || run_with_number(database,
                                            "INSERT INTO positions (positions, rowid, keys)"
                                            " VALUES ('delete', ?1, ?2)",
                                            number, entry->keys, error);
    for (guint i = 0; ok && i < G_N_ELEMENTS(sentences); i++)
        ok = run_with_number(database, sentences[i], number, NULL, error);
    if (ok && cause && !sqlite3_changes(database->handle)) { /* there is no such game */
        g_propagate_error(error, g_steal_pointer(&cause));
        return FALSE;
    }
    *damaged |= !entry;
    return ok;
}

/* Makes the index anew of the records that can be read. */
static gboolean index_positions(TabDatabase *database, GError **error)
{
    GError *cause = NULL;
    if (!tab_database_run_text(database, "INSERT INTO positions (positions) VALUES ('delete-all')",
                               error))
        return FALSE;
    g_autoptr(TabStatement) games =
        tab_database_prepare(database, "SELECT game FROM records ORDER BY game", error);
    while (games && !cause && tab_database_next_row(database, games, &cause)) {
        gint64 number = sqlite3_column_int64(games, 0);
        g_autoptr(TabGameEntry) entry = read_entry(database, number, &cause);
        if (entry)
            run_with_number(database, "INSERT INTO positions (rowid, keys) VALUES (?1, ?2)", number,
                            entry->keys, &cause);
        else if (!cause || is_of_record(cause)) /* no cause: there is no game in it */
            g_clear_error(&cause);
    }
    if (cause)
        g_propagate_error(error, cause);
    return games && !cause;
}

static gboolean end_removal(TabDatabase *database, gboolean ok, gboolean damaged, GError **error)
{
    ok = ok && (!damaged || index_positions(database, error)) &&
         tab_database_commit(database, error);
    if (!ok)
        tab_database_rollback(database);
    return ok;
}

gboolean tab_database_remove_games(TabDatabase *database, const gint64 *numbers, guint n,
                                   GError **error)
{
    if (!tab_database_begin(database, error))
        return FALSE;
    gboolean ok = TRUE, damaged = FALSE;
    for (guint i = 0; ok && i < n; i++)
        ok = remove_game(database, numbers[i], &damaged, error);
    return end_removal(database, ok, damaged, error);
}

gboolean tab_database_remove_picked(TabDatabase *database, const TabGameFilter *filter, guint *n,
                                    GError **error)
{
    if (!tab_database_begin(database, error))
        return FALSE;
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, filter, error);
    gboolean ok = rows != NULL, damaged = FALSE;
    for (guint i = 0; ok && i < rows->len; i++)
        ok =
            remove_game(database, ((const TabStoredGame *)rows->pdata[i])->number, &damaged, error);
    *n = ok ? rows->len : 0;
    return end_removal(database, ok, damaged, error);
}

/* Where and when the position of a filter stood does not matter. */
static gboolean is_same(const TabStoredGame *a, const TabStoredGame *b)
{
    return !g_strcmp0(a->white, b->white) && !g_strcmp0(a->black, b->black) &&
           !g_strcmp0(a->event, b->event) && !g_strcmp0(a->round, b->round) &&
           !g_strcmp0(a->date, b->date) && !g_strcmp0(a->rules, b->rules) &&
           !g_strcmp0(a->source, b->source) && a->line == b->line && a->turns == b->turns &&
           a->result == b->result && a->termination == b->termination && a->begins == b->begins;
}

static gboolean refuse_other(TabDatabase *database, gint64 number, GError **error)
{
    g_set_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED,
                "%s has another game %" G_GINT64_FORMAT " now, or none",
                tab_database_get_path(database), number);
    return FALSE;
}

gboolean tab_database_remove_known(TabDatabase *database, const TabStoredGame *game, GError **error)
{
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    if (!tab_database_begin(database, error))
        return FALSE;
    g_autoptr(GPtrArray) rows = tab_database_get_games(database, &filter, &game->number, 1, error);
    gboolean ok = rows != NULL, damaged = FALSE;
    if (ok && (!rows->pdata[0] || !is_same(rows->pdata[0], game)))
        ok = refuse_other(database, game->number, error);
    ok = ok && remove_game(database, game->number, &damaged, error);
    return end_removal(database, ok, damaged, error);
}

gboolean tab_database_remove_record(TabDatabase *database, gint64 number, const char *record,
                                    GError **error)
{
    if (!tab_database_begin(database, error))
        return FALSE;
    gsize length;
    gboolean damaged = FALSE;
    g_autofree char *stored = tab_database_get_record(database, number, &length, NULL);
    gboolean ok = (stored && g_str_equal(stored, record)) || refuse_other(database, number, error);
    ok = ok && remove_game(database, number, &damaged, error);
    return end_removal(database, ok, damaged, error);
}
