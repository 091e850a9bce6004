// SPDX-License-Identifier: GPL-3.0-or-later
// The list of turns with variations and comments, and the buttons to go through it.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-session.h"

/* Its buttons stand for the actions of turn-actions.h in the window around it. */
#define TAB_TYPE_GAME_TREE_VIEW (tab_game_tree_view_get_type())
G_DECLARE_FINAL_TYPE(TabGameTreeView, tab_game_tree_view, TAB, GAME_TREE_VIEW, GtkWidget)

/* Lists the turns of this game from now on (NULL: nothing); a turn that is chosen is looked at. */
void tab_game_tree_view_set_session(TabGameTreeView *self, TabGameSession *session);
/* Says this above the turns until another one is shown. */
void tab_game_tree_view_say(TabGameTreeView *self, const char *text);
/* Whether sticks are falling: what they will show is listed when they have settled. */
void tab_game_tree_view_set_falling(TabGameTreeView *self, gboolean falling);
