// SPDX-License-Identifier: GPL-3.0-or-later
// Games of several files, one after the other: which of them is wrong, and where a game stands.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/game/game-files.h"

#define GAME(white) "[White \"" white "\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n*\n"

typedef struct {
    char *folder, *one, *two;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    fixture->folder = g_dir_make_tmp("tab-game-files-XXXXXX", NULL);
    fixture->one = g_build_filename(fixture->folder, "one.tab", NULL);
    fixture->two = g_build_filename(fixture->folder, "two.tab", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    g_unlink(fixture->one);
    g_unlink(fixture->two);
    g_assert_cmpint(g_rmdir(fixture->folder), ==, 0);
    g_free(fixture->folder);
    g_free(fixture->one);
    g_free(fixture->two);
}

static void put(const char *path, const char *text)
{
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* White's names with the places of their games, "A (one.tab, game 1) …", and the error at the end,
 * if there is one. */
static char *read_all(char **paths)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    TabGameFiles *files = tab_game_files_new(paths);
    for (TabRecord *record; (record = tab_game_files_next(files, &error));) {
        g_autofree char *place = tab_game_files_describe_place(files);
        g_string_append_printf(text, "%s (%s) ", tab_record_get_tag(record, "White"), place);
        tab_record_free(record);
    }
    if (error) {
        g_string_append(text, error->message);
        g_assert_null(tab_game_files_next(files, NULL)); /* nothing comes behind it */
    }
    tab_game_files_free(files);
    return g_string_free(text, FALSE);
}

/* Standard input is what this descriptor reads, while all is read. */
static char *read_input(int fd, char **paths)
{
    int before = dup(STDIN_FILENO);
    g_assert_cmpint(dup2(fd, STDIN_FILENO), ==, STDIN_FILENO);
    close(fd);
    char *text = read_all(paths);
    g_assert_cmpint(dup2(before, STDIN_FILENO), ==, STDIN_FILENO);
    close(before);
    return text;
}

static void test_places(Fixture *fixture, gconstpointer data)
{
    char *paths[] = {fixture->one, fixture->two, NULL};
    put(fixture->one, GAME("A") "\n" GAME("B"));
    put(fixture->two, GAME("C"));
    g_autofree char *text = read_all(paths);
    g_assert_cmpstr(text, ==, "A (one.tab, game 1) B (one.tab, game 2) C (two.tab, game 1) ");
    g_assert_cmpuint(tab_game_files_count(paths), ==, 3);
    put(fixture->one, "\n\n"); /* no game is no fault */
    g_autofree char *rest = read_all(paths);
    g_assert_cmpstr(rest, ==, "C (two.tab, game 1) ");
}

/* Files behind the one that is wrong are not read, and those before it are. */
static void test_broken(Fixture *fixture, gconstpointer data)
{
    char *paths[] = {fixture->two, fixture->one, fixture->two, NULL};
    put(fixture->one, GAME("A") "\nrubbish\n");
    put(fixture->two, GAME("C"));
    g_autofree char *text = read_all(paths);
    g_autofree char *expected =
        g_strdup_printf("C (two.tab, game 1) A (one.tab, game 1) %s: line 7: game 2: a game begins "
                        "with a tag in square brackets",
                        fixture->one);
    g_assert_cmpstr(text, ==, expected);
    g_assert_cmpuint(tab_game_files_count(paths), ==, 2); /* as far as they are good */
    g_unlink(fixture->one);
    g_autofree char *gone = read_all(paths);
    g_autofree char *said = g_strdup_printf(
        "C (two.tab, game 1) cannot open %s: No such file or directory", fixture->one);
    g_assert_cmpstr(gone, ==, said);
    g_assert_cmpuint(tab_game_files_count(paths), ==, 1);
}

/* What can be read only once is not read to count its games. */
static void test_uncountable(Fixture *fixture, gconstpointer data)
{
    char *paths[] = {fixture->one, fixture->two, NULL};
    put(fixture->one, GAME("A"));
    g_assert_cmpint(mkfifo(fixture->two, 0600), ==, 0);
    g_assert_cmpuint(tab_game_files_count(paths), ==, 0);
    paths[1] = fixture->folder;
    g_assert_cmpuint(tab_game_files_count(paths), ==, 0);
}

static void test_input(Fixture *fixture, gconstpointer data)
{
    char input[] = "-", *paths[] = {fixture->one, input, NULL};
    put(fixture->one, GAME("A"));
    put(fixture->two, GAME("B") "\n" GAME("C"));
    g_autofree char *text = read_input(g_open(fixture->two, O_RDONLY, 0), paths);
    g_assert_cmpstr(text, ==,
                    "A (one.tab, game 1) B (standard input, game 1) C (standard input, game 2) ");
    g_autofree char *folder = read_input(g_open(fixture->folder, O_RDONLY, 0), paths);
    g_assert_cmpstr(folder, ==, "A (one.tab, game 1) cannot read standard input: Is a directory");
    put(fixture->two, "[Rules \"");
    g_autofree char *broken = read_input(g_open(fixture->two, O_RDONLY, 0), paths);
    g_assert_cmpstr(broken, ==,
                    "A (one.tab, game 1) standard input: line 1: a text has no '\"' at its end");
}

#define ADD(name, function)                                                                        \
    g_test_add("/game-files/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("places", test_places);
    ADD("broken", test_broken);
    ADD("uncountable", test_uncountable);
    ADD("input", test_input);
    return g_test_run();
}
