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
#include "protocol/client/sandbox.h"
#include "protocol/client/user-tasks.h"

/* Plans `limit` and, for those who outlive it, `margin` more, as far as the system's hard limit
 * allows. 0: none but the controller's own. */
static void plan_limit(TabChildPlan *plan, int resource, guint64 limit, rlim_t margin)
{
    struct rlimit old;
    if (!limit || getrlimit(resource, &old) != 0)
        return;
    rlim_t hard = MIN((rlim_t)limit + margin, old.rlim_max);
    g_assert(plan->n_limits < TAB_CHILD_LIMITS);
    plan->limits[plan->n_limits].resource = resource;
    plan->limits[plan->n_limits++].limit = (struct rlimit){MIN((rlim_t)limit, hard), hard};
}

/* The memory of the machine in bytes: what nobody can use with profit, but a mistake asks for. */
static guint64 measure_memory(void)
{
#ifdef HAS_SANITIZER
    return 0; /* its own data is more than that, in the engines that are built with it, too */
#else
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (guint64)pages * (guint64)size : 0;
#endif
}

TabChildPlan *tab_spawn_plan(const TabEngineConfig *config)
{
    TabChildPlan *plan = g_new0(TabChildPlan, 1);
    /* in place of the engine, or over it, until it runs: tab-reaper, and twice bubblewrap */
    guint64 ours = config->sandbox ? 3 : 1;
    plan->parent = getpid();
    plan->keeps_privileges = config->sandbox;
    if (config->memory_mib)
        plan_limit(plan, RLIMIT_AS, config->memory_mib << 20, 0);
    else
        plan_limit(plan, RLIMIT_DATA, measure_memory(), 0);
    /* SIGXCPU comes at the limit, and SIGKILL a second later to those who ignore it */
    plan_limit(plan, RLIMIT_CPU, config->cpu_seconds, 1);
    plan_limit(plan, RLIMIT_NOFILE, config->open_files, 0);
    plan_limit(plan, RLIMIT_FSIZE, config->file_mib << 20, 0);
#ifdef RLIMIT_NPROC
    if (config->processes)
        plan_limit(plan, RLIMIT_NPROC, tab_user_tasks_count() + ours + config->processes, 0);
#endif
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
    setpgid(0, 0); /* in the session of the reaper, which is not a leader to be hit with it */
    die_with(reaper, SIGKILL);
}
#endif

void tab_spawn_prepare_child(gpointer data)
{
    const TabChildPlan *plan = data;
    setsid();
    signal(SIGPIPE, SIG_DFL);
#ifdef PR_SET_CHILD_SUBREAPER
    if (plan->reaper)
        fork_reaper(plan);
    else
#endif
        die_with(plan->parent, SIGKILL);
    for (guint i = 0; i < plan->n_limits; i++)
        setrlimit(plan->limits[i].resource, &plan->limits[i].limit);
#ifdef PR_SET_NO_NEW_PRIVS
    if (!plan->keeps_privileges)
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
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

gboolean tab_spawn_command(const TabEngineConfig *config, GStrv *argv, GStrv *environment,
                           GError **error)
{
    g_autoptr(GError) cause = NULL;
    *argv = *environment = NULL;
    if (!tab_spawn_check(config->argv[0], config->directory, error))
        return FALSE;
    g_auto(GStrv) variables = tab_engine_config_environ(config);
    *argv = config->sandbox ? tab_sandbox_command(config, (const char *const *)variables, &cause)
                            : g_strdupv(config->argv);
    if (*argv)
        *environment = g_steal_pointer(&variables);
    else
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START,
                    "cannot start %s in a sandbox: %s; sandbox=no starts it without",
                    config->argv[0], cause->message);
    return *argv != NULL;
}

GSubprocess *tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error)
{
    g_auto(GStrv) argv = NULL, environment = NULL;
    g_autoptr(GError) cause = NULL;
    if (!tab_spawn_command(config, &argv, &environment, error))
        return NULL;
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
        G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_SEARCH_PATH_FROM_ENVP);
    if (config->directory)
        g_subprocess_launcher_set_cwd(launcher, config->directory);
    g_subprocess_launcher_set_environ(launcher, environment);
    g_subprocess_launcher_set_child_setup(launcher, tab_spawn_prepare_child, plan, NULL);
    GSubprocess *child = g_subprocess_launcher_spawnv(launcher, (const char *const *)argv, &cause);
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
    if (config->sandbox && status > 128) { /* bubblewrap says it as shells do */
        signaled = TRUE;
        number = status - 128;
    }
    GString *text = g_string_new(NULL);
    if (signaled)
        g_string_printf(text, "was ended by signal %d (%s)", number, g_strsignal(number));
    else
        g_string_printf(text, "ended with status %d", status);
    if (config->cpu_seconds && (number == SIGXCPU || number == SIGKILL))
        g_string_append_printf(text, "; its limit of CPU time is %" G_GUINT64_FORMAT " s",
                               config->cpu_seconds);
    else if (config->file_mib && number == SIGXFSZ)
        g_string_append_printf(text, "; its limit of a file's size is %" G_GUINT64_FORMAT " MiB",
                               config->file_mib);
    else if (config->memory_mib && number != SIGXCPU &&
             (number || status)) /* it fails in any way */
        g_string_append_printf(text, "; its limit of memory is %" G_GUINT64_FORMAT " MiB",
                               config->memory_mib);
    return g_string_free(text, FALSE);
}
