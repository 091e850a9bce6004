// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a database that another program has changed, that has rotted, or that is in
// use: it is told which file, and why, and no half of a change stays.
#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "stored-games.h"
#include "protocol/database/database-private.h"
#include "protocol/database/opening-tree.h"
#include "protocol/database/player-games.h"
#include "protocol/database/tally.h"
#include "protocol/game/record-text.h"

static const char games[] =
    "[Event \"Café\"]\n[White \"Ada\"]\n[Black \"Ben\"]\n[Date \"2026.01.01\"]\n[Rules \"ludii\"]\n"
    "[Result \"1-0\"]\n[Termination \"resign\"]\n\n"
    "1. w 2 2:a7b6 luck=0.1 loss=0.2\n2. b 2 2:d1c2\n1-0\n\n"
    "[White \"Ben\"]\n[Black \"Ada\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 3 3:a7b5\n*\n";
/* Nothing of it is known to the database of the games above. */
static const char new_game[] =
    "[Event \"Pub\"]\n[White \"Carl\"]\n[Black \"Dora\"]\n[Rules \"walker\"]\n[Result \"*\"]\n\n"
    "1. w 1,2 1:a9b9,2:b9b7 luck=0.3\n*\n";
static const char position[] = "mmmmmmm/7/7/MMMMMMM w - - 1";

/* --- what can be asked --- */

static TabRecord *parse_game(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, strlen(text));
    TabRecord *record = tab_record_reader_next(reader, &error);
    g_assert_no_error(error);
    return record;
}

/* Frees a list; whether it is one. */
static gboolean take(GPtrArray *list)
{
    if (list)
        g_ptr_array_unref(list);
    return list != NULL;
}

static gboolean list_games(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    return take(tab_database_list_games(database, &filter, error));
}

static gboolean list_by_title(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = {.result = -1, .sort = TAB_GAME_RULES, .rules_title = g_strdup};
    return take(tab_database_list_games(database, &filter, error));
}

static gboolean list_by_position(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = {.result = -1, .position = position};
    return take(tab_database_list_games(database, &filter, error));
}

static gboolean list_numbers(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = {.result = -1, .words = "ada"};
    g_autoptr(GArray) numbers = tab_database_list_numbers(database, &filter, error);
    return numbers != NULL;
}

static gboolean count_games(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = {.result = -1, .player = "b*"};
    return tab_database_count_games(database, &filter, error) >= 0;
}

static gboolean get_games(TabDatabase *database, GError **error)
{
    static const gint64 numbers[] = {2, 1};
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    return take(tab_database_get_games(database, &filter, numbers, 2, error));
}

/* Asks for the records of the games too, to say where the position stands. */
static gboolean get_places(TabDatabase *database, GError **error)
{
    static const gint64 numbers[] = {2, 1};
    const TabGameFilter filter = {.result = -1, .position = position, .rules = "ludii"};
    return take(tab_database_get_games(database, &filter, numbers, 2, error));
}

static gboolean get_record(TabDatabase *database, GError **error)
{
    gsize length;
    g_autofree char *record = tab_database_get_record(database, 1, &length, error);
    return record != NULL;
}

static gboolean list_openings(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = {.result = -1, .rules = "ludii"};
    return take(tab_database_list_openings(database, &filter, 0, error));
}

static gboolean tally_rules(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    return take(tab_database_tally_rules(database, &filter, error));
}

static gboolean tally_players(TabDatabase *database, GError **error)
{
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    return take(tab_database_tally_players(database, &filter, error));
}

static gboolean list_analyses(TabDatabase *database, GError **error)
{
    return take(tab_database_list_analyses(database, 1, error));
}

static gboolean list_player(TabDatabase *database, GError **error)
{
    return take(tab_database_list_player_games(database, "Ada", NULL, NULL, error));
}

static gboolean list_pair(TabDatabase *database, GError **error)
{
    return take(tab_database_list_player_games(database, "Ada", "ludii", "Ben", error));
}

static gboolean find_game(TabDatabase *database, GError **error)
{
    g_autoptr(TabRecord) record = parse_game(games);
    return tab_database_find_game(database, record, error) > 0;
}

