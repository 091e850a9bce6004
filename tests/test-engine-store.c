// SPDX-License-Identifier: GPL-3.0-or-later
// The user's list of engines, what an engine is asked when it is put to the test, and what is taken
// down of its talk.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/engine-edit.h"
#include "gui/model/engine-seat.h"
#include "gui/model/engine-store.h"
#include "gui/model/engine-trial.h"
#include "built-engine.h"
#include "rules-fixture.h"

/* --- a list in a folder of its own --- */

typedef struct {
    char *folder, *path;
    TabEngineStore *store;
    guint changes;
} Shelf;

static void count(guint *changes)
{
    ++*changes;
}

static void set_up(Shelf *shelf, gconstpointer text)
{
    shelf->folder = g_dir_make_tmp("tab-store-XXXXXX", NULL);
    shelf->path = g_build_filename(shelf->folder, "engines.ini", NULL);
    if (text)
        g_assert_true(g_file_set_contents(shelf->path, text, -1, NULL));
    shelf->store = tab_engine_store_new(shelf->path);
    g_signal_connect_swapped(shelf->store, "changed", G_CALLBACK(count), &shelf->changes);
}

static void tear_down(Shelf *shelf, gconstpointer text)
{
    g_object_unref(shelf->store);
    g_unlink(shelf->path);
    g_assert_cmpint(g_rmdir(shelf->folder), ==, 0);
    g_free(shelf->folder);
    g_free(shelf->path);
}

static TabEngineConfig *make(const char *name)
{
    TabEngineConfig *config = tab_engine_config_new((const char *[]){"sh", "-c", "true", NULL});
    config->name = *name ? g_strdup(name) : NULL;
    return config;
}

static void assert_names(TabEngineStore *store, const char *expected)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < store->configs->len; i++)
        g_string_append_printf(names, "%s%s", i ? "|" : "",
                               tab_engine_store_name_of(store->configs->pdata[i]));
    g_assert_cmpstr(names->str, ==, expected);
}

/* The list as another program would read it. */
static void assert_stored(Shelf *shelf, const char *expected)
{
    g_autoptr(TabEngineStore) again = tab_engine_store_new(shelf->path);
    g_assert_no_error(again->fault);
    assert_names(again, expected);
    assert_names(shelf->store, expected);
}

static void test_changes(Shelf *shelf, gconstpointer text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) one = make("One"), two = make("Two");
    g_assert_true(tab_engine_store_add(shelf->store, one, &error));
    g_assert_true(tab_engine_store_add(shelf->store, two, &error));
    assert_stored(shelf, "One|Two");
    g_assert_true(tab_engine_store_duplicate(shelf->store, 0, &error));
    g_assert_true(tab_engine_store_duplicate(shelf->store, 0, &error));
    assert_stored(shelf, "One|One (3)|One (2)|Two");
    g_assert_true(tab_engine_store_add_copy(shelf->store, one, &error));
    assert_stored(shelf, "One|One (3)|One (2)|Two|One (4)");
    g_assert_true(tab_engine_store_remove(shelf->store, 4, &error));
    g_autoptr(TabEngineConfig) removed = tab_engine_config_copy(shelf->store->configs->pdata[1]);
    g_assert_true(tab_engine_store_remove(shelf->store, 1, &error));
    g_assert_true(tab_engine_store_set_enabled(shelf->store, 1, FALSE, &error));
    assert_stored(shelf, "One|One (2)|Two");
    g_autoptr(TabEngineStore) again = tab_engine_store_new(shelf->path);
    g_assert_false(((TabEngineConfig *)again->configs->pdata[0])->disabled);
    g_assert_true(((TabEngineConfig *)again->configs->pdata[1])->disabled);
    g_assert_true(tab_engine_store_insert(shelf->store, 1, removed, &error)); /* as it was */
    assert_stored(shelf, "One|One (3)|One (2)|Two");
    g_assert_false(
        tab_engine_store_insert(shelf->store, 0, removed, NULL)); /* twice is once too often */
    g_assert_cmpuint(shelf->changes, ==, 9);
    g_assert_no_error(error);
}

