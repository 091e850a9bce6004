// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a game as a page in the table's place: who won and how, its course, luck and loss, the
// great moments, and what to do next.
#pragma once

#include "gui/model/game-match.h"
#include "gui/table/game-view.h"

/* It opens by itself when a game ends that was going on, once its last stone has come to rest, and
 * closes when the game goes on or a turn is looked at. While it is open an engine looks at the
 * game.
 *
 * Signal: "left" (gboolean review), it has closed; `review`: because somebody wants to go through
 * the turns. */
#define TAB_TYPE_ENDING_PAGE (tab_ending_page_get_type())
G_DECLARE_FINAL_TYPE(TabEndingPage, tab_ending_page, TAB, ENDING_PAGE, GtkBox)

/* `game` is hidden while it is open. */
void tab_ending_page_set_game(TabEndingPage *self, TabGameView *game);

/* The match that the game is of; NULL: of none. To be called whenever the game has changed. */
void tab_ending_page_set_match(TabEndingPage *self, TabGameMatch *match);

/* To be called whenever the game has changed. Whether the page tells of the end, now or as soon as
 * the stones have come to rest. */
gboolean tab_ending_page_follow(TabEndingPage *self);

/* Of a game that is over. */
void tab_ending_page_open(TabEndingPage *self);
/* FALSE: it was not open. */
gboolean tab_ending_page_close(TabEndingPage *self, gboolean review);
