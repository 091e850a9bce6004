// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a game that engines play: how it begins, and what is noted of each turn.
#pragma once

#include "protocol/codec/info.h"
#include "protocol/match/clock.h"
#include "protocol/match/settings.h"
#include "protocol/game/record.h"

G_BEGIN_DECLS

/* A record with its tags: from the opening position of the pairing, or the start with an opening
 * thrown with `sticks`. `names` by TabSide. */
TabRecord *tab_game_record_new(const TabMatchSettings *settings, const TabPairing *pairing,
                               const char *const names[2], TabGameSticks *sticks);

/* Notes of a turn: what the engine thought, and, with `times`, how long it took and what is left on
 * its clock. */
void tab_game_record_note(TabRecordNode *node, const TabInfo *info, gboolean times,
                          gint64 elapsed_us, const TabClock *clock);

G_END_DECLS
