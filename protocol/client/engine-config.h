// SPDX-License-Identifier: GPL-3.0-or-later
// How to start an engine: command, folder, environment, limits, options; and the user's list of
// engines (engines.ini).
#pragma once

#include <gio/gio.h>

/* The most that a limit of memory in MiB or of time in seconds may be: more than any machine has,
 * and as bytes it still fits the system's types. */
#define TAB_ENGINE_MAX_LIMIT ((gint64)1 << 40)

typedef struct {
    char *name;      /* shown to people; NULL: the engine's own */
    char *said_name; /* what it called itself when it ran last, without its version, or NULL */
    char **argv;     /* the program and its arguments, never empty */
    char *directory; /* working directory, NULL: the controller's; a relative program is in it */
    /* of char *[2] = {name, value}, in the order to be set; value NULL for a button */
    GPtrArray *options;
    /* of char *[2] = {name, value}: what differs from what engines get of the controller's own
     * environment (tab_engine_config_environ); value NULL: the variable is taken away */
    GPtrArray *environment;
    /* of char *[2] = {key, value as it stands in the file}: keys of its group in engines.ini that
     * this program does not know, for a newer one or another */
    GPtrArray *unknown;
    gboolean inherit_env; /* it gets all of the controller's environment */
    /* Limits of the system (setrlimit) for each process of the engine, 0: none but the
     * controller's own; at most TAB_ENGINE_MAX_LIMIT. */
    guint64 memory_mib;  /* address space, MiB; 0: as much data as the machine has memory */
    guint64 cpu_seconds; /* time of all its threads together, since its start */
    guint64 processes;   /* and threads; counted together with all that its user runs */
    guint64 open_files;  /* files and pipes that are open at a time */
    guint64 file_mib;    /* size of each file that it writes, MiB */
    gboolean sandbox;    /* it is started in bubblewrap, or not at all (sandbox.h) */
    gboolean disabled;   /* not offered in lists; who names it gets it all the same */
    gboolean failed;     /* its last test in the window, which marks it in lists */
} TabEngineConfig;

/* What a new configuration has: far more than an engine needs that does what it should, and less
 * than one takes that has run wild. */
#define TAB_ENGINE_PROCESSES 4096
#define TAB_ENGINE_OPEN_FILES 1024
#define TAB_ENGINE_FILE_MIB 4096

TabEngineConfig *tab_engine_config_new(const char *const *argv);
TabEngineConfig *tab_engine_config_copy(const TabEngineConfig *config);
void tab_engine_config_free(TabEngineConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEngineConfig, tab_engine_config_free)

/* Sets or replaces one option (names compare without case, as in the handshake). An option set
 * again moves to the end: of options that exclude each other the one set last holds. */
void tab_engine_config_set_option(TabEngineConfig *config, const char *name, const char *value);
/* The value set for an option, or NULL. Owned by the configuration. */
const char *tab_engine_config_get_option(const TabEngineConfig *config, const char *name);

/* Sets or replaces one variable (upper and lower case differ); `value` NULL takes it away. The name
 * is not empty and has no `=`. */
void tab_engine_config_set_environment(TabEngineConfig *config, const char *name,
                                       const char *value);

/* The environment that an engine gets: of the controller's PATH, HOME, USER, LOGNAME, LANG,
 * LANGUAGE, TZ, TMPDIR, all that begin with LC_ and the XDG_…_HOME and XDG_…_DIRS of data,
 * configuration, cache and state, or everything if it is to inherit it; and over that what the
 * configuration sets and takes away. In a sandbox it has no TMPDIR but what the configuration sets:
 * it has a temporary folder of its own. Engines are others' programs, and variables hold secrets.
 * Free with g_strfreev. */
GStrv tab_engine_config_environ(const TabEngineConfig *config);

/* Finds the project's own engine: beside the running program (/proc/self/exe), in an `engine`
 * folder beside that folder or its parents (the build tree), in `libexec` or `bin` beside it (the
 * install), then on PATH. NULL if there is none; free with g_free. */
char *tab_engine_config_find_program(const char *name);

/* The user's engines: `$XDG_CONFIG_HOME/tab/engines.ini`, shared by the window and the runner. A
 * key file (GKeyFile), one group an engine:
 *
 *     [Tab Engine]
 *     command=tab-engine;--quiet;
 *     directory=/home/me/engines
 *     option.Threads=2
 *     option.Own Book=true
 *     press.Clear Hash=true
 *     env.OMP_NUM_THREADS=1
 *     unset.LANG=true
 *     inherit-env=yes
 *     memory=2048
 *     cpu=3600
 *     processes=64
 *     files=256
 *     file-size=100
 *     sandbox=yes
 *     enabled=false
 *     said-name=Tab Engine
 *     passed=false
 *
 * The group is the name; a key `name` overrides it, an empty one leaves the name to the engine.
 * `command` is the list of program and arguments, `;` within them written `\;`. The options are set
 * in the order in which they stand; `press.` is a button. `env.` sets a variable of the environment
 * and `unset.` takes one away; an engine gets few others of the controller's unless it says
 * `inherit-env=yes`; `memory` (MiB of address space), `cpu` (seconds), `files`
 * (open at a time) and `file-size` (MiB of each file written) are limits of each of its processes,
 * `processes` is one of processes and threads together; 0 is none. Where they are not named, they
 * are TAB_ENGINE_PROCESSES and so on. With `sandbox=yes` bubblewrap shuts it in (sandbox.h), and
 * where that cannot start neither does the engine. An engine is `enabled` (true) unless it is said
 * not to be. The window notes as `said-name` what an engine without a name calls itself, and
 * whether it has `passed` (true) its last test. In groups and keys the characters % = [ ] and
 * control characters are written %XX (hexadecimal bytes), also blanks at their ends. Other keys
 * mean nothing here, and stay. */
char *tab_engine_config_user_file(void);
/* Reads all engines of a file; a missing file is an empty list. GPtrArray of TabEngineConfig, which
 * owns them. Errors name the file, and group and key. */
GPtrArray *tab_engine_config_load(const char *path, GError **error);
/* Writes them all, to a temporary file that is then renamed; makes the folder. Comments of the old
 * file are lost. */
gboolean tab_engine_config_save(GPtrArray *configs, const char *path, GError **error);
