// SPDX-License-Identifier: GPL-3.0-or-later
// What the modules of the database share: the connection, statements, and SQLite's errors as ours.
#pragma once

#include <sqlite3.h>

#include "protocol/database/database.h"

struct _TabDatabase {
    char *path;
    sqlite3 *handle;
};

typedef sqlite3_stmt TabStatement;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabStatement, sqlite3_finalize)

/* Sets the error for a result code of SQLite, with its own words. Always FALSE. */
gboolean tab_database_fail(TabDatabase *database, int code, GError **error);

/* A statement, or NULL; its parameters are bound with SQLite's functions. `sql` is a text of this
 * program: what users write comes in by parameters only. Finalise it. */
TabStatement *tab_database_prepare(TabDatabase *database, const char *sql, GError **error);
/* Goes on to the next row; FALSE after the last one, and after an error. */
gboolean tab_database_next_row(TabDatabase *database, TabStatement *statement, GError **error);
/* Runs a statement that has no rows, and resets it. */
gboolean tab_database_run(TabDatabase *database, TabStatement *statement, GError **error);
/* Runs a text of statements. */
gboolean tab_database_run_text(TabDatabase *database, const char *sql, GError **error);
/* The number that a statement without parameters says; -1 after an error. */
gint64 tab_database_get_number(TabDatabase *database, const char *sql, GError **error);

/* Writing: waits for others, then has the file for itself. What is not ended is as if it had never
 * been begun, also when the program is killed. */
gboolean tab_database_begin(TabDatabase *database, GError **error);
gboolean tab_database_commit(TabDatabase *database, GError **error);
void tab_database_rollback(TabDatabase *database);

/* Binds a text, or NULL; it has to stay until the statement is reset. */
void tab_statement_bind_text(TabStatement *statement, int place, const char *text);
/* A copy of a text of the row; NULL for NULL. The second has "" for NULL, which can be where the
 * tables allow it only if others have changed them. */
char *tab_statement_get_text(TabStatement *statement, int column);
char *tab_statement_get_name(TabStatement *statement, int column);
