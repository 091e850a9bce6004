// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the name of a ruleset.
#pragma once

#include <gtk/gtk.h>

/* Signal: "named" (const char *name), a name that a ruleset can have; the dialogue then closes. */
#define TAB_TYPE_NAME_DIALOG (tab_name_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabNameDialog, tab_name_dialog, TAB, NAME_DIALOG, GtkWindow)

/* Begins with `name`. `taken`: names in use, an array of char * (a reference is taken); a person
 * who types one is told `warning`, which is about that. */
TabNameDialog *tab_name_dialog_new(GtkWindow *parent, const char *title, const char *name,
                                   GPtrArray *taken, const char *warning);
