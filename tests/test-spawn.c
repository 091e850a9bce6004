// SPDX-License-Identifier: GPL-3.0-or-later
// How a program is started and ended, what is said of its end, and the program that looks after it.
#ifdef __linux__
#define _GNU_SOURCE /* unshare */
#endif
#include <errno.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/client/spawn.h"
#include "protocol/client/user-tasks.h"
#include "system-can.h"

static TabEngineConfig *shell(const char *script)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    return tab_engine_config_new(argv);
}

/* --- limits --- */

/* The limit that is planned, or NULL. */
static const struct rlimit *find_limit(const TabChildPlan *plan, int resource)
{
    for (guint i = 0; i < plan->n_limits; i++)
        if (plan->limits[i].resource == resource)
            return &plan->limits[i].limit;
    return NULL;
}

static void test_plan(void)
{
    g_autoptr(TabEngineConfig) config = shell("exit 0");
    config->cpu_seconds = 7;
    config->memory_mib = 0;
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    g_assert_cmpint(plan->parent, ==, getpid());
    g_assert_false(plan->keeps_privileges);
    g_assert_nonnull(plan->reaper);
    g_assert_null(find_limit(plan, RLIMIT_AS));
    struct rlimit own;
#ifndef HAS_SANITIZER
    guint64 memory = (guint64)sysconf(_SC_PHYS_PAGES) * (guint64)sysconf(_SC_PAGESIZE);
    const struct rlimit *data = find_limit(plan, RLIMIT_DATA);
    g_assert_cmpint(getrlimit(RLIMIT_DATA, &own), ==, 0);
    g_assert_cmpuint(data->rlim_cur, ==, MIN(own.rlim_max, memory));
    g_assert_cmpuint(data->rlim_max, ==, data->rlim_cur);
#endif
    /* SIGXCPU comes a second before SIGKILL */
    const struct rlimit *cpu = find_limit(plan, RLIMIT_CPU);
    g_assert_cmpuint(cpu->rlim_cur, ==, 7);
    g_assert_cmpuint(cpu->rlim_max, ==, 8);
#ifdef RLIMIT_NPROC
    g_assert_cmpint(getrlimit(RLIMIT_NPROC, &own), ==, 0);
    const struct rlimit *processes = find_limit(plan, RLIMIT_NPROC);
    g_assert_cmpuint(processes->rlim_cur, >=, MIN(own.rlim_max, TAB_ENGINE_PROCESSES));
#endif
}

/* A limit of 0 is none. */
static void test_no_limits(void)
{
    g_autoptr(TabEngineConfig) config = shell("exit 0");
    config->memory_mib = 100;
    config->processes = config->open_files = config->file_mib = 0;
    config->sandbox = TRUE;
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    g_assert_true(plan->keeps_privileges);
    g_assert_cmpuint(plan->n_limits, ==, 1);
    g_assert_cmpuint(find_limit(plan, RLIMIT_AS)->rlim_cur, ==, 100 << 20);
}

#ifdef __linux__
/* A sanitizer that looks for leaks at the end does not find its way in another namespace. */
#ifdef HAS_SANITIZER
#define LEAVE _exit
#else
#define LEAVE exit
#endif

static gpointer wait_at(gpointer gate)
{
    g_mutex_lock(gate);
    g_mutex_unlock(gate);
    return NULL;
}

/* Threads count as the system counts them. */
static void test_threads(void)
{
    enum { THREADS = 60, OTHERS = 30 }; /* … of others may end meanwhile */
    GThread *threads[THREADS];
    GMutex gate;
    g_mutex_init(&gate);
    g_mutex_lock(&gate);
    guint64 before = tab_user_tasks_count();
    for (guint i = 0; i < THREADS; i++)
        threads[i] = g_thread_new("waits", wait_at, &gate);
    g_assert_cmpuint(tab_user_tasks_count() + OTHERS, >=, before + THREADS);
    g_mutex_unlock(&gate);
    for (guint i = 0; i < THREADS; i++)
        g_thread_join(threads[i]);
    g_mutex_clear(&gate);
}

/* The tasks of the user are counted, and within a container, which sees its own alone, all that the
 * machine runs, so that a limit never comes too soon. */
