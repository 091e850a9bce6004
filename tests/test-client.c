// SPDX-License-Identifier: GPL-3.0-or-later
// The engine client against a fake engine that misbehaves in every way.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/client/client.h"

/* The sanitizer's own memory is more than any limit. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

/* One client under test; every wait of the client is short. */
typedef struct {
    TabClient *client;
    GError *error;  /* of the last call */
    char *answer;   /* of the last go */
    gint64 elapsed; /* µs */
    gboolean done;
    guint infos;
    TabInfo info;    /* the last */
    GString *states; /* a letter for each state entered */
    GString *sent;   /* lines to the engine */
} Test;

static const TabClientPatience short_patience = {.handshake_ms = 1000,
                                                 .ready_ms = 1000,
                                                 .grace_ms = 150,
                                                 .quit_ms = 150,
                                                 .burst_lines = 2000,
                                                 .burst_bytes = 1 << 20,
                                                 .log_bytes = 1 << 20,
                                                 .refusal_ms = 50};

static void on_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Test *test = data;
    test->infos++;
    tab_info_clear(&test->info);
    tab_info_copy(&test->info, info);
}

static void on_state(TabClient *client, gpointer data)
{
    Test *test = data;
    g_string_append_c(test->states, "OSRTC"[tab_client_get_state(client)]);
}

static void on_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    Test *test = data;
    g_assert_true(g_utf8_validate(text, -1, NULL));
    if (to_engine)
        g_string_append_printf(test->sent, "%s\n", text);
}

/* The fake engine with these switches (one string, split at `|`). */
static TabEngineConfig *fake_config(const char *switches)
{
    g_autofree char *program = g_test_build_filename(G_TEST_BUILT, "fake-engine", NULL);
    g_autofree char *line = g_strconcat(program, switches ? "|" : NULL, switches, NULL);
    g_auto(GStrv) argv = g_strsplit(line, "|", -1);
    return tab_engine_config_new((const char *const *)argv);
}

static void set_up_config(Test *test, const TabEngineConfig *config)
{
    *test = (Test){.client = tab_client_new(config)};
    test->states = g_string_new(NULL);
    test->sent = g_string_new(NULL);
    tab_client_set_patience(test->client, &short_patience);
    g_signal_connect(test->client, "info", G_CALLBACK(on_info), test);
    g_signal_connect(test->client, "state-changed", G_CALLBACK(on_state), test);
    g_signal_connect(test->client, "line", G_CALLBACK(on_line), test);
}

static void set_up(Test *test, const char *switches)
{
    g_autoptr(TabEngineConfig) config = fake_config(switches);
    set_up_config(test, config);
}

static gboolean on_time_out(gpointer data)
{
    g_error("the call did not end");
    return G_SOURCE_REMOVE;
}

/* Runs the loop until the call is done. */
static void wait_done(Test *test)
{
    guint guard = g_timeout_add_seconds(20, on_time_out, NULL);
    while (!test->done)
        g_main_context_iteration(NULL, TRUE);
    g_source_remove(guard);
    test->done = FALSE;
}

static gboolean on_slept(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

static void run_loop(guint ms)
{
    gboolean done = FALSE;
    g_timeout_add(ms, on_slept, &done);
    while (!done)
        g_main_context_iteration(NULL, TRUE);
}

static void on_gone(GObject *object, GAsyncResult *result, gpointer data)
{
    Test *test = data;
    g_assert_true(tab_client_quit_finish(TAB_CLIENT(object), result, NULL));
    test->done = TRUE;
}

static void free_results(Test *test)
{
    g_clear_error(&test->error);
    g_free(test->answer);
    tab_info_clear(&test->info);
    g_string_free(test->states, TRUE);
    g_string_free(test->sent, TRUE);
}

static void tear_down(Test *test)
{
    tab_client_quit_async(test->client, on_gone, test);
    wait_done(test);
    g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_STOPPED);
    g_signal_handlers_disconnect_by_data(test->client, test);
    g_assert_finalize_object(test->client);
    free_results(test);
}

static void on_started(GObject *object, GAsyncResult *result, gpointer data)
{
    Test *test = data;
    g_clear_error(&test->error);
    gboolean ok = tab_client_start_finish(TAB_CLIENT(object), result, &test->error);
    g_assert_cmpint(ok, ==, test->error == NULL);
    test->done = TRUE;
}

static void start(Test *test)
{
    tab_client_start_async(test->client, NULL, on_started, test);
    wait_done(test);
}

static void start_well(Test *test, const char *switches)
{
    set_up(test, switches);
    start(test);
    g_assert_no_error(test->error);
    g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_READY);
}

static void on_new_game(GObject *object, GAsyncResult *result, gpointer data)
{
    Test *test = data;
    g_clear_error(&test->error);
    tab_client_new_game_finish(TAB_CLIENT(object), result, &test->error);
    test->done = TRUE;
}

static void new_game(Test *test)
{
    tab_client_new_game_async(test->client, "walker", NULL, on_new_game, test);
    wait_done(test);
}

static void on_answer(GObject *object, GAsyncResult *result, gpointer data)
{
    Test *test = data;
    g_clear_error(&test->error);
    g_free(test->answer);
    test->answer = tab_client_go_finish(TAB_CLIENT(object), result, &test->elapsed, &test->error);
    g_assert_cmpint(test->answer != NULL, ==, test->error == NULL);
    test->done = TRUE;
}