static void test_names(Shelf *shelf, gconstpointer text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) one = make("One"), bare = make("");
    g_assert_true(tab_engine_store_add(shelf->store, one, NULL));
    g_assert_true(tab_engine_store_add(shelf->store, bare, NULL)); /* called "sh" */
    g_assert_false(tab_engine_store_add(shelf->store, one, &error));
    g_assert_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_NAME);
    g_assert_nonnull(strstr(error->message, "One"));
    g_assert_true(
        tab_engine_store_replace(shelf->store, 0, one, NULL)); /* its own name is no other's */
    g_assert_false(tab_engine_store_replace(shelf->store, 1, one, NULL));
    assert_stored(shelf, "One|sh");
}

/* The engine that comes with the game has a name, and its copies others. */
static void test_own_name(Shelf *shelf, gconstpointer text)
{
    g_autoptr(TabEngineConfig) own =
        tab_engine_config_new((const char *[]){"/opt/tab-engine", NULL});
    g_assert_cmpstr(tab_engine_store_name_of(own), ==, TAB_ENGINE_STORE_OWN);
    g_assert_true(tab_engine_store_add_copy(shelf->store, own, NULL));
    g_assert_true(tab_engine_store_add_copy(shelf->store, own, NULL));
    assert_names(shelf->store, "Tab Engine (2)|Tab Engine (3)");
}

/* An engine without a name is called as it calls itself, and otherwise than any other. */
static void test_said_name(Shelf *shelf, gconstpointer text)
{
    g_autoptr(TabEngineConfig) bare = make(""), own = make(""), named = make("Tab Engine");
    tab_engine_store_note_name(bare, "Big Fake 1.2-rc");
    g_assert_cmpstr(tab_engine_store_name_of(bare), ==, "Big Fake");
    tab_engine_store_note_name(own, "Tab Engine 2");
    for (guint i = 0; i < 2; i++) {
        g_assert_true(tab_engine_store_add(shelf->store, bare, NULL));
        g_assert_true(tab_engine_store_add(shelf->store, own, NULL));
    }
    assert_stored(shelf, "Big Fake|Tab Engine (2)|Big Fake (2)|Tab Engine (3)");
    g_assert_false(tab_engine_store_add(shelf->store, named, NULL));
    g_assert_true(tab_engine_store_replace(shelf->store, 0, bare, NULL));
    assert_stored(shelf, "Big Fake|Tab Engine (2)|Big Fake (2)|Tab Engine (3)");
    g_autoptr(TabEngineConfig) given = make("7");
    tab_engine_store_note_name(given, "Big Fake");
    g_assert_cmpstr(tab_engine_store_name_of(given), ==, "7");
    tab_engine_store_note_name(bare, " ");
    g_assert_cmpstr(tab_engine_store_name_of(bare), ==, "sh");
}

/* An engine that failed its test is marked where it can be chosen, until something of it is
 * changed. */
static void test_failed(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = make("Fake");
    g_autofree char *plain = tab_engine_store_describe(config);
    g_assert_cmpstr(plain, ==, "Fake");
    config->failed = TRUE;
    g_autofree char *marked = tab_engine_store_describe(config);
    g_assert_cmpstr(marked, ==, "⚠ Fake (failed its test)");
    TabEngineFields fields = {.name = "Fake",
                              .program = "sh",
                              .arguments = "-c true",
                              .folder = "",
                              .environment = "",
                              .processes = config->processes,
                              .open_files = config->open_files,
                              .file_mib = config->file_mib};
    g_autoptr(TabEngineConfig) same = tab_engine_edit_apply(config, &fields, &error);
    g_assert_true(same->failed);
    fields.arguments = "-c false";
    g_autoptr(TabEngineConfig) other = tab_engine_edit_apply(config, &fields, &error);
    g_assert_false(other->failed);
    g_assert_no_error(error);
}

