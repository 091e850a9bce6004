// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the preferences about the board: its theme, what it shows, and sounds.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TAB_TYPE_BOARD_PREFERENCES (tab_board_preferences_get_type())
G_DECLARE_FINAL_TYPE(TabBoardPreferences, tab_board_preferences, TAB, BOARD_PREFERENCES, GtkBox)

/* Made from .ui files. Changes apply at once. */

G_END_DECLS
