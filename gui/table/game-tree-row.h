// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the list of turns: stone, number, throws, plays, luck and loss, and the beginning of
// its comment; or the heads over their columns.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-tree.h"

#define TAB_TYPE_GAME_TREE_ROW (tab_game_tree_row_get_type())
G_DECLARE_FINAL_TYPE(TabGameTreeRow, tab_game_tree_row, TAB, GAME_TREE_ROW, GtkWidget)

GtkWidget *tab_game_tree_row_new(void);
void tab_game_tree_row_show(TabGameTreeRow *self, TabGameRow *row);
/* Shows the heads of the columns of luck and loss. */
void tab_game_tree_row_show_heads(TabGameTreeRow *self);
