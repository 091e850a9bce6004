// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in which a person writes down how an engine is started.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/engine-edit.h"

/* Signal: "changed" (), by a person; not by tab_engine_form_show(). */
#define TAB_TYPE_ENGINE_FORM (tab_engine_form_get_type())
G_DECLARE_FINAL_TYPE(TabEngineForm, tab_engine_form, TAB, ENGINE_FORM, GtkWidget)

/* Fills the fields; NULL: they are empty, for a new engine. */
void tab_engine_form_show(TabEngineForm *self, const TabEngineConfig *config);
/* A copy of `config` (NULL: a new one) as the fields say. NULL with TAB_ENGINE_EDIT_ERROR if that
 * is no engine. */
TabEngineConfig *tab_engine_form_read(TabEngineForm *self, const TabEngineConfig *config,
                                      GError **error);
/* As typed so far. Owned by the form, until it changes. */
const char *tab_engine_form_get_program(TabEngineForm *self);
void tab_engine_form_focus_program(TabEngineForm *self);
