// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine in bubblewrap may see, as the command line says it. Bubblewrap itself is a script.
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/client/sandbox.h"
#include "protocol/client/spawn.h"

/* All that is made: the folder of this test, and in it, in this order, folders (`/` at the end),
 * links (`->`) and programs. /tmp is hidden from engines. */
static char top[] = "/tmp/tab-sandbox-XXXXXX";
static const char *const made[] = {"me/",
                                   "home->me",
                                   "m/",
                                   "me/work/",
                                   "me/books/",
                                   "me/books/first.book",
                                   "me/a:b;c/",
                                   "me/engines/",
                                   "me/engines/bin/",
                                   "me/engines/bin/engine",
                                   "me/engines/data/",
                                   "me/engines/data/engine/",
                                   "me/engines/lib/",
                                   "me/script",
                                   "me/link->engines/bin/engine",
                                   "me/there/",
                                   "me/there/bin/",
                                   "me/there/bin/engine->../../engines/bin/engine",
                                   "me/there/lib/",
                                   "tools/"};

static char *in_top(const char *name)
{
    return g_build_filename(top, name, NULL);
}

static void write_program(const char *name, const char *text)
{
    g_autofree char *path = in_top(name);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_assert_cmpint(g_chmod(path, 0700), ==, 0);
}

static void make(const char *words)
{
    g_auto(GStrv) parts = g_strsplit(words, "->", 2);
    g_autofree char *path = in_top(parts[0]);
    if (g_str_has_suffix(words, "/"))
        g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
    else if (parts[1])
        g_assert_cmpint(symlink(parts[1], path), ==, 0);
    else
        write_program(words, "#!/bin/sh\n");
}

static void make_all(void)
{
    g_assert_nonnull(g_mkdtemp(top));
    for (guint i = 0; i < G_N_ELEMENTS(made); i++)
        make(made[i]);
}

static void remove_all(void)
{
    for (guint i = G_N_ELEMENTS(made); i-- > 0;) {
        g_auto(GStrv) parts = g_strsplit(made[i], "->", 2);
        g_autofree char *path = in_top(parts[0]);
        g_assert_cmpint(g_remove(path), ==, 0);
    }
    g_assert_cmpint(g_rmdir(top), ==, 0);
}

/* `^` stands for the folder of this test, `~` for the home folder, which is a link. */
static char *expand(const char *text)
{
    g_autoptr(GString) string = g_string_new(text);
    g_string_replace(string, "~", "^/home", 0);
    g_string_replace(string, "^", top, 0);
    return g_strdup(string->str);
}

