// SPDX-License-Identifier: GPL-3.0-or-later
// Games that end in the window go into the database, each once.
#pragma once

#include "gui/model/game-library.h"
#include "gui/model/game-session.h"

/* A game that ends while it is followed goes in. Luck and loss that its turns are told to have had
 * afterwards, or that those of another decided game are that is in the database, are kept with it.
 * If its end is taken back and it ends otherwise, that takes the place of the first. One that
 * cannot be written waits, and is tried again with the next, and every half a minute; meanwhile all
 * that wait are kept in a file of their own, from which the next run of the program takes them.
 *
 * Signals: "stored" (), the database has another game; "failed" (const GError *, gboolean kept),
 * for the first game that cannot be written, and again only after one that could be: whether it is
 * in the file of those that wait; also for such a file that cannot be read, which then has another
 * name; "busy" () and "idle" (), by turns: something is being written, and nothing any more. */
#define TAB_TYPE_FINISHED_GAMES (tab_finished_games_get_type())
G_DECLARE_FINAL_TYPE(TabFinishedGames, tab_finished_games, TAB, FINISHED_GAMES, GObject)

#define TAB_OWN_GAMES "tab-gui" /* what the database calls their source */

/* `waiting`: the file of the games that wait. */
TabFinishedGames *tab_finished_games_new(const char *path, const char *waiting);
/* The game from now on; NULL: none. One that is over already has been put in before, or is not
 * one's own. */
void tab_finished_games_follow(TabFinishedGames *self, TabGameSession *session);
/* Whether games go in; at first they do. */
void tab_finished_games_enable(TabFinishedGames *self, gboolean enabled);