static void test_tasks(void)
{
    g_assert_cmpuint(tab_user_tasks_count(), >=, 1);
    pid_t child = fork();
    if (!child) {
        if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
            _exit(0);         /* who may not do so, runs no engines in there either */
        pid_t first = fork(); /* of the new namespace */
        if (!first)
            LEAVE(tab_user_tasks_count() > 1 ? 0 : 1);
        int left = -1;
        _exit(waitpid(first, &left, 0) == first && left == 0 ? 0 : 1);
    }
    int status = -1;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
}

/* Where no process can be had for the engine, its child ends as if the program were not there. */
static void test_no_process(void)
{
    g_autoptr(TabEngineConfig) config = shell("exit 0");
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    pid_t child = fork();
    if (!child) {
        const struct rlimit none = {0, 0};
        if (setrlimit(RLIMIT_NPROC, &none) != 0 || (getuid() == 0 && setuid(65534) != 0))
            _exit(1); /* root has no such limit */
        tab_spawn_prepare_child(plan);
        _exit(0);
    }
    int status = -1;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, 127);
}
#endif

/* --- what is said --- */

typedef struct {
    const char *name, *script;
    guint64 memory_mib, cpu_seconds, file_mib;
    gboolean sandbox;
    const char *expected;
} Ending;

static const Ending endings[] = {
    {"status", "exit 3", 0, 0, 0, FALSE, "ended with status 3"},
    {"killed", "kill -KILL $$", 0, 0, 0, FALSE, "was ended by signal 9 (Killed)"},
    {"cpu", "kill -XCPU $$", 9, 10, 0, FALSE,
     "was ended by signal 24 (CPU time limit exceeded); its limit of CPU time is 10 s"},
    {"cpu-ignored", "kill -KILL $$", 9, 10, 0, FALSE,
     "was ended by signal 9 (Killed); its limit of CPU time is 10 s"},
    {"cpu-of-others", "kill -XCPU $$", 9, 0, 0, FALSE,
     "was ended by signal 24 (CPU time limit exceeded)"},
    {"file", "kill -XFSZ $$", 9, 10, 8, FALSE,
     "was ended by signal 25 (File size limit exceeded); its limit of a file's size is 8 MiB"},
    {"other-signal", "kill -TERM $$", 0, 10, 8, FALSE, "was ended by signal 15 (Terminated)"},
    {"memory", "kill -SEGV $$", 9, 10, 8, FALSE,
     "was ended by signal 11 (Segmentation fault); its limit of memory is 9 MiB"},
    {"memory-noticed", "exit 1", 9, 0, 0, FALSE,
     "ended with status 1; its limit of memory is 9 MiB"},
    {"at-peace", "exit 0", 9, 10, 8, FALSE, "ended with status 0"},
    /* bubblewrap says so of a signal, as shells do */
    {"sandbox", "exit 137", 0, 10, 0, TRUE,
     "was ended by signal 9 (Killed); its limit of CPU time is 10 s"},
    {"sandbox-status", "exit 128", 0, 10, 0, TRUE, "ended with status 128"},
    {"no-sandbox", "exit 137", 0, 10, 0, FALSE, "ended with status 137"},
};