/* A file may have an engine with the name of ours: it keeps it when it is changed, and when it is
 * brought back. */
static void test_kept_own_name(Shelf *shelf, gconstpointer text)
{
    g_autoptr(TabEngineConfig) named = make("Tab Engine"), other = make("Other");
    g_assert_true(tab_engine_store_replace(shelf->store, 0, named, NULL));
    g_assert_true(tab_engine_store_remove(shelf->store, 0, NULL));
    g_assert_true(tab_engine_store_insert(shelf->store, 0, named, NULL));
    assert_stored(shelf, "Tab Engine");
    g_assert_true(tab_engine_store_replace(shelf->store, 0, other, NULL));
    g_assert_false(tab_engine_store_replace(shelf->store, 0, named, NULL));
}

/* Who was remembered by the program's name is found when the engine has told its own. */
static void test_find(void)
{
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    const char *names[] = {"First", "", "sh"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(list, make(names[i]));
    tab_engine_store_note_name(list->pdata[1], "Fake");
    g_assert_cmpuint(tab_engine_store_find(list, "Fake"), ==, 1);
    g_assert_cmpuint(tab_engine_store_find(list, "sh"), ==, 2);
    g_assert_cmpuint(tab_engine_store_find(list, "none"), ==, 0);
    g_ptr_array_set_size(list, 2);
    g_assert_cmpuint(tab_engine_store_find(list, "sh"), ==, 1);
}

static void test_stale(Shelf *shelf, gconstpointer text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) one = make("One");
    g_assert_true(g_file_set_contents(shelf->path, "[Other]\ncommand=sh\n", -1, NULL));
    g_assert_false(tab_engine_store_add(shelf->store, one, &error));
    g_assert_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_STALE);
    assert_stored(shelf, "Other");
    g_assert_true(tab_engine_store_add(shelf->store, one, NULL)); /* now the list is known */
    assert_stored(shelf, "Other|One");
}

/* A file that is no good is never written over. */
static void test_fault(Shelf *shelf, gconstpointer text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) one = make("One");
    g_assert_cmpuint(shelf->store->configs->len, ==, 0);
    g_assert_nonnull(strstr(shelf->store->fault->message, "command"));
    g_assert_false(tab_engine_store_add(shelf->store, one, &error));
    g_assert_nonnull(strstr(error->message, "command"));
    g_autofree char *kept = NULL;
    g_assert_true(g_file_get_contents(shelf->path, &kept, NULL, NULL));
    g_assert_cmpstr(kept, ==, text);
    g_clear_error(&error);
    g_assert_true(g_file_set_contents(shelf->path, "[A]\ncommand=\n", -1, NULL));
    g_assert_false(tab_engine_store_check(shelf->store, &error));
    g_assert_nonnull(strstr(error->message, "[A] command: is empty"));
    g_clear_error(&error);
    g_assert_true(g_file_set_contents(shelf->path, "[A]\ncommand=sh\n", -1, NULL));
    g_assert_false(tab_engine_store_check(shelf->store, &error));
    g_assert_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_STALE);
    g_assert_no_error(shelf->store->fault);
    assert_names(shelf->store, "A");
    g_assert_true(tab_engine_store_add(shelf->store, one, NULL));
}

/* --- options --- */

static GPtrArray *declare(const char *const *lines)
{
    GPtrArray *options = g_ptr_array_new_with_free_func((GDestroyNotify)tab_option_free);
    for (; *lines; lines++)
        g_ptr_array_add(options, tab_option_parse(*lines, NULL));
    return options;
}

