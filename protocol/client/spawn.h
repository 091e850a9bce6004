// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the program of a configuration, with its folder, environment and limits.
#pragma once

#include <sys/resource.h>

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"

#define TAB_CHILD_LIMITS 6

/* What a child does to itself between fork and exec. */
typedef struct {
    pid_t parent;
    guint n_limits;
    struct {
        int resource;
        struct rlimit limit;
    } limits[TAB_CHILD_LIMITS];
    gboolean keeps_privileges; /* bubblewrap may need them, and gives them up itself */
    char *reaper;              /* path of the program tab-reaper, NULL: there is none */
} TabChildPlan;

/* For an engine that is started now: the limit of processes counts from those that the user has. */
TabChildPlan *tab_spawn_plan(const TabEngineConfig *config);
void tab_spawn_plan_free(TabChildPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabChildPlan, tab_spawn_plan_free)

/* A GSpawnChildSetupFunc with a plan. The child leads a process group of its own in a session of
 * its own, and gets no privileges that its user has not (where Linux has PR_SET_NO_NEW_PRIVS). On
 * Linux it dies with the thread that starts it, and GLib's child is the program tab-reaper, of
 * which the engine is a child: as soon as the engine or that thread ends, by whatever signal, all
 * that the engine has started is ended, also what has left its group and session; then tab-reaper
 * ends as the engine did. Elsewhere, or where that program is missing, the process group is all
 * that is known of the engine's children. */
void tab_spawn_prepare_child(gpointer plan);
/* Ends what was started so, `child` being GLib's number of it; or what is left when that is reaped.
 */
void tab_spawn_kill(const TabChildPlan *plan, pid_t child, gboolean reaped);

/* Whether `program`, seen from `directory` (NULL: here), looks as if it could be started;
 * TAB_CLIENT_ERROR_START says why not. */
gboolean tab_spawn_check(const char *program, const char *directory, GError **error);
/* What is started for an engine, and with which environment; in bubblewrap if the configuration
 * says so. False with TAB_CLIENT_ERROR_START. Free both with g_strfreev. */
gboolean tab_spawn_command(const TabEngineConfig *config, GStrv *argv, GStrv *environment,
                           GError **error);
/* The program with a pipe for each of its standard streams and no other descriptor. NULL with
 * TAB_CLIENT_ERROR_START. */
GSubprocess *tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error);

/* How a process that is dead ended: "ended with status 3", "was ended by signal 24 (CPU time limit
 * exceeded); its limit of CPU time is 10 s". Names the limit of the configuration that may be
 * behind it. */
char *tab_spawn_describe_end(GSubprocess *child, const TabEngineConfig *config);
