// SPDX-License-Identifier: GPL-3.0-or-later
// What the plays of recorded turns have taken: found by playing them again, and remembered.
#pragma once

#include "protocol/game/record.h"

typedef struct _TabTurnCaptures TabTurnCaptures;

/* Of this record, which must outlive it. */
TabTurnCaptures *tab_turn_captures_new(TabRecord *record);
void tab_turn_captures_free(TabTurnCaptures *self);
/* To be told when anything else has happened to the record than that turns were added. */
void tab_turn_captures_forget(TabTurnCaptures *self);

/* The stones that each play of a turn has taken, a byte for each; NULL if the turn has taken none.
 * Asked for in the order of the list of turns, a turn costs no more than to play it; else it
 * replays 128 turns at most. */
GBytes *tab_turn_captures_get(TabTurnCaptures *self, TabRecordNode *node);
