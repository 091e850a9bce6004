// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: damage to a database of games. The first byte says how much of the file is left (0:
// all), each four further ones are a place and the byte that stands there; a whole database is
// taken as it is. Whatever is asked of it, there is an answer or an error that names the file.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/database/analyses.h"
#include "protocol/database/import.h"
#include "protocol/database/opening-tree.h"
#include "protocol/database/player-games.h"
#include "protocol/database/tally.h"
#include "tests/fuzz-fixture.h"

#define NAME "damaged.db"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char games[] =
    "[Event \"Fuzz\"]\n[White \"Amal\"]\n[Black \"Badr\"]\n[Date \"2026.11.27\"]\n"
    "[Rules \"tablan\"]\n[Result \"*\"]\n\n*\n\n"
    "[White \"Badr\"]\n[Black \"Amal\"]\n[Rules \"walker\"]\n[Result \"1-0\"]\n"
    "[Termination \"resign\"]\n\n1-0\n";

static void import(TabDatabase *database, GError **error)
{
    g_autofree char *path = fuzz_file("games.tab", games, strlen(games));
    TabImportCounts counts = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    tab_database_import(database, fd, path, &(TabImportHooks){0}, &counts, error);
    close(fd);
}

/* A database with these games. */
static GByteArray *good_database(void)
{
    static GByteArray *bytes;
    if (!bytes) {
        gsize length;
        g_autoptr(GError) error = NULL;
        g_autofree char *path = fuzz_path("good.db");
        g_autoptr(TabDatabase) database = tab_database_open(path, TAB_DATABASE_WRITE, &error);
        g_assert_no_error(error);
        import(database, &error);
        g_assert_no_error(error);
        g_clear_pointer(&database, tab_database_close);
        g_autofree char *file = fuzz_read(path, &length);
        bytes = g_byte_array_new();
        g_byte_array_append(bytes, (const guint8 *)file, (guint)length);
    }
    return bytes;
}

static char *damage(const uint8_t *data, size_t size)
{
    static const char magic[] = "SQLite format 3";
    const GByteArray *good = good_database();
    if (size > strlen(magic) && !memcmp(data, magic, strlen(magic)))
        return fuzz_file(NAME, data, size);
    g_autofree guint8 *bytes = g_memdup2(good->data, good->len);
    for (size_t at = 1; at + 4 <= size; at += 4)
        bytes[((guint)data[at] << 16 | (guint)data[at + 1] << 8 | data[at + 2]) % good->len] =
            data[at + 3];
    gsize length = size && data[0] ? (gsize)good->len * data[0] / 256 : good->len;
    return fuzz_file(NAME, bytes, length);
}

/* Of the database, or of rules that it holds. */
static void check(gboolean result, GError **error)
{
    if (!result) {
        fuzz_check_error(FALSE, *error, NULL);
        if ((*error)->domain == TAB_DATABASE_ERROR)
            fuzz_check_error(FALSE, *error, NAME);
    }
    g_clear_error(error);
}

static gboolean look(const TabStoredGame *row, const char *record, gsize length, gpointer data,
                     GError **error)
{
    return TRUE;
}

static void check_list(GPtrArray *list, GError **error)
{
    check(list != NULL, error);
    if (list)
        g_ptr_array_unref(list);
}

static void ask(TabDatabase *database)
{
    GError *error = NULL;
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    check(tab_database_check(database, &error), &error);
    check(tab_database_count_games(database, &filter, &error) >= 0, &error);
    check_list(tab_database_list_games(database, &filter, &error), &error);
    check(tab_database_visit_games(database, &filter, look, NULL, &error), &error);
    check_list(tab_database_tally_rules(database, &filter, &error), &error);
    check_list(tab_database_tally_players(database, &filter, &error), &error);
    check_list(tab_database_list_player_games(database, "Amal", NULL, NULL, &error), &error);
    check_list(tab_database_list_analyses(database, 1, &error), &error);
    for (gint64 number = 0; number < 3; number++) {
        gsize length;
        g_autofree char *record = tab_database_get_record(database, number, &length, &error);
        check(record != NULL, &error);
    }
    filter.rules = "tablan";
    check_list(tab_database_list_openings(database, &filter, 0, &error), &error);
    filter.words = "badr fuzz";
    filter.position = "11/11/11/NNNNNNNNNNN w - - 1";
    filter.any_position = TRUE;
    check_list(tab_database_list_games(database, &filter, &error), &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const gint64 first = 1;
    g_autofree char *path = damage(data, size);
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
        GError *error = NULL;
        g_autoptr(TabDatabase) database = tab_database_open(path, (TabDatabaseMode)mode, &error);
        check(database != NULL, &error);
        if (!database)
            continue;
        ask(database);
        if (mode == TAB_DATABASE_READ)
            continue;
        import(database, &error);
        check(!error, &error);
        check(tab_database_remove_games(database, &first, 1, &error), &error);
    }
    /* what a database that was not closed well leaves */
    static const char *const beside[] = {"-journal", "-wal", "-shm"};
    for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
        g_autofree char *file = g_strconcat(path, beside[i], NULL);
        g_unlink(file);
    }
    return 0;
}