static void test_choices(void)
{
    static const char *const lines[] = {"name Hash type spin default 16 min 1 max 64",
                                        "name Own Book type check default true",
                                        "name Style type combo default calm var calm var wild",
                                        "name Clear Hash type button",
                                        "name Level type spin min 0 max 9",
                                        NULL};
    g_autoptr(GPtrArray) options = declare(lines);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = make("One");
    g_assert_cmpstr(tab_engine_choices_get(config, options->pdata[0]), ==, "16");
    g_assert_cmpstr(tab_engine_choices_get(config, options->pdata[3]), ==, "false");
    tab_engine_config_set_option(config, "STYLE", "wild");
    tab_engine_config_set_option(config, "hash", "32");
    tab_engine_config_set_option(config, "Gone", "1");
    g_autoptr(GPtrArray) unknown = tab_engine_choices_unknown(config, options);
    g_assert_cmpuint(unknown->len, ==, 1);
    g_assert_cmpstr(unknown->pdata[0], ==, "Gone");
    g_assert_cmpstr(tab_engine_choices_get(config, options->pdata[0]), ==, "32");

    const char *values[] = {"33", "true", "wild", "true", ""};
    g_autoptr(TabEngineConfig) edited = tab_engine_choices_apply(config, options, values, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(edited->options->len, ==,
                     3); /* Style kept its place, Hash was changed, Clear Hash is new */
    g_assert_cmpstr(((char **)edited->options->pdata[0])[0], ==, "STYLE");
    g_assert_cmpstr(tab_engine_config_get_option(edited, "Hash"), ==, "33");
    g_assert_cmpstr(tab_engine_choices_get(edited, options->pdata[3]), ==, "true");

    values[0] = "65";
    g_assert_null(tab_engine_choices_apply(config, options, values, &error));
    g_assert_nonnull(strstr(error->message, "Hash"));
}

/* --- trials --- */

static TabEngineTrial *try_out(const TabEngineConfig *config, gboolean conformance)
{
    TabEngineTrial *trial = tab_engine_trial_new(config, conformance);
    while (trial->state < TAB_TRIAL_PASSED)
        g_main_context_iteration(NULL, TRUE);
    return trial;
}

static void test_handshake(void)
{
    g_autoptr(TabEngineConfig) config = built_engine("engine/tab-engine");
    g_autoptr(TabEngineTrial) trial = try_out(config, FALSE);
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_PASSED);
    g_assert_true(g_str_has_prefix(trial->name, "Tab Engine "));
    g_assert_cmpstr(
        trial->presets, ==,
        "Standard (5–29), Walker (5–29), Bell (5–29), Lane 1836 (5–29), Ludii (5–29), "
        "Jordan 2018 (5–29), Sîg of Tozeur (5–29), Sîg of the Mzab (5–29), Siryu (5–29), Kiôz "
        "(5–29), "
        "Deleb (5–29), Tablan (5–29), Bheri bakhri (5–29), Daldøs (5–29), Daldøsa (5–29), "
        "Sáhkku (5–29)");
    const TabOption *level = tab_option_find(trial->options, "level");
    g_assert_cmpint(level->max, ==, 10);
    g_assert_cmpuint(trial->log->end, >, 10);
}

/* Whether what it has said lacks these rules. */
static gboolean lacks(TabEngineTrial *trial, const char *rules)
{
    TabRuleset set = ruleset_for(rules);
    return tab_engine_trial_lacks(trial, &set);
}

static void test_presets(void)
{
    g_autoptr(TabEngineConfig) config =
        built_engine("tests/fake-engine|--rules|walker columns 7 9|--rules|walker columns 11 11|"
                     "--rules|ludii columns 7 7");
    g_autoptr(TabEngineTrial) trial = tab_engine_trial_new(config, FALSE);
    g_assert_false(lacks(trial, "standard")); /* nothing is known yet */
    while (trial->state < TAB_TRIAL_PASSED)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpstr(trial->presets, ==, "Walker (7–9, 11), Ludii (7)");
    g_assert_true(lacks(trial, "standard"));
    g_assert_false(lacks(trial, "walker"));
    g_assert_true(lacks(trial, "walker:columns=10"));
    g_assert_false(lacks(trial, "walker:columns=11"));
    g_assert_true(lacks(trial, "walker:stack-split=none"));
}

/* Points that give an engine 100 ms to end in may be missed on a machine that does much else, or
 * under a sanitizer, which then looks for leaks; test-conform.py has longer deadlines there. */
