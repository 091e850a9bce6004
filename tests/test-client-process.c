// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as a process: environment, limits, its end, what it leaves behind, threads.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system-can.h"
#include "tests/client-fixture.h"

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
    ClientTest test;
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    char *log = tab_client_dup_log(test.client);
    client_tear_down(&test);
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

/* Of the controller's variables an engine gets what every program needs, and all if it is to. */
static void test_inherited_environment(void)
{
    g_autoptr(TabEngineConfig) config = shell_engine(
        "echo \"${SECRET-unset}|$LC_TIME|$XDG_DATA_HOME|${XDG_RUNTIME_DIR-unset}|$TZ|$OPEN\"");
    g_setenv("SECRET", "word", TRUE);
    g_setenv("LC_TIME", "C", TRUE);
    g_setenv("XDG_DATA_HOME", "/x", TRUE);
    g_setenv("XDG_RUNTIME_DIR", "/bus", TRUE);
    g_setenv("TZ", "UTC", TRUE);
    tab_engine_config_set_environment(config, "OPEN", "open");
    g_autofree char *log = run_shell(config);
    g_assert_cmpstr(log, ==, "unset|C|/x|unset|UTC|open\n");
    config->inherit_env = TRUE;
    g_autofree char *all = run_shell(config);
    g_assert_cmpstr(all, ==, "word|C|/x|/bus|UTC|open\n");
    g_unsetenv("SECRET");
}

/* The limits that the process sees are those of the configuration, in KiB and s. */
static void test_limits_of_process(void)
{
    if (skipped_without_memory_limit())
        return;
    g_autoptr(TabEngineConfig) config = shell_engine("ulimit -v; ulimit -t; ulimit -n; ulimit -f");
    config->memory_mib = 3000;
    config->cpu_seconds = 77;
    config->open_files = 99;
    config->file_mib = 10;
    g_autofree char *log = run_shell(config);
    g_assert_cmpstr(log, ==, "3072000\n77\n99\n20480\n");
    config->memory_mib = config->cpu_seconds = config->file_mib = 0;
    g_autofree char *free_log = run_shell(config);
    g_assert_cmpstr(free_log, ==, "unlimited\nunlimited\n99\nunlimited\n");
}

/* Its session is not the controller's, and no program that it starts gets privileges by that. */
static void test_apart(void)
{
    g_autoptr(TabEngineConfig) config =
        shell_engine("cut -d' ' -f6 /proc/self/stat; grep NoNewPrivs /proc/self/status");
    g_autofree char *log = run_shell(config);
    int session = 0, none = 0;
    g_assert_cmpint(sscanf(log, "%d NoNewPrivs: %d", &session, &none), ==, 2);
    g_assert_cmpint(session, !=, (int)getsid(0));
    g_assert_cmpint(none, ==, 1);
}

static void start_limited(ClientTest *test, const char *switches, guint64 memory_mib,
                          guint64 cpu_seconds)
{
    g_autoptr(TabEngineConfig) config = client_fake_config(switches);
    config->memory_mib = memory_mib;
    config->cpu_seconds = cpu_seconds;
    client_set_up_config(test, config);
    client_start(test);
    g_assert_no_error(test->error);
}

static void test_cpu_limit(void)
{
    ClientTest test;
    start_limited(&test, "--burn", 0, 1);
    client_go(&test, 15000);
    client_assert_failed(
        &test, TAB_CLIENT_ERROR_CRASHED,
        "was ended by signal 24 (CPU time limit exceeded); its limit of CPU time is 1 s");
    client_tear_down(&test);
}

#ifndef HAS_SANITIZER
static void test_memory_limit(void)
{
    if (skipped_without_memory_limit())
        return;
    ClientTest test;
    start_limited(&test, "--eat-memory|400", 200, 0);
    client_go(&test, 15000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "; its limit of memory is 200 MiB");
    g_assert_nonnull(strstr(test.error->message, "it last said: no more memory after"));
    client_tear_down(&test);
    start_limited(&test, "--eat-memory|100", 300, 0);
    client_go(&test, 15000);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}