static void begin_go(Test *test, const TabLimits *limits, guint deadline, GCancellable *cancellable)
{
    tab_client_go_async(test->client, "start", "1 4 2", limits, deadline, cancellable, on_answer,
                        test);
}

static void go(Test *test, guint deadline)
{
    begin_go(test, &(TabLimits)TAB_LIMITS_INIT, deadline, NULL);
    wait_done(test);
}

/* The last call failed so; `word` stands in the message. */
static void assert_failed(Test *test, TabClientError code, const char *word)
{
    g_assert_error(test->error, TAB_CLIENT_ERROR, (int)code);
    g_assert_nonnull(strstr(test->error->message, word));
    if (code != TAB_CLIENT_ERROR_REFUSED && code != TAB_CLIENT_ERROR_BUSY) {
        g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_CRASHED);
        g_assert_error(tab_client_get_error(test->client), TAB_CLIENT_ERROR, (int)code);
    }
}

/* --- good behaviour --- */

static void test_game(void)
{
    Test test;
    start_well(&test, "--answer|1:a9b9,4:b9b5,2:b5b3|--answer|3:pass|--info|depth 2 win 0.5312 "
                      "level search nodes 18211 pv 1:a9b9");
    g_assert_cmpstr(tab_client_get_name(test.client), ==, "Fake Engine");
    g_assert_cmpuint(tab_client_get_options(test.client)->len, ==, 5);
    new_game(&test);
    g_assert_no_error(test.error);
    go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:a9b9,4:b9b5,2:b5b3");
    g_assert_cmpint(test.elapsed, >, 0);
    g_assert_cmpint(test.elapsed, <, 1000000);
    g_assert_cmpuint(test.infos, ==, 1);
    g_assert_cmpfloat(test.info.win, ==, 0.5312);
    g_assert_cmpstr(test.info.pv, ==, "1:a9b9");
    go(&test, 1000);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpstr(test.states->str, ==, "SRTRTR");
    g_assert_cmpstr(test.sent->str, ==,
                    "tep\nisready\nnewgame walker\nisready\n"
                    "setpos start\nthrow 1 4 2\ngo\n"
                    "setpos start\nthrow 1 4 2\ngo\n");
    tear_down(&test);
}

static void on_turn(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                    gpointer data)
{
    Test *test = data;
    g_assert_cmpint(turn != NULL, ==, error == NULL);
    g_clear_error(&test->error);
    test->error = error ? g_error_copy(error) : NULL;
    g_free(test->answer);
    test->answer = g_strdup(turn);
    test->elapsed = elapsed_us;
    test->done = TRUE;
}

static void go_lightly(Test *test, guint deadline)
{
    tab_client_go(test->client, "start", "1 4 2", &(TabLimits)TAB_LIMITS_INIT, deadline, NULL,
                  on_turn, test);
    g_assert_false(test->done); /* never before it returns */
    wait_done(test);
}

static void on_info_func(TabClient *client, const TabInfo *info, gpointer data)
{
    g_assert_cmpint(info->depth, ==, 3);
    ++*(int *)data;
}

/* The call without a GTask, and infos without a signal. */
static void test_light_go(void)
{
    Test test;
    int infos = 0;
    set_up(&test, "--info|depth 3|--crash-at|go:3");
    tab_client_set_info_func(test.client, on_info_func, &infos);
    go_lightly(&test, 1000);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    start(&test);
    go_lightly(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:pass");
    g_assert_cmpint(test.elapsed, >, 0);
    g_assert_cmpint(infos, ==, 1);
    g_assert_cmpuint(test.infos, ==, 0);
    tab_client_set_info_func(test.client, NULL, NULL);
    go_lightly(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpint(infos, ==, 1);
    g_assert_cmpuint(test.infos, ==, 1);
    g_assert_cmpstr(test.states->str, ==, "SRTR"); /* none of the first go */
    go_lightly(&test, 1000);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    tear_down(&test);
}

static void test_light_go_quit(void)
{
    Test test;
    start_well(&test, "--slow|60000");
    tab_client_go(test.client, "start", NULL, &(TabLimits)TAB_LIMITS_INIT, 0, NULL, on_turn, &test);
    tab_client_go(test.client, "start", NULL, &(TabLimits)TAB_LIMITS_INIT, 0, NULL, on_turn, &test);
    wait_done(&test);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY);
    tab_client_quit(test.client);
    wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    tear_down(&test);
}

static void test_limits(void)
{
    Test test;
    start_well(&test, NULL);
    char *turns[] = {"1:pass", "2:pass", NULL};
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = 200;
    limits.depth = 3;
    limits.searchturns = turns;
    begin_go(&test, &limits, 1000, NULL);
    wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_nonnull(
        strstr(test.sent->str, "\ngo movetime 200 depth 3 searchturns 1:pass 2:pass\n"));
    tear_down(&test);
}

static void test_many_goes(void)
{
    Test test;
    start_well(&test, "--info|depth 1|--info|depth 2");
    for (int i = 0; i < 2000; i++) { /* more info lines than one call's budget holds */
        go(&test, 1000);
        g_assert_no_error(test.error);
    }
    g_assert_cmpuint(test.infos, ==, 4000);
    tear_down(&test);
}

static void test_large_lines(void)
{
    Test test;
    start_well(&test, NULL);
    g_autofree char *setpos = g_strnfill(900000, 'x'); /* far more than a pipe holds */
    tab_client_go_async(test.client, setpos, NULL, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL,
                        on_answer, &test);
    wait_done(&test);
    g_assert_no_error(test.error);
    tear_down(&test);
}

static void test_injection(void)
{
    Test test;
    start_well(&test, NULL);
    tab_client_go_async(test.client, "start\nquit", "1\nquit", &(TabLimits)TAB_LIMITS_INIT, 1000,
                        NULL, on_answer, &test);
    wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_nonnull(strstr(test.sent->str, "setpos start quit\nthrow 1 quit\n"));
    tab_client_set_option(test.client, "Note\nquit", "x\nquit");
    run_loop(50);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    tear_down(&test);
}

static void test_plays(void)
{
    Test test;
    start_well(&test, "--rules|walker columns 7 11|--rules|any columns 9 9|--rules|broken");
    g_assert_true(tab_client_plays(test.client, "walker", 11, FALSE));
    g_assert_false(tab_client_plays(test.client, "walker", 11, TRUE));
    g_assert_false(tab_client_plays(test.client, "walker", 12, FALSE));
    g_assert_false(tab_client_plays(test.client, "standard", 11, FALSE));
    g_assert_true(tab_client_plays(test.client, "standard", 9, TRUE));
    tear_down(&test);
}

/* --- options --- */

static void test_options(void)
{
    Test test;
    set_up(&test, NULL);
    tab_client_set_option(test.client, "own book", "true");
    tab_client_set_option(test.client, "Style", "wild and free");
    start(&test);
    g_assert_no_error(test.error);
    tab_client_set_option(test.client, "Clear Hash", NULL);
    tab_client_set_option(test.client, "Note", "");
    g_assert_cmpstr(test.sent->str, ==,
                    "tep\nsetoption name Own Book value true\n"
                    "setoption name Style value wild and free\nisready\n"
                    "setoption name Clear Hash\nsetoption name Note value\n");
    tear_down(&test);
}

static void test_option_refused(const char *name, const char *value, const char *word)
{
    Test test;
    set_up(&test, NULL);
    tab_client_set_option(test.client, name, value);
    start(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, word);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    tear_down(&test);
}

static void test_options_refused(void)
{
    test_option_refused("Colour", "red", "Colour");
    test_option_refused("Threads", "0", "Threads");
    test_option_refused("Threads", "many", "Threads");
    test_option_refused("Style", "shy", "shy");
}

static void test_option_waits(void)
{
    Test test;
    start_well(&test, "--slow|100");
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL);
    run_loop(50);
    tab_client_set_option(test.client, "Threads", "3"); /* at once it would be `error busy` */
    wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_true(g_str_has_suffix(test.sent->str, "go\nsetoption name Threads value 3\n"));
    tear_down(&test);
}

