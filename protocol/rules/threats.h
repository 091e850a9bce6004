// SPDX-License-Identifier: GPL-3.0-or-later
// The exact chance that the side about to throw can capture what stands on a cell.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

/* Writes, for each of the position's cells, the chance (0–1) that `attacker` throws, in its next
 * turn, what lets one of its piles, the top piece of one, or its king go there and capture: 0 where
 * no enemy stands. Every step on the way is a legal play of the rules (RULES.md 5), in any order of
 * the throws, saved tâbs included; all else stands still meanwhile (of a pile that its top piece
 * leaves, the rest too), so that a capture which needs two groups is not counted. Over all hands
 * exactly, however long, except that sets of throws which come with a chance below
 * TAB_THREATS_LEAST are not tried. With `throws=at-once`: the chance of the next cast alone. Whose
 * turn it is in `position` does not matter. */
void tab_threats_find(const TabRules *rules, const TabPosition *position, TabSide attacker,
                      const TabSticks *sticks, double chance[TAB_MAX_CELLS]);
/* The same, of what stands on `from` alone, a cell of a pile or the king of `attacker`. */
void tab_threats_find_from(const TabRules *rules, const TabPosition *position, TabSide attacker,
                           unsigned from, const TabSticks *sticks, double chance[TAB_MAX_CELLS]);

#define TAB_THREATS_LEAST 1e-4
