// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the program of a configuration, with its folder, environment and limits.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"

/* The program with a pipe for each of its standard streams, in a process group of its own. On Linux
 * it dies with the thread that calls this. NULL with TAB_CLIENT_ERROR_START. */
GSubprocess *tab_spawn(const TabEngineConfig *config, GError **error);

/* How a process that is dead ended: "ended with status 3", "was ended by signal 24 (CPU time limit
 * exceeded); its limit of CPU time is 10 s". Names the limit of the configuration that may be
 * behind it. */
char *tab_spawn_describe_end(GSubprocess *child, const TabEngineConfig *config);