static void test_option_refusal_told_later(void)
{
    Test test;
    start_well(&test, "--refuse|setoption");
    tab_client_set_option(test.client, "Threads", "2");
    run_loop(50);
    new_game(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "setoption is refused");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    new_game(&test);
    g_assert_no_error(test.error);
    tear_down(&test);
}

/* --- refusals --- */

static void test_refused(const char *verb)
{
    Test test;
    g_autofree char *switches = g_strdup_printf("--refuse|%s", verb);
    start_well(&test, switches);
    new_game(&test);
    if (!strcmp(verb, "newgame"))
        assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "bad-argument newgame");
    else
        g_assert_no_error(test.error);
    go(&test, 1000);
    if (strcmp(verb, "newgame") != 0)
        assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, verb);
    else
        g_assert_no_error(test.error);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_assert_cmpint(test.infos, ==, 0);
    g_string_truncate(test.sent, 0);
    new_game(&test); /* it stays usable, whatever it refuses */
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_assert_cmpstr(test.sent->str, ==, "newgame walker\nisready\n");
    tear_down(&test);
}

static void test_refusals(void)
{
    test_refused("newgame");
    test_refused("setpos");
    test_refused("throw");
    test_refused("go");
}

/* The first go, a refused one, then one that is obeyed, with an answer of its own. */
static void begin_refused(Test *test, const char *switches)
{
    start_well(test, switches);
    go(test, 1000);
    g_assert_cmpstr(test->answer, ==, "1:pass");
    go(test, 1000);
    assert_failed(test, TAB_CLIENT_ERROR_REFUSED, "bad-argument");
    g_string_truncate(test->sent, 0);
}

/* A refused position, but the go is obeyed: its bestmove is waited for and no answer of another. */
static void test_refused_position(void)
{
    Test test;
    begin_refused(&test, "--refuse|setpos|--refuse-at|2|--slow|20|--answer|1:pass|--answer|2:pass|"
                         "--answer|3:pass");
    go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\ngo\n");
    tear_down(&test);
}

/* A refused go: no bestmove comes, and the next go makes sure that none is owed. */
static void test_refused_go(void)
{
    Test test;
    begin_refused(&test, "--refuse|go|--refuse-at|2|--answer|1:pass|--answer|2:pass");
    go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "2:pass");
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\nisready\ngo\n");
    g_string_truncate(test.sent, 0);
    go(&test, 1000);
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\ngo\n");
    tear_down(&test);
}

/* It thinks on about a refused position and stops late: that answer is nobody's. */
static void test_refused_late(gboolean wait)
{
    Test test;
    begin_refused(
        &test, "--refuse|setpos|--refuse-at|2|--slow|100|--slow-stop|150|--answer|1:pass|--answer|"
               "2:late|--answer|3:pass");
    if (wait)
        run_loop(200);             /* it comes while nobody asks */
    for (int i = 0; i < 20; i++) { /* it refuses positions as long as it thinks */
        go(&test, 1000);
        if (!test.error)
            break;
        assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "busy");
        g_assert_false(wait);
        run_loop(20);
    }
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    tear_down(&test);
}

