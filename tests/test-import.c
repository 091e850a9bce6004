// SPDX-License-Identifier: GPL-3.0-or-later
// Files of games as they come: cut in bad places, stopped, broken off while they are read.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "database-place.h"
#include "protocol/database/import.h"
#include "protocol/database/opening-tree.h"
#include "protocol/database/query.h"

#define CHUNK 65536 /* bytes that are read at once */
#define GAME(white) "[White \"" white "\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n*\n"

typedef struct {
    TabDatabase *database;
    TabImportCounts counts;
    GString *heard; /* what is broken, a line each */
    guint stop;     /* after so many games; 0: never */
    GError *error;
} Import;

static void hear_broken(const char *source, const char *message, gpointer data)
{
    g_string_append_printf(((Import *)data)->heard, "%s: %s\n", source, message);
}

static gboolean go_on(const TabImportCounts *counts, guint games, guint64 bytes, gpointer data)
{
    return games != ((Import *)data)->stop;
}

static void open_import(Import *import, const Place *place)
{
    *import = (Import){.heard = g_string_new(NULL)};
    import->database = tab_database_open(place->path, TAB_DATABASE_WRITE, &import->error);
    g_assert_no_error(import->error);
}

static void close_import(Import *import)
{
    tab_database_close(import->database);
    g_string_free(import->heard, TRUE);
    g_clear_error(&import->error);
}

static gboolean import_from(Import *import, int fd)
{
    const TabImportHooks hooks = {hear_broken, NULL, go_on, import};
    return tab_database_import(import->database, fd, "games", &hooks, &import->counts,
                               &import->error);
}

static gboolean import_text(Import *import, const char *text)
{
    g_autofree char *name = NULL;
    int fd = g_file_open_tmp("tab-games-XXXXXX", &name, NULL);
    g_unlink(name);
    g_assert_cmpint(write(fd, text, strlen(text)), ==, (gssize)strlen(text));
    g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
    gboolean done = import_from(import, fd);
    close(fd);
    return done;
}

/* The names of White, in the order in which the games came in: "Ada Ben". */
static void expect_games(const Import *import, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) names = g_string_new(NULL);
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_autoptr(GPtrArray) rows = tab_database_list_games(import->database, &filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < rows->len; i++)
        g_string_append_printf(names, "%s%s", i ? " " : "",
                               ((const TabStoredGame *)rows->pdata[i])->white);
    g_assert_cmpstr(names->str, ==, expected);
}

/* What was read until somebody stopped it is there. */
static void test_stop(Place *place, gconstpointer data)
{
    Import import;
    open_import(&import, place);
    import.stop = 2;
    g_assert_true(import_text(&import, GAME("A") "\n" GAME("B") "\n" GAME("C")));
    g_assert_no_error(import.error);
    g_assert_cmpuint(import.counts.added, ==, 2);
    expect_games(&import, "A B");
    import.stop = 0;
    g_assert_true(import_text(&import, GAME("A") "\n" GAME("B") "\n" GAME("C")));
    g_assert_cmpuint(import.counts.added, ==, 3);
    g_assert_cmpuint(import.counts.known, ==, 2);
    expect_games(&import, "A B C");
    close_import(&import);
}

/* A comment with this text, the last byte of which is the last that is read at once. */
static char *text_that_ends_at_chunk(const char *before, const char *escaped, const char *after)
{
    GString *text = g_string_new(before);
    while (text->len < CHUNK - 1)
        g_string_append_c(text, 'x');
    g_string_append(text, escaped);
    g_string_append(text, after);
    return g_string_free(text, FALSE);
}

/* A backslash is the last byte that is read, and what it stands before the next one. */
static void test_cut_at_backslash(Place *place, gconstpointer data)
{
    static const char before[] = "[White \"A\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n{";
    static const char after[] = "\n\n[Event \"no tag\"]}\n*\n\n" GAME("B");
    static const char *const escaped[] = {"\\}", "\\\\"};
    for (guint i = 0; i < G_N_ELEMENTS(escaped); i++) {
        Import import;
        gsize length;
        open_import(&import, place);
        g_autofree char *text = text_that_ends_at_chunk(before, escaped[i], after);
        g_assert_true(import_text(&import, text));
        g_assert_cmpstr(import.heard->str, ==, "");
        expect_games(&import, "A B");
        g_autofree char *record = tab_database_get_record(import.database, 1, &length, NULL);
        g_autofree char *kept = g_strconcat("x", escaped[i], "\n\n[Event \"no tag\"]}", NULL);
        g_assert_nonnull(strstr(record, kept));
        close_import(&import);
        g_unlink(place->path);
    }
}

