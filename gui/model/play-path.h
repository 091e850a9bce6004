// SPDX-License-Identifier: GPL-3.0-or-later
// The cells that a play passes, one by one, for those who show it.
#pragma once

#include "protocol/rules/rules.h"

/* Fills `path` from departure to arrival and returns the number of cells; 0 if the play is no way
 * of this side. */
unsigned tab_play_path(const TabRules *rules, TabSide side, const TabPlay *play,
                       TabCell path[TAB_MAX_PATH]);