static void test_conformance(void)
{
    guint late = g_getenv("TAB_TEST_TIME_SCALE") ? 2 : 0;
    g_autoptr(TabEngineConfig) good = built_engine("engine/tab-engine");
    g_autoptr(TabEngineTrial) trial = try_out(good, TRUE);
    TabTrialPoints points = trial->points;
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_PASSED);
    g_assert_cmpuint(points.of, >, 90);
    g_assert_cmpuint(points.asked, ==, points.of);
    g_assert_cmpuint(points.held + points.skipped + points.failed, ==, points.of);
    g_assert_cmpuint(points.failed, <=, late);
}

/* What fails is told while the rest is still asked. */
static void test_failures(void)
{
    g_autoptr(TabEngineConfig) bad = built_engine("tests/fake-engine|--crash-at=go");
    g_autoptr(TabEngineTrial) trial = tab_engine_trial_new(bad, TRUE);
    while (trial->points.asked < 3)
        g_main_context_iteration(NULL, TRUE);
    const GPtrArray *failures = trial->failures;
    g_assert_cmpuint(trial->points.failed, ==, 2);
    g_assert_cmpuint(failures->len, ==, 2);
    g_assert_cmpstr(g_ptr_array_index(failures, 0), ==, "1 A line may end in CR LF.");
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_CONFORMING);
    tab_engine_trial_cancel(trial);
}

static void test_no_engine(void)
{
    g_autoptr(TabEngineConfig) missing =
        tab_engine_config_new((const char *[]){"/nonexistent/engine", NULL});
    g_autoptr(TabEngineTrial) trial = try_out(missing, TRUE);
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_FAILED);
    g_assert_cmpstr(trial->fault, ==, "the engine’s program could not be started");
    g_assert_nonnull(strstr(trial->technical, "/nonexistent/engine"));
    g_autoptr(TabEngineConfig) config = built_engine("tests/fake-engine");
    tab_engine_config_set_option(config, "Nonsense",
                                 "1"); /* its options stay known, so that this can be mended */
    g_autoptr(TabEngineTrial) refused = try_out(config, FALSE);
    g_assert_cmpint(refused->state, ==, TAB_TRIAL_FAILED);
    g_assert_cmpstr(refused->fault, ==, "the engine refused what it was told");
    g_assert_cmpstr(refused->technical, ==, "Fake Engine: has no option Nonsense");
    g_assert_cmpuint(refused->options->len, >, 0);
}

static void test_hostile(void)
{
    static const char *const bad[] = {"tests/fake-engine|--flood=handshake",
                                      "tests/fake-engine|--crash-at=handshake",
                                      "tests/fake-engine|--version=7"};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(TabEngineConfig) config = built_engine(bad[i]);
        g_autoptr(TabEngineTrial) trial = try_out(config, TRUE);
        g_assert_cmpint(trial->state, ==, TAB_TRIAL_FAILED);
        g_assert_nonnull(trial->fault);
        g_assert_null(strstr(trial->fault, "tep")); /* a word of the protocol */
        g_assert_nonnull(trial->technical);
        g_assert_cmpuint(trial->points.asked, ==, 0);
    }
}

static void test_cancelled(void)
{
    g_autoptr(TabEngineConfig) config = built_engine("engine/tab-engine");
    TabEngineTrial *trial = tab_engine_trial_new(config, TRUE);
    while (trial->points.asked < 3)
        g_main_context_iteration(NULL, TRUE);
    guint changes = 0;
    g_signal_connect_swapped(trial, "changed", G_CALLBACK(count), &changes);
    tab_engine_trial_cancel(trial);
    g_object_add_weak_pointer(G_OBJECT(trial), (gpointer *)&trial);
    g_object_unref(trial);
    while (trial) /* calls under way let go of it */
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpuint(changes, ==, 0);
}

/* The points are asked where the engine lives, and in its environment: in this folder alone, with
 * these variables, it runs. */