/* --- what can be changed --- */

static gboolean add_game(TabDatabase *database, GError **error)
{
    g_autoptr(TabRecord) record = parse_game(new_game);
    gboolean known;
    return tab_database_add_game(database, record, "window", &known, error) > 0;
}

static gboolean import_text(TabDatabase *database, const char *text, const char *source,
                            GError **error)
{
    static const TabImportHooks hooks = {NULL};
    TabImportCounts counts = {0};
    g_autofree char *name = NULL;
    int fd = g_file_open_tmp("tab-games-XXXXXX", &name, NULL);
    g_assert_cmpint(write(fd, text, strlen(text)), ==, (gssize)strlen(text));
    g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
    gboolean done = tab_database_import(database, fd, source, &hooks, &counts, error);
    g_assert_true(done || !counts.added);
    close(fd);
    g_unlink(name);
    return done;
}

static gboolean import_games(TabDatabase *database, GError **error)
{
    return import_text(database, new_game, "another file", error);
}

static gboolean remove_game(TabDatabase *database, GError **error)
{
    static const gint64 first = 1;
    return tab_database_remove_games(database, &first, 1, error);
}

static gboolean put_analysis(TabDatabase *database, GError **error)
{
    g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new("Judge", "depth=1");
    return tab_database_put_analysis(database, 2, analysis, FALSE, error);
}

static gboolean keep_notes(TabDatabase *database, GError **error)
{
    g_autoptr(TabRecord) record = parse_game(games);
    gboolean kept;
    gboolean done = tab_database_keep_notes(database, record, &kept, error);
    g_assert_cmpint(kept, ==, done);
    return done;
}

static gboolean keep_analysis(TabDatabase *database, GError **error)
{
    const TabAnalysis analysis = {.luck = {0.25, 0.5}};
    g_autoptr(TabRecord) record = parse_game(games);
    gboolean kept;
    gboolean done =
        tab_database_keep_analysis(database, record, &analysis, "Judge", "", &kept, error);
    g_assert_cmpint(kept, ==, done);
    return done;
}

typedef struct {
    const char *name;
    gboolean (*run)(TabDatabase *database, GError **error);
    const char *reads; /* the tables that it cannot do without */
    const char *names; /* those that it asks nothing of here, but which have to be there */
} Task;

#define TABLES_OF_ADDING "players events rules sources openings games records positions analyses"

static const Task asking[] = {
    {"list", list_games, "games rules players events sources", "records"},
    {"list by title", list_by_title, "games rules players events sources", "records"},
    {"list by position", list_by_position, "games rules players events sources records positions",
     ""},
    {"numbers", list_numbers, "games rules players", "events"},
    {"count", count_games, "games rules players", "events"},
    {"rows", get_games, "games rules players events sources", "records"},
    {"places", get_places, "games rules players events sources", "records"},
    {"record", get_record, "records", ""},
    {"openings", list_openings, "openings games rules", "players events"},
    {"tally of rules", tally_rules, "games rules", "players events"},
    {"tally of players", tally_players, "games players rules", "events"},
    {"analyses", list_analyses, "analyses", ""},
    {"player", list_player, "games players analyses", "rules"},
    {"pair", list_pair, "games players rules analyses", ""},
    {"find", find_game, "games", ""},
};

static const Task changing[] = {
    {"add", add_game, TABLES_OF_ADDING, ""},
    {"import", import_games, TABLES_OF_ADDING, ""},
    {"remove", remove_game, "games records positions analyses", ""},
    {"put analysis", put_analysis, "games analyses", ""},
    {"keep notes", keep_notes, "games analyses", ""},
    {"keep analysis", keep_analysis, "games analyses", ""},
};

static const char *const tables[] = {"players", "events",  "rules",     "sources", "openings",
                                     "games",   "records", "positions", "analyses"};

static gboolean has_word(const char *words, const char *word)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    return g_strv_contains((const char *const *)list, word);
}

/* --- files --- */