static void test_refused_lates(void)
{
    test_refused_late(FALSE);
    test_refused_late(TRUE);
}

static void test_handshake_refused(void)
{
    Test test;
    set_up(&test, "--refuse|tep");
    start(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "tep is refused");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    tear_down(&test);
}

static void test_busy(void)
{
    Test test, other = {0};
    start_well(&test, "--slow|50");
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL);
    tab_client_new_game_async(test.client, "walker", NULL, on_new_game, &other);
    wait_done(&other);
    g_assert_error(other.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY);
    g_clear_error(&other.error);
    wait_done(&test);
    g_assert_no_error(test.error);
    start(&test); /* runs already */
    assert_failed(&test, TAB_CLIENT_ERROR_BUSY, "busy");
    tear_down(&test);
}

static void test_not_running(void)
{
    Test test;
    set_up(&test, NULL);
    go(&test, 1000);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    tab_client_stop(test.client);
    tab_client_quit(test.client);
    tear_down(&test);
}

/* --- no start --- */

static void test_no_program(void)
{
    const char *argv[] = {"/nonexistent/engine", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    Test test;
    set_up_config(&test, config);
    start(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_START, "/nonexistent/engine");
    tear_down(&test);
}

static void test_bad_start(const char *switches, TabClientError code, const char *word)
{
    Test test;
    set_up(&test, switches);
    TabClientPatience patience = short_patience;
    patience.handshake_ms = 300;
    tab_client_set_patience(test.client, &patience);
    start(&test);
    assert_failed(&test, code, word);
    g_assert_cmpstr(test.states->str, ==, "SC");
    tear_down(&test);
}

static void test_bad_starts(void)
{
    test_bad_start("--mute|handshake", TAB_CLIENT_ERROR_SILENT, "tepok");
    test_bad_start("--crash-at|handshake|--exit-code|7", TAB_CLIENT_ERROR_CRASHED, "status 7");
    test_bad_start("--crash-at|handshake|--signal|9", TAB_CLIENT_ERROR_CRASHED, "signal 9");
    test_bad_start("--flood|handshake", TAB_CLIENT_ERROR_FLOOD, "too ");
    test_bad_start("--version|2", TAB_CLIENT_ERROR_BROKEN, "version 1");
    test_bad_start("--twice|tepok", TAB_CLIENT_ERROR_BROKEN, "unexpected tepok");
    test_bad_start("--unknown-switch", TAB_CLIENT_ERROR_CRASHED, "Unknown option");
    test_bad_start("--crash-at|handshake|--log|no more memory", TAB_CLIENT_ERROR_CRASHED,
                   "last said: no more memory");
}

/* --- bad behaviour in a game --- */

static void test_bad_go(const char *switches, TabClientError code, const char *word)
{
    Test test;
    start_well(&test, switches);
    go(&test, 200);
    assert_failed(&test, code, word);
    tear_down(&test);
}

static void test_bad_goes(void)
{
    test_bad_go("--crash-at|go", TAB_CLIENT_ERROR_CRASHED, "status 0");
    test_bad_go("--flood|go", TAB_CLIENT_ERROR_FLOOD, "too ");
    test_bad_go("--long-line", TAB_CLIENT_ERROR_FLOOD, "too ");
    test_bad_go("--illegal|malformed", TAB_CLIENT_ERROR_BROKEN, "malformed bestmove");
    test_bad_go("--illegal|bytes", TAB_CLIENT_ERROR_BROKEN, "malformed bestmove");
    test_bad_go("--close|stdout", TAB_CLIENT_ERROR_CRASHED, "closed its output");
    test_bad_go("--mute|go", TAB_CLIENT_ERROR_SILENT, "bestmove");
    test_bad_go("--deaf", TAB_CLIENT_ERROR_SILENT, "bestmove");
}

static void test_long_line_alone(void)
{
    Test test;
    start_well(&test, "--long-line");
    tab_client_quit(test.client);
    TabClientPatience patience = short_patience;
    patience.burst_bytes = 64 << 20; /* the line's own limit is what it meets */
    tab_client_set_patience(test.client, &patience);
    start(&test);
    go(&test, 1000);
    assert_failed(&test, TAB_CLIENT_ERROR_FLOOD, "a line that is too long");
    tear_down(&test);
}

static void test_closed_input(void)
{
    Test test;
    start_well(&test, "--close|stdin");
    go(&test, 100); /* the `stop` at the deadline meets a closed pipe: no SIGPIPE */
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "closed its input");
    tear_down(&test);
}

static void test_silent_ready(void)
{
    Test test;
    set_up(&test, "--mute|isready");
    TabClientPatience patience = short_patience;
    patience.ready_ms = 100;
    tab_client_set_patience(test.client, &patience);
    start(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "readyok");
    tear_down(&test);
}

static void test_illegal_turn(void)
{
    Test test;
    start_well(&test, "--illegal|turn");
    go(&test, 1000); /* the client knows no rules */
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:a1a1");
    tear_down(&test);
}

static void test_garbage(void)
{
    Test test;
    start_well(&test, "--garbage");
    new_game(&test);
    g_assert_no_error(test.error);
    go(&test, 1000);
    g_assert_no_error(test.error);
    tear_down(&test);
}

