// SPDX-License-Identifier: GPL-3.0-or-later
// The games to choose from: accounts of Tâb, its relatives, and the user's own rulesets, each with
// a picture of its board and what is special about it.
#pragma once

#include <gtk/gtk.h>

#define TAB_TYPE_FAMILY_DIALOG (tab_family_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabFamilyDialog, tab_family_dialog, TAB, FAMILY_DIALOG, GtkWindow)

/* Signal: "chosen" (guint nth), a game was chosen: the presets by number, and then the own ones.
 * The dialog then closes. */

/* `own`: of TabNamedRules; `chosen`: the game to begin with, counted as in the signal. */
TabFamilyDialog *tab_family_dialog_new(GtkWindow *parent, GPtrArray *own, guint chosen);
