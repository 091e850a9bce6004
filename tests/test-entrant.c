// SPDX-License-Identifier: GPL-3.0-or-later
// Engines of the command line: what every key sets, how the layers lie over each other, the
// canonical text, and every error.
#include "protocol/match/entrant.h"

#include <string.h>

static TabEntrant *parse(const char *text, const char *each, GPtrArray *store)
{
    g_autoptr(GError) error = NULL;
    TabEntrant *entrant = tab_entrant_parse(text, each, store, &error);
    g_assert_no_error(error);
    return entrant;
}

/* "name=value name" of all pairs. */
static char *join_pairs(GPtrArray *pairs)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < pairs->len; i++) {
        char *const *pair = g_ptr_array_index(pairs, i);
        g_string_append_printf(text, "%s%s%s%s", i ? " " : "", pair[0], pair[1] ? "=" : "",
                               pair[1] ? pair[1] : "");
    }
    return g_string_free(text, FALSE);
}

static void check_pairs(GPtrArray *pairs, const char *expected)
{
    g_autofree char *text = join_pairs(pairs);
    g_assert_cmpstr(text, ==, expected);
}

static void check_argv(const TabEntrant *entrant, const char *const *expected)
{
    g_assert_cmpstrv(entrant->config->argv, (char **)expected);
}

static void check_same_pairs(GPtrArray *a, GPtrArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        char *const *first = g_ptr_array_index(a, i), *const *second = g_ptr_array_index(b, i);
        g_assert_cmpstr(first[0], ==, second[0]);
        g_assert_cmpstr(first[1], ==, second[1]);
    }
}

static void check_same(const TabEntrant *a, const TabEntrant *b)
{
    g_assert_cmpstrv(a->config->argv, b->config->argv);
    g_assert_cmpstr(a->config->name, ==, b->config->name);
    g_assert_cmpstr(a->config->directory, ==, b->config->directory);
    check_same_pairs(a->config->options, b->config->options);
    check_same_pairs(a->config->environment, b->config->environment);
    g_assert_cmpuint(a->config->memory_mib, ==, b->config->memory_mib);
    g_assert_cmpuint(a->config->cpu_seconds, ==, b->config->cpu_seconds);
    g_assert_cmpuint(a->config->processes, ==, b->config->processes);
    g_assert_cmpuint(a->config->open_files, ==, b->config->open_files);
    g_assert_cmpuint(a->config->file_mib, ==, b->config->file_mib);
    g_assert_cmpint(a->config->sandbox, ==, b->config->sandbox);
    g_assert_cmpint(a->control.movetime_ms, ==, b->control.movetime_ms);
    g_assert_cmpint(a->control.base_ms, ==, b->control.base_ms);
    g_assert_cmpint(a->control.increment_ms, ==, b->control.increment_ms);
    g_assert_cmpuint(a->control.turns, ==, b->control.turns);
    g_assert_cmpint(a->control.nodes, ==, b->control.nodes);
    g_assert_cmpint(a->control.depth, ==, b->control.depth);
    g_assert_cmpint(a->ponder, ==, b->ponder);
    g_assert_cmpint(a->margin_ms, ==, b->margin_ms);
}

/* Written and read again it is the same, and so is the text of that. */
static void check_round_trip(const TabEntrant *entrant)
{
    g_autofree char *text = tab_entrant_to_string(entrant);
    g_autoptr(TabEntrant) again = parse(text, NULL, NULL);
    g_autofree char *text_again = tab_entrant_to_string(again);
    check_same(entrant, again);
    g_assert_cmpstr(text, ==, text_again);
}