static void test_ending(gconstpointer data)
{
    const Ending *row = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = shell(row->script);
    config->memory_mib = row->memory_mib;
    config->cpu_seconds = row->cpu_seconds;
    config->file_mib = row->file_mib;
    config->sandbox = row->sandbox;
    g_autoptr(GSubprocess) child = g_subprocess_newv((const char *const *)config->argv,
                                                     G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
    g_assert_no_error(error);
    g_assert_true(g_subprocess_wait(child, NULL, &error));
    g_autofree char *said = tab_spawn_describe_end(child, config);
    g_assert_cmpstr(said, ==, row->expected);
}

/* A name that PATH does not have. */
static void test_no_program(void)
{
    const char *argv[] = {"no-such-engine-anywhere", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    tab_engine_config_set_environment(config, "PATH", "/nowhere");
    g_assert_null(tab_spawn(config, plan, &error));
    g_assert_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_true(g_str_has_prefix(error->message, "cannot start no-such-engine-anywhere: "));
    g_assert_nonnull(strstr(error->message, "No such file or directory"));
}

/* --- the end of those that it has started --- */

/* The number that a child says in a line. */
static pid_t read_number(GSubprocess *child)
{
    char text[32] = "";
    gsize length = 0;
    GInputStream *out = g_subprocess_get_stdout_pipe(child);
    while (length < sizeof text - 1 && !strchr(text, '\n') &&
           g_input_stream_read(out, text + length, 1, NULL, NULL) == 1)
        length++;
    return (pid_t)g_ascii_strtoll(text, NULL, 10);
}

/* Waits until nobody holds the other end of its output any more. */
static void wait_for_end_of_output(GSubprocess *child)
{
    char byte;
    while (g_input_stream_read(g_subprocess_get_stdout_pipe(child), &byte, 1, NULL, NULL) > 0)
        ;
}

/* Where tab-reaper is missing, it is the process group that ends. */
static void test_group_alone(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = shell("sleep 60 & echo $!; wait");
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    g_clear_pointer(&plan->reaper, g_free);
    g_autoptr(GSubprocess) child = tab_spawn(config, plan, &error);
    g_assert_no_error(error);
    pid_t number = (pid_t)g_ascii_strtoll(g_subprocess_get_identifier(child), NULL, 10);
    pid_t grandchild = read_number(child);
    g_assert_cmpint(getpgid(grandchild), ==, number);
    tab_spawn_kill(plan, number, FALSE);
    wait_for_end_of_output(child);
    g_assert_true(g_subprocess_wait(child, NULL, &error));
    g_assert_cmpint(g_subprocess_get_term_sig(child), ==, SIGKILL);
    tab_spawn_kill(plan, number, TRUE); /* there is nobody any more */
}

/* Whoever starts tab-reaper by hand is told what it is for. */
static void test_reaper_alone(void)
{
    g_autofree char *program = tab_engine_config_find_program("tab-reaper");
    static const char *const words[] = {NULL, "0", "-5", "engine"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *argv[] = {program, words[i], NULL};
        g_autofree char *said = NULL;
        g_autoptr(GError) error = NULL;
        int status;
        g_assert_true(
            g_spawn_sync(NULL, (char **)argv, NULL, 0, NULL, NULL, NULL, &said, &status, &error));
        g_assert_false(g_spawn_check_wait_status(status, &error));
        g_assert_error(error, G_SPAWN_EXIT_ERROR, 2);
        g_assert_cmpstr(said, ==,
                        "tab-reaper is started by tab-gui and tab-match, beside an engine\n");
    }
}

/* Where Linux shares its time among sessions, an engine's has the priority of whoever starts it:
 * the engine waits until it says so. */
static void test_niceness(void)
{
    if (access("/proc/self/autogroup", W_OK) != 0) {
        g_test_skip("time is shared among processes here");
        return;
    }
    if (g_test_subprocess()) {
        int nice_value = MAX(getpriority(PRIO_PROCESS, 0), 7);
        g_autoptr(GError) error = NULL;
        g_autofree char *script =
            g_strdup_printf("n=0; until grep -q 'nice %d$' /proc/self/autogroup; do n=$((n+1)); "
                            "[ $n -lt 500 ] || exit 1; sleep 0.02; done; echo 7",
                            nice_value);
        g_autoptr(TabEngineConfig) config = shell(script);
        g_assert_cmpint(setpriority(PRIO_PROCESS, 0, nice_value), ==, 0);
        g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
        g_autoptr(GSubprocess) child = tab_spawn(config, plan, &error);
        g_assert_no_error(error);
        g_assert_cmpint(read_number(child), ==, 7);
        g_assert_true(g_subprocess_wait_check(child, NULL, &error));
        return;
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#ifdef __linux__
    if (!system_keeps_orphans()) {
        g_print("1..0 # SKIP what Linux does is tested here, and QEMU does not do all of it\n");
        return 0;
    }
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* of what is killed here */
    g_test_add_func("/spawn/plan", test_plan);
    g_test_add_func("/spawn/no-limits", test_no_limits);
#ifdef __linux__
    g_test_add_func("/spawn/tasks", test_tasks);
    g_test_add_func("/spawn/no-process", test_no_process);
    g_test_add_func("/spawn/threads", test_threads);
#endif
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *path = g_strconcat("/spawn/ending/", endings[i].name, NULL);
        g_test_add_data_func(path, &endings[i], test_ending);
    }
    g_test_add_func("/spawn/no-program", test_no_program);
    g_test_add_func("/spawn/group-alone", test_group_alone);
    g_test_add_func("/spawn/reaper-alone", test_reaper_alone);
    g_test_add_func("/spawn/niceness", test_niceness);
    return g_test_run();
}
