// SPDX-License-Identifier: GPL-3.0-or-later
// Games from texts, for tests of their turns.
#pragma once

#include "protocol/game/game.h"

/* A game from the texts of its rules and first position; both must be good. */
TabGame *game_begin(const char *rules, const char *situation);

/* The cell of that name, such as "b7". */
TabCell game_cell(const TabGame *game, const char *name);
