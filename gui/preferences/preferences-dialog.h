// SPDX-License-Identifier: GPL-3.0-or-later
// The preferences: how the game is played, and what the board shows. Changes apply at once.
#pragma once

#include <gtk/gtk.h>

#define TAB_TYPE_PREFERENCES_DIALOG (tab_preferences_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabPreferencesDialog, tab_preferences_dialog, TAB, PREFERENCES_DIALOG,
                     GtkWindow)

TabPreferencesDialog *tab_preferences_dialog_new(GtkWindow *parent);
