// SPDX-License-Identifier: GPL-3.0-or-later
// Engine configurations: values, the key file, and where the project's engine is found.
#include <glib/gstdio.h>
#include <string.h>

#include "protocol/client/engine-config.h"

static TabEngineConfig *make(const char *name, const char *const *argv)
{
    TabEngineConfig *config = tab_engine_config_new(argv);
    config->name = g_strdup(name);
    return config;
}

static void assert_same_pairs(GPtrArray *a, GPtrArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        char *const *left = g_ptr_array_index(a, i);
        char *const *right = g_ptr_array_index(b, i);
        g_assert_cmpstr(left[0], ==, right[0]);
        g_assert_cmpstr(left[1], ==, right[1]);
    }
}

static void assert_equal(const TabEngineConfig *a, const TabEngineConfig *b)
{
    g_assert_cmpstr(a->name, ==, b->name);
    g_assert_cmpstr(a->said_name, ==, b->said_name);
    g_assert_cmpstrv(a->argv, b->argv);
    g_assert_cmpstr(a->directory, ==, b->directory);
    assert_same_pairs(a->options, b->options);
    assert_same_pairs(a->environment, b->environment);
    g_assert_cmpuint(a->memory_mib, ==, b->memory_mib);
    g_assert_cmpuint(a->cpu_seconds, ==, b->cpu_seconds);
    g_assert_cmpuint(a->processes, ==, b->processes);
    g_assert_cmpuint(a->open_files, ==, b->open_files);
    g_assert_cmpuint(a->file_mib, ==, b->file_mib);
    g_assert_cmpint(a->sandbox, ==, b->sandbox);
    g_assert_cmpint(a->inherit_env, ==, b->inherit_env);
    g_assert_cmpint(a->disabled, ==, b->disabled);
    g_assert_cmpint(a->failed, ==, b->failed);
}

/* A fresh folder's file; remove both with remove_file. */
static char *temporary_file(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-config-XXXXXX", NULL);
    g_assert_nonnull(folder);
    return g_build_filename(folder, "tab", "engines.ini", NULL);
}

static void remove_file(const char *path)
{
    g_autofree char *inner = g_path_get_dirname(path);
    g_autofree char *outer = g_path_get_dirname(inner);
    g_unlink(path);
    g_rmdir(inner);
    g_assert_cmpint(g_rmdir(outer), ==, 0);
}

static void test_values(void)
{
    const char *argv[] = {"engine", "--flag", NULL};
    g_autoptr(TabEngineConfig) config = make("E", argv);
    argv[0] = "changed";
    tab_engine_config_set_option(config, "Level", "3");
    tab_engine_config_set_option(config, "Elo", "1200");
    tab_engine_config_set_option(config, "LEVEL", "4"); /* the one set last holds */
    g_assert_cmpuint(config->options->len, ==, 2);
    g_assert_cmpstr(tab_engine_config_get_option(config, "level"), ==, "4");
    g_assert_cmpstr(((char **)g_ptr_array_index(config->options, 1))[0], ==, "LEVEL");
    g_assert_null(tab_engine_config_get_option(config, "Hash"));
    tab_engine_config_set_option(config, "Elo", tab_engine_config_get_option(config, "Elo"));
    g_assert_cmpstr(tab_engine_config_get_option(config, "Elo"), ==, "1200");
    tab_engine_config_set_environment(config, "HOME", "/a");
    tab_engine_config_set_environment(config, "home", "/b"); /* another one */
    tab_engine_config_set_environment(config, "HOME", NULL);
    g_assert_cmpuint(config->environment->len, ==, 2);
    char *const *last = g_ptr_array_index(config->environment, 1);
    g_assert_cmpstr(last[0], ==, "HOME");
    g_assert_null(last[1]);
    config->memory_mib = 7;
    config->cpu_seconds = 8;
    config->processes = 9;
    config->open_files = 10;
    config->file_mib = 11;
    config->sandbox = TRUE;
    config->said_name = g_strdup("Engine");
    config->failed = TRUE;
    config->disabled = TRUE;
    config->inherit_env = TRUE;
    g_autoptr(TabEngineConfig) copy = tab_engine_config_copy(config);
    tab_engine_config_free(NULL); /* as free() */
    g_assert_cmpstr(copy->argv[0], ==, "engine");
    assert_equal(config, copy);
}