static void nothing_but_a_command(void)
{
    g_autoptr(TabEntrant) entrant = parse("cmd=./mine", NULL, NULL);
    check_argv(entrant, (const char *const[]){"./mine", NULL});
    g_assert_null(entrant->config->name);
    g_assert_null(entrant->config->directory);
    check_pairs(entrant->config->options, "");
    check_pairs(entrant->config->environment, "");
    g_autofree char *limits = tab_time_control_to_string(&entrant->control);
    g_assert_cmpstr(limits, ==, "-");
    g_assert_false(entrant->ponder);
    g_assert_cmpint(entrant->margin_ms, ==, -1);
    g_assert_cmpuint(entrant->config->memory_mib, ==, 0);
    g_assert_cmpuint(entrant->config->cpu_seconds, ==, 0);
    g_autofree char *text = tab_entrant_to_string(entrant);
    g_assert_cmpstr(text, ==, "cmd=./mine");
    check_round_trip(entrant);
}

static void every_key(void)
{
    static const char text[] = "name=New one,cmd=./mine --book 'a b' \"\",dir=/tmp/x\\,y,arg=-v,"
                               "arg=$HOME *,env.OMP=1,env.EMPTY=,env.DISPLAY,option.Level=3,"
                               "option.Clear Hash,option.Own Book=,tc=40/60+0.5,movetime=250,"
                               "depth=9,nodes=5000000000,ponder=yes,margin=0,memory=512,cpu=3600,"
                               "inherit-env=yes,processes=0,files=64,file-size=1,sandbox=yes";
    g_autoptr(TabEntrant) entrant = parse(text, NULL, NULL);
    const TabEngineConfig *config = entrant->config;
    check_argv(entrant,
               (const char *const[]){"./mine", "--book", "a b", "", "-v", "$HOME *", NULL});
    g_assert_cmpstr(config->name, ==, "New one");
    g_assert_cmpstr(config->directory, ==, "/tmp/x,y");
    check_pairs(config->environment, "OMP=1 EMPTY= DISPLAY");
    check_pairs(config->options, "Level=3 Clear Hash Own Book=");
    g_autofree char *limits = tab_time_control_to_string(&entrant->control);
    g_assert_cmpstr(limits, ==, "40/60+0.5 movetime=250 nodes=5000000000 depth=9");
    g_assert_true(entrant->ponder);
    g_assert_cmpint(entrant->margin_ms, ==, 0);
    g_assert_cmpuint(config->memory_mib, ==, 512);
    g_assert_cmpuint(config->cpu_seconds, ==, 3600);
    g_assert_true(config->inherit_env);
    g_assert_cmpuint(config->processes, ==, 0);
    g_assert_cmpuint(config->open_files, ==, 64);
    g_assert_cmpuint(config->file_mib, ==, 1);
    g_assert_true(config->sandbox);
    g_autofree char *canonical = tab_entrant_to_string(entrant);
    g_assert_cmpstr(canonical, ==,
                    "cmd=./mine --book 'a b' '' -v '$HOME *',name=New one,dir=/tmp/x\\,y,env.OMP=1,"
                    "env.EMPTY=,env.DISPLAY,option.Level=3,option.Clear Hash,option.Own Book=,"
                    "tc=40/60+0.5,movetime=250,depth=9,nodes=5000000000,ponder=yes,margin=0,"
                    "inherit-env=yes,memory=512,cpu=3600,processes=0,files=64,file-size=1,"
                    "sandbox=yes");
    check_round_trip(entrant);
}

/* The last of a key holds; an option or variable set again moves to the end. */
static void repeated_keys(void)
{
    g_autoptr(TabEntrant) entrant =
        parse("cmd=./a,cmd=./b,name=x,name=,dir=y,dir=,option.A=1,option.B=2,option.a=3,"
              "env.A=1,env.a=2,env.A=3,ponder=yes,ponder=no,depth=3,depth=0",
              NULL, NULL);
    check_argv(entrant, (const char *const[]){"./b", NULL});
    g_assert_null(entrant->config->name);
    g_assert_null(entrant->config->directory);
    check_pairs(entrant->config->options, "B=2 a=3");
    check_pairs(entrant->config->environment, "a=2 A=3");
    g_assert_false(entrant->ponder);
    g_assert_cmpint(entrant->control.depth, ==, 0);
}

