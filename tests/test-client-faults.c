// SPDX-License-Identifier: GPL-3.0-or-later
// The engine client against a fake engine that misbehaves in every way.
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "tests/client-fixture.h"

/* --- bad behaviour in a game --- */

static void test_bad_go(const char *switches, TabClientError code, const char *word)
{
    ClientTest test;
    client_start_well(&test, switches);
    client_go(&test, 200);
    client_assert_failed(&test, code, word);
    client_tear_down(&test);
}

static void test_bad_goes(void)
{
    test_bad_go("--crash-at|go", TAB_CLIENT_ERROR_CRASHED, "status 0");
    test_bad_go("--crash-at|go|--log-flood|2", TAB_CLIENT_ERROR_CRASHED,
                "status 0; it last said: log line 1");
    test_bad_go("--crash-at|go|--signal|15", TAB_CLIENT_ERROR_CRASHED,
                "was ended by signal 15 (Terminated)");
    test_bad_go("--flood|words", TAB_CLIENT_ERROR_FLOOD, "sent too much at once");
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
    ClientTest test;
    client_start_well(&test, "--long-line");
    tab_client_quit(test.client);
    TabClientPatience patience = client_patience;
    patience.burst_bytes = 64 << 20; /* the line's own limit is what it meets */
    tab_client_set_patience(test.client, &patience);
    client_start(&test);
    client_go(&test, 1000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_FLOOD, "a line that is too long");
    client_tear_down(&test);
}

static void test_closed_input(void)
{
    ClientTest test;
    client_start_well(&test, "--close|stdin");
    client_go(&test, 100); /* the `stop` at the deadline meets a closed pipe: no SIGPIPE */
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "closed its input");
    client_tear_down(&test);
    sigset_t blocked; /* a SIGPIPE of the program's own is still its affair */
    g_assert_cmpint(pthread_sigmask(SIG_BLOCK, NULL, &blocked), ==, 0);
    g_assert_false(sigismember(&blocked, SIGPIPE));
}

static void test_silent_ready(void)
{
    ClientTest test;
    client_set_up(&test, "--mute|isready");
    TabClientPatience patience = client_patience;
    patience.ready_ms = 100;
    tab_client_set_patience(test.client, &patience);
    client_start(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "readyok");
    client_tear_down(&test);
}

static void test_illegal_turn(void)
{
    ClientTest test;
    client_start_well(&test, "--illegal|turn");
    client_go(&test, 1000); /* the client knows no rules */
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:a1a1");
    client_tear_down(&test);
}

