// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the database of games: new ones, older ones, those that are not ours, damaged ones, and
// those that cannot be written. What is not ours stays as it is.
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "random-game.h"
#include "stored-games.h"
#include "protocol/database/analyses.h"
#include "protocol/database/schema.h"

static void put(const char *path, const char *bytes, gsize length)
{
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
}

/* The file is refused in both ways, with its name, and is as it was. */
static void refuse_open(const char *path, GQuark domain, int code)
{
    g_autofree char *before = NULL, *after = NULL;
    gsize length = 0, then = 0;
    gboolean regular = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    g_assert_true(!regular || g_file_get_contents(path, &before, &length, NULL));
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_database_open(path, (TabDatabaseMode)mode, &error));
        g_assert_error(error, domain, code);
        g_assert_true(strstr(error->message, path));
    }
    g_assert_true(!regular || g_file_get_contents(path, &after, &then, NULL));
    g_assert_cmpmem(after, then, before, length);
}

static void test_other_files(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *letter = g_strnfill(5000, 'x');
    refuse_open(place->folder, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error)); /* it is not there */
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_false(g_file_test(place->path, G_FILE_TEST_EXISTS));
    for (guint i = 1; i < 5000; i *= 6) {
        put(place->path, letter, i);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    }
    g_unlink(place->path);
    change_file(place->path, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_unlink(place->path);
    change_file(place->path, "PRAGMA application_id = 7; VACUUM");
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_unlink(place->path);
    g_assert_cmpint(mkfifo(place->path, 0600), ==, 0); /* nobody waits for it */
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    refuse_open("/dev/null", TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    refuse_open("/proc/self/no/such/games.db", G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void test_new_file(Place *place, gconstpointer data)
{
    put(place->path, "", 0); /* as mktemp leaves it */
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    tab_database_close(open_place(place, TAB_DATABASE_WRITE));
    tab_database_close(open_place(place, TAB_DATABASE_WRITE));
    tab_database_close(open_place(place, TAB_DATABASE_READ));
    g_autofree char *usual = tab_database_default_path(FALSE);
    g_assert_true(g_str_has_suffix(usual, "/tab/games.db"));
}

/* A file of a later program, also where only SQLite's journal knows of that. */
static void test_newer(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    g_autofree char *sql = g_strdup_printf("PRAGMA user_version = %d", TAB_SCHEMA_VERSION + 1);
    change_file(place->path, sql);
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL);
    g_assert_true(g_file_test(journal, G_FILE_TEST_EXISTS));
    for (int i = 0; i < 2; i++) {
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NEWER);
        g_clear_pointer(&database, tab_database_close);
    }
}

/* A file that another program has made its own, likewise; or that says it is ours, of no version.
 */
static void test_taken_over(Place *place, gconstpointer data)
{
    static const char *const marks[] = {"PRAGMA application_id = 7", "PRAGMA user_version = 0",
                                        "PRAGMA application_id = 0"};
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
        g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
        change_file(place->path, marks[i]);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
        g_clear_pointer(&database, tab_database_close);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
        g_unlink(place->path);
    }
}

/* A file of the first version gets what is new, and nothing of it is lost. */
static void test_older(Place *place, gconstpointer data)
{
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
        g_autofree char *sql = g_strdup_printf(
            "%s; PRAGMA application_id = %d; PRAGMA user_version = 1;"
            "INSERT INTO rules VALUES (1, 'ludii'); INSERT INTO sources VALUES (1, 'old');"
            "INSERT INTO games (id, digest, rules, result, begins, turns, source, line, added)"
            " VALUES (17, x'00', 1, '*', 'w', 0, 1, 1, 0)",
            tab_schema_steps[0], TAB_DATABASE_APPLICATION);
        change_file(place->path, sql);
        g_autoptr(TabDatabase) database = open_place(place, (TabDatabaseMode)mode);
        EXPECT(database, "17", .rules = "ludii");
        g_clear_pointer(&database, tab_database_close);
        database = open_place(place, TAB_DATABASE_WRITE);
        g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new("Judge", "");
        g_assert_true(tab_database_put_analysis(database, 17, analysis, FALSE, NULL));
        g_autofree char *more = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_ONE);
        import_new(database, more, 1);
        g_clear_pointer(&database, tab_database_close);
        g_unlink(place->path);
    }
}

/* A database of many pages, closed, and its bytes. */
static char *make_database(const Place *place, gsize *length)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    for (guint i = 0; i < 20; i++) {
        g_autoptr(TabRecord) record = random_game("walker", "fair", 60, i);
        gboolean known;
        g_assert_cmpint(tab_database_add_game(database, record, "test", &known, NULL), ==, i + 1);
    }
    g_clear_pointer(&database, tab_database_close);
    char *bytes = NULL;
    g_assert_true(g_file_get_contents(place->path, &bytes, length, NULL));
    return bytes;
}

static void test_truncated(Place *place, gconstpointer data)
{
    gsize length;
    g_autofree char *bytes = make_database(place, &length);
    g_assert_cmpuint(length, >, 60000);
    for (gsize cut = 100; cut < length; cut = cut * 2 + 1) {
        put(place->path, bytes, cut);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    }
    put(place->path, bytes, length - 1);
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    put(place->path, bytes, 99);
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
}

/* Pages full of rubbish: it is told before anything is written, or when it is met, and nothing of
 * the file changes. */
