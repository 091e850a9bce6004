// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at a file before SQLite may touch it, opens it, and brings its tables up to date.
#include "protocol/database/database-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/codec/message.h"
#include "protocol/database/name-match.h"
#include "protocol/database/schema.h"
#include "protocol/files/output-file.h"

#define SHOWN_MAX 500     /* characters of what SQLite says */
#define PATIENCE_MS 30000 /* for others that write */
#define MOMENT_US 20000
#define HEADER_BYTES 100 /* of a file of SQLite: https://www.sqlite.org/fileformat2.html, 1.3 */

G_DEFINE_QUARK(tab - database - error - quark, tab_database_error)

/* The window shows these sentences, too: `sentence` has the path, and `why` behind it if it is not
 * NULL. Always FALSE. */
static gboolean refuse(const char *path, TabDatabaseError code, GError **error,
                       const char *sentence, const char *why)
{
    g_autofree char *name = g_filename_display_name(path);
    /* SQLite quotes a damaged file, and its lists of damage have several lines */
    g_autofree char *shown = why ? tab_message_printable(why, -1, SHOWN_MAX) : NULL;
    g_set_error(error, TAB_DATABASE_ERROR, code, g_dgettext("tab", sentence), name, shown);
    return FALSE;
}

gboolean tab_database_fail(TabDatabase *database, int code, GError **error)
{
    const char *path = database->path, *why = sqlite3_errmsg(database->handle);
    int system = sqlite3_system_errno(database->handle);
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        return refuse(path, TAB_DATABASE_ERROR_NOT_OURS, error, N_("%s is no database"), NULL);
    case SQLITE_CORRUPT:
        return refuse(path, TAB_DATABASE_ERROR_DAMAGED, error, N_("%s is damaged: %s"), why);
    case SQLITE_READONLY:
        return refuse(path, TAB_DATABASE_ERROR_READ_ONLY, error, N_("%s cannot be written: %s"),
                      why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return refuse(path, TAB_DATABASE_ERROR_BUSY, error,
                      N_("%s is being written by another program"), NULL);
    case SQLITE_FULL:
        return refuse(path, TAB_DATABASE_ERROR_NO_ROOM, error, N_("%s cannot grow: %s"),
                      g_strerror(ENOSPC));
    case SQLITE_IOERR:
        if (system == EFBIG || system == ENOSPC || system == EDQUOT)
            return refuse(path, TAB_DATABASE_ERROR_NO_ROOM, error, N_("%s cannot grow: %s"),
                          g_strerror(system));
        return refuse(path, TAB_DATABASE_ERROR_FAILED, error,
                      N_("%s cannot be read or written: %s"), system ? g_strerror(system) : why);
    case SQLITE_CANTOPEN:
        if (system == ENOENT && !access(path, F_OK)) /* what lies beside the file is missing */
            return refuse(path, TAB_DATABASE_ERROR_READ_ONLY, error,
                          N_("%s cannot be read: SQLite’s journal cannot be made beside it"), NULL);
        errno = system ? system : ENOENT;
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    default:
        return refuse(path, TAB_DATABASE_ERROR_FAILED, error, N_("%s cannot be used: %s"), why);
    }
}

/* Statements. */

TabStatement *tab_database_prepare(TabDatabase *database, const char *sql, GError **error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        tab_database_fail(database, code, error);
    return statement;
}

gboolean tab_database_next_row(TabDatabase *database, TabStatement *statement, GError **error)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return TRUE;
    if (code != SQLITE_DONE)
        tab_database_fail(database, code, error);
    sqlite3_reset(statement);
    return FALSE;
}

gboolean tab_database_run(TabDatabase *database, TabStatement *statement, GError **error)
{
    int code = sqlite3_step(statement);
    gboolean ok =
        code == SQLITE_DONE || code == SQLITE_ROW || tab_database_fail(database, code, error);
    sqlite3_reset(statement);
    return ok;
}