/* Limits of `each` and of the engine's own. */
static void limits(void)
{
    static const struct {
        const char *each, *own, *limits;
    } cases[] = {
        {"", "", "-"},
        {NULL, "movetime=50", "movetime=50"},
        {"movetime=50", "", "movetime=50"},
        {"movetime=50", "depth=3", "movetime=50 depth=3"},
        {"depth=4,nodes=7", "depth=3", "nodes=7 depth=3"},
        {"depth=4,movetime=9", "nodes=8", "movetime=9 nodes=8 depth=4"},
        {"tc=10+0.1,nodes=7", "movetime=50", "movetime=50 nodes=7"},
        {"movetime=50,depth=2", "tc=10+0.1", "10+0.1 depth=2"},
        {"tc=40/10+0.1", "tc=5", "5"},
        {"tc=10+0.1", "st=0.25", "movetime=250"},
        {"tc=10", "movetime=0", "-"}, /* no limit of time */
        {"depth=4", "depth=0,nodes=9", "nodes=9"},
        {"tc=10,movetime=300", "depth=1", "10 movetime=300 depth=1"},
        {"", "movetime=50,st=2", "movetime=2000"}, /* the last */
        {"", "st=2,movetime=50", "movetime=50"},
        {"", "st=0.0015", "movetime=2"},
        {"", "st=86400", "movetime=86400000"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text =
            g_strdup_printf("cmd=./a%s%s", *cases[i].own ? "," : "", cases[i].own);
        g_autoptr(TabEntrant) entrant = parse(text, cases[i].each, NULL);
        g_autofree char *got = tab_time_control_to_string(&entrant->control);
        g_assert_cmpstr(got, ==, cases[i].limits);
        check_round_trip(entrant);
    }
}

static GPtrArray *make_store(void)
{
    GPtrArray *store = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    static const char *const argv[] = {"/bin/old", "--fast", NULL};
    TabEngineConfig *config = tab_engine_config_new(argv);
    g_ptr_array_add(store, config); /* without a name: cannot be called */
    config = tab_engine_config_new(argv);
    config->name = g_strdup("Old, good = 1");
    config->directory = g_strdup("/srv");
    config->memory_mib = 100;
    config->cpu_seconds = 200;
    tab_engine_config_set_option(config, "Hash", "64");
    tab_engine_config_set_option(config, "Level", "1");
    tab_engine_config_set_option(config, "Press", NULL);
    tab_engine_config_set_environment(config, "A", "stored");
    tab_engine_config_set_environment(config, "B", "stored");
    g_ptr_array_add(store, config);
    config = tab_engine_config_new((const char *const[]){"no-such-engine-anywhere", NULL});
    config->name = g_strdup("lost");
    g_ptr_array_add(store, config);
    return store;
}

/* Stored, then for all, then its own. */
static void layers(void)
{
    g_autoptr(GPtrArray) store = make_store();
    static const char each[] = "option.level=2,option.Threads=2,env.B=each,env.C=each,arg=-e,"
                               "dir=/each,memory=300,margin=10,ponder=yes";
    g_autoptr(TabEntrant) entrant = parse("conf=Old\\, good = 1,option.threads=4,env.C=own,arg=-o,"
                                          "cpu=0,margin=20",
                                          each, store);
    const TabEngineConfig *config = entrant->config;
    check_argv(entrant, (const char *const[]){"/bin/old", "--fast", "-e", "-o", NULL});
    g_assert_cmpstr(config->name, ==, "Old, good = 1");
    g_assert_cmpstr(config->directory, ==, "/each");
    check_pairs(config->options, "Hash=64 Press level=2 threads=4");
    check_pairs(config->environment, "A=stored B=each C=own");
    g_assert_cmpuint(config->memory_mib, ==, 300);
    g_assert_cmpuint(config->cpu_seconds, ==, 0);
    g_assert_cmpint(entrant->margin_ms, ==, 20);
    g_assert_true(entrant->ponder);
    check_round_trip(entrant);
    g_autoptr(TabEntrant) renamed = parse("name=,ponder=no,conf=Old\\, good = 1", "ponder", store);
    g_assert_null(renamed->config->name);
    g_assert_false(renamed->ponder);
    /* the store is as it was */
    const TabEngineConfig *stored = g_ptr_array_index(store, 1);
    check_pairs(stored->options, "Hash=64 Level=1 Press");
    g_assert_cmpuint(g_strv_length(stored->argv), ==, 2);
}

static void from_config(void)
{
    g_autoptr(GPtrArray) store = make_store();
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEntrant) plain =
        tab_entrant_from_config(g_ptr_array_index(store, 1), NULL, &error);
    g_assert_no_error(error);
    g_autoptr(TabEntrant) named = parse("conf=Old\\, good = 1", NULL, store);
    check_same(plain, named);
    g_autoptr(TabEntrant) each =
        tab_entrant_from_config(g_ptr_array_index(store, 0), "tc=5,option.X=y", &error);
    g_assert_no_error(error);
    g_assert_cmpint(each->control.base_ms, ==, 5000);
    check_pairs(each->config->options, "X=y");
    g_assert_null(tab_entrant_from_config(g_ptr_array_index(store, 0), "name=x", &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_clear_error(&error);
    g_assert_null(tab_entrant_from_config(g_ptr_array_index(store, 2), NULL, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, "engine lost: cannot start no-such-engine-anywhere: "));
    g_clear_error(&error);
    g_autoptr(TabEngineConfig) bad = tab_engine_config_copy(g_ptr_array_index(store, 0));
    bad->name = g_strdup("two\nlines");
    g_assert_null(tab_entrant_from_config(bad, NULL, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
}

static void programs(void)
{
    g_autofree char *shell = g_find_program_in_path("sh");
    g_autofree char *fake =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "tests", "fake-engine", NULL);
    g_autoptr(TabEntrant) on_path = parse("cmd=sh -c 'exit 1'", NULL, NULL);
    check_argv(on_path, (const char *const[]){shell, "-c", "exit 1", NULL});
    check_round_trip(on_path);
    g_autoptr(TabEntrant) beside = parse("cmd=fake-engine", NULL, NULL);
    check_argv(beside, (const char *const[]){fake, NULL});
    g_autoptr(TabEntrant) kept = parse("cmd=bin/sh", NULL, NULL); /* in its working folder */
    check_argv(kept, (const char *const[]){"bin/sh", NULL});
}

/* Texts full of what lists and shells treat in a special way. */
static void odd_texts(void)
{
    static const char *const texts[] = {
        "a,b", "\\",  "a\\", "\\\\",   "\\,",          "a\\,",       ",", ",,\\", "=",
        "a=b", "'",   "\"",  "a'b\"c", "$HOME `x` #y", "two\nlines", "",  " ",    "-",
        "é",   "\\'", "~",   "#"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *const argv[] = {"/x", texts[i], "y", texts[i], NULL};
        g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
        g_autofree char *name = g_strdup_printf("o%s", texts[i]);
        config->directory = *texts[i] ? g_strdup(texts[i]) : NULL;
        config->name = strchr(texts[i], '\n') ? NULL : g_strdup(name);
        tab_engine_config_set_option(config, name, texts[i]);
        tab_engine_config_set_option(config, "second", texts[i]);
        tab_engine_config_set_option(config, "button", NULL);
        tab_engine_config_set_environment(config, "V", texts[i]);
        g_autoptr(TabEntrant) entrant = tab_entrant_from_config(config, NULL, NULL);
        g_assert_cmpstrv(entrant->config->argv, (char **)argv);
        check_round_trip(entrant);
    }
}

static void refuse(const char *text, const char *each, GPtrArray *store, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_entrant_parse(text, each, store, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, message));
}

static void errors(void)
{
    static const struct {
        const char *own, *message;
    } cases[] = {
        {"colour=red", "engine: 'colour=red' is none of cmd=…, conf=…, name=…, dir=…, arg=…, "
                       "env.NAME=…, option.NAME=…, tc=…, movetime=…, st=…, depth=…, nodes=…, "
                       "ponder, margin=…, memory=…, cpu=…"},
        {"dir", "engine: 'dir' needs a value: dir=…"},
        {"option.=3", "engine: 'option.=3' needs a name: option.NAME=…"},
        {"env.=3", "'env.=3' needs a name"},
        {"env.A\\=B=3", "env.A=B: the name of a variable holds no ="},
        {"conf=x", "cmd=… and conf=… exclude each other"},
        {"name=a\tb", "the name 'a b' holds a control character"},
        {"name=  ", "the name '  ' is nothing but blanks"},
        {"tc=abc", "engine: bad time control 'abc': it is written [turns/]seconds[+seconds]"},
        {"movetime=-1", "movetime=-1 is not a whole number from 0 to 86400000"},
        {"movetime=1s", "movetime=1s"},
        {"st=86401", "st=86401 is not a number from 0 to 86400"},
        {"ponder=perhaps", "ponder=perhaps is neither yes nor no"},
        {"inherit-env=perhaps", "inherit-env=perhaps is neither yes nor no"},
        {"sandbox=perhaps", "sandbox=perhaps is neither yes nor no"},
        {"st=0.0001", "st=0.0001 is less than a millisecond"},
        {"depth=1000001", "depth=1000001 is not a whole number from 0 to 1000000"},
        {"nodes=1e6", "nodes=1e6 is not a whole number"},
        {"ponder=maybe", "ponder=maybe is neither yes nor no"},
        {"margin=-1", "margin=-1 is not a whole number from 0 to 3600000"},
        {"memory=1G", "memory=1G is not a whole number from 0"},
        {"cpu=-5", "cpu=-5 is not a whole number from 0"},
        {"name=\xff", "engine: 'name=\ufffd' is not UTF-8"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strconcat("cmd=./a,", cases[i].own, NULL);
        refuse(text, NULL, NULL, cases[i].message);
    }
    refuse("", NULL, NULL, "engine: cmd=… or conf=… is needed");
    refuse("name=x", NULL, NULL, "cmd=… or conf=… is needed");
    refuse("cmd=", NULL, NULL, "engine: cmd=: ");
    refuse("cmd=''", NULL, NULL, "cmd='': names no program");
    refuse("cmd=./a 'b", NULL, NULL, "cmd=./a 'b: ");
    refuse("cmd=no-such-engine-anywhere -x", NULL, NULL,
           "engine no-such-engine-anywhere: cannot start no-such-engine-anywhere: ");
    refuse("cmd=./a", "cmd=./b", NULL, "--each: 'cmd=./b' is none of dir=…");
    refuse("cmd=./a", "conf=b", NULL, "--each: 'conf=b' is none of");
    refuse("cmd=./a", "name=b", NULL, "--each: 'name=b' is none of");
    refuse("cmd=./a", "depth=x", NULL, "--each: depth=x is not");
    g_autoptr(GPtrArray) store = make_store();
    refuse("conf=none", NULL, store,
           "conf=none is none of the stored engines: Old, good = 1, lost");
    refuse("conf=", NULL, store, "conf= is none of the stored engines");
    refuse("conf=none", NULL, NULL, "conf=none: no engines are stored");
    refuse("conf=lost", NULL, store, "engine lost: cannot start no-such-engine-anywhere: ");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/entrant/nothing-but-a-command", nothing_but_a_command);
    g_test_add_func("/entrant/every-key", every_key);
    g_test_add_func("/entrant/repeated-keys", repeated_keys);
    g_test_add_func("/entrant/limits", limits);
    g_test_add_func("/entrant/layers", layers);
    g_test_add_func("/entrant/from-config", from_config);
    g_test_add_func("/entrant/programs", programs);
    g_test_add_func("/entrant/odd-texts", odd_texts);
    g_test_add_func("/entrant/errors", errors);
    return g_test_run();
}
