// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about one cell: what stands there, and what it can do.
#pragma once

#include "protocol/game/game.h"

/* All: free with g_free. `turn` is the turn in the making of whoever moves. */

/* "b7, white pile of 3". */
char *tab_cell_text_describe_stones(const TabRules *rules, const TabPosition *position,
                                    unsigned cell);
/* "b7, White pile of 3, can move with 2 or 4". `plays`: whether to say what can move. */
char *tab_cell_text_describe(const TabGame *game, unsigned cell, bool plays);
