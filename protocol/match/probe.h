// SPDX-License-Identifier: GPL-3.0-or-later
// Starts every engine of a match once before the first game: do they run, do they play these rules
// with these sticks, what are they called.
#pragma once

#include "protocol/match/engine-log.h"
#include "protocol/match/settings.h"

/* Fails with an error that names the engine and what is wrong: it cannot be started
 * (TAB_CLIENT_ERROR), or does not play a ruleset or know the sticks (TAB_CLIENT_ERROR_REFUSED). The
 * judge is looked at too. `settings` and `log` (NULL: none) outlive the call. */
void tab_probe_async(const TabMatchSettings *settings, TabEngineLog *log, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data);

/* The engines' names for results and records, all different: that of the command line, else the
 * engine's own; " (2)", " (3)", … behind those that are there already. Free with g_strfreev. */
GStrv tab_probe_finish(GAsyncResult *result, GError **error);