typedef struct {
    char *bytes;
    gsize length;
} Bytes;

static void clear_bytes(Bytes *bytes)
{
    g_free(bytes->bytes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Bytes, clear_bytes)

static Bytes read_bytes(const char *path)
{
    Bytes bytes;
    g_assert_true(g_file_get_contents(path, &bytes.bytes, &bytes.length, NULL));
    return bytes;
}

static void put_bytes(const char *path, const Bytes *bytes)
{
    g_assert_true(g_file_set_contents(path, bytes->bytes, (gssize)bytes->length, NULL));
}

/* The place gets a database of the games above. */
static Bytes make_database(const Place *place)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_assert_true(import_text(database, games, "a file", &error));
    g_assert_no_error(error);
    g_clear_pointer(&database, tab_database_close);
    return read_bytes(place->path);
}

static sqlite3 *open_other(const char *path)
{
    sqlite3 *handle;
    g_assert_cmpint(sqlite3_open(path, &handle), ==, SQLITE_OK);
    return handle;
}

static void run_sql(sqlite3 *handle, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        g_error("%s: %s", sql, message);
}

/* The task does not succeed: the error names the file, and fits this
 * pattern. */
static void expect_failure(const Place *place, TabDatabase *database, const Task *task, int code,
                           const char *said)
{
    g_autoptr(GError) error = NULL;
    gboolean done = task->run(database, &error);
    if (done || !error)
        g_error("%s: no error, though: %s", task->name, said);
    if (!g_error_matches(error, TAB_DATABASE_ERROR, code) ||
        !g_pattern_match_simple(said, error->message) ||
        !g_str_has_prefix(error->message, place->path))
        g_error("%s: %s, instead of: %s", task->name, error->message, said);
    g_assert_true(sqlite3_get_autocommit(database->handle)); /* nothing is left begun */
}

static void expect_success(TabDatabase *database, const Task *task)
{
    g_autoptr(GError) error = NULL;
    gboolean done = task->run(database, &error);
    if (!done || error)
        g_error("%s: %s", task->name, error ? error->message : "not done");
}

/* A change of these bytes fails with this error, and nothing of it is in the file. */
static void expect_unchanged(const Place *place, const Bytes *before, const Task *task, int code,
                             const char *said)
{
    put_bytes(place->path, before);
    TabDatabase *database = open_place(place, TAB_DATABASE_WRITE);
    expect_failure(place, database, task, code, said);
    tab_database_close(database);
    g_auto(Bytes) after = read_bytes(place->path);
    g_assert_cmpmem(after.bytes, after.length, before->bytes, before->length);
}

/* --- tests --- */

/* Each task by itself, on a whole database. */
static void test_whole(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    TabDatabase *database = open_place(place, TAB_DATABASE_READ);
    for (guint i = 0; i < G_N_ELEMENTS(asking); i++)
        expect_success(database, &asking[i]);
    tab_database_close(database);
    for (guint i = 0; i < G_N_ELEMENTS(changing); i++) {
        put_bytes(place->path, &whole);
        database = open_place(place, TAB_DATABASE_WRITE);
        expect_success(database, &changing[i]);
        tab_database_close(database);
    }
}

/* What has no table is told with its name; all that needs no such table goes on. */
static void test_missing_table(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    for (guint t = 0; t < G_N_ELEMENTS(tables); t++) {
        g_test_message("%s", tables[t]);
        g_autofree char *drop = g_strdup_printf("DROP TABLE %s", tables[t]);
        g_autofree char *said = g_strdup_printf("*cannot be used: no such table: *%s", tables[t]);
        put_bytes(place->path, &whole);
        change_file(place->path, drop);
        g_auto(Bytes) without = read_bytes(place->path);
        TabDatabase *database = open_place(place, TAB_DATABASE_READ);
        for (guint i = 0; i < G_N_ELEMENTS(asking); i++) {
            if (has_word(asking[i].reads, tables[t]) || has_word(asking[i].names, tables[t]))
                expect_failure(place, database, &asking[i], TAB_DATABASE_ERROR_FAILED, said);
            else
                expect_success(database, &asking[i]);
        }
        tab_database_close(database);
        for (guint i = 0; i < G_N_ELEMENTS(changing); i++)
            if (has_word(changing[i].reads, tables[t]))
                expect_unchanged(place, &without, &changing[i], TAB_DATABASE_ERROR_FAILED, said);
    }
}

