// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the program of a configuration, with its folder, environment and limits.
#pragma once

#include <sys/resource.h>

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"

/* What a child does to itself between fork and exec. */
typedef struct {
    pid_t parent;
    struct rlimit memory, cpu; /* RLIM_INFINITY: left alone */
    char *reaper;              /* path of the program tab-reaper, NULL: there is none */
} TabChildPlan;

/* Limits as in TabEngineConfig, 0: none. */
TabChildPlan *tab_spawn_plan(guint64 memory_mib, guint64 cpu_seconds);
void tab_spawn_plan_free(TabChildPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabChildPlan, tab_spawn_plan_free)

/* A GSpawnChildSetupFunc with a plan. The child leads a process group of its own. On Linux it dies
 * with the thread that starts it, and GLib's child is the program tab-reaper, of which the engine
 * is a child: as soon as the engine or that thread ends, by whatever signal, all that the engine
 * has started is ended, also what has left its group and session; then tab-reaper ends as the
 * engine did. Elsewhere, or where that program is missing, the process group is all that is known
 * of the engine's children. */
void tab_spawn_prepare_child(gpointer plan);
/* Ends what was started so, `child` being GLib's number of it; or what is left when that is reaped.
 */
void tab_spawn_kill(const TabChildPlan *plan, pid_t child, gboolean reaped);

/* Whether `program`, seen from `directory` (NULL: here), looks as if it could be started;
 * TAB_CLIENT_ERROR_START says why not. */
gboolean tab_spawn_check(const char *program, const char *directory, GError **error);
/* The program with a pipe for each of its standard streams. NULL with TAB_CLIENT_ERROR_START. */
GSubprocess *tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error);

/* How a process that is dead ended: "ended with status 3", "was ended by signal 24 (CPU time limit
 * exceeded); its limit of CPU time is 10 s". Names the limit of the configuration that may be
 * behind it. */
char *tab_spawn_describe_end(GSubprocess *child, const TabEngineConfig *config);
