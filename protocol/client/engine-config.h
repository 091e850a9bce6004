// SPDX-License-Identifier: GPL-3.0-or-later
// How to start an engine: command, arguments, folder, options; and the user's list of engines (engines.ini).
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
    char *name;          /* shown to people; NULL: the engine's own */
    char **argv;         /* the program and its arguments, never empty */
    char *directory;     /* working directory, NULL: the controller's */
    GPtrArray *options;  /* of char *[2] = {name, value}, in the order to be set; value NULL for a button */
} TabEngineConfig;

TabEngineConfig *tab_engine_config_new(const char *const *argv);
TabEngineConfig *tab_engine_config_copy(const TabEngineConfig *config);
void tab_engine_config_free(TabEngineConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEngineConfig, tab_engine_config_free)

/* Sets or replaces one option (names compare without case, as in the handshake). */
void tab_engine_config_set_option(TabEngineConfig *config, const char *name, const char *value);

/* Finds the project's own engine: beside `own_program` (argv[0] or /proc/self/exe), in an `engine` folder beside that
 * folder (the build tree), in `libexecdir`/`bindir` of the install, then on PATH. NULL if there is none. */
char *tab_engine_config_find_program(const char *name);

/* The user's engines: `$XDG_CONFIG_HOME/tab/engines.ini`, one group an engine, shared by the window and the runner. */
char *tab_engine_config_user_file(void);
/* Reads all engines of a file; a missing file is an empty list. GPtrArray of TabEngineConfig. Errors name group and key. */
GPtrArray *tab_engine_config_load(const char *path, GError **error);
/* Writes them all, to a temporary file that is then renamed. */
gboolean tab_engine_config_save(GPtrArray *configs, const char *path, GError **error);

G_END_DECLS