/* Fills the pages at which a table and its indices begin with rubbish. */
static void spoil_table(const Place *place, const char *table)
{
    sqlite3 *handle = open_other(place->path);
    sqlite3_stmt *pages;
    g_auto(Bytes) bytes = {NULL, 0};
    g_autofree char *sql = g_strdup_printf(
        "SELECT rootpage FROM sqlite_master WHERE rootpage AND tbl_name IN ('%s', '%s_data')",
        table, table);
    g_autoptr(GArray) roots = g_array_new(FALSE, FALSE, sizeof(int));
    g_assert_cmpint(sqlite3_prepare_v2(handle, sql, -1, &pages, NULL), ==, SQLITE_OK);
    while (sqlite3_step(pages) == SQLITE_ROW) {
        int root = sqlite3_column_int(pages, 0);
        g_array_append_val(roots, root);
    }
    sqlite3_finalize(pages);
    sqlite3_close(handle);
    g_assert_cmpuint(roots->len, >, 0);
    bytes = read_bytes(place->path);
    for (guint i = 0; i < roots->len; i++)
        memset(bytes.bytes + (g_array_index(roots, int, i) - 1) * 4096, 0x5a, 4096);
    put_bytes(place->path, &bytes);
}

/* What has to read a damaged page says so; all that lies elsewhere is read. */
static void test_damaged_table(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    for (guint t = 0; t < G_N_ELEMENTS(tables); t++) {
        g_test_message("%s", tables[t]);
        put_bytes(place->path, &whole);
        spoil_table(place, tables[t]);
        g_auto(Bytes) spoilt = read_bytes(place->path);
        TabDatabase *database = open_place(place, TAB_DATABASE_READ);
        for (guint i = 0; i < G_N_ELEMENTS(asking); i++) {
            if (has_word(asking[i].reads, tables[t]))
                expect_failure(place, database, &asking[i], TAB_DATABASE_ERROR_DAMAGED,
                               "*is damaged: *");
            else if (!has_word(asking[i].names, tables[t])) /* SQLite may look there or not */
                expect_success(database, &asking[i]);
        }
        tab_database_close(database);
        for (guint i = 0; i < G_N_ELEMENTS(changing); i++)
            if (has_word(changing[i].reads, tables[t]))
                expect_unchanged(place, &spoilt, &changing[i], TAB_DATABASE_ERROR_DAMAGED,
                                 "*is damaged: *");
    }
}

/* A row that the file's own tables refuse: what came before it in the same change goes too. */
static void test_refused_row(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    for (guint t = 0; t < G_N_ELEMENTS(tables); t++) {
        g_test_message("%s", tables[t]);
        if (!strcmp(tables[t], "positions")) /* a virtual table has no triggers */
            continue;
        put_bytes(place->path, &whole);
        g_autofree char *sql = g_strdup_printf(
            "CREATE TRIGGER a BEFORE INSERT ON %s BEGIN SELECT RAISE(ABORT, 'none more'); END;"
            "CREATE TRIGGER b BEFORE DELETE ON %s BEGIN SELECT RAISE(ABORT, 'none more'); END",
            tables[t], tables[t]);
        change_file(place->path, sql);
        g_auto(Bytes) closed = read_bytes(place->path);
        for (guint i = 0; i < G_N_ELEMENTS(changing); i++) {
            gboolean row = changing[i].run == remove_game ? has_word("records games", tables[t])
                           : changing[i].run == add_game || changing[i].run == import_games
                               ? has_word(changing[i].reads, tables[t])
                               : !strcmp(tables[t], "analyses");
            if (row)
                expect_unchanged(place, &closed, &changing[i], TAB_DATABASE_ERROR_FAILED,
                                 "*cannot be used: none more");
        }
    }
}