gboolean tab_database_run_text(TabDatabase *database, const char *sql, GError **error)
{
    int code = sqlite3_exec(database->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || tab_database_fail(database, code, error);
}

gint64 tab_database_get_number(TabDatabase *database, const char *sql, GError **error)
{
    g_autoptr(TabStatement) statement = tab_database_prepare(database, sql, error);
    return statement && tab_database_next_row(database, statement, error)
               ? sqlite3_column_int64(statement, 0)
               : -1;
}

void tab_statement_bind_text(TabStatement *statement, int place, const char *text)
{
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

char *tab_statement_get_text(TabStatement *statement, int column)
{
    return g_strdup((const char *)sqlite3_column_text(statement, column));
}

char *tab_statement_get_name(TabStatement *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return g_strdup(text ? text : "");
}

/* At once a writer, not a reader that becomes one: of two such readers one would have to give up.
 */
gboolean tab_database_begin(TabDatabase *database, GError **error)
{
    return tab_database_run_text(database, "BEGIN IMMEDIATE", error);
}

gboolean tab_database_commit(TabDatabase *database, GError **error)
{
    return tab_database_run_text(database, "COMMIT", error);
}

void tab_database_rollback(TabDatabase *database)
{
    if (!sqlite3_get_autocommit(database->handle)) /* some errors have ended it */
        sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
}

/* Before SQLite has the file. */

static guint32 big_endian(const guint8 *bytes)
{
    return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* SQLite's files lie beside the database, not beside a link to it. */
static gboolean has_bytes(const char *path, const char *suffix)
{
    g_autofree char *file = tab_output_file_resolve(path);
    g_autofree char *name = g_strconcat(file, suffix, NULL);
    struct stat status;
    return !stat(name, &status) && status.st_size > 0;
}

/* What the first bytes of a file say. What is in its journal, from which it is `growing`, is asked
 * for later, of SQLite. */
static gboolean check_header(const char *path, const guint8 *header, goffset size, gboolean growing,
                             GError **error)
{
    if (memcmp(header, "SQLite format 3", 16))
        return refuse(path, TAB_DATABASE_ERROR_NOT_OURS, error, N_("%s is no database"), NULL);
    if (big_endian(header + 68) != TAB_DATABASE_APPLICATION)
        return refuse(path, TAB_DATABASE_ERROR_NOT_OURS, error,
                      N_("%s is a database of another program"), NULL);
    if (big_endian(header + 60) > TAB_SCHEMA_VERSION)
        return refuse(path, TAB_DATABASE_ERROR_NEWER, error,
                      N_("%s was written by a newer version of this program"), NULL);
    guint32 page = (guint32)header[16] << 8 | header[17];
    goffset whole = (goffset)big_endian(header + 28) * (page == 1 ? 65536 : page);
    if (size < whole && !growing)
        return refuse(path, TAB_DATABASE_ERROR_DAMAGED, error,
                      N_("%s is damaged: its end is missing"), NULL);
    return TRUE;
}

/* Whether SQLite may have this file: it is ours, or empty, or not there. */
static gboolean check_file(const char *path, TabDatabaseMode mode, GError **error)
{
    guint8 header[HEADER_BYTES] = {0};
    struct stat status;
    gboolean growing = has_bytes(path, "-wal") || has_bytes(path, "-journal");
    /* a pipe is not waited for */
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0 && errno == ENOENT && mode == TAB_DATABASE_WRITE)
        fd = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666); /* SQLite would not tell why not */
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    gboolean known = !fstat(fd, &status), regular = known && S_ISREG(status.st_mode);
    gssize n = regular ? pread(fd, header, sizeof header, 0) : 0;
    if (!known || n < 0)
        tab_output_file_fail(TAB_FILE_READ, path, error);
    close(fd);
    if (!known || n < 0)
        return FALSE;
    if (regular && n == 0 && mode == TAB_DATABASE_WRITE)
        return TRUE;
    if (!regular || n == 0)
        return refuse(path, TAB_DATABASE_ERROR_NOT_OURS, error, N_("%s is no database"), NULL);
    return check_header(path, header, status.st_size, growing, error);
}

/* Opening. */

static gboolean open_handle(TabDatabase *database, const char *name, int flags, GError **error)
{
    int code = sqlite3_open_v2(name, &database->handle, flags, NULL);
    if (code != SQLITE_OK)
        return tab_database_fail(database, code, error);
    sqlite3_busy_timeout(database->handle, PATIENCE_MS);
    code = tab_name_match_register(database->handle);
    if (code != SQLITE_OK)
        return tab_database_fail(database, code, error);
    /* a file may come from anywhere: no function runs because its tables say so */
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return tab_database_run_text(database,
                                 "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                                 "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;"
                                 "PRAGMA cache_size = -16384",
                                 error);
}

/* The version of the tables, for SQLite knows of a journal; -1 after an error. */
static gint64 read_version(TabDatabase *database, GError **error)
{
    static const char *const sentences[] = {"PRAGMA user_version", "PRAGMA application_id",
                                            "SELECT count(*) FROM sqlite_master"};
    gint64 numbers[3] = {-1, -1, -1};
    /* all at one moment: another program may be making the tables */
    if (!tab_database_run_text(database, "SAVEPOINT look", error))
        return -1;
    g_autoptr(GError) cause = NULL;
    for (guint i = 0; !cause && i < G_N_ELEMENTS(sentences); i++)
        numbers[i] = tab_database_get_number(database, sentences[i], &cause);
    tab_database_run_text(database, "RELEASE look", cause ? NULL : &cause);
    if (cause) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return -1;
    }
    gint64 version = numbers[0], application = numbers[1], tables = numbers[2];
    gboolean ours = application == TAB_DATABASE_APPLICATION
                        ? version > 0
                        : version >= 0 && !application && !tables;
    if (!ours) {
        refuse(database->path, TAB_DATABASE_ERROR_NOT_OURS, error,
               N_("%s is a database of another program"), NULL);
        return -1;
    }
    if (version > TAB_SCHEMA_VERSION) {
        refuse(database->path, TAB_DATABASE_ERROR_NEWER, error,
               N_("%s was written by a newer version of this program"), NULL);
        return -1;
    }
    return version;
}