static void test_round_trip(void)
{
    const char *plain[] = {"tab-engine", NULL};
    const char *odd[] = {"/a b/engine;1", "--text=x=y;z\\", "", " [edge] ", "é\t\n", NULL};
    g_autoptr(GPtrArray) configs =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    g_ptr_array_add(configs, make("Tab Engine", plain));
    g_ptr_array_add(configs, make("Tab Engine", odd)); /* the same name again */
    g_ptr_array_add(configs, make(NULL, plain));
    g_ptr_array_add(configs, make(" [50%] = \tطاب ", plain));
    TabEngineConfig *second = g_ptr_array_index(configs, 1);
    second->directory = g_strdup(" /home/me/a;b ");
    tab_engine_config_set_option(second, "Threads", "2");
    tab_engine_config_set_option(second, " Edge ", "1");
    tab_engine_config_set_option(second, "Own Book [x]=%41", " spaces  and ; = # \n ");
    tab_engine_config_set_option(second, "Clear Hash", NULL);
    tab_engine_config_set_option(second, "Empty", "");
    tab_engine_config_set_environment(second, "A.b [1]", " x;y=\n");
    tab_engine_config_set_environment(second, "DISPLAY", NULL);
    tab_engine_config_set_environment(second, "EMPTY", "");
    second->memory_mib = (guint64)1 << 40;
    second->cpu_seconds = 3600;
    second->processes = 0;
    second->open_files = 64;
    second->file_mib = (guint64)1 << 40;
    second->sandbox = TRUE;
    second->inherit_env = TRUE;
    second->disabled = TRUE;
    second->failed = TRUE;
    second->said_name = g_strdup(" Engine; [x] ");
    g_autofree char *path = temporary_file();
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_engine_config_save(configs, path, &error));
    g_assert_no_error(error);
    g_autoptr(GPtrArray) loaded = tab_engine_config_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(loaded->len, ==, configs->len);
    for (guint i = 0; i < configs->len; i++)
        assert_equal(g_ptr_array_index(loaded, i), g_ptr_array_index(configs, i));
    g_assert_true(tab_engine_config_save(loaded, path, &error)); /* over the old file */
    remove_file(path);
}

static GPtrArray *load_text(const char *text, GError **error)
{
    g_autofree char *path = temporary_file();
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    GPtrArray *configs = tab_engine_config_load(path, error);
    remove_file(path);
    return configs;
}

static void test_hand_written(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) configs =
        load_text("# mine\n[My 50% Engine]\ncommand=tab-engine\noption.Own Book=true\n"
                  "press.Clear Hash=true\npress.Other=false\nfuture=\\q\n"
                  "env.LANG=C\nunset.DISPLAY=true\nunset.HOME=false\nmemory=2048\ncpu=0\n"
                  "processes=8\nfiles=9\nfile-size=0\nsandbox=yes\n\n"
                  "[x]\nname=\ncommand=ssh;host;tab-engine;\ndirectory=/tmp\nenabled=false\n",
                  &error);
    g_assert_no_error(error);
    g_assert_cmpuint(configs->len, ==, 2);
    const TabEngineConfig *first = g_ptr_array_index(configs, 0);
    g_assert_cmpstr(first->name, ==, "My 50% Engine");
    g_assert_cmpuint(g_strv_length(first->argv), ==, 1);
    g_assert_cmpuint(first->options->len, ==, 2);
    g_assert_cmpuint(first->environment->len, ==, 2);
    g_assert_cmpstr(((char **)g_ptr_array_index(first->environment, 0))[1], ==, "C");
    g_assert_null(((char **)g_ptr_array_index(first->environment, 1))[1]);
    g_assert_cmpuint(first->memory_mib, ==, 2048);
    g_assert_cmpuint(first->cpu_seconds, ==, 0);
    g_assert_cmpuint(first->processes, ==, 8);
    g_assert_cmpuint(first->open_files, ==, 9);
    g_assert_cmpuint(first->file_mib, ==, 0);
    g_assert_true(first->sandbox);
    const TabEngineConfig *second = g_ptr_array_index(configs, 1);
    g_assert_false(first->disabled);
    g_assert_true(second->disabled);
    g_assert_false(second->sandbox);
    g_assert_cmpuint(second->processes, ==, TAB_ENGINE_PROCESSES);
    g_assert_null(second->name);
    g_assert_cmpstr(second->argv[2], ==, "tab-engine");
    g_assert_cmpstr(second->directory, ==, "/tmp");
}

