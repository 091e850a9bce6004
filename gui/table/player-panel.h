// SPDX-License-Identifier: GPL-3.0-or-later
// One player beside the board: colour, name, what it is doing, clock, saved tâbs and the pieces it
// has taken.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-session.h"

#define TAB_TYPE_PLAYER_PANEL (tab_player_panel_get_type())
G_DECLARE_FINAL_TYPE(TabPlayerPanel, tab_player_panel, TAB, PLAYER_PANEL, GtkBox)

/* Shows how `side` stands in the game now. */
void tab_player_panel_show(TabPlayerPanel *self, TabGameSession *session, TabSide side);
/* Shows its clock alone, as it stands at this moment. */
void tab_player_panel_show_clock(TabPlayerPanel *self, TabGameSession *session, TabSide side);
/* Small: one line of few words; call tab_player_panel_show afterwards. */
void tab_player_panel_set_compact(TabPlayerPanel *self, gboolean compact);
