// SPDX-License-Identifier: GPL-3.0-or-later
// The throws of the turn as a row of chips: number and name, used ones greyed, one of them can be
// chosen.
#pragma once

#include <gtk/gtk.h>

#include "protocol/game/game.h"

#define TAB_TYPE_THROWS_ROW (tab_throws_row_get_type())
G_DECLARE_FINAL_TYPE(TabThrowsRow, tab_throws_row, TAB, THROWS_ROW, GtkBox)

/* Signal: "chosen" (int kind), -1 when none is any more. */

/* Shows the throws of a game's turn (NULL: none). `playable`: bit i is set if the throw of index i
 * has a play now, so that its chips can be chosen. */
void tab_throws_row_show(TabThrowsRow *self, const TabGame *game, unsigned playable);
/* Whether something stands beside it: chips are narrow then, whatever their number. */
void tab_throws_row_set_narrow(TabThrowsRow *self, gboolean narrow);
/* Shows one single throw (of the opening), of this cast. */
void tab_throws_row_show_single(TabThrowsRow *self, const TabCast *cast, int kind);

int tab_throws_row_get_chosen(TabThrowsRow *self);
/* Chooses the throw of this index, or lets go of it if it was chosen; false if it cannot be chosen.
 */
gboolean tab_throws_row_toggle(TabThrowsRow *self, int kind);