static void test_damaged(Place *place, gconstpointer data)
{
    gsize length, then;
    g_autofree char *bytes = make_database(place, &length);
    guint found = 0, pages = (guint)(length / 4096);
    for (guint page = 0; page < pages; page += 1 + pages / 20) {
        g_autofree char *bad = g_memdup2(bytes, length), *after = NULL;
        g_autoptr(GError) error = NULL;
        memset(bad + page * 4096 + (page ? 0 : 100), 0x5a, page ? 4096 : 200);
        put(place->path, bad, length);
        g_autoptr(TabDatabase) database =
            tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
        gboolean good = database && tab_database_check(database, &error);
        found += !good;
        if (!good) {
            g_assert_cmpint(error->domain, ==, TAB_DATABASE_ERROR);
            g_assert_true(strstr(error->message, place->path));
        }
        g_clear_pointer(&database, tab_database_close);
        g_assert_true(g_file_get_contents(place->path, &after, &then, NULL));
        g_assert_cmpmem(after, then, bad, length);
    }
    g_assert_cmpuint(found, >=, 15);
}

/* A record whose bytes are no zlib stream, or not the right one. */
static void test_damaged_record(Place *place, gconstpointer data)
{
    static const char *const damages[] = {"record = x'00'",    "record = x''",
                                          "bytes = bytes + 1", "bytes = bytes - 1",
                                          "bytes = -1",        "record = substr(record, 1, 50)"};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autoptr(GError) error = NULL;
        gsize length;
        g_autofree char *sql =
            g_strdup_printf("CREATE TABLE kept AS SELECT * FROM records WHERE game = 1;"
                            "UPDATE records SET %s WHERE game = 1",
                            damages[i]);
        change_file(place->path, sql);
        g_assert_null(tab_database_get_record(database, 1, &length, &error));
        g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
        g_assert_true(strstr(error->message, place->path));
        change_file(place->path, "REPLACE INTO records SELECT * FROM kept; DROP TABLE kept");
    }
    gsize length;
    g_autofree char *good = tab_database_get_record(database, 1, &length, NULL);
    g_assert_nonnull(good);
    /* A game of the list without one; who asks for a number may ask for a game that is gone. */
    g_autoptr(GError) visited = NULL, asked = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    change_file(place->path, "DELETE FROM records WHERE game = 1");
    g_assert_false(tab_database_visit_games(database, &filter, append_record, text, &visited));
    g_assert_error(visited, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    g_assert_null(tab_database_get_record(database, 1, &length, &asked));
    g_assert_error(asked, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
}

/* From here on as somebody who is not root, for whom everything can be written, and back. */
static void step_down(void)
{
    if (!getuid())
        g_assert_cmpint(seteuid(65534), ==, 0);
}

static void step_up(void)
{
    g_assert_cmpint(seteuid(getuid()), ==, 0);
}

/* A namespace may have root alone. */
static bool is_anybody_else(void)
{
    bool is = getuid() || !seteuid(65534);
    step_up();
    return is;
}

static void close_folder(const Place *place)
{
    g_assert_cmpint(g_chmod(place->path, 0444), ==, 0);
    g_assert_cmpint(g_chmod(place->folder, 0555), ==, 0);
    step_down();
}

static void open_folder(const Place *place)
{
    step_up();
    g_assert_cmpint(g_chmod(place->folder, 0755), ==, 0);
    g_assert_cmpint(g_chmod(place->path, 0644), ==, 0);
}

/* In a folder that cannot be written a database is read, and writing it is refused. */
static void test_read_only(Place *place, gconstpointer data)
{
    if (!is_anybody_else()) {
        g_test_skip("there is nobody but root here");
        return;
    }
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL, why = NULL;
    g_autofree char *fresh = g_strconcat(place->path, ".new", NULL);
    fill(database);
    g_clear_pointer(&database, tab_database_close);
    close_folder(place);
    database = open_place(place, TAB_DATABASE_READ);
    EXPECT(database, "1 2 3", .player = "ada");
    g_clear_pointer(&database, tab_database_close);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_WRITE, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY);
    g_assert_true(g_str_has_prefix(error->message, place->path));
    g_assert_null(tab_database_open(fresh, TAB_DATABASE_WRITE, &why));
    g_assert_error(why, G_FILE_ERROR, G_FILE_ERROR_ACCES);
    open_folder(place);
}

/* There, what is in SQLite's journal is not passed over: games that somebody who may write there
 * has just added are read, and where he was killed one who may not write cannot know what holds. */
static void test_read_only_journal(Place *place, gconstpointer data)
{
    if (!is_anybody_else()) {
        g_test_skip("there is nobody but root here");
        return;
    }
    g_autoptr(TabDatabase) writer = open_place(place, TAB_DATABASE_WRITE), reader = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL), *added = NULL;
    gsize length;
    fill(writer);
    close_folder(place);
    reader = open_place(place, TAB_DATABASE_READ);
    EXPECT(reader, "1 2 3", .player = "ada");
    g_clear_pointer(&reader, tab_database_close);
    open_folder(place);
    g_assert_true(g_file_get_contents(journal, &added, &length, NULL));
    g_clear_pointer(&writer, tab_database_close);
    put(journal, added, length);
    close_folder(place);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY);
    g_autofree char *said = g_strdup_printf(
        "%s cannot be read: SQLite’s journal cannot be made beside it", place->path);
    g_assert_cmpstr(error->message, ==, said);
    open_folder(place);
}

#define ADD(name, function)                                                                        \
    g_test_add("/database-files/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("other-files", test_other_files);
    ADD("new-file", test_new_file);
    ADD("newer", test_newer);
    ADD("taken-over", test_taken_over);
    ADD("older", test_older);
    ADD("truncated", test_truncated);
    ADD("damaged", test_damaged);
    ADD("damaged-record", test_damaged_record);
    ADD("read-only", test_read_only);
    ADD("read-only-journal", test_read_only_journal);
    return g_test_run();
}
