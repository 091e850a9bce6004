// SPDX-License-Identifier: GPL-3.0-or-later
// What happens between fork and exec, and what the end of a process says of it.
#include "protocol/client/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "protocol/client/program.h"

/* `limit` and, for those who outlive it, `margin` more, as far as the system's hard limit allows.
 */
static struct rlimit plan_limit(int resource, guint64 limit, rlim_t margin)
{
    struct rlimit plan = {RLIM_INFINITY, RLIM_INFINITY}, old;
    if (!limit || getrlimit(resource, &old) != 0)
        return plan;
    plan.rlim_max = MIN((rlim_t)limit + margin, old.rlim_max);
    plan.rlim_cur = MIN((rlim_t)limit, plan.rlim_max);
    return plan;
}

TabChildPlan *tab_spawn_plan(guint64 memory_mib, guint64 cpu_seconds)
{
    TabChildPlan *plan = g_new0(TabChildPlan, 1);
    plan->parent = getpid();
    /* SIGXCPU comes at the limit, and SIGKILL a second later to those who ignore it */
    plan->memory = plan_limit(RLIMIT_AS, memory_mib << 20, 0);
    plan->cpu = plan_limit(RLIMIT_CPU, cpu_seconds, 1);
#ifdef PR_SET_CHILD_SUBREAPER
    plan->reaper = tab_engine_config_find_program("tab-reaper");
#endif
    return plan;
}

void tab_spawn_plan_free(TabChildPlan *plan)
{
    if (plan)
        g_free(plan->reaper);
    g_free(plan);
}

/* --- in the child between fork and exec: nothing but system calls --- */

/* Dies by `number` when `parent` does, or now if that is dead already. */
static void die_with(pid_t parent, int number)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, number);
    if (getppid() != parent)
        _exit(1);
#endif
}

#ifdef PR_SET_CHILD_SUBREAPER
/* Becomes the program that looks after the engine. It holds none of the engine's pipes. */
static void become_reaper(const char *program, pid_t engine)
{
    char number[24], *digit = number + sizeof number - 1;
    int none = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        dup2(none, fd);
    if (none > STDERR_FILENO)
        close(none);
    *digit = '\0';
    for (pid_t left = engine; left; left /= 10)
        *--digit = (char)('0' + left % 10);
    execl(program, "tab-reaper", digit, (char *)NULL);
    _exit(127);
}

/* Goes on as the child of a reaper, which has the number that the controller knows. */
static void fork_reaper(const TabChildPlan *plan)
{
    sigset_t signals, old;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    signal(SIGCHLD, SIG_DFL); /* ignored, it would leave nothing to wait for */
    sigprocmask(SIG_BLOCK, &signals, &old);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    die_with(plan->parent, SIGTERM);
    pid_t reaper = getpid(), engine = fork();
    if (engine > 0)
        become_reaper(plan->reaper, engine);
    if (engine < 0)
        _exit(127);
    sigprocmask(SIG_SETMASK, &old, NULL);
    setpgid(0, 0);
    die_with(reaper, SIGKILL);
}
#endif

void tab_spawn_prepare_child(gpointer data)
{
    const TabChildPlan *plan = data;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
#ifdef PR_SET_CHILD_SUBREAPER
    if (plan->reaper)
        fork_reaper(plan);
    else
#endif
        die_with(plan->parent, SIGKILL);
    if (plan->memory.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_AS, &plan->memory);
    if (plan->cpu.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_CPU, &plan->cpu);
}

/* --- in the controller --- */

void tab_spawn_kill(const TabChildPlan *plan, pid_t child, gboolean reaped)
{
    if (!plan->reaper)
        kill(-child, SIGKILL); /* who is left of its group */
    if (reaped)
        return;
    kill(child, plan->reaper ? SIGTERM : SIGKILL);
    kill(child, SIGCONT); /* should it have been stopped */
}

gboolean tab_spawn_check(const char *program, const char *directory, GError **error)
{
    g_autofree char *fault = tab_program_find_fault(program, directory);
    if (fault)
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "cannot start %s: %s", program,
                    fault);
    return !fault;
}

GSubprocess *tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error)
{
    if (!tab_spawn_check(config->argv[0], config->directory, error))
        return NULL;
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
        G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_SEARCH_PATH_FROM_ENVP);
    if (config->directory)
        g_subprocess_launcher_set_cwd(launcher, config->directory);
    g_auto(GStrv) environment = tab_engine_config_environ(config);
    g_subprocess_launcher_set_environ(launcher, environment);
    g_subprocess_launcher_set_child_setup(launcher, tab_spawn_prepare_child, plan, NULL);
    g_autoptr(GError) cause = NULL;
    GSubprocess *child =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)config->argv, &cause);
    if (!child)
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "cannot start %s: %s",
                    config->argv[0], cause->message);
    return child;
}

char *tab_spawn_describe_end(GSubprocess *child, const TabEngineConfig *config)
{
    gboolean signaled = g_subprocess_get_if_signaled(child);
    int number = signaled ? g_subprocess_get_term_sig(child) : 0;
    int status = signaled ? 0 : g_subprocess_get_exit_status(child);
    GString *text = g_string_new(NULL);
    if (signaled)
        g_string_printf(text, "was ended by signal %d (%s)", number, g_strsignal(number));
    else
        g_string_printf(text, "ended with status %d", status);
    if (config->cpu_seconds && (number == SIGXCPU || number == SIGKILL))
        g_string_append_printf(text, "; its limit of CPU time is %" G_GUINT64_FORMAT " s",
                               config->cpu_seconds);
    else if (config->memory_mib && number != SIGXCPU &&
             (number || status)) /* it fails in any way */
        g_string_append_printf(text, "; its limit of memory is %" G_GUINT64_FORMAT " MiB",
                               config->memory_mib);
    return g_string_free(text, FALSE);
}
