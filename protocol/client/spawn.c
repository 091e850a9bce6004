// SPDX-License-Identifier: GPL-3.0-or-later
// What happens between fork and exec, and what the end of a process says of it.
#include "protocol/client/spawn.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* What the child does to itself. */
typedef struct {
    pid_t parent;
    struct rlimit memory, cpu; /* RLIM_INFINITY: left alone */
} ChildSetUp;

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

/* In the child between fork and exec: nothing but system calls. */
static void prepare_child(gpointer data)
{
    const ChildSetUp *plan = data;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (plan->memory.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_AS, &plan->memory);
    if (plan->cpu.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_CPU, &plan->cpu);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->parent) /* it died before this was said */
        _exit(1);
#endif
}

GSubprocess *tab_spawn(const TabEngineConfig *config, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
        G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_SEARCH_PATH_FROM_ENVP);
    /* SIGXCPU comes at the limit, and SIGKILL a second later to those who ignore it */
    ChildSetUp plan = {.parent = getpid(),
                       .memory = plan_limit(RLIMIT_AS, config->memory_mib << 20, 0),
                       .cpu = plan_limit(RLIMIT_CPU, config->cpu_seconds, 1)};
    if (config->directory)
        g_subprocess_launcher_set_cwd(launcher, config->directory);
    for (guint i = 0; i < config->environment->len; i++) {
        char *const *pair = g_ptr_array_index(config->environment, i);
        if (pair[1])
            g_subprocess_launcher_setenv(launcher, pair[0], pair[1], TRUE);
        else
            g_subprocess_launcher_unsetenv(launcher, pair[0]);
    }
    g_subprocess_launcher_set_child_setup(launcher, prepare_child, &plan, NULL);
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