static GStrv make_command(TabEngineConfig *config, const char *path)
{
    g_auto(GStrv) environment = g_new0(char *, 1);
    g_autoptr(GError) error = NULL;
    if (path)
        environment = g_environ_setenv(environment, "PATH", path, TRUE);
    GStrv command = tab_sandbox_command(config, (const char *const *)environment, &error);
    g_assert_no_error(error);
    return command;
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What is given, without the folder of this test: "m me/books", in the order of letters; "a=b"
 * where another file is seen at a place. What is within another comes before it in the command. */
static char *list_shown(GStrv command)
{
    g_autoptr(GPtrArray) shown = g_ptr_array_new_with_free_func(g_free);
    gsize length = G_MAXSIZE;
    for (char **word = command; *word && strcmp(*word, "--") != 0; word++) {
        if (strcmp(*word, "--ro-bind-try") != 0)
            continue;
        g_autofree char *real = expand(word[1]), *place = expand(word[2]);
        g_assert_cmpuint(strlen(place), <=, length);
        length = strlen(place);
        g_assert_true(g_str_has_prefix(real, top) && g_str_has_prefix(place, top));
        char *text = g_strdup(place + sizeof top);
        if (strcmp(real, place) != 0) {
            g_free(text);
            text = g_strconcat(place + sizeof top, "=", real + sizeof top, NULL);
        }
        g_ptr_array_add(shown, text);
    }
    g_ptr_array_sort(shown, compare_texts);
    g_ptr_array_add(shown, NULL);
    return g_strjoinv(" ", (char **)shown->pdata);
}

/* The word behind the first of this name. */
static const char *behind(GStrv command, const char *name)
{
    for (char **word = command; *word; word++)
        if (!strcmp(*word, name))
            return word[1];
    return NULL;
}

typedef struct {
    const char *name;
    const char *words; /* the program and its arguments, with `,` between them */
    const char *folder, *path;
    const char *value;    /* of an option and, in a case of its own, of a variable */
    const char *expected; /* what is given besides the folder that it works in */
} Case;

#define PROGRAM "me/engines/bin me/engines/data me/engines/lib"

static const Case cases[] = {
    {"program", "~/engines/bin/engine", NULL, NULL, NULL, PROGRAM " me/work"},
    {"relative", "bin/engine", "~/engines", NULL, NULL, "me/engines " PROGRAM},
    {"on-path", "engine", NULL, "/nowhere::~/engines/bin", NULL, PROGRAM " me/work"},
    {"behind-folder-on-path", "engine", NULL, "~/engines/data:~/engines/bin", NULL,
     PROGRAM " me/work"},
    {"in-working-folder", "engine", "~/engines/bin", "/nowhere:", NULL, PROGRAM},
    {"not-on-path", "no-engine", NULL, "~/engines/bin", NULL, "me/work"},
    {"no-path", "engine", NULL, NULL, NULL, "me/work"},
    /* the home folder is not given with a program in it */
    {"link-in-home", "~/link", NULL, NULL, NULL,
     "me/engines/bin me/engines/bin/engine me/engines/data me/engines/lib "
     "me/link=me/engines/bin/engine me/work"},
    {"link-with-neighbours", "~/there/bin/engine", NULL, NULL, NULL,
     PROGRAM " me/there/bin me/there/lib me/work"},
    {"in-home", "~/script", NULL, NULL, NULL, "me/script me/work"},
    {"working-home", "~/engines/bin/engine", "~", NULL, NULL, PROGRAM},
    {"working-folder-gone", "~/engines/bin/engine", "~/gone", NULL, NULL, PROGRAM},
    /* arguments */
    {"file", "~/engines/bin/engine,~/books/first.book", NULL, NULL, NULL,
     "me/books " PROGRAM " me/work"},
    {"relative-file", "~/engines/bin/engine,first.book", "~/books", NULL, NULL,
     "me/books " PROGRAM},
    {"file-in-home", "~/engines/bin/engine,~/script", NULL, NULL, NULL,
     PROGRAM " me/script me/work"},
    {"folder", "~/engines/bin/engine,~/books", NULL, NULL, NULL, "me/books " PROGRAM " me/work"},
    {"behind-equals", "~/engines/bin/engine,--book=~/books/first.book", NULL, NULL, NULL,
     "me/books " PROGRAM " me/work"},
    {"nothing-to-see", "~/engines/bin/engine,,--book=,-q,~", NULL, NULL, NULL, PROGRAM " me/work"},
    /* of options and variables: just what they name */
    {"value", "~/engines/bin/engine", NULL, NULL, "~/books/first.book",
     "me/books/first.book " PROGRAM " me/work"},
    {"list", "~/engines/bin/engine", NULL, NULL, "/nowhere:^/m;;~/books:^/me/books",
     "m me/books " PROGRAM " me/work"},
    {"with-separators", "~/engines/bin/engine", NULL, NULL, "~/a:b;c",
     "me/a:b;c " PROGRAM " me/work"},
    {"number", "~/engines/bin/engine", NULL, NULL, "17", PROGRAM " me/work"},
    {"empty", "~/engines/bin/engine", NULL, NULL, "", PROGRAM " me/work"},
    /* what holds a hidden place is not given, and what is not hidden need not be */
    {"too-wide", "~/engines/bin/engine", NULL, NULL, "/;^;~;/home;/tmp;/usr", PROGRAM " me/work"},
};

static TabEngineConfig *make_config(const Case *row)
{
    g_autofree char *line = expand(row->words);
    g_auto(GStrv) words = g_strsplit(line, ",", -1);
    TabEngineConfig *config = tab_engine_config_new((const char *const *)words);
    g_autofree char *own = expand("~/work");
    config->directory = row->folder ? expand(row->folder) : g_steal_pointer(&own);
    return config;
}

static void check_shown(TabEngineConfig *config, const Case *row)
{
    g_autofree char *path = row->path ? expand(row->path) : NULL;
    g_auto(GStrv) command = make_command(config, path);
    g_autofree char *shown = list_shown(command);
    g_assert_cmpstr(shown, ==, row->expected);
    g_autofree char *folder = realpath(config->directory, NULL);
    g_assert_cmpstr(behind(command, "--chdir"), ==, folder ? folder : "/");
    /* the engine's own words are the last ones */
    guint own = g_strv_length(config->argv);
    char **last = command + g_strv_length(command) - own;
    g_assert_cmpstr(last[-1], ==, "--");
    g_assert_cmpstrv(last, config->argv);
}

static void test_shown(gconstpointer data)
{
    const Case *row = data;
    g_autofree char *value = row->value ? expand(row->value) : NULL;
    g_autoptr(TabEngineConfig) config = make_config(row);
    tab_engine_config_set_option(config, "Book", value); /* NULL: a button */
    check_shown(config, row);
    g_autoptr(TabEngineConfig) other = make_config(row);
    tab_engine_config_set_environment(other, "BOOK", value); /* NULL: taken away */
    check_shown(other, row);
}

/* What is the same for all: no network and no processes of others, nothing to write to, memory in
 * the place of what people keep. */
static void test_hidden(void)
{
    g_autoptr(TabEngineConfig) config = make_config(&cases[0]);
    g_auto(GStrv) command = make_command(config, NULL);
    g_autofree char *bwrap = in_top("tools/bwrap"), *home = in_top("me");
    static const char *const places[] = {"/home", "/root", "/media",   "/mnt",
                                         "/run",  "/tmp",  "/var/tmp", NULL};
    g_autoptr(GHashTable) hidden = g_hash_table_new(g_str_hash, g_str_equal);
    g_assert_cmpstr(command[0], ==, bwrap);
    g_assert_cmpstr(command[1], ==, "--unshare-all");
    g_assert_cmpstr(behind(command, "--cap-drop"), ==, "ALL");
    g_assert_cmpstr(behind(command, "--ro-bind"), ==, "/");
    for (char **word = command; *word; word++)
        if (!strcmp(*word, "--tmpfs")) {
            g_assert_cmpstr(word[-2], ==, "--size");
            g_hash_table_add(hidden, word[1]);
            g_assert_cmpstr(word[1], !=, "/");
        }
    g_assert_true(g_hash_table_contains(hidden, home));
    for (const char *const *place = places; *place; place++) {
        g_autofree char *real = realpath(*place, NULL); /* NULL: this machine has none */
        g_assert_true(!real || g_hash_table_contains(hidden, real));
    }
}

/* Whoever has no home folder, or the root as one, has the other places hidden all the same. */
static void check_home(const char *home)
{
    if (g_test_subprocess()) {
        g_setenv("HOME", home, TRUE);
        const Case row = {.words = "^/me/engines/bin/engine", .folder = "^/me/work"};
        g_autoptr(TabEngineConfig) config = make_config(&row);
        g_auto(GStrv) command = make_command(config, NULL);
        g_autofree char *shown = list_shown(command);
        g_assert_cmpstr(shown, ==, PROGRAM " me/work");
        for (char **word = command; *word; word++)
            g_assert_false(!strcmp(*word, "--tmpfs") && !strcmp(word[1], "/"));
        return;
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed();
}

static void test_root_is_home(void)
{
    check_home("/");
}

static void test_homeless(void)
{
    check_home("/nowhere/at/all");
}

/* What is said of a bubblewrap that does so. */
static void test_check(void)
{
    static const struct {
        const char *script, *expected; /* NULL: it is fine */
    } rows[] = {
        {"#!/bin/sh\nexit 0\n", NULL},
        {"#!/bin/sh\necho ' no namespaces ' >&2\nexit 1\n",
         "bubblewrap (bwrap) cannot start: no namespaces"},
        {"#!/bin/sh\nexit 3\n",
         "bubblewrap (bwrap) cannot start: Child process exited with code 3"},
        {"#!/no/such/interpreter\n", "No such file or directory"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        write_program("tools/bwrap", rows[i].script);
        g_assert_cmpint(tab_sandbox_check(&error), ==, !rows[i].expected);
        if (rows[i].expected) {
            g_assert_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
            g_assert_true(g_str_has_prefix(error->message, "bubblewrap (bwrap) cannot start: "));
            g_assert_nonnull(strstr(error->message, rows[i].expected));
        }
    }
    write_program("tools/bwrap", rows[0].script);
}

/* Without bubblewrap an engine that is to run in it does not start, and hears what helps. */
static void test_not_installed(void)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) argv = NULL, environment = NULL;
    g_autoptr(TabEngineConfig) config = make_config(&cases[0]);
    g_autofree char *bwrap = in_top("tools/bwrap");
    g_remove(bwrap);
    g_assert_false(tab_sandbox_check(&error));
    g_assert_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_cmpstr(error->message, ==, "bubblewrap (bwrap) is not installed");
    g_clear_error(&error);
    config->sandbox = TRUE;
    g_assert_false(tab_spawn_command(config, &argv, &environment, &error));
    g_autofree char *expected = g_strconcat("cannot start ", config->argv[0],
                                            " in a sandbox: bubblewrap (bwrap) is not installed; "
                                            "sandbox=no starts it without",
                                            NULL);
    g_assert_cmpstr(error->message, ==, expected);
    g_assert_null(argv);
    g_assert_null(environment);
    write_program("tools/bwrap", "#!/bin/sh\n");
    g_assert_true(tab_spawn_command(config, &argv, &environment, NULL));
    g_assert_cmpstr(argv[0], ==, bwrap);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    make_all();
    write_program("tools/bwrap", "#!/bin/sh\n");
    g_autofree char *home = in_top("home"), *tools = in_top("tools");
    g_setenv("HOME", home, TRUE);
    g_setenv("PATH", tools, TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/sandbox/shown/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_shown);
    }
    g_test_add_func("/sandbox/hidden", test_hidden);
    g_test_add_func("/sandbox/root-is-home", test_root_is_home);
    g_test_add_func("/sandbox/homeless", test_homeless);
    g_test_add_func("/sandbox/check", test_check);
    g_test_add_func("/sandbox/not-installed", test_not_installed);
    int result = g_test_run();
    g_autofree char *bwrap = in_top("tools/bwrap");
    g_remove(bwrap);
    remove_all();
    return result;
}
