// SPDX-License-Identifier: GPL-3.0-or-later
// The tutor over the board: looks at a turn that is about to end, warns, and offers to take it
// back.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

#define TAB_TYPE_TUTOR_BAR (tab_tutor_bar_get_type())
G_DECLARE_FINAL_TYPE(TabTutorBar, tab_tutor_bar, TAB, TUTOR_BAR, GtkBox)

/* Looks at the turns that people end in `game`, if the settings say so; it is seen only while it
 * has something to say. */
void tab_tutor_bar_set_game(TabTutorBar *self, TabGameView *game);
