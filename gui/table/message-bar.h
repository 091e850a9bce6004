// SPDX-License-Identifier: GPL-3.0-or-later
// What a game has come to, over the board: its result, or an engine that has stopped, and what can
// be done then; or anything else that is to be read and put away.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

#define TAB_TYPE_MESSAGE_BAR (tab_message_bar_get_type())
G_DECLARE_FINAL_TYPE(TabMessageBar, tab_message_bar, TAB, MESSAGE_BAR, GtkBox)

/* Says how it stands with the game of `game`; unseen while there is nothing to say. `ending_told`:
 * somebody else tells how it ended. */
void tab_message_bar_refresh(TabMessageBar *self, TabGameView *game, gboolean ending_told);
/* Says this, in a bar that is for such messages alone, until a person puts it away. `detail` may be
 * "". `technical` is seen when a person asks for it; NULL: there is nothing to ask for. */
void tab_message_bar_tell(TabMessageBar *self, const char *title, const char *detail,
                          const char *technical);