static void test_trial_place(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-trial-XXXXXX", NULL);
    g_autofree char *mark = g_build_filename(folder, "here", NULL);
    g_autoptr(TabEngineConfig) fake = built_engine("tests/fake-engine");
    g_autoptr(TabEngineConfig) engine = tab_engine_config_copy(fake);
    g_assert_true(g_file_set_contents(mark, "", -1, NULL));
    g_strfreev(engine->argv);
    engine->argv = g_new0(char *, 4);
    engine->argv[0] = g_strdup("sh");
    engine->argv[1] = g_strdup("-c");
    engine->argv[2] = g_strdup_printf(
        "[ -f here ] && [ \"$TAB_TRIAL_OURS\" ] && [ \"$TAB_TRIAL_ITS\" = 'a b' ] && exec '%s'",
        fake->argv[0]);
    engine->directory = g_strdup(folder);
    engine->inherit_env = TRUE;
    tab_engine_config_set_environment(engine, "TAB_TRIAL_ITS", "a b");
    g_autoptr(TabEngineTrial) trial = tab_engine_trial_new(engine, TRUE);
    while (trial->points.asked < 3 && trial->state < TAB_TRIAL_PASSED)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_CONFORMING);
    g_assert_cmpuint(trial->points.held, >, 0);
    tab_engine_trial_cancel(trial);
    g_unlink(mark);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void kill_at_once(TabEngineTrial *trial)
{
    if (trial->conform)
        g_subprocess_force_exit(trial->conform);
}

/* A test that somebody ends in the middle, or before its first point, is none that was passed. */
static void test_broken_off(void)
{
    g_autoptr(TabEngineConfig) config = built_engine("engine/tab-engine");
    g_autoptr(TabEngineTrial) trial = tab_engine_trial_new(config, TRUE);
    while (trial->points.asked < 3)
        g_main_context_iteration(NULL, TRUE);
    g_subprocess_force_exit(trial->conform);
    while (trial->state < TAB_TRIAL_PASSED)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpuint(trial->points.asked, <, trial->points.of);
    g_assert_cmpint(trial->state, ==, TAB_TRIAL_FAILED);
    g_assert_cmpstr(trial->fault, ==, "the test was broken off");
    g_assert_true(trial->runs);

    g_autoptr(TabEngineTrial) early = tab_engine_trial_new(config, TRUE);
    g_signal_connect(early, "changed", G_CALLBACK(kill_at_once), NULL);
    while (early->state < TAB_TRIAL_PASSED)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(early->state, ==, TAB_TRIAL_FAILED);
    g_assert_cmpuint(early->points.asked, ==, 0);
    g_assert_cmpstr(early->fault, ==, "the points of the protocol could not be asked");
}

/* --- an engine at the board --- */

static void on_seat_answered(TabEngineSeat *seat, const char *turn, gboolean *answered)
{
    *answered = TRUE;
}

/* Longer than it may, an engine is called slow, and its answer is taken all the same. */
static void test_slow(void)
{
    g_autoptr(TabEngineConfig) config = built_engine("tests/fake-engine|--slow=1600");
    g_autoptr(TabEngineSeat) seat = tab_engine_seat_new(config, -1, "walker");
    gboolean answered = FALSE, slow = FALSE;
    g_signal_connect(seat, "answered", G_CALLBACK(on_seat_answered), &answered);
    tab_engine_seat_start(seat);
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = 10;
    tab_engine_seat_ask(seat, "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", &limits, 10);
    while (!answered) {
        g_main_context_iteration(NULL, TRUE);
        slow |= seat->state == TAB_SEAT_SLOW;
    }
    g_assert_true(slow);
    g_assert_cmpint(seat->state, ==, TAB_SEAT_READY);
    TabProtocolLog *log = seat->log;
    const TabProtocolLogLine *last = tab_protocol_log_get(log, log->end - 1);
    g_assert_cmpint(last->kind, ==, TAB_PROTOCOL_LOG_FROM_ENGINE);
    g_assert_cmpstr(last->text, ==, "bestmove 1:pass");
    tab_engine_seat_fail(seat, "it failed", "a fault");
    g_assert_cmpstr(seat->fault, ==, "it failed");
    last = tab_protocol_log_get(log, log->end - 1);
    g_assert_cmpint(last->kind, ==, TAB_PROTOCOL_LOG_EVENT);
    g_assert_cmpstr(last->text, ==, "it failed (in detail: a fault)");
    tab_engine_seat_fail(seat, "it failed again", NULL);
    last = tab_protocol_log_get(log, log->end - 1);
    g_assert_cmpstr(last->text, ==, "it failed again");
}