#endif

/* --- the end --- */

/* The number the fake engine's author line tells. */
static pid_t grandchild(ClientTest *test)
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
        client_run_loop(20);
    }
    return FALSE;
}

static void test_group(void)
{
    ClientTest test;
    client_start_well(&test, "--fork-child|--crash-at|go");
    pid_t child = grandchild(&test);
    g_assert_cmpint(kill(child, 0), ==, 0);
    client_go(&test, 1000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    g_assert_true(has_ended(child));
    client_start(&test);
    g_assert_no_error(test.error);
    child = grandchild(&test);
    tab_client_quit(test.client);
    g_assert_true(has_ended(child));
    client_tear_down(&test);
}

/* What an engine has started ends with it, in a session of its own, too: when the engine dies, when
 * it is told to quit, and when it is killed. The fake engine's grandchild holds the pipes. */
static void test_escaped_grandchild(void)
{
    if (skipped_without_subreapers())
        return;
    ClientTest test;
    client_start_well(&test, "--fork-child|--escape|--crash-at|go|--exit-code|5");
    pid_t child = grandchild(&test);
    g_assert_cmpint(kill(child, 0), ==, 0);
    client_go(&test, 0);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 5");
    g_assert_true(has_ended(child));
    client_start(&test);
    g_assert_no_error(test.error);
    child = grandchild(&test);
    client_tear_down(&test);
    g_assert_true(has_ended(child));
    client_start_well(&test, "--fork-child|--escape|--ignore-quit|--mute|go");
    child = grandchild(&test);
    client_go(&test, 50);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    g_assert_true(has_ended(child));
    client_tear_down(&test);
}

/* The same when it is a chain of them, each of which has lost its parent. */
static void test_chain_of_orphans(void)
{
    if (skipped_without_subreapers())
        return;
    ClientTest test;
    g_autoptr(TabEngineConfig) config = shell_engine(
        "(setsid sh -c '(setsid sleep 30 & echo $!; exec setsid sleep 31) & sleep 32' &) "
        "2>/dev/null; sleep 0.2");
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    g_autofree char *log = tab_client_dup_log(test.client);
    pid_t child = (pid_t)g_ascii_strtoll(log, NULL, 10);
    g_assert_cmpint(kill(child, 0), ==, 0);
    client_tear_down(&test);
    g_assert_cmpint(kill(child, 0), ==, -1); /* told to be gone when all is */
}

static void test_ignores_quit(void)
{
    ClientTest test;
    client_start_well(&test, "--ignore-quit|--fork-child");
    pid_t child = grandchild(&test);
    gint64 before = g_get_monotonic_time();
    tab_client_quit_then(test.client, client_on_gone, &test);
    g_assert_cmpint(kill(child, 0), ==, 0); /* nobody has waited */
    client_wait_done(&test);
    g_assert_cmpint(g_get_monotonic_time() - before, >=, 150000);
    g_assert_true(has_ended(child));
    client_tear_down(&test);
}

static void test_quit_during_go(void)
{
    ClientTest test;
    client_start_well(&test, "--slow|60000|--ignore-quit");
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 0, NULL);
    client_run_loop(50);
    tab_client_quit(test.client);
    client_wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    client_start(&test); /* a new process, while the old one is still ending */
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

static void test_dropped(void)
{
    ClientTest test;
    client_start_well(&test, "--fork-child|--ignore-quit");
    pid_t child = grandchild(&test);
    g_signal_handlers_disconnect_by_data(test.client, &test);
    g_assert_finalize_object(g_steal_pointer(&test.client));
    g_assert_true(has_ended(child)); /* killed, with its group, though nobody holds the client */
    client_free_results(&test);
}

static void test_dropped_in_call(void)
{
    ClientTest test;
    client_start_well(&test, "--mute|go");
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 100, NULL);
    g_signal_handlers_disconnect_by_data(test.client, &test);
    gpointer client = test.client;
    g_object_add_weak_pointer(G_OBJECT(test.client), &client);
    g_object_unref(test.client); /* the call in progress ends by its deadline */
    client_wait_done(&test);
    client_run_loop(10);
    g_assert_null(client);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_SILENT);
    client_free_results(&test);
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
            ClientTest test;
            client_start_well(&test, switches[i]);
            client_go(&test, 20);
            client_tear_down(&test);
        }
        client_run_loop(20);
        guint now = count_entries("/proc/self/fd");
        if (round == 0) /* GLib has opened what it keeps */
            before = now;
        g_assert_cmpuint(now, ==, before);
    }
    client_run_loop(100);
    g_assert_cmpint(waitpid(-1, NULL, WNOHANG), ==, -1);
    g_assert_cmpint(errno, ==, ECHILD);
}

