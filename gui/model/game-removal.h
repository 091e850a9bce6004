// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a game out of a database, in a thread, if it is still the one that a person has seen.
#pragma once

#include "gui/model/game-library.h"
#include "protocol/database/query.h"

/* Takes the game out that was seen as this row (taken over). `done` has no result; its error, if
 * any, says why nothing was taken out: TAB_DATABASE_ERROR_ASKED, the game is gone, or another one
 * has its number. */
void tab_game_removal_run(TabStoredGame *game, const char *path, TabLibraryDone done,
                          GObject *owner);