/* A backslash is the last byte of all. */
static void test_end_at_backslash(Place *place, gconstpointer data)
{
    Import import;
    open_import(&import, place);
    g_assert_true(
        import_text(&import, GAME("A") "\n[Rules \"ludii\"]\n[Result \"*\"]\n\n{ends \\"));
    g_assert_cmpuint(import.counts.added, ==, 1);
    g_assert_cmpuint(import.counts.broken, ==, 1);
    g_assert_nonnull(strstr(import.heard->str, "a backslash stands only before a backslash or }"));
    close_import(&import);
}

/* Behind a game that is broken reading goes on at the first [ after an empty line, also where that
 * line has blanks. */
static void test_go_on(Place *place, gconstpointer data)
{
    static const char *const empty[] = {"\n", " \t\n", "\r\n", " \n\n\t\n"};
    for (guint i = 0; i < G_N_ELEMENTS(empty); i++) {
        Import import;
        open_import(&import, place);
        g_autofree char *text = g_strconcat("[Rules \"ludii\"]\n[Result \"*\"]\n\nrubbish\n",
                                            empty[i], GAME("A") "\n" GAME("B"), NULL);
        g_assert_true(import_text(&import, text));
        g_assert_cmpuint(import.counts.broken, ==, 1);
        expect_games(&import, "A B");
        close_import(&import);
        g_unlink(place->path);
    }
}

/* The game behind a byte order mark is left out as a whole, not taken from its second tag on. */
static void test_byte_order_mark(Place *place, gconstpointer data)
{
    Import import;
    open_import(&import, place);
    g_assert_true(import_text(&import, "\xef\xbb\xbf" GAME("A") "\n" GAME("B")));
    expect_games(&import, "B");
    g_assert_cmpuint(import.counts.broken, ==, 1);
    g_assert_true(g_str_has_prefix(import.heard->str, "games: line 1: a byte order mark"));
    g_assert_true(import_text(&import, "\xef\xbb\xbf")); /* nothing behind it */
    g_assert_cmpuint(import.counts.broken, ==, 2);
    expect_games(&import, "B");
    close_import(&import);
    g_unlink(place->path);

    /* behind an empty line, behind another such game, and behind a good one */
    open_import(&import, place);
    g_assert_true(
        import_text(&import, "\n\xef\xbb\xbf" GAME("A") "\xef\xbb\xbf" GAME("B") "\n" GAME(
                                 "C") "\xef\xbb\xbf" GAME("D") "\xef\xbb"));
    expect_games(&import, "C");
    g_assert_cmpuint(import.counts.broken, ==, 3);
    close_import(&import);
}

static gboolean note_added(const TabImportCounts *counts, guint games, guint64 bytes, gpointer data)
{
    g_string_append_printf(data, "%u/%u ", counts->added, games);
    return TRUE;
}

/* Games are kept together until they are many or large; this one is by itself more than that. */
static void test_large_game(Place *place, gconstpointer data)
{
    g_autofree char *comment = g_strnfill(65000, 'x');
    g_autoptr(GString) text =
        g_string_new("[White \"A\"]\n[Rules \"walker\"]\n"
                     "[Position \"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\"]\n[Result \"*\"]\n\n");
    for (guint i = 1; i <= 140; i++)
        g_string_append_printf(text, "%u. %c 3 3:pass {%s}\n", i, i % 2 ? 'w' : 'b', comment);
    g_string_append(text, "*\n\n" GAME("B"));
    g_autoptr(GString) seen = g_string_new(NULL);
    const TabImportHooks hooks = {NULL, NULL, note_added, seen};
    g_autofree char *name = g_build_filename(place->folder, "games.tab", NULL);
    Import import;
    gsize length;
    g_assert_true(g_file_set_contents(name, text->str, (gssize)text->len, NULL));
    int fd = g_open(name, O_RDONLY, 0);
    g_unlink(name);
    open_import(&import, place);
    g_assert_true(
        tab_database_import(import.database, fd, "games", &hooks, &import.counts, &import.error));
    close(fd);
    g_assert_cmpstr(seen->str, ==, "1/1 1/2 ");
    expect_games(&import, "A B");
    g_autofree char *record = tab_database_get_record(import.database, 1, &length, NULL);
    g_assert_true(g_str_has_prefix(text->str, record));
    close_import(&import);
}