/* All rows were taken, and the whole of them is refused. */
static void test_refused_commit(Place *place, gconstpointer data)
{
    static const char sql[] =
        "CREATE TABLE late (player INTEGER REFERENCES players DEFERRABLE INITIALLY DEFERRED);"
        "CREATE TRIGGER a AFTER INSERT ON games BEGIN INSERT INTO late VALUES (-1); END;"
        "CREATE TRIGGER b AFTER DELETE ON games BEGIN INSERT INTO late VALUES (-1); END";
    g_auto(Bytes) whole = make_database(place);
    change_file(place->path, sql);
    g_auto(Bytes) closed = read_bytes(place->path);
    for (guint i = 0; i < 3; i++) /* add, import, remove */
        expect_unchanged(place, &closed, &changing[i], TAB_DATABASE_ERROR_FAILED,
                         "*cannot be used: FOREIGN KEY constraint failed");
}

/* Somebody else writes for longer than one waits. */
static void test_busy(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    sqlite3 *other = open_other(place->path);
    TabDatabase *database = open_place(place, TAB_DATABASE_WRITE);
    sqlite3_busy_timeout(database->handle, 0);
    run_sql(other, "BEGIN IMMEDIATE");
    for (guint i = 0; i < G_N_ELEMENTS(changing); i++)
        expect_failure(place, database, &changing[i], TAB_DATABASE_ERROR_BUSY,
                       "*is being written by another program");
    for (guint i = 0; i < G_N_ELEMENTS(asking); i++) /* one may read meanwhile */
        expect_success(database, &asking[i]);
    run_sql(other, "COMMIT");
    expect_success(database, &changing[0]);
    tab_database_close(database);
    sqlite3_close(other);
}

/* A file with SQLite's older journal cannot even be read while somebody writes it. */
static void test_busy_for_readers(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_auto(Bytes) whole = make_database(place);
    change_file(place->path, "PRAGMA journal_mode = DELETE");
    TabDatabase *database = open_place(place, TAB_DATABASE_READ);
    sqlite3 *other = open_other(place->path);
    sqlite3_busy_timeout(database->handle, 0);
    run_sql(other, "BEGIN EXCLUSIVE");
    for (guint i = 0; i < G_N_ELEMENTS(asking); i++)
        expect_failure(place, database, &asking[i], TAB_DATABASE_ERROR_BUSY,
                       "*is being written by another program");
    g_assert_false(tab_database_check(database, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_BUSY);
    run_sql(other, "COMMIT");
    for (guint i = 0; i < G_N_ELEMENTS(asking); i++)
        expect_success(database, &asking[i]);
    tab_database_close(database);
    sqlite3_close(other);
}

/* Who opened it to read changes nothing. */
static void test_opened_to_read(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    TabDatabase *database = open_place(place, TAB_DATABASE_READ);
    for (guint i = 0; i < G_N_ELEMENTS(changing); i++)
        expect_failure(place, database, &changing[i], TAB_DATABASE_ERROR_READ_ONLY,
                       "*cannot be written: attempt to write a readonly database");
    tab_database_close(database);
    g_auto(Bytes) after = read_bytes(place->path);
    g_assert_cmpmem(after.bytes, after.length, whole.bytes, whole.length);
}

/* No file may become larger than `limit` bytes, until the next call; 0: as large as before. */
static void limit_files(rlim_t limit)
{
    static struct rlimit before;
    if (limit) {
        signal(SIGXFSZ, SIG_IGN);
        g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
    }
    const struct rlimit now = {limit ? limit : before.rlim_cur, before.rlim_max};
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &now), ==, 0);
    if (!limit)
        signal(SIGXFSZ, SIG_DFL);
}

/* What finds no room is not there, and what was there before is as it was. */
static void test_no_room(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    for (guint i = 0; i < G_N_ELEMENTS(changing); i++) {
        g_autoptr(GError) error = NULL;
        put_bytes(place->path, &whole);
        TabDatabase *database = open_place(place, TAB_DATABASE_WRITE);
        limit_files(1000);
        gboolean done = changing[i].run(database, &error);
        limit_files(0);
        g_assert_false(done);
        g_assert_true(g_str_has_prefix(error->message, place->path));
        g_assert_true(strstr(error->message, " cannot grow: ") ||
                      strstr(error->message, " cannot be read or written: "));
        expect_success(database, &changing[i]);
        tab_database_close(database);
    }
}