static void test_crash_at_newgame(void)
{
    Test test;
    start_well(&test, "--crash-at|newgame|--exit-code|9");
    new_game(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 9");
    tear_down(&test);
}

static void test_unexpected(const char *what)
{
    Test test;
    g_autofree char *switches = g_strdup_printf("--twice|%s", what);
    set_up(&test, switches);
    start(&test);
    if (!test.error)
        go(&test, 1000);
    run_loop(50);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    g_assert_error(tab_client_get_error(test.client), TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN);
    tear_down(&test);
}

static void test_answers_twice(void)
{
    test_unexpected("isready");
    test_unexpected("go");
}

static void test_restart(void)
{
    Test test;
    start_well(&test, "--crash-at|go:2");
    tab_client_set_option(test.client, "Threads", "2");
    go(&test, 1000);
    g_assert_no_error(test.error);
    go(&test, 1000);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    go(&test, 1000); /* still dead: the same reason */
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    g_string_truncate(test.sent, 0);
    start(&test);
    g_assert_no_error(test.error);
    g_assert_null(tab_client_get_error(test.client));
    g_assert_cmpstr(test.sent->str, ==, "tep\nsetoption name Threads value 2\nisready\n");
    go(&test, 1000);
    g_assert_no_error(test.error);
    tear_down(&test);
}

static void test_dies_idle(void)
{
    Test test;
    start_well(&test, "--crash-at|idle|--exit-code|4");
    run_loop(200);
    g_assert_cmpstr(test.states->str, ==, "SRC");
    g_assert_error(tab_client_get_error(test.client), TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED);
    g_assert_nonnull(strstr(tab_client_get_error(test.client)->message, "status 4"));
    tear_down(&test);
}

/* --- environment and limits --- */

/* An engine written in shell that says on its standard error what `script` prints. */
static TabEngineConfig *shell_engine(const char *script)
{
    g_autofree char *text = g_strdup_printf(
        "{ %s ; } >&2; while read verb rest; do case $verb in tep) echo tepok 1;; isready) echo "
        "readyok;; quit) exit 0;; esac; done",
        script);
    const char *argv[] = {"sh", "-c", text, NULL};
    return tab_engine_config_new(argv);
}

/* What the script of such an engine printed. */
static char *run_shell(const TabEngineConfig *config)
{
    Test test;
    set_up_config(&test, config);
    start(&test);
    g_assert_no_error(test.error);
    char *log = tab_client_dup_log(test.client);
    tear_down(&test);
    return log;
}

static void test_environment(void)
{
    g_autoptr(TabEngineConfig) config =
        shell_engine("echo \"$FIRST|${SECOND-unset}|${LC_ALL-unset}|$PATH\"");
    tab_engine_config_set_environment(config, "FIRST", "a b=c");
    tab_engine_config_set_environment(config, "SECOND", "gone");
    tab_engine_config_set_environment(config, "SECOND", NULL);
    tab_engine_config_set_environment(config, "LC_ALL", NULL);
    g_autofree char *log = run_shell(config);
    g_autofree char *expected = g_strdup_printf("a b=c|unset|unset|%s\n", g_getenv("PATH"));
    g_assert_cmpstr(log, ==, expected);
}

/* The limits that the process sees are those of the configuration, in KiB and s. */
static void test_limits_of_process(void)
{
    g_autoptr(TabEngineConfig) config = shell_engine("ulimit -v; ulimit -t");
    config->memory_mib = 3000;
    config->cpu_seconds = 77;
    g_autofree char *log = run_shell(config);
    g_assert_cmpstr(log, ==, "3072000\n77\n");
    config->memory_mib = config->cpu_seconds = 0;
    g_autofree char *free_log = run_shell(config);
    g_assert_cmpstr(free_log, ==, "unlimited\nunlimited\n");
}

static void start_limited(Test *test, const char *switches, guint64 memory_mib, guint64 cpu_seconds)
{
    g_autoptr(TabEngineConfig) config = fake_config(switches);
    config->memory_mib = memory_mib;
    config->cpu_seconds = cpu_seconds;
    set_up_config(test, config);
    start(test);
    g_assert_no_error(test->error);
}

static void test_cpu_limit(void)
{
    Test test;
    start_limited(&test, "--burn", 0, 1);
    go(&test, 15000);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED,
                  "was ended by signal 24 (CPU time limit exceeded); its limit of CPU time is 1 s");
    tear_down(&test);
}

#ifndef HAS_ASAN
static void test_memory_limit(void)
{
    Test test;
    start_limited(&test, "--eat-memory|400", 200, 0);
    go(&test, 15000);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "; its limit of memory is 200 MiB");
    g_assert_nonnull(strstr(test.error->message, "it last said: no more memory after"));
    tear_down(&test);
    start_limited(&test, "--eat-memory|100", 300, 0);
    go(&test, 15000);
    g_assert_no_error(test.error);
    tear_down(&test);
}
#endif

/* --- stopping, deadlines, cancelling --- */

static void test_stop(void)
{
    Test test;
    start_well(&test, NULL);
    TabLimits limits = TAB_LIMITS_INIT;
    limits.infinite = TRUE;
    tab_client_stop(test.client); /* idle: nothing */
    begin_go(&test, &limits, 0, NULL);
    run_loop(100);
    g_assert_false(test.done);
    tab_client_stop(test.client);
    tab_client_stop(test.client);
    wait_done(&test);
    g_assert_no_error(test.error);
    begin_go(&test, &limits, 0, NULL);
    tab_client_stop(test.client); /* at once */
    wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_true(g_str_has_suffix(test.sent->str, "throw 1 4 2\ngo infinite\nstop\n"));
    tear_down(&test);
}

