// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the clock of a game: none, a time for each turn, or one for the game with an increment.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-setup.h"

#define TAB_TYPE_CLOCK_CHOICE (tab_clock_choice_get_type())
G_DECLARE_FINAL_TYPE(TabClockChoice, tab_clock_choice, TAB, CLOCK_CHOICE, GtkBox)

/* Shows a time control; times that it cannot show become the next that it can. */
void tab_clock_choice_show(TabClockChoice *self, const TabTimeControl *control);
/* What is chosen; all 0: no clock. */
TabTimeControl tab_clock_choice_read(TabClockChoice *self);