/* What a newer version or another program has written stays as it was, also where the engine is
 * called otherwise. */
static void test_unknown(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) configs = load_text(
        "[a]\ncommand=x\nfuture=\\q \\; ü\nsandbox=yes\nother.x=\noption.A[zz]=1\n[b]\ncommand=y\n",
        &error);
    g_assert_no_error(error);
    TabEngineConfig *first = g_ptr_array_index(configs, 0);
    g_free(first->name);
    first->name = g_strdup("c");
    first->disabled = TRUE;
    TabEngineConfig *copy = tab_engine_config_copy(first);
    tab_engine_config_free(first);
    configs->pdata[0] = copy;
    g_autofree char *path = temporary_file(), *text = NULL;
    g_assert_true(tab_engine_config_save(configs, path, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==,
                    "[c]\ncommand=x;\nsandbox=yes\nenabled=false\nfuture=\\q \\; "
                    "ü\nother.x=\noption.A[zz]=1\n\n"
                    "[b]\ncommand=y;\n");
    remove_file(path);
}

/* How switches and keys may be written. */
static void test_forms(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) configs =
        load_text("[a]\ncommand=x\nsandbox=true\ninherit-env=yes\npassed=no\nsaid-name=\n"
                  "[b%4]\ncommand=x\nsandbox=no\ninherit-env=false\npassed=yes\nenabled=yes\n"
                  "[%x1%00%41%FF]\ncommand=x\noption.%=5\n",
                  &error);
    g_assert_no_error(error);
    const TabEngineConfig *first = g_ptr_array_index(configs, 0);
    g_assert_true(first->sandbox && first->inherit_env && first->failed);
    g_assert_null(first->said_name);
    const TabEngineConfig *second = g_ptr_array_index(configs, 1);
    g_assert_false(second->sandbox || second->inherit_env || second->failed || second->disabled);
    /* a % without two digits stands for itself */
    g_assert_cmpstr(second->name, ==, "b%4");
    const TabEngineConfig *third = g_ptr_array_index(configs, 2);
    g_assert_cmpstr(third->name, ==, "%x1?A�");
    g_assert_cmpstr(tab_engine_config_get_option(third, "%"), ==, "5");
}

/* In a sandbox an engine has a temporary folder of its own. */
static void test_temporary_folder(void)
{
    const char *argv[] = {"engine", NULL};
    g_autoptr(TabEngineConfig) config = make("E", argv);
    g_autofree char *old = g_strdup(g_getenv("TMPDIR"));
    g_setenv("TMPDIR", "/var/tmp", TRUE);
    g_auto(GStrv) free_one = tab_engine_config_environ(config);
    config->sandbox = TRUE;
    g_auto(GStrv) shut_in = tab_engine_config_environ(config);
    tab_engine_config_set_environment(config, "TMPDIR", "/mine");
    g_auto(GStrv) own = tab_engine_config_environ(config);
    g_assert_cmpstr(g_environ_getenv(free_one, "TMPDIR"), ==, "/var/tmp");
    g_assert_null(g_environ_getenv(shut_in, "TMPDIR"));
    g_assert_cmpstr(g_environ_getenv(own, "TMPDIR"), ==, "/mine");
    if (old)
        g_setenv("TMPDIR", old, TRUE);
    else
        g_unsetenv("TMPDIR");
}

static void assert_refused(const char *text, const char *group, const char *key)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(load_text(text, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, "engines.ini"));
    g_assert_nonnull(strstr(error->message, group));
    g_assert_nonnull(strstr(error->message, key));
}

