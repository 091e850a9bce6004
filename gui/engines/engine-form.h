// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in which a person writes down how an engine is started.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/engine-edit.h"

/* Signal: "changed" (), by a person; not by what is shown. */
#define TAB_TYPE_ENGINE_FORM (tab_engine_form_get_type())
G_DECLARE_FINAL_TYPE(TabEngineForm, tab_engine_form, TAB, ENGINE_FORM, GtkWidget)

/* Fills the fields; NULL: they are empty, for a new engine. */
void tab_engine_form_show(TabEngineForm *self, const TabEngineConfig *config);
/* Fills them with what was typed before. */
void tab_engine_form_show_fields(TabEngineForm *self, const TabEngineFields *fields);
/* A copy of what is typed so far, whether good or not. Free with tab_engine_fields_free. */
TabEngineFields *tab_engine_form_get_fields(TabEngineForm *self);
/* A copy of `config` (NULL: a new one) as the fields say. NULL with TAB_ENGINE_EDIT_ERROR if that
 * is no engine. */
TabEngineConfig *tab_engine_form_read(TabEngineForm *self, const TabEngineConfig *config,
                                      GError **error);
/* As typed so far. Owned by the form, until it changes. */
const char *tab_engine_form_get_program(TabEngineForm *self);
void tab_engine_form_focus_program(TabEngineForm *self);