static void test_folder(Place *place, gconstpointer data)
{
    Import import;
    int fd = g_open(place->folder, O_RDONLY | O_DIRECTORY, 0);
    open_import(&import, place);
    g_assert_false(import_from(&import, fd));
    g_assert_error(import.error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
    g_assert_true(g_str_has_prefix(import.error->message, "cannot read games: "));
    g_assert_cmpuint(import.counts.added, ==, 0);
    close(fd);
    close_import(&import);
}

/* A line that breaks off, as of a modem: what came before is kept, and half a game is not taken for
 * a broken one. */
static void test_line_breaks_off(Place *place, gconstpointer data)
{
    static const char text[] = GAME("A") "\n" GAME("B") "\n[White \"C\"]\n[Rules \"lud";
    Import import;
    struct termios raw;
    int line = posix_openpt(O_RDWR | O_NOCTTY);
    if (line < 0) {
        g_test_skip("there are no terminals here");
        return;
    }
    g_assert_cmpint(grantpt(line) | unlockpt(line), ==, 0);
    int sender = g_open(ptsname(line), O_RDWR | O_NOCTTY, 0);
    g_assert_cmpint(tcgetattr(sender, &raw), ==, 0);
    raw.c_oflag &= (tcflag_t)~OPOST;
    g_assert_cmpint(tcsetattr(sender, TCSANOW, &raw), ==, 0);
    g_assert_cmpint(write(sender, text, strlen(text)), ==, (gssize)strlen(text));
    close(sender);
    open_import(&import, place);
    g_assert_false(import_from(&import, line));
    g_assert_error(import.error, G_FILE_ERROR, G_FILE_ERROR_IO);
    g_assert_true(g_str_has_prefix(import.error->message, "cannot read games: "));
    g_assert_cmpstr(import.heard->str, ==, "");
    expect_games(&import, "A B");
    close(line);
    close_import(&import);
}

/* Values that cannot be summed up are passed over; those of nobody are none. */
static void test_notes(Place *place, gconstpointer data)
{
    static const struct {
        const char *notes;
        guint decisions; /* White's */
        double loss;
    } games[] = {{"loss=0.5", 1, 0.5},   {"loss=1000", 1, 1000}, {"loss=1001", 0, 0},
                 {"loss=-1e9", 0, 0},    {"loss=nan", 0, 0},     {"loss=0.5x", 0, 0},
                 {"loss=x", 0, 0},       {"loss=inf", 0, 0},     {"other=1", 0, 0},
                 {"luck=1 loss=?", 0, 0}};
    Import import;
    open_import(&import, place);
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *text =
            g_strdup_printf("[Round \"%u\"]\n[White \"%u\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n"
                            "1. w 2 2:a7b6 %s\n*\n",
                            i, i, games[i].notes);
        g_assert_true(import_text(&import, text));
        g_assert_cmpstr(import.heard->str, ==, "");
        g_autoptr(GPtrArray) list = tab_database_list_analyses(import.database, i + 1, NULL);
        gboolean told = games[i].decisions || g_str_has_prefix(games[i].notes, "luck=");
        g_assert_cmpuint(list->len, ==, told);
        if (told) {
            const TabGameAnalysis *analysis = list->pdata[0];
            g_assert_cmpuint(analysis->decisions[TAB_WHITE], ==, games[i].decisions);
            if (games[i].decisions)
                g_assert_cmpfloat(analysis->loss[TAB_WHITE], ==, games[i].loss);
        }
    }
    close_import(&import);
}

/* A game that begins with a position of its own is in no tree of openings. */
static void test_position_of_its_own(Place *place, gconstpointer data)
{
    static const char turns[] = "\n1. w 2 2:a7b6\n2. b 2 2:d1c2\n*\n\n";
    const TabGameFilter filter = {.result = -1, .rules = "ludii"};
    Import import;
    open_import(&import, place);
    g_autofree char *text =
        g_strconcat("[White \"A\"]\n[Rules \"ludii\"]\n[Position \"mmmmmmm/7/7/MMMMMMM w - - 1\"]\n"
                    "[Result \"*\"]\n",
                    turns, "[White \"B\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n", turns, NULL);
    g_assert_true(import_text(&import, text));
    expect_games(&import, "A B");
    g_autoptr(GPtrArray) lines =
        tab_database_list_openings(import.database, &filter, 0, &import.error);
    g_assert_no_error(import.error);
    g_assert_cmpuint(lines->len, ==, 1);
    g_assert_cmpuint(((const TabOpeningLine *)lines->pdata[0])->games, ==, 1);
    close_import(&import);
}

#define ADD(name, function)                                                                        \
    g_test_add("/import/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("stop", test_stop);
    ADD("cut-at-backslash", test_cut_at_backslash);
    ADD("end-at-backslash", test_end_at_backslash);
    ADD("go-on", test_go_on);
    ADD("byte-order-mark", test_byte_order_mark);
    ADD("large-game", test_large_game);
    ADD("folder", test_folder);
    ADD("line-breaks-off", test_line_breaks_off);
    ADD("notes", test_notes);
    ADD("position-of-its-own", test_position_of_its_own);
    return g_test_run();
}
