// SPDX-License-Identifier: GPL-3.0-or-later
// All there is to tell of a match: its score, its games, and luck, loss and level of both players.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/match-study.h"

#define TAB_TYPE_MATCH_WINDOW (tab_match_window_get_type())
G_DECLARE_FINAL_TYPE(TabMatchWindow, tab_match_window, TAB, MATCH_WINDOW, GtkWindow)

/* The study is shared with whoever opens the window again, so that what is known stays. */
TabMatchWindow *tab_match_window_new(GtkWindow *parent, TabMatchStudy *study);
/* Shows the match as it is now. One that is over is looked at by the engine at once. */
void tab_match_window_show_match(TabMatchWindow *self, TabGameMatch *match);
