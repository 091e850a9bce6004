// SPDX-License-Identifier: GPL-3.0-or-later
// A great moment of a game as a button: a small board, whose turn it was, and what it meant.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-summary.h"

#define TAB_TYPE_ENDING_MOMENT (tab_ending_moment_get_type())
G_DECLARE_FINAL_TYPE(TabEndingMoment, tab_ending_moment, TAB, ENDING_MOMENT, GtkButton)

/* Shows this moment of the session's game, with the side `near` at the bottom of the board. */
void tab_ending_moment_show(TabEndingMoment *self, TabGameSession *session,
                            const TabSummaryMoment *moment, TabSide near);
/* The turn that is shown; NULL: none yet. To be compared before it is used: it may be gone. */
TabRecordNode *tab_ending_moment_get_node(TabEndingMoment *self);
