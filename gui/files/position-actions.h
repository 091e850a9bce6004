// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that take positions and games out of it as text, and put them in.
#pragma once

#include <gtk/gtk.h>

#include "gui/files/file-actions.h"

/* Signal: "start" (TabGameSetup *), a game that is to begin, with its position. */
#define TAB_TYPE_POSITION_ACTIONS (tab_position_actions_get_type())
G_DECLARE_FINAL_TYPE(TabPositionActions, tab_position_actions, TAB, POSITION_ACTIONS, GObject)

/* Adds copy-position, copy-game, paste and edit-position to a window (not owned) that shows its
 * game in `view`; pasted games are opened by `files`. */
TabPositionActions *tab_position_actions_new(GtkApplicationWindow *window, TabGameView *view,
                                             TabFileActions *files);