static void test_garbage(void)
{
    ClientTest test;
    client_start_well(&test, "--garbage");
    client_new_game(&test);
    g_assert_no_error(test.error);
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

/* A program that prints this and then waits, in place of an engine. */
static void test_rubbish_start(const char *print, TabClientError code, const char *word)
{
    ClientTest test;
    g_autofree char *script = g_strdup_printf("printf '%s'; sleep 30", print);
    const char *argv[] = {"sh", "-c", script, NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    client_set_up_config(&test, config);
    TabClientPatience patience = client_patience;
    patience.handshake_ms = 15000; /* at its end the fault would be another: silence */
    tab_client_set_patience(test.client, &patience);
    client_start(&test);
    client_assert_failed(&test, code, word);
    client_tear_down(&test);
}

/* Who says what is no protocol is told so soon, with what he said. */
static void test_rubbish(void)
{
    test_rubbish_start("Hello, world\\n", TAB_CLIENT_ERROR_RUBBISH,
                       "does not speak the protocol: it said “Hello, world”");
    test_rubbish_start("\\000\\177\\377a\\033\\n", TAB_CLIENT_ERROR_RUBBISH,
                       "“\\x00\\x7f\\xffa\\x1b”");
    test_rubbish_start("caf\\303\\n", TAB_CLIENT_ERROR_RUBBISH, "“caf\\xc3”");
    test_rubbish_start("no end of line", TAB_CLIENT_ERROR_RUBBISH, "“no end of line”");
    test_rubbish_start("id name X\\n\\376\\n", TAB_CLIENT_ERROR_RUBBISH, "“\\xfe”");
    test_rubbish_start("%090d\\n", TAB_CLIENT_ERROR_RUBBISH,
                       "“000000000000000000000000000000000000000000000000000000000000…”");
}

/* What the engine says around its answers is ignored, and told when none comes. */
/* An engine that says `said`, waits for the file `begin` of a folder, ends its output, and makes
 * the file `end`. */
static TabEngineConfig *ending_engine(const char *folder, const char *said)
{
    g_autofree char *script = g_strdup_printf(
        "cd %s; %s until [ -e begin ]; do :; done; exec >&-; : >end; read line; read line", folder,
        said);
    const char *argv[] = {"sh", "-c", script, NULL};
    return tab_engine_config_new(argv);
}

static void let_it_end(const char *folder)
{
    g_autofree char *begin = g_build_filename(folder, "begin", NULL);
    g_autofree char *end = g_build_filename(folder, "end", NULL);
    g_assert_true(g_file_set_contents(begin, "", 0, NULL));
    while (!g_file_test(end, G_FILE_TEST_EXISTS))
        g_usleep(1000);
    g_remove(begin);
    g_remove(end);
}

static void block_until(gint64 time)
{
    while (g_get_monotonic_time() < time)
        g_usleep(1000);
}

static void on_heard(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    *(gboolean *)data |= !to_engine;
}

/* An engine has not been silent whose end is known, and only waits to be told, when the time for an
 * answer, or for a better word than its rubbish, is over. */
static void test_end_in_time(gboolean rubbish)
{
    ClientTest test;
    gboolean heard = FALSE;
    g_autofree char *folder = g_dir_make_tmp("tab-client-XXXXXX", NULL);
    g_autoptr(TabEngineConfig) config = ending_engine(folder, rubbish ? "echo hello;" : "");
    client_set_up_config(&test, config);
    TabClientPatience patience = client_patience;
    patience.handshake_ms = rubbish ? 20000 : 400;
    patience.rubbish_ms = rubbish ? 50 : 20000;
    tab_client_set_patience(test.client, &patience);
    g_signal_connect(test.client, "line", G_CALLBACK(on_heard), &heard);
    gint64 begun = g_get_monotonic_time();
    tab_client_start_async(test.client, NULL, client_on_started, &test);
    while (rubbish && !heard)
        g_main_context_iteration(NULL, TRUE);
    let_it_end(folder);
    while (!rubbish && g_main_context_iteration(NULL, FALSE))
        ;
    gboolean slow = !rubbish && test.done; /* a busy machine: nothing can be said */
    block_until(rubbish ? g_get_monotonic_time() + 60000 : begun + 410000);
    if (!slow)
        client_wait_done(&test);
    if (!slow)
        client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED,
                             rubbish ? "closed its output; it said “hello”"
                                     : "closed its output; it had not said tepok");
    test.done = FALSE;
    g_signal_handlers_disconnect_by_data(test.client, &heard);
    client_tear_down(&test);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void test_ends_in_time(void)
{
    test_end_in_time(FALSE);
    test_end_in_time(TRUE);
}

static void test_rubbish_in_go(void)
{
    ClientTest test;
    const char *argv[] = {
        "sh", "-c",
        "echo banner; while read verb rest; do case $verb in tep) echo tepok 1;; "
        "isready) echo noise; echo readyok;; go) echo thinking; sleep 0.4; echo bestmove "
        "1:pass; sleep 0.1; printf 'half a'; read x; read x; sleep 5;; esac; done",
        NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    config->name = g_strdup("Mine");
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    client_go(&test, 900);
    g_assert_no_error(test.error);
    client_run_loop(150);
    client_go(&test, 100);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT,
                         "did not answer in time (no bestmove, but “half a” and no line feed)");
    client_tear_down(&test);
}

/* Bytes that are no text are no thought of an engine: they are told at once, not when its time is
 * over. */
static void test_bytes_in_go(void)
{
    ClientTest test;
    const char *argv[] = {"sh", "-c",
                          "while read verb rest; do case $verb in tep) echo tepok 1;; "
                          "isready) echo readyok;; go) printf '\\001\\n'; sleep 5;; esac; done",
                          NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    client_go(&test, 1000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_RUBBISH, "it said “\\x01”");
    client_tear_down(&test);
}

static void test_crash_at_newgame(void)
{
    ClientTest test;
    client_start_well(&test, "--crash-at|newgame|--exit-code|9");
    client_new_game(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 9");
    client_tear_down(&test);
}

static void test_unexpected(const char *what)
{
    ClientTest test;
    g_autofree char *switches = g_strdup_printf("--twice|%s", what);
    client_set_up(&test, switches);
    client_start(&test);
    if (!test.error)
        client_go(&test, 1000);
    client_run_loop(50);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    g_assert_error(tab_client_get_error(test.client), TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN);
    client_tear_down(&test);
}

static void test_answers_twice(void)
{
    test_unexpected("isready");
    test_unexpected("go");
}

static void on_first_answer(GObject *object, GAsyncResult *result, gpointer data)
{
    ClientTest *test = data;
    g_autofree char *answer = tab_client_go_finish(test->client, result, NULL, &test->error);
    g_assert_no_error(test->error);
    g_assert_cmpstr(answer, ==, "2:pass");
    client_begin_go(test, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL);
}

/* A second answer that comes with the first is none to the go that is sent in between. */
static void test_answers_twice_at_once(void)
{
    static const char script[] =
        "while read -r verb rest; do case $verb in tep) echo tepok 1;; isready) echo readyok;; go) "
        "printf 'bestmove 2:pass\\nbestmove 3:pass\\n';; quit) exit;; esac; done";
    const char *argv[] = {"sh", "-c", script, NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    ClientTest test;
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    test.done = FALSE;
    tab_client_go_async(test.client, "start", "2", &(TabLimits)TAB_LIMITS_INIT, 1000, NULL, NULL,
                        on_first_answer, &test);
    client_wait_done(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_BROKEN, "unexpected bestmove “3:pass”");
    client_tear_down(&test);
}

static void test_restart(void)
{
    ClientTest test;
    client_start_well(&test, "--crash-at|go:2");
    tab_client_set_option(test.client, "Threads", "2");
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    client_go(&test, 1000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    client_go(&test, 1000); /* still dead: the same reason */
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    g_string_truncate(test.sent, 0);
    client_start(&test);
    g_assert_no_error(test.error);
    g_assert_null(tab_client_get_error(test.client));
    g_assert_cmpstr(test.sent->str, ==, "tep\nsetoption name Threads value 2\nisready\n");
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

static void test_dies_idle(void)
{
    ClientTest test;
    client_start_well(&test, "--crash-at|idle|--exit-code|4");
    client_run_loop(200);
    g_assert_cmpstr(test.states->str, ==, "SRC");
    g_assert_error(tab_client_get_error(test.client), TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED);
    g_assert_nonnull(strstr(tab_client_get_error(test.client)->message, "status 4"));
    client_tear_down(&test);
}

/* --- floods --- */

/* µs that the loop may compute at a stretch, on a machine that does much else besides;
 * TAB_TEST_TIME_SCALE gives slow machines and sanitizers more. */
#define LONGEST_STALL 80000

/* How long the loop computes without the frames of a window having their turn. */
typedef struct {
    ClientTest test;
    gint64 last, longest; /* µs of this thread's CPU time: others may use the machine */
    int cost;             /* µs that the listener needs for each info */
} Stalls;

static gint64 cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gboolean on_frame(gpointer data)
{
    Stalls *stalls = data;
    gint64 now = cpu_time();
    stalls->longest = MAX(stalls->longest, now - stalls->last);
    stalls->last = now;
    return G_SOURCE_CONTINUE;
}

static void on_costly_info(TabClient *client, const TabInfo *info, gpointer data)
{
    const Stalls *stalls = data; /* begins with the test */
    for (gint64 end = cpu_time() + stalls->cost; cpu_time() < end;)
        ;
}

/* The frames of a window have their turn while an engine floods it, in the middle of what was read
 * as well. */
static void test_stalls(const char *switches, int cost, TabClientError code)
{
    Stalls stalls = {.cost = cost};
    ClientTest *test = &stalls.test;
    client_set_up(test, switches);
    TabClientPatience patience = client_patience;
    patience.burst_lines = G_MAXUINT;
    patience.burst_bytes = G_MAXSIZE;
    tab_client_set_patience(test->client, &patience);
    client_start(test);
    g_assert_no_error(test->error);
    guint frames = g_timeout_add_full(G_PRIORITY_HIGH_IDLE + 20, 1, on_frame, &stalls, NULL);
    stalls.last = cpu_time();
    tab_client_go_async(test->client, "start", "1 4 2", &(TabLimits)TAB_LIMITS_INIT, 500, NULL,
                        on_costly_info, client_on_answer, test);
    client_wait_done(test);
    g_source_remove(frames);
    g_test_message("%s: %" G_GINT64_FORMAT " us", switches, stalls.longest);
    client_assert_failed(test, code, "");
    g_assert_cmpint(stalls.longest, >, 0);
    const char *scale = g_getenv("TAB_TEST_TIME_SCALE");
    g_assert_cmpfloat((double)stalls.longest, <,
                      LONGEST_STALL * (scale ? g_ascii_strtod(scale, NULL) : 1));
    client_tear_down(test);
}

static void test_floods(void)
{
    test_stalls("--flood|go", 0, TAB_CLIENT_ERROR_SILENT);
    test_stalls("--flood|go", 200, TAB_CLIENT_ERROR_SILENT);
    test_stalls("--flood|words", 0, TAB_CLIENT_ERROR_SILENT);
    test_stalls("--flood|log|--mute|go", 0, TAB_CLIENT_ERROR_SILENT);
    test_stalls("--flood|breaks|--mute|go", 0, TAB_CLIENT_ERROR_SILENT);
}

/* --- stopping, deadlines, cancelling --- */

static void test_stop(void)
{
    ClientTest test;
    client_start_well(&test, NULL);
    TabLimits limits = TAB_LIMITS_INIT;
    limits.infinite = TRUE;
    tab_client_stop(test.client); /* idle: nothing */
    client_begin_go(&test, &limits, 0, NULL);
    client_run_loop(100);
    g_assert_false(test.done);
    tab_client_stop(test.client);
    tab_client_stop(test.client);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    client_begin_go(&test, &limits, 0, NULL);
    tab_client_stop(test.client); /* at once */
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_true(g_str_has_suffix(test.sent->str, "throw 1 4 2\ngo infinite\nstop\n"));
    client_tear_down(&test);
}

static void test_deadline_stops(void)
{
    ClientTest test;
    client_start_well(&test, "--slow|60000");
    client_go(&test, 100);
    g_assert_no_error(test.error); /* it answered to the `stop` */
    g_assert_cmpint(test.elapsed, >=, 100000);
    g_assert_true(g_str_has_suffix(test.sent->str, "\nstop\n"));
    client_tear_down(&test);
}

static void test_cancel(void)
{
    ClientTest test;
    client_start_well(&test, "--slow|60000");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable);
    client_run_loop(50);
    g_cancellable_cancel(cancellable);
    client_wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_string_truncate(test.sent, 0);
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable); /* cancelled beforehand */
    client_wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpstr(test.sent->str, ==, "");
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0,
                    NULL); /* the next one has nothing to do with it */
    client_run_loop(50);
    g_assert_false(test.done);
    tab_client_stop(test.client);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    client_new_game(&test);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

static void test_cancel_mute(void)
{
    ClientTest test;
    client_start_well(&test, "--mute|go");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, cancellable);
    client_run_loop(50);
    g_cancellable_cancel(cancellable);
    client_wait_done(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    client_tear_down(&test);
}

static void test_cancel_start(void)
{
    ClientTest test;
    client_set_up(&test, "--mute|handshake");
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    tab_client_start_async(test.client, cancellable, client_on_started, &test);
    client_run_loop(50);
    g_cancellable_cancel(cancellable);
    client_wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_STOPPED);
    client_tear_down(&test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/client-faults/bad-goes", test_bad_goes);
    g_test_add_func("/client-faults/long-line", test_long_line_alone);
    g_test_add_func("/client-faults/closed-input", test_closed_input);
    g_test_add_func("/client-faults/silent-ready", test_silent_ready);
    g_test_add_func("/client-faults/illegal-turn", test_illegal_turn);
    g_test_add_func("/client-faults/garbage", test_garbage);
    g_test_add_func("/client-faults/rubbish", test_rubbish);
    g_test_add_func("/client-faults/ends-in-time", test_ends_in_time);
    g_test_add_func("/client-faults/rubbish-in-go", test_rubbish_in_go);
    g_test_add_func("/client-faults/bytes-in-go", test_bytes_in_go);
    g_test_add_func("/client-faults/crash-at-newgame", test_crash_at_newgame);
    g_test_add_func("/client-faults/answers-twice", test_answers_twice);
    g_test_add_func("/client-faults/answers-twice-at-once", test_answers_twice_at_once);
    g_test_add_func("/client-faults/restart", test_restart);
    g_test_add_func("/client-faults/dies-idle", test_dies_idle);
    g_test_add_func("/client-faults/floods", test_floods);
    g_test_add_func("/client-faults/stop", test_stop);
    g_test_add_func("/client-faults/deadline-stops", test_deadline_stops);
    g_test_add_func("/client-faults/cancel", test_cancel);
    g_test_add_func("/client-faults/cancel-mute", test_cancel_mute);
    g_test_add_func("/client-faults/cancel-start", test_cancel_start);
    return g_test_run();
}
