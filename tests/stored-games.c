// SPDX-License-Identifier: GPL-3.0-or-later
#include "stored-games.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "protocol/database/opening-tree.h"

TabDatabase *open_place(const Place *place, TabDatabaseMode mode)
{
    g_autoptr(GError) error = NULL;
    TabDatabase *database = tab_database_open(place->path, mode, &error);
    g_assert_no_error(error);
    return database;
}

/* What hooks have heard, a line each. */
static void hear_broken(const char *source, const char *message, gpointer data)
{
    g_string_append_printf(data, "%s: %s\n", source, message);
}

static void hear_known(const char *source, guint line, gint64 game, gpointer data)
{
    g_string_append_printf(data, "%s: line %u is game %d\n", source, line, (int)game);
}

/* A file without a name that holds this. */
static int file_of(const char *text, gsize length)
{
    g_autofree char *name = NULL;
    int fd = g_file_open_tmp("tab-games-XXXXXX", &name, NULL);
    g_assert_cmpint(fd, >=, 0);
    unlink(name);
    g_assert_cmpint(write(fd, text, length), ==, (gssize)length);
    g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
    return fd;
}

TabImportCounts import_bytes(TabDatabase *database, const char *text, gsize length, GString *heard)
{
    g_autoptr(GError) error = NULL;
    const TabImportHooks hooks = {heard ? hear_broken : NULL, heard ? hear_known : NULL, NULL,
                                  heard};
    TabImportCounts counts = {0};
    int fd = file_of(text, length);
    g_assert_true(tab_database_import(database, fd, "test", &hooks, &counts, &error));
    g_assert_no_error(error);
    close(fd);
    return counts;
}

void import_new(TabDatabase *database, const char *text, guint n)
{
    g_autoptr(GString) heard = g_string_new(NULL);
    TabImportCounts counts = import_bytes(database, text, strlen(text), heard);
    g_assert_cmpstr(heard->str, ==, "");
    g_assert_cmpuint(counts.added, ==, n);
    g_assert_cmpuint(counts.known + counts.broken, ==, 0);
}

char *find_games(TabDatabase *database, const TabGameFilter *filter)
{
    g_autoptr(GError) error = NULL;
    GString *numbers = g_string_new(NULL);
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < rows->len; i++)
        g_string_append_printf(numbers, "%s%d", i ? " " : "",
                               (int)((const TabStoredGame *)g_ptr_array_index(rows, i))->number);
    if (!filter->limit && !filter->offset)
        g_assert_cmpint(tab_database_count_games(database, filter, &error), ==, rows->len);
    g_assert_no_error(error);
    return g_string_free(numbers, FALSE);
}

void expect(TabDatabase *database, TabGameFilter filter, const char *numbers)
{
    g_autofree char *found = find_games(database, &filter);
    g_assert_cmpstr(found, ==, numbers);
}

gboolean append_record(const TabStoredGame *row, const char *record, gsize length, gpointer data,
                       GError **error)
{
    GString *text = data;
    g_assert_cmpuint(strlen(record), ==, length);
    g_string_append_printf(text, "%s%s", text->len ? "\n" : "", record);
    return TRUE;
}

char *game_text(const char *white, const char *black, const char *date, const char *result,
                const char *rules, const char *turns)
{
    return g_strdup_printf("[Event \"Café 1\"]\n[Date \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n"
                           "[Rules \"%s\"]\n[Result \"%s\"]\n\n%s%s\n",
                           date, white, black, rules, result, turns, result);
}

void fill(TabDatabase *database)
{
    static const struct {
        const char *white, *black, *date, *result, *rules, *turns;
    } games[] = {
        {"Ada", "Émile", "2024.05.??", "1-0", "ludii", TURNS_ONE},
        {"ada", "Ben", "2025.12.31", "0-1", "ludii", TURNS_OTHER},
        {"Ben", "Ada", "2026.01.01", "1/2-1/2", "ludii", TURNS_SHORT},
        {"Robert'); DROP TABLE games;--", "100%", "????.??.??", "*", "ludii:columns=9",
         "1. w 3 3:a9b7\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *text = game_text(games[i].white, games[i].black, games[i].date,
                                          games[i].result, games[i].rules, games[i].turns);
        import_new(database, text, 1);
    }
    import_new(database,
               "[Rules \"ludii\"]\n[Position \"mm5/7/7/4M2 b - - 9\"]\n[Result \"*\"]\n\n*\n", 1);
}

void expect_position(TabDatabase *database, const char *position, const char *rules,
                     const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) found = g_string_new(NULL);
    TabGameFilter filter = {.result = -1, .position = position, .rules = rules};
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, &filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < rows->len; i++) {
        const TabStoredGame *row = g_ptr_array_index(rows, i);
        g_string_append_printf(found, "%s%d@%d", i ? " " : "", (int)row->number, row->at);
    }
    g_assert_cmpstr(found->str, ==, expected);
}

void change_file(const char *path, const char *sql)
{
    sqlite3 *handle;
    g_assert_cmpint(sqlite3_open(path, &handle), ==, SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        g_error("%s: %s", sql, message);
    g_assert_cmpint(sqlite3_close(handle), ==, SQLITE_OK);
}

static char *tree_text(TabDatabase *database, const TabGameFilter *filter, gint64 parent,
                       guint depth)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) lines = tab_database_list_openings(database, filter, parent, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < lines->len; i++) {
        const TabOpeningLine *line = g_ptr_array_index(lines, i);
        g_string_append_printf(text, "%c %s %s %u:%u-%u-%u", "wb"[line->side], line -> throws,
                               line -> turn, line -> games, line -> won[0], line -> won[1],
                               line -> drawn);
        if (depth > 1) {
            g_autofree char *below = tree_text(database, filter, line->number, depth - 1);
            g_string_append_printf(text, "(%s)", below);
        }
        g_string_append_c(text, ';');
    }
    return g_string_free(text, FALSE);
}

void expect_tree(TabDatabase *database, TabGameFilter filter, guint depth, const char *expected)
{
    g_autofree char *text = tree_text(database, &filter, 0, depth);
    g_assert_cmpstr(text, ==, expected);
}
