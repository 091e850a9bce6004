// SPDX-License-Identifier: GPL-3.0-or-later
// Positions where games by chance seldom come: each rule of RULES.md 5 and 6 decides one of them.
#pragma once

#include "protocol/conform/check.h"

/* Calls `ask` at each of them whose rules are promised, with its throws at hand and its text for
 * `setpos`; `newgame` has been sent. */
void tab_rare_ask(TabCheck *check, void (*ask)(TabCheck *check, TabWalk *walk));
