// SPDX-License-Identifier: GPL-3.0-or-later
// The database of games in the main window: the list of all games, and one's own that go in when
// they end.
#pragma once

#include "gui/files/file-actions.h"
#include "gui/table/game-view.h"

/* Signal: "failed" (const char *title, const char *detail, const char *technical, which is NULL): a
 * game could not be put into the database; what is to be said. */
#define TAB_TYPE_GAMES_ACTIONS (tab_games_actions_get_type())
G_DECLARE_FINAL_TYPE(TabGamesActions, tab_games_actions, TAB, GAMES_ACTIONS, GObject)

/* Adds the actions games, games-with-position and analyse-folder to the window, and follows its
 * game: the view and the files are the window's. Owned by the window. */
TabGamesActions *tab_games_actions_add(GtkApplicationWindow *window, TabGameView *view,
                                       TabFileActions *files);
