// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the list of all games in the database: looked for, sorted, imported, opened.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-list.h"

#define TAB_TYPE_GAMES_WINDOW (tab_games_window_get_type())
G_DECLARE_FINAL_TYPE(TabGamesWindow, tab_games_window, TAB, GAMES_WINDOW, GtkWindow)

/* Over `parent`; shows this list (referenced), and asks for it anew. Signal: "open" (gint64 number,
 * int at), a game that a person has chosen; `at`: turns before the position that was looked for,
 * -1: none was; "analyse" (GArray *numbers of gint64), the games that are found are to be analysed.
 */
TabGamesWindow *tab_games_window_new(GtkWindow *parent, TabGameList *list);
/* The games are others, or may be. */
void tab_games_window_refresh(TabGamesWindow *self);
/* The position that is on the board now, in five fields. */
void tab_games_window_set_position(TabGamesWindow *self, const char *position);
/* Shows only games with that position, as a person can choose. */
void tab_games_window_ask_position(TabGamesWindow *self);