/* --- the log --- */

static void test_talk(void)
{
    g_autoptr(TabProtocolLog) log = tab_protocol_log_new();
    g_autofree char *wide = g_strnfill(3 * TAB_PROTOCOL_LOG_WIDTH, 'x');
    tab_protocol_log_add(log, TAB_PROTOCOL_LOG_TO_ENGINE, "go \x1b[2J\n");
    tab_protocol_log_add(log, TAB_PROTOCOL_LOG_FROM_ENGINE, wide);
    g_autofree char *first = tab_protocol_log_to_string(log, 0);
    g_assert_nonnull(strstr(first, " > go ?[2J"));
    g_assert_cmpint(g_utf8_strlen(tab_protocol_log_get(log, 1)->text, -1), <=,
                    TAB_PROTOCOL_LOG_WIDTH);
    for (guint i = 0; i < 2 * TAB_PROTOCOL_LOG_LINES; i++)
        tab_protocol_log_add(log, TAB_PROTOCOL_LOG_EVENT, "later");
    g_assert_cmpuint(log->end - tab_protocol_log_get_begin(log), ==, TAB_PROTOCOL_LOG_LINES);
    g_assert_cmpstr(tab_protocol_log_get(log, tab_protocol_log_get_begin(log))->text, ==, "later");
}

int main(int argc, char **argv)
{
    static const char broken[] = "[Mine]\nname=no command\n";
    g_setenv("TAB_TRIAL_OURS", "1", TRUE); /* before any thread reads it */
    g_test_init(&argc, &argv, NULL);
    g_test_add("/engine-store/changes", Shelf, NULL, set_up, test_changes, tear_down);
    g_test_add("/engine-store/names", Shelf, NULL, set_up, test_names, tear_down);
    g_test_add("/engine-store/own-name", Shelf, NULL, set_up, test_own_name, tear_down);
    g_test_add("/engine-store/said-name", Shelf, NULL, set_up, test_said_name, tear_down);
    g_test_add("/engine-store/kept-own-name", Shelf, "[Tab Engine]\ncommand=sh\n", set_up,
               test_kept_own_name, tear_down);
    g_test_add_func("/engine-store/find", test_find);
    g_test_add_func("/engine-store/failed", test_failed);
    g_test_add("/engine-store/stale", Shelf, NULL, set_up, test_stale, tear_down);
    g_test_add("/engine-store/fault", Shelf, broken, set_up, test_fault, tear_down);
    g_test_add_func("/engine-choices", test_choices);
    g_test_add_func("/engine-trial/handshake", test_handshake);
    g_test_add_func("/engine-trial/presets", test_presets);
    if (g_test_thorough()) /* it takes ten seconds */
        g_test_add_func("/engine-trial/conformance", test_conformance);
    g_test_add_func("/engine-trial/failures", test_failures);
    g_test_add_func("/engine-trial/no-engine", test_no_engine);
    g_test_add_func("/engine-trial/hostile", test_hostile);
    g_test_add_func("/engine-trial/place", test_trial_place);
    g_test_add_func("/engine-trial/broken-off", test_broken_off);
    g_test_add_func("/engine-trial/cancelled", test_cancelled);
    g_test_add_func("/engine-seat/slow", test_slow);
    g_test_add_func("/talk-log", test_talk);
    return g_test_run();
}
