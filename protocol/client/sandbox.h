// SPDX-License-Identifier: GPL-3.0-or-later
// Bubblewrap (bwrap) around an engine: no network, and of people's files only what it is given.
#pragma once

#include "protocol/client/engine-config.h"

/* Whether bubblewrap is there and can start, by starting it: some systems forbid what it needs.
 * Takes some milliseconds. TAB_CLIENT_ERROR_START says why not. */
gboolean tab_sandbox_check(GError **error);

/* The command that starts the engine of `config` in bubblewrap, `environment` being what it gets
 * (tab_engine_config_environ). Free with g_strfreev. NULL with TAB_CLIENT_ERROR_START where
 * bubblewrap is not installed.
 *
 * The engine has no network, sees no other process, has no capabilities, and may write nowhere but
 * into folders of its own in memory, which are gone when it ends. These stand in the place of what
 * people and running programs keep: /home, /root, the home folder, /media, /mnt, /run, /tmp,
 * /var/tmp. The rest of the system can be read as before. Of those places it can read
 *
 * - the folder of its program, and beside that `data`, `lib`, `lib64`, `libexec`, `share/tab` and
 *   `pyvenv.cfg`, as programs in a build tree, a prefix or a Python environment need them;
 * - its working folder;
 * - a file that an argument names, with its folder: the script of an interpreter;
 * - files and folders that its options and the configuration's own variables name; a list of them
 *   is separated by `:` or `;`.
 *
 * A folder that holds one of the places above (the home folder itself, say) is not given: of a
 * program or script in it the file alone is. */
GStrv tab_sandbox_command(const TabEngineConfig *config, const char *const *environment,
                          GError **error);