static gboolean on_tick(gpointer data)
{
    ++*(guint *)data;
    return G_SOURCE_CONTINUE;
}

static void on_log(TabClient *client, const char *text, gpointer data)
{
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_true(g_str_has_suffix(text, "\n"));
    g_string_append(data, text);
}

static void test_log(void)
{
    ClientTest test;
    client_set_up(&test, "--log-flood|50000"); /* far more than a pipe holds */
    g_autoptr(GString) all = g_string_new(NULL);
    g_autoptr(GString) expected = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    client_start(&test);
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    client_run_loop(20);
    g_autofree char *log = tab_client_dup_log(test.client);
    g_assert_true(g_str_has_suffix(log, "\nlog line 49999\n"));
    g_assert_true(g_str_has_prefix(log, "log line "));
    g_assert_cmpuint(strlen(log), <=, 16384);
    g_assert_cmpuint(strlen(log), >, 16000);
    for (int i = 0; i < 50000; i++)
        g_string_append_printf(expected, "log line %d\n", i);
    g_assert_cmpstr(all->str, ==, expected->str);
    g_signal_handlers_disconnect_by_data(test.client, all);
    client_tear_down(&test);
}

/* What an engine says while it ends is heard, of every process. */
static void test_log_of_the_end(void)
{
    ClientTest test;
    g_autoptr(TabEngineConfig) config =
        shell_engine("trap 'printf bye >&2' EXIT; printf 'hell\\303\\266 \\377\\n'");
    client_set_up_config(&test, config);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    for (int i = 0; i < 2; i++) {
        client_start(&test);
        g_assert_no_error(test.error);
        tab_client_quit_then(test.client, client_on_gone, &test);
        client_wait_done(&test);
    }
    g_assert_cmpstr(all->str, ==,
                    "hell\xc3\xb6 \xef\xbf\xbd\nbye\nhell\xc3\xb6 \xef\xbf\xbd\nbye\n");
    g_signal_handlers_disconnect_by_data(test.client, all);
    client_tear_down(&test);
}