/* Takes the steps that are missing, all or none. */
static gboolean bring_up_to_date(TabDatabase *database, GError **error)
{
    if (!tab_database_begin(database, error))
        return FALSE;
    gint64 version = read_version(database, error); /* another program may have been faster */
    gboolean ok = version >= 0;
    for (; ok && version < TAB_SCHEMA_VERSION; version++)
        ok = tab_database_run_text(database, tab_schema_steps[version], error);
    g_autofree char *stamp = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d",
                                             TAB_DATABASE_APPLICATION, TAB_SCHEMA_VERSION);
    ok =
        ok && tab_database_run_text(database, stamp, error) && tab_database_commit(database, error);
    if (!ok)
        tab_database_rollback(database);
    return ok;
}

/* With tables from the first page on, which says whose they are: only then with a journal of its
 * own beside it. Where the file system cannot share memory SQLite stays with its older journal. */
static gboolean prepare_file(TabDatabase *database, gint64 version, GError **error)
{
    if (version < TAB_SCHEMA_VERSION && !bring_up_to_date(database, error))
        return FALSE;
    g_autoptr(TabStatement) wal =
        tab_database_prepare(database, "PRAGMA journal_mode = WAL", error);
    int code = wal ? sqlite3_step(wal) : SQLITE_ERROR;
    return wal &&
           (code == SQLITE_ROW || code == SQLITE_BUSY || tab_database_fail(database, code, error));
}

/* A file in a folder that cannot be written, so that SQLite's journal cannot lie beside it: as it
 * is there nobody else can be writing it. */