static void test_deadline_stops(void)
{
    Test test;
    start_well(&test, "--slow|60000");
    go(&test, 100);
    g_assert_no_error(test.error); /* it answered to the `stop` */
    g_assert_cmpint(test.elapsed, >=, 100000);
    g_assert_cmpint(test.elapsed, <, 250000);
    tear_down(&test);
}

static void test_cancel(void)
{
    Test test;
    start_well(&test, "--slow|60000");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable);
    run_loop(50);
    g_cancellable_cancel(cancellable);
    wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_string_truncate(test.sent, 0);
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable); /* cancelled beforehand */
    wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpstr(test.sent->str, ==, "");
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0,
             NULL); /* the next one has nothing to do with it */
    run_loop(50);
    g_assert_false(test.done);
    tab_client_stop(test.client);
    wait_done(&test);
    g_assert_no_error(test.error);
    new_game(&test);
    g_assert_no_error(test.error);
    tear_down(&test);
}

static void test_cancel_mute(void)
{
    Test test;
    start_well(&test, "--mute|go");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable);
    run_loop(50);
    g_cancellable_cancel(cancellable);
    wait_done(&test);
    assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    tear_down(&test);
}

static void test_cancel_start(void)
{
    Test test;
    set_up(&test, "--mute|handshake");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    tab_client_start_async(test.client, cancellable, on_started, &test);
    run_loop(50);
    g_cancellable_cancel(cancellable);
    wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_STOPPED);
    tear_down(&test);
}

/* --- the end --- */

/* The number the fake engine's author line tells. */
static pid_t grandchild(Test *test)
{
    int pid = 0;
    g_assert_cmpint(sscanf(tab_client_get_author(test->client), "child %d", &pid), ==, 1);
    return pid;
}

/* Whether a process has ended within two seconds (a zombie has). */
static gboolean has_ended(pid_t pid)
{
    for (int i = 0; i < 100; i++) {
        g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
        g_autofree char *stat = NULL;
        if (!g_file_get_contents(path, &stat, NULL, NULL) || strstr(stat, ") Z "))
            return TRUE;
        run_loop(20);
    }
    return FALSE;
}

static void test_group(void)
{
    Test test;
    start_well(&test, "--fork-child|--crash-at|go");
    pid_t child = grandchild(&test);
    g_assert_cmpint(kill(child, 0), ==, 0);
    go(&test, 1000);
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    g_assert_true(has_ended(child));
    start(&test);
    g_assert_no_error(test.error);
    child = grandchild(&test);
    tab_client_quit(test.client);
    g_assert_true(has_ended(child));
    tear_down(&test);
}

static void test_escaped_grandchild(void)
{
    Test test;
    start_well(&test, "--fork-child|--escape|--crash-at|go|--exit-code|5");
    pid_t child = grandchild(&test);
    gint64 before = g_get_monotonic_time();
    go(&test, 0); /* the pipe stays open, the end is noticed all the same */
    assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 5");
    g_assert_cmpint(g_get_monotonic_time() - before, <, 2000000);
    kill(child, SIGKILL);
    tear_down(&test);
}

static void test_ignores_quit(void)
{
    Test test;
    start_well(&test, "--ignore-quit|--fork-child");
    pid_t child = grandchild(&test);
    gint64 before = g_get_monotonic_time();
    tab_client_quit_async(test.client, on_gone, &test);
    g_assert_cmpint(g_get_monotonic_time() - before, <, 50000); /* returns at once */
    wait_done(&test);
    g_assert_cmpint(g_get_monotonic_time() - before, >=, 150000);
    g_assert_true(has_ended(child));
    tear_down(&test);
}

static void test_quit_during_go(void)
{
    Test test;
    start_well(&test, "--slow|60000|--ignore-quit");
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, NULL);
    run_loop(50);
    tab_client_quit(test.client);
    wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    start(&test); /* a new process, while the old one is still ending */
    g_assert_no_error(test.error);
    tear_down(&test);
}

static void test_dropped(void)
{
    Test test;
    start_well(&test, "--fork-child|--ignore-quit");
    pid_t child = grandchild(&test);
    g_signal_handlers_disconnect_by_data(test.client, &test);
    g_assert_finalize_object(g_steal_pointer(&test.client));
    g_assert_true(has_ended(child)); /* killed, with its group, though nobody holds the client */
    free_results(&test);
}

static void test_dropped_in_call(void)
{
    Test test;
    start_well(&test, "--mute|go");
    begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 100, NULL);
    g_signal_handlers_disconnect_by_data(test.client, &test);
    gpointer client = test.client;
    g_object_add_weak_pointer(G_OBJECT(test.client), &client);
    g_object_unref(test.client); /* the call in progress ends by its deadline */
    wait_done(&test);
    run_loop(10);
    g_assert_null(client);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_SILENT);
    free_results(&test);
}

static guint count_entries(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    guint n = 0;
    while (folder && g_dir_read_name(folder))
        n++;
    return n;
}

/* Neither pipes nor zombies stay behind, however an engine ends. */
static void test_nothing_stays(void)
{
    static const char *const switches[] = {
        NULL,        "--crash-at|go",  "--long-line",
        "--mute|go", "--close|stdout", "--fork-child|--ignore-quit"};
    guint before = 0;
    for (int round = 0; round < 4; round++) {
        for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
            Test test;
            start_well(&test, switches[i]);
            go(&test, 20);
            tear_down(&test);
        }
        run_loop(20);
        guint now = count_entries("/proc/self/fd");
        if (round == 0) /* GLib has opened what it keeps */
            before = now;
        g_assert_cmpuint(now, ==, before);
    }
    run_loop(100);
    g_assert_cmpint(waitpid(-1, NULL, WNOHANG), ==, -1);
    g_assert_cmpint(errno, ==, ECHILD);
}

