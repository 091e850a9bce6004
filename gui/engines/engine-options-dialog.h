// SPDX-License-Identifier: GPL-3.0-or-later
// The options of an engine, as it declares them, to be chosen by a person.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/engine-edit.h"

#define TAB_TYPE_ENGINE_OPTIONS_DIALOG (tab_engine_options_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabEngineOptionsDialog, tab_engine_options_dialog, TAB, ENGINE_OPTIONS_DIALOG,
                     GtkWindow)

/* Signal: "apply" (const TabEngineConfig *config), the configuration with what was chosen; the
 * dialog closes itself. */

/* `config` is copied; `declared` are TabOption, a reference is taken. */
TabEngineOptionsDialog *tab_engine_options_dialog_new(GtkWindow *parent,
                                                      const TabEngineConfig *config,
                                                      GPtrArray *declared);
