// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogue in which a position is set up by hand, and told what is wrong with it.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/position.h"

/* Signal: "edited" (const char *rules, const char *position), a legal position to play from, just
 * before it closes. */
#define TAB_TYPE_POSITION_EDITOR (tab_position_editor_get_type())
G_DECLARE_FINAL_TYPE(TabPositionEditor, tab_position_editor, TAB, POSITION_EDITOR, GtkWindow)

/* Begins with this position; the side `near` is at the bottom. */
TabPositionEditor *tab_position_editor_new(GtkWindow *parent, const TabRules *rules,
                                           const TabSituation *situation, TabSide near);
