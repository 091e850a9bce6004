// SPDX-License-Identifier: GPL-3.0-or-later
// What engines and match say to each other, and what engines write to their standard error, in
// files.
#pragma once

#include "protocol/client/client.h"

/* May be used from all threads at once. */
typedef struct _TabEngineLog TabEngineLog;

/* `dialogue` (NULL: none): a file, written anew, that gets all lines of both directions:
 *
 *     <seconds since the log was opened> <worker> <engine> > <line to the engine>
 *     <seconds> <worker> <engine> < <line from the engine>
 *
 * `folder` (NULL: none) is made if need be and gets one file an engine with all that its processes
 * wrote to standard error: "<number>-<name>.log". Errors (G_FILE_ERROR) name the file. */
TabEngineLog *tab_engine_log_open(const char *dialogue, const char *folder, GError **error);

/* Logs this client from now on. `number`: of the engine, from 0; `name` NULL: the client's own. */
void tab_engine_log_watch(TabEngineLog *log, TabClient *client, guint number, const char *name,
                          guint worker);

/* After the clients are gone. FALSE if anything could not be written; frees in any case. */
gboolean tab_engine_log_close(TabEngineLog *log, GError **error);