static void test_no_room_for_a_new_file(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    limit_files(100);
    TabDatabase *database = tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
    limit_files(0);
    g_assert_null(database);
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NO_ROOM);
    g_autofree char *said = g_strdup_printf("%s cannot grow: %s", place->path, g_strerror(EFBIG));
    g_assert_cmpstr(error->message, ==, said);
    tab_database_close(open_place(place, TAB_DATABASE_WRITE)); /* there is room again */
}

/* --- opening --- */

static void expect_no_opening(const char *path, TabDatabaseMode mode, GQuark domain, int code,
                              const char *pattern)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_database_open(path, mode, &error));
    g_assert_error(error, domain, code);
    if (!g_pattern_match_simple(pattern, error->message))
        g_error("%s, instead of: %s", error->message, pattern);
    g_assert_true(strstr(error->message, path));
}

/* A program that was killed has left half of a change in the file, and a journal to take it back:
 * who opens it to read takes it back too. */
static void test_journal_of_the_killed(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    g_autofree char *journal = g_strconcat(place->path, "-journal", NULL);
    sqlite3 *other = open_other(place->path);
    run_sql(other, "PRAGMA journal_mode = DELETE; BEGIN; UPDATE players SET name = name || '!'");
    g_assert_cmpint(sqlite3_db_cacheflush(other), ==, SQLITE_OK);
    g_auto(Bytes) half = read_bytes(place->path), undo = read_bytes(journal);
    sqlite3_close(other);
    put_bytes(place->path, &half);
    put_bytes(journal, &undo);
    TabDatabase *database = open_place(place, TAB_DATABASE_READ);
    TabGameFilter filter = {.result = -1, .white = "Ada"};
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, 1);
    filter.white = "Ada!";
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, 0);
    tab_database_close(database);
    g_assert_false(g_file_test(journal, G_FILE_TEST_EXISTS));
}

/* A file of the first version in which what is to be added is there already, of another kind. */
static void test_no_new_table(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    change_file(place->path, "DROP TABLE analyses; CREATE TABLE analyses (x);"
                             "PRAGMA user_version = 1; PRAGMA journal_mode = DELETE");
    g_auto(Bytes) before = read_bytes(place->path);
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++)
        expect_no_opening(place->path, (TabDatabaseMode)mode, TAB_DATABASE_ERROR,
                          TAB_DATABASE_ERROR_FAILED,
                          "*cannot be used: table analyses already exists");
    g_auto(Bytes) after = read_bytes(place->path);
    g_assert_cmpmem(after.bytes, after.length, before.bytes, before.length);
}

/* What another program keeps in SQLite's journal is of no version, or of no database of ours. */
static void test_negative_numbers(Place *place, gconstpointer data)
{
    static const char *const numbers[] = {"user_version = -1", "application_id = -7"};
    g_auto(Bytes) whole = make_database(place);
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_autofree char *sql = g_strdup_printf(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA %s", numbers[i]);
        put_bytes(place->path, &whole);
        sqlite3 *other = open_other(place->path);
        run_sql(other, sql);
        g_auto(Bytes) file = read_bytes(place->path), pending = read_bytes(journal);
        sqlite3_close(other);
        for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
            put_bytes(place->path, &file);
            put_bytes(journal, &pending);
            expect_no_opening(place->path, (TabDatabaseMode)mode, TAB_DATABASE_ERROR,
                              TAB_DATABASE_ERROR_NOT_OURS, "*is a database of another program");
        }
        g_unlink(journal);
    }
}

