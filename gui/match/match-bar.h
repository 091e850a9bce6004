// SPDX-License-Identifier: GPL-3.0-or-later
// The score of a match over the board: a button that opens all there is to tell of the match.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-match.h"

#define TAB_TYPE_MATCH_BAR (tab_match_bar_get_type())
G_DECLARE_FINAL_TYPE(TabMatchBar, tab_match_bar, TAB, MATCH_BAR, GtkBox)

/* Shows the match as it is now; NULL: there is none, and no bar. */
void tab_match_bar_show(TabMatchBar *self, TabGameMatch *match);