static gboolean on_tick(gpointer data)
{
    gint64 *ticks = data, now = g_get_monotonic_time();
    ticks[1] = MAX(ticks[1], now - ticks[0]);
    ticks[0] = now;
    return G_SOURCE_CONTINUE;
}

/* The main loop goes round while an engine floods it: with lines that are too many, and with more
 * than it should. */
static void test_responsive(void)
{
    Test test;
    start_well(&test, "--flood|go");
    tab_client_quit(test.client);
    TabClientPatience patience = short_patience;
    patience.burst_lines = G_MAXUINT;
    patience.burst_bytes = G_MAXINT64;
    tab_client_set_patience(test.client, &patience);
    start(&test);
    g_assert_no_error(test.error);
    gint64 ticks[2] = {g_get_monotonic_time(), 0}; /* the last; the longest gap */
    guint ticker = g_timeout_add(5, on_tick, ticks);
    go(&test, 500);
    g_source_remove(ticker);
    assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove"); /* all lines were good ones */
    g_assert_cmpuint(test.infos, >, 1000);
    g_assert_cmpint(ticks[1], <, 250000);
    tear_down(&test);
}

static void on_log(TabClient *client, const char *text, gpointer data)
{
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_true(g_str_has_suffix(text, "\n"));
    g_string_append(data, text);
}

static void test_log(void)
{
    Test test;
    set_up(&test, "--log-flood|50000"); /* far more than a pipe holds */
    g_autoptr(GString) all = g_string_new(NULL);
    g_autoptr(GString) expected = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    start(&test);
    go(&test, 1000);
    g_assert_no_error(test.error);
    run_loop(20);
    g_autofree char *log = tab_client_dup_log(test.client);
    g_assert_true(g_str_has_suffix(log, "\nlog line 49999\n"));
    g_assert_true(g_str_has_prefix(log, "log line "));
    g_assert_cmpuint(strlen(log), <=, 16384);
    g_assert_cmpuint(strlen(log), >, 16000);
    for (int i = 0; i < 50000; i++)
        g_string_append_printf(expected, "log line %d\n", i);
    g_assert_cmpstr(all->str, ==, expected->str);
    g_signal_handlers_disconnect_by_data(test.client, all);
    tear_down(&test);
}

/* What an engine says while it ends is heard, of every process. */
static void test_log_of_the_end(void)
{
    Test test;
    g_autoptr(TabEngineConfig) config =
        shell_engine("trap 'printf bye >&2' EXIT; printf 'hell\\303\\266 \\377\\n'");
    set_up_config(&test, config);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    for (int i = 0; i < 2; i++) {
        start(&test);
        g_assert_no_error(test.error);
        tab_client_quit_async(test.client, on_gone, &test);
        wait_done(&test);
    }
    g_assert_cmpstr(all->str, ==,
                    "hell\xc3\xb6 \xef\xbf\xbd\nbye\nhell\xc3\xb6 \xef\xbf\xbd\nbye\n");
    g_signal_handlers_disconnect_by_data(test.client, all);
    tear_down(&test);
}

/* An engine that floods its log fills neither disk nor memory and keeps nobody from his work. */
static void test_log_flood(void)
{
    Test test;
    set_up(&test, "--flood|log");
    TabClientPatience patience = short_patience;
    patience.log_bytes = 100000;
    tab_client_set_patience(test.client, &patience);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    start(&test);
    g_assert_no_error(test.error);
    gint64 ticks[2] = {g_get_monotonic_time(), 0};
    guint ticker = g_timeout_add(5, on_tick, ticks);
    go(&test, 400);
    g_source_remove(ticker);
    assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    g_assert_cmpuint(all->len, >=, 30000);
    g_assert_cmpuint(all->len, <, 200000);
    const char *note = strrchr(all->str, '[');
    unsigned long long left_out = 0;
    g_assert_nonnull(note);
    g_assert_cmpint(sscanf(note, "[%llu bytes left out]\n", &left_out), ==, 1);
    g_assert_cmpuint(left_out, >, 100000);
    g_assert_cmpint(ticks[1], <, 250000);
    g_signal_handlers_disconnect_by_data(test.client, all);
    tear_down(&test);
}

/* --- threads --- */

/* Another thread's client: everything of it happens there. */
typedef struct {
    GMainContext *context;
    GThread *thread;
    TabClient *client;
    int games, turns;
    gboolean done;
    GError *error;
} Worker;

static void assert_here(const Worker *worker)
{
    g_assert_true(g_thread_self() == worker->thread);
}

static void on_worker_started(GObject *object, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    assert_here(worker);
    tab_client_start_finish(TAB_CLIENT(object), result, &worker->error);
    worker->done = TRUE;
}

static void on_worker_new_game(GObject *object, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    assert_here(worker);
    tab_client_new_game_finish(TAB_CLIENT(object), result, &worker->error);
    worker->done = TRUE;
}

static void on_worker_answer(GObject *object, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    assert_here(worker);
    g_autofree char *answer =
        tab_client_go_finish(TAB_CLIENT(object), result, NULL, &worker->error);
    worker->turns += answer != NULL;
    worker->done = TRUE;
}

