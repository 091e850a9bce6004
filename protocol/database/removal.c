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

static gboolean remove_game(TabDatabase *database, gint64 number, GError **error)
{
    static const char *const sentences[] = {"DELETE FROM analyses WHERE game = ?1",
                                            "DELETE FROM records WHERE game = ?1",
                                            "DELETE FROM games WHERE id = ?1"};
    g_autoptr(TabGameEntry) entry = read_entry(database, number, error);
    gboolean ok = entry && run_with_number(database,
                                           "INSERT INTO positions (positions, rowid, keys)"
                                           " VALUES ('delete', ?1, ?2)",
                                           number, entry->keys, error);
    for (guint i = 0; ok && i < G_N_ELEMENTS(sentences); i++)
        ok = run_with_number(database, sentences[i], number, NULL, error);
    return ok;
}

gboolean tab_database_remove_games(TabDatabase *database, const gint64 *numbers, guint n,
                                   GError **error)
{
    if (!tab_database_begin(database, error))
        return FALSE;
    gboolean ok = TRUE;
    for (guint i = 0; ok && i < n; i++)
        ok = remove_game(database, numbers[i], error);
    ok = ok && tab_database_commit(database, error);
    if (!ok)
        tab_database_rollback(database);
    return ok;
}