static void test_refused(void)
{
    assert_refused("[A]\ncommand=x\n[B]\ndirectory=/tmp\n", "[B]", "command");
    assert_refused("[A]\ncommand=\n", "[A]", "command");
    assert_refused("[A]\ncommand=;x;\n", "[A]", "command");
    assert_refused("[A]\ncommand=x\npress.Hash=perhaps\n", "[A]", "press.Hash");
    assert_refused("[A]\ncommand=x\noption.=1\n", "[A]", "option.");
    assert_refused("[A]\ncommand=x\noption.=1\n", "[A]", "an option needs a name");
    assert_refused("[A]\ncommand=x\npress.=true\n", "[A]", "an option needs a name");
    assert_refused("[A]\ncommand=x\nenv.=1\n", "[A]", "a variable needs a name");
    assert_refused("[A]\ncommand=x\nunset.=true\n", "[A]", "a variable needs a name");
    assert_refused("[A]\ncommand=x\noption.T=\\q\n", "[A]", "option.T");
    assert_refused("[A]\ncommand=x\noption.T=\xff\n", "[A]", "option.T");
    assert_refused("[A]\ncommand=x\nenv.=1\n", "[A]", "env.");
    assert_refused("[A]\ncommand=x\nenv.a%3Db=1\n", "[A]", "env.a%3Db");
    assert_refused("[A]\ncommand=x\nunset.HOME=yes\n", "[A]", "unset.HOME");
    assert_refused("[A]\ncommand=x\nmemory=-1\n", "[A]", "memory");
    assert_refused("[A]\ncommand=x\nmemory=2GiB\n", "[A]", "memory");
    assert_refused("[A]\ncommand=x\ncpu=\n", "[A]", "cpu");
    assert_refused("[A]\ncommand=x\ncpu=99999999999999999999\n", "[A]", "cpu");
    assert_refused("[A]\ncommand=x\nenabled=0\n", "[A]", "enabled");
    assert_refused("[A]\ncommand=x\nsandbox=perhaps\n", "[A] sandbox", "is neither true nor false");
    assert_refused("command=x\n", "", "");
}

static void test_missing(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) configs = tab_engine_config_load("/nonexistent/engines.ini", &error);
    g_assert_no_error(error);
    g_assert_cmpuint(configs->len, ==, 0);
    g_assert_null(tab_engine_config_load("/", &error)); /* a folder is no file */
    g_assert_nonnull(error);
    g_clear_error(&error);
    g_assert_false(tab_engine_config_save(configs, "/proc/nonexistent/engines.ini", &error));
    g_assert_nonnull(error);
}

static void test_find(void)
{
    g_autofree char *beside = tab_engine_config_find_program("fake-engine");
    g_autofree char *expected = g_test_build_filename(G_TEST_BUILT, "fake-engine", NULL);
    g_assert_cmpstr(beside, ==, expected);
    g_autofree char *on_path = tab_engine_config_find_program("sh");
    g_assert_nonnull(on_path);
    g_assert_null(tab_engine_config_find_program("no-such-engine-anywhere"));
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *base = g_path_get_basename(self);
    g_autofree char *objects = g_strconcat(base, ".p", NULL); /* a folder beside this program */
    g_assert_null(tab_engine_config_find_program(objects));
}

static void test_user_file(void)
{
    g_autofree char *path = tab_engine_config_user_file();
    g_assert_true(g_str_has_suffix(path, "/tab/engines.ini"));
    g_assert_true(g_path_is_absolute(path));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/engine-config/values", test_values);
    g_test_add_func("/engine-config/round-trip", test_round_trip);
    g_test_add_func("/engine-config/hand-written", test_hand_written);
    g_test_add_func("/engine-config/unknown", test_unknown);
    g_test_add_func("/engine-config/forms", test_forms);
    g_test_add_func("/engine-config/temporary-folder", test_temporary_folder);
    g_test_add_func("/engine-config/refused", test_refused);
    g_test_add_func("/engine-config/missing", test_missing);
    g_test_add_func("/engine-config/find", test_find);
    g_test_add_func("/engine-config/user-file", test_user_file);
    return g_test_run();
}
