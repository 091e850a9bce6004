// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a game out of a database, in a thread, if it is still the one that a person has seen.
#pragma once

#include "gui/model/game-library.h"
#include "protocol/database/query.h"

typedef struct _TabGameRemoval TabGameRemoval;

/* Remembers what is known of the game: another one may have its number by the time that a question
 * is answered. */
TabGameRemoval *tab_game_removal_new(const TabStoredGame *game);
void tab_game_removal_free(TabGameRemoval *removal);

/* Begins, and takes `removal` over. `done` has no result; its error, if any, says why the game is
 * still there: TAB_DATABASE_ERROR_ASKED, it is gone or another one by now. */
void tab_game_removal_run(TabGameRemoval *removal, const char *path, TabLibraryDone done,
                          GObject *owner);
