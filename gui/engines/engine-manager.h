// SPDX-License-Identifier: GPL-3.0-or-later
// The user's engines: added, changed, tested, set up, enabled, copied, removed.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/engine-store.h"

#define TAB_TYPE_ENGINE_MANAGER (tab_engine_manager_get_type())
G_DECLARE_FINAL_TYPE(TabEngineManager, tab_engine_manager, TAB, ENGINE_MANAGER, GtkWindow)

/* A window over `parent` that changes `store` (a reference is taken). */
TabEngineManager *tab_engine_manager_new(GtkWindow *parent, TabEngineStore *store);
