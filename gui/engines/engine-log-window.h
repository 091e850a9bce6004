// SPDX-License-Identifier: GPL-3.0-or-later
// What engines and window say to each other, line by line, both directions.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/protocol-log.h"

#define TAB_TYPE_ENGINE_LOG_WINDOW (tab_engine_log_window_get_type())
G_DECLARE_FINAL_TYPE(TabEngineLogWindow, tab_engine_log_window, TAB, ENGINE_LOG_WINDOW, GtkWindow)

TabEngineLogWindow *tab_engine_log_window_new(GtkWindow *parent);

/* Offers these logs (of TabProtocolLog; a reference is taken) under `names` (NULL-terminated); a
 * log that was shown and is still there stays. */
void tab_engine_log_window_set_logs(TabEngineLogWindow *self, GPtrArray *logs,
                                    const char *const *names);
