// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the list of games.
#pragma once

#include "gui/games/game-columns.h"

#define TAB_TYPE_GAME_LINE (tab_game_line_get_type())
G_DECLARE_FINAL_TYPE(TabGameLine, tab_game_line, TAB, GAME_LINE, GtkWidget)

GtkWidget *tab_game_line_new(void);
/* Shows a game, and its row when that comes; NULL: none. `with_at`: with the turn after which the
 * position stands. */
void tab_game_line_show(TabGameLine *self, TabGameItem *item, gboolean with_at);
