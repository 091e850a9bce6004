// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of the columns of the list of games: buttons that sort it.
#pragma once

#include "gui/games/game-columns.h"

#define TAB_TYPE_GAME_HEADS (tab_game_heads_get_type())
G_DECLARE_FINAL_TYPE(TabGameHeads, tab_game_heads, TAB, GAME_HEADS, GtkWidget)

/* Sorts this list (not owned; it outlives the heads), and shows how it is sorted. */
void tab_game_heads_set_list(TabGameHeads *self, TabGameList *list);