static void on_worker_gone(GObject *object, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    assert_here(worker);
    tab_client_quit_finish(TAB_CLIENT(object), result, &worker->error);
    worker->done = TRUE;
}

static void wait_for_step(Worker *worker)
{
    while (!worker->done)
        g_main_context_iteration(worker->context, TRUE);
    worker->done = FALSE;
    g_assert_no_error(worker->error);
}

static void play_a_game(Worker *worker)
{
    tab_client_start_async(worker->client, NULL, on_worker_started, worker);
    wait_for_step(worker);
    tab_client_new_game_async(worker->client, "walker", NULL, on_worker_new_game, worker);
    wait_for_step(worker);
    for (int i = 0; i < 50; i++) {
        tab_client_go_async(worker->client, "start", "2", &(TabLimits)TAB_LIMITS_INIT, 5000, NULL,
                            on_worker_answer, worker);
        wait_for_step(worker);
    }
    tab_client_quit_async(worker->client, on_worker_gone, worker);
    wait_for_step(worker);
    worker->games++;
}

static gpointer run_worker(gpointer data)
{
    Worker *worker = data;
    worker->thread = g_thread_self();
    worker->context = g_main_context_new();
    g_main_context_push_thread_default(worker->context);
    g_autoptr(TabEngineConfig) config = fake_config("--log|here");
    worker->client = tab_client_new(config);
    for (int i = 0; i < 5; i++)
        play_a_game(worker);
    g_assert_finalize_object(worker->client);
    while (g_main_context_iteration(worker->context, FALSE))
        ;
    g_main_context_pop_thread_default(worker->context);
    g_main_context_unref(worker->context);
    return NULL;
}

static void test_threads(void)
{
    Worker workers[4] = {{0}};
    GThread *threads[G_N_ELEMENTS(workers)];
    for (guint i = 0; i < G_N_ELEMENTS(workers); i++)
        threads[i] = g_thread_new("worker", run_worker, &workers[i]);
    for (guint i = 0; i < G_N_ELEMENTS(workers); i++) {
        g_thread_join(threads[i]);
        g_assert_cmpint(workers[i].games, ==, 5);
        g_assert_cmpint(workers[i].turns, ==, 250);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/client/game", test_game);
    g_test_add_func("/client/light-go", test_light_go);
    g_test_add_func("/client/light-go-quit", test_light_go_quit);
    g_test_add_func("/client/limits", test_limits);
    g_test_add_func("/client/many-goes", test_many_goes);
    g_test_add_func("/client/large-lines", test_large_lines);
    g_test_add_func("/client/injection", test_injection);
    g_test_add_func("/client/plays", test_plays);
    g_test_add_func("/client/options", test_options);
    g_test_add_func("/client/options-refused", test_options_refused);
    g_test_add_func("/client/option-waits", test_option_waits);
    g_test_add_func("/client/option-refusal-told-later", test_option_refusal_told_later);
    g_test_add_func("/client/refusals", test_refusals);
    g_test_add_func("/client/refused-position", test_refused_position);
    g_test_add_func("/client/refused-go", test_refused_go);
    g_test_add_func("/client/refused-late", test_refused_lates);
    g_test_add_func("/client/handshake-refused", test_handshake_refused);
    g_test_add_func("/client/busy", test_busy);
    g_test_add_func("/client/not-running", test_not_running);
    g_test_add_func("/client/no-program", test_no_program);
    g_test_add_func("/client/bad-starts", test_bad_starts);
    g_test_add_func("/client/bad-goes", test_bad_goes);
    g_test_add_func("/client/long-line", test_long_line_alone);
    g_test_add_func("/client/closed-input", test_closed_input);
    g_test_add_func("/client/silent-ready", test_silent_ready);
    g_test_add_func("/client/illegal-turn", test_illegal_turn);
    g_test_add_func("/client/garbage", test_garbage);
    g_test_add_func("/client/crash-at-newgame", test_crash_at_newgame);
    g_test_add_func("/client/answers-twice", test_answers_twice);
    g_test_add_func("/client/restart", test_restart);
    g_test_add_func("/client/dies-idle", test_dies_idle);
    g_test_add_func("/client/environment", test_environment);
    g_test_add_func("/client/limits-of-process", test_limits_of_process);
    g_test_add_func("/client/cpu-limit", test_cpu_limit);
#ifndef HAS_ASAN
    g_test_add_func("/client/memory-limit", test_memory_limit);
#endif
    g_test_add_func("/client/stop", test_stop);
    g_test_add_func("/client/deadline-stops", test_deadline_stops);
    g_test_add_func("/client/cancel", test_cancel);
    g_test_add_func("/client/cancel-mute", test_cancel_mute);
    g_test_add_func("/client/cancel-start", test_cancel_start);
    g_test_add_func("/client/group", test_group);
    g_test_add_func("/client/escaped-grandchild", test_escaped_grandchild);
    g_test_add_func("/client/ignores-quit", test_ignores_quit);
    g_test_add_func("/client/quit-during-go", test_quit_during_go);
    g_test_add_func("/client/dropped", test_dropped);
    g_test_add_func("/client/dropped-in-call", test_dropped_in_call);
    g_test_add_func("/client/nothing-stays", test_nothing_stays);
    g_test_add_func("/client/responsive", test_responsive);
    g_test_add_func("/client/log", test_log);
    g_test_add_func("/client/log-of-the-end", test_log_of_the_end);
    g_test_add_func("/client/log-flood", test_log_flood);
    g_test_add_func("/client/threads", test_threads);
    return g_test_run();
}
