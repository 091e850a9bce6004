// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a file of games that a database imports: the stream is cut into the
// same games however it is read, good ones are kept and found, broken ones counted, and a second
// import brings nothing new.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "protocol/database/game-stream.h"
#include "protocol/database/import.h"
#include "protocol/database/query.h"
#include "protocol/game/record-text.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A database without games, made once and copied for each input. */
static char *empty_database(const char *path)
{
    static char *bytes;
    static gsize length;
    if (!bytes) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabDatabase) database = tab_database_open(path, TAB_DATABASE_WRITE, &error);
        g_assert_no_error(error);
        g_clear_pointer(&database, tab_database_close);
        bytes = fuzz_read(path, &length);
    }
    return fuzz_file("games.db", bytes, length);
}

static int open_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    g_assert_cmpint(fd, >=, 0);
    return fd;
}

static void check_stream(const char *path, size_t size)
{
    int fd = open_file(path);
    g_autoptr(TabGameStream) stream = tab_game_stream_new(fd, path);
    g_autoptr(GError) error = NULL;
    TabGameText game;
    guint line = 0, before = 0;
    while (tab_game_stream_next(stream, &game, &error)) {
        g_assert_cmpuint(game.line, >=, line); /* rubbish may stand before it on its line */
        g_assert_true(game.before == before);
        line = game.line;
        before++;
        g_assert_cmpuint(tab_game_stream_get_done(stream), <=, size);
        if (game.line % 3 == 0)
            tab_game_stream_resume(stream, game.length / 2);
    }
    g_assert_no_error(error);
    g_assert_cmpuint(tab_game_stream_get_done(stream), ==, size);
    close(fd);
}

typedef struct {
    guint broken, known, games;
} Heard;

static void hear_broken(const char *source, const char *message, gpointer data)
{
    g_assert_true(g_str_has_prefix(message, "line "));
    g_assert_true(g_utf8_validate(message, -1, NULL));
    ((Heard *)data)->broken++;
}

static void hear_known(const char *source, guint line, gint64 game, gpointer data)
{
    g_assert_cmpint(game, >, 0);
    ((Heard *)data)->known++;
}

static gboolean hear_progress(const TabImportCounts *counts, guint games, guint64 bytes,
                              gpointer data)
{
    ((Heard *)data)->games = games;
    return TRUE;
}

static TabImportCounts import(TabDatabase *database, const char *path)
{
    int fd = open_file(path);
    Heard heard = {0};
    TabImportCounts counts = {0};
    g_autoptr(GError) error = NULL;
    const TabImportHooks hooks = {hear_broken, hear_known, hear_progress, &heard};
    tab_database_import(database, fd, path, &hooks, &counts, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(counts.broken, ==, heard.broken);
    g_assert_cmpuint(counts.known, ==, heard.known);
    /* what follows a good game and is none counts as broken beside it */
    g_assert_cmpuint(counts.added + counts.known + counts.broken, >=, heard.games);
    g_assert_cmpuint(counts.broken, <=, heard.games);
    close(fd);
    return counts;
}

static gboolean check_game(const TabStoredGame *row, const char *text, gsize length, gpointer data,
                           GError **error)
{
    g_autoptr(GPtrArray) records = tab_record_parse(text, length, error);
    g_assert_no_error(*error);
    g_assert_cmpuint(records->len, ==, 1);
    g_assert_cmpint(tab_database_find_game(data, records->pdata[0], error), ==, row->number);
    return TRUE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fuzz_file("games.tab", data, size), *place = fuzz_path("games.db");
    check_stream(path, size);
    g_free(empty_database(place));
    g_autoptr(TabDatabase) database = tab_database_open(place, TAB_DATABASE_WRITE, &error);
    g_assert_no_error(error);
    const TabImportCounts once = import(database, path), twice = import(database, path);
    g_assert_cmpuint(twice.added, ==, 0);
    g_assert_cmpuint(twice.known, ==, once.added + once.known);
    g_assert_cmpuint(twice.broken, ==, once.broken);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, once.added);
    /* found by a connection of its own, as the one that visits may not be asked meanwhile */
    g_autoptr(TabDatabase) other = tab_database_open(place, TAB_DATABASE_READ, &error);
    g_assert_no_error(error);
    g_assert_true(tab_database_visit_games(database, &filter, check_game, other, &error));
    return 0;
}