/* A file that is still growing, as its journal says, is opened by the name of a link, too. */
static void test_link_to_growing(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL);
    g_autofree char *name = g_build_filename(place->folder, "link.db", NULL);
    g_assert_cmpint(symlink("the games.db", name), ==, 0);
    sqlite3 *other = open_other(place->path);
    run_sql(other, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
                   "CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(100000))");
    g_auto(Bytes) before = read_bytes(place->path), pending = read_bytes(journal);
    run_sql(other, "PRAGMA wal_checkpoint(FULL)");
    sqlite3_close(other);
    g_auto(Bytes) after = read_bytes(place->path);
    g_assert_cmpuint(after.length, >, before.length);
    /* the first pages of the new file are there, and its end is in the journal alone */
    after.length = before.length;
    put_bytes(place->path, &after);
    put_bytes(journal, &pending);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = tab_database_open(name, TAB_DATABASE_READ, &error);
    g_assert_no_error(error);
    g_assert_true(list_games(database, &error));
    g_assert_no_error(error);
    g_clear_pointer(&database, tab_database_close);
    g_unlink(name);
}

/* Records in which there is no game are taken out like damaged ones. */
static void test_blank_records(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    /* zlib's form of one line feed */
    change_file(place->path, "UPDATE records SET bytes = 1, record = X'789ce30200000b000b'");
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    const gint64 first = 1;
    g_assert_true(tab_database_remove_games(database, &first, 1, &error));
    g_assert_no_error(error);
    g_assert_true(count_games(database, &error));
}

/* A turn that lies below itself is counted once. */
static void test_openings_in_a_ring(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    change_file(place->path, "UPDATE openings SET parent = id WHERE id = (SELECT opening FROM games"
                             " WHERE opening IS NOT NULL LIMIT 1)");
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_READ);
    const TabGameFilter filter = {.result = -1, .rules = "ludii"};
    g_autoptr(GError) error = NULL;
    for (gint64 parent = 0; parent < 10; parent++) {
        g_autoptr(GPtrArray) lines = tab_database_list_openings(database, &filter, parent, &error);
        g_assert_no_error(error);
        for (guint i = 0; i < lines->len; i++)
            g_assert_cmpuint(((const TabOpeningLine *)lines->pdata[i])->games, ==, 1);
    }
}

/* Where SQLite's journal should be lies something else. */
static void test_journal_is_a_folder(Place *place, gconstpointer data)
{
    g_auto(Bytes) whole = make_database(place);
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL);
    g_assert_cmpint(g_mkdir(journal, 0700), ==, 0);
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++)
        expect_no_opening(place->path, (TabDatabaseMode)mode, G_FILE_ERROR, G_FILE_ERROR_ISDIR,
                          "cannot open *");
    g_assert_cmpint(g_rmdir(journal), ==, 0);
    tab_database_close(open_place(place, TAB_DATABASE_WRITE));
}

/* It is a file, and opened, but no byte of it can be read. */
static void test_unreadable(Place *place, gconstpointer data)
{
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++)
        expect_no_opening("/proc/self/mem", (TabDatabaseMode)mode, G_FILE_ERROR, G_FILE_ERROR_IO,
                          "cannot read *");
}

#define ADD(name, function)                                                                        \
    g_test_add("/database-damage/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("whole", test_whole);
    ADD("missing-table", test_missing_table);
    ADD("damaged-table", test_damaged_table);
    ADD("refused-row", test_refused_row);
    ADD("refused-commit", test_refused_commit);
    ADD("busy", test_busy);
    ADD("busy-for-readers", test_busy_for_readers);
    ADD("opened-to-read", test_opened_to_read);
    ADD("no-room", test_no_room);
    ADD("no-room-for-a-new-file", test_no_room_for_a_new_file);
    ADD("journal-of-the-killed", test_journal_of_the_killed);
    ADD("no-new-table", test_no_new_table);
    ADD("negative-numbers", test_negative_numbers);
    ADD("link-to-growing", test_link_to_growing);
    ADD("blank-records", test_blank_records);
    ADD("openings-in-a-ring", test_openings_in_a_ring);
    ADD("journal-is-a-folder", test_journal_is_a_folder);
    ADD("unreadable", test_unreadable);
    return g_test_run();
}
