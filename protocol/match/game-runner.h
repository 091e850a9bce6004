// SPDX-License-Identifier: GPL-3.0-or-later
// One game between two engines: opening, sticks, turn after turn, referee and clock, up to the
// record.
#pragma once

#include "protocol/client/client.h"
#include "protocol/match/game-result.h"
#include "protocol/match/settings.h"

/* Plays one game. `settings` and `names` (by TabSide, for the record) outlive it. The clients, by
 * TabSide, are started if they do not run (so also after a crash), get `newgame`, and are left
 * running. Each turn an engine is told the five fields of the position reached (`setpos`), the
 * throws (`throw`) and its limits (`go`): turns cost the same however long the game is. Nothing an
 * engine does is an error here: crash, silence, flood, an illegal turn, a refusal of a legal
 * command and lateness lose the game for it. `judge`, if there is one, tells the luck of the game
 * when it is over; one that fails leaves the game without. It fails only if it is cancelled
 * (G_IO_ERROR_CANCELLED), or with TAB_CLIENT_ERROR_START if a program cannot be started. Runs on
 * the thread-default main context of the caller. */
void tab_game_run_async(const TabMatchSettings *settings, const TabPairing *pairing,
                        const char *const names[2], TabClient *const clients[2], TabClient *judge,
                        GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data);
TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error);