static gboolean open_immutable(TabDatabase *database, GError **error)
{
    g_autofree char *escaped =
        g_uri_escape_string(database->path, G_URI_RESERVED_CHARS_ALLOWED_IN_PATH, FALSE);
    g_autofree char *uri = g_strdup_printf("file:%s?immutable=1", escaped);
    sqlite3_close(g_steal_pointer(&database->handle));
    return open_handle(database, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
}

/* Whether it is SQLite's journal that cannot be made; one that is there has to be read. */
static gboolean lacks_journal(const TabDatabase *database, const GError *error)
{
    return !has_bytes(database->path, "-wal") && !has_bytes(database->path, "-journal") &&
           (g_error_matches(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY) ||
            error->domain == G_FILE_ERROR);
}

/* The version of a file that is only read; -1 after an error. */
static gint64 open_to_read(TabDatabase *database, GError **error)
{
    g_autoptr(GError) cause = NULL;
    gint64 version = open_handle(database, database->path, SQLITE_OPEN_READONLY, &cause)
                         ? read_version(database, &cause)
                         : -1;
    if (version < 0 && lacks_journal(database, cause))
        return open_immutable(database, error) ? read_version(database, error) : -1;
    if (cause)
        g_propagate_error(error, g_steal_pointer(&cause));
    return version;
}

static gboolean open_to_write(TabDatabase *database, GError **error)
{
    if (!open_handle(database, database->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error))
        return FALSE;
    gint64 version = read_version(database, error);
    return version >= 0 && prepare_file(database, version, error);
}

/* A program that was killed while it made the tables has left a journal, which is taken back by who
 * may write. */
static gboolean open_file(TabDatabase *database, TabDatabaseMode mode, GError **error)
{
    g_autoptr(GError) cause = NULL;
    gint64 version = mode == TAB_DATABASE_READ ? open_to_read(database, &cause) : 0;
    if (cause && !(has_bytes(database->path, "-journal") &&
                   g_error_matches(cause, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY))) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return FALSE;
    }
    if (mode == TAB_DATABASE_READ && version == TAB_SCHEMA_VERSION)
        return TRUE;
    sqlite3_close(g_steal_pointer(&database->handle));
    return open_to_write(database, error);
}

TabDatabase *tab_database_open(const char *path, TabDatabaseMode mode, GError **error)
{
    g_return_val_if_fail(path && *path, NULL);
    g_autoptr(TabDatabase) database = g_new0(TabDatabase, 1);
    database->path = g_canonicalize_filename(path, NULL); /* ":memory:" is a file like others */
    if (!check_file(database->path, mode, NULL)) {
        g_usleep(MOMENT_US); /* another program may be making it, or making it larger */
        if (!check_file(database->path, mode, error))
            return NULL;
    }
    if (!open_file(database, mode, error))
        return NULL;
    return g_steal_pointer(&database);
}

void tab_database_close(TabDatabase *database)
{
    sqlite3_close(database->handle);
    g_free(database->path);
    g_free(database);
}

gboolean tab_database_check(TabDatabase *database, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) check = tab_database_prepare(database, "PRAGMA quick_check(1)", &cause);
    gboolean row = check && tab_database_next_row(database, check, &cause);
    const char *said = row ? (const char *)sqlite3_column_text(check, 0) : NULL;
    if (cause) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return FALSE;
    }
    return !g_strcmp0(said, "ok") ||
           refuse(database->path, TAB_DATABASE_ERROR_DAMAGED, error, N_("%s is damaged: %s"),
                  said ? said : "it cannot be checked");
}

const char *tab_database_get_path(const TabDatabase *database)
{
    return database->path;
}

char *tab_database_default_path(gboolean make_folder)
{
    g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "tab", NULL);
    if (make_folder)
        g_mkdir_with_parents(folder, 0700);
    return g_build_filename(folder, "games.db", NULL);
}