/* The beginning of a line, too, of an engine that is killed. */
static void test_log_of_the_killed(void)
{
    ClientTest test;
    const char *argv[] = {"sh", "-c",
                          "echo tepok 1; while read verb rest; do case $verb in isready) echo "
                          "readyok;; go) printf 'well, it is' >&2;; esac; done",
                          NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    client_set_up_config(&test, config);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    client_start(&test);
    g_assert_no_error(test.error);
    client_go(&test, 100);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    g_assert_cmpstr(all->str, ==, "well, it is\n");
    g_signal_handlers_disconnect_by_data(test.client, all);
    client_tear_down(&test);
}

static void on_gone_at_last(gpointer gone)
{
    *(gboolean *)gone = TRUE;
}

/* What it says while it ends is nobody's once its client is gone. */
static void test_log_without_client(void)
{
    ClientTest test;
    gboolean gone = FALSE;
    g_autoptr(TabEngineConfig) config = shell_engine("trap 'printf bye >&2' EXIT; echo hello");
    client_set_up_config(&test, config);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    client_start(&test);
    g_assert_no_error(test.error);
    tab_client_quit_then(test.client, on_gone_at_last, &gone);
    g_assert_false(gone);
    g_signal_handlers_disconnect_by_data(test.client, &test);
    g_assert_finalize_object(g_steal_pointer(&test.client));
    while (!gone)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpstr(all->str, ==, "hello\n");
    client_free_results(&test);
}

/* An engine that floods its log fills neither disk nor memory and keeps nobody from his work. */
static void test_log_flood(void)
{
    ClientTest test;
    client_set_up(&test, "--flood|log");
    TabClientPatience patience = client_patience;
    patience.log_bytes = 20000;
    tab_client_set_patience(test.client, &patience);
    g_autoptr(GString) all = g_string_new(NULL);
    g_signal_connect(test.client, "log", G_CALLBACK(on_log), all);
    client_start(&test);
    g_assert_no_error(test.error);
    guint ticks = 0, ticker = g_timeout_add(5, on_tick, &ticks);
    client_go(&test, 400);
    g_source_remove(ticker);
    client_assert_failed(&test, TAB_CLIENT_ERROR_SILENT, "bestmove");
    g_assert_cmpuint(all->len, >=, 6000);
    g_assert_cmpuint(all->len, <, 40000);
    const char *note = strrchr(all->str, '[');
    unsigned long long left_out = 0;
    g_assert_nonnull(note);
    g_assert_cmpint(sscanf(note, "[%llu bytes left out]\n", &left_out), ==, 1);
    g_assert_cmpuint(left_out, >, 20000);
    g_assert_cmpuint(ticks, >, 2); /* others had their turns */
    g_signal_handlers_disconnect_by_data(test.client, all);
    client_tear_down(&test);
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

static void on_worker_gone(gpointer data)
{
    Worker *worker = data;
    assert_here(worker);
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
                            NULL, on_worker_answer, worker);
        wait_for_step(worker);
    }
    tab_client_quit_then(worker->client, on_worker_gone, worker);
    wait_for_step(worker);
    worker->games++;
}

static gpointer run_worker(gpointer data)
{
    Worker *worker = data;
    worker->thread = g_thread_self();
    worker->context = g_main_context_new();
    g_main_context_push_thread_default(worker->context);
    g_autoptr(TabEngineConfig) config = client_fake_config("--log|here");
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
    g_test_add_func("/client-process/environment", test_environment);
    g_test_add_func("/client-process/inherited-environment", test_inherited_environment);
    g_test_add_func("/client-process/limits-of-process", test_limits_of_process);
    g_test_add_func("/client-process/apart", test_apart);
    g_test_add_func("/client-process/cpu-limit", test_cpu_limit);
#ifndef HAS_SANITIZER
    g_test_add_func("/client-process/memory-limit", test_memory_limit);
#endif
    g_test_add_func("/client-process/group", test_group);
    g_test_add_func("/client-process/escaped-grandchild", test_escaped_grandchild);
    g_test_add_func("/client-process/chain-of-orphans", test_chain_of_orphans);
    g_test_add_func("/client-process/ignores-quit", test_ignores_quit);
    g_test_add_func("/client-process/quit-during-go", test_quit_during_go);
    g_test_add_func("/client-process/dropped", test_dropped);
    g_test_add_func("/client-process/dropped-in-call", test_dropped_in_call);
    g_test_add_func("/client-process/nothing-stays", test_nothing_stays);
    g_test_add_func("/client-process/log", test_log);
    g_test_add_func("/client-process/log-of-the-end", test_log_of_the_end);
    g_test_add_func("/client-process/log-of-the-killed", test_log_of_the_killed);
    g_test_add_func("/client-process/log-without-client", test_log_without_client);
    g_test_add_func("/client-process/log-flood", test_log_flood);
    g_test_add_func("/client-process/threads", test_threads);
    return g_test_run();
}
