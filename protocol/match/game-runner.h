// SPDX-License-Identifier: GPL-3.0-or-later
// One game between two engines: opening, sticks, turn after turn, referee and clock, up to the
// record.
#pragma once

#include "protocol/client/client.h"
#include "protocol/match/clock.h"
#include "protocol/match/game-result.h"
#include "protocol/match/schedule.h"

G_BEGIN_DECLS

#define TAB_GAME_NO_PROGRESS 50 /* turns in a row without a move: a draw (rules.md 6) */
#define TAB_GAME_MAX_TURNS 1000 /* the turn limit if none is announced */
#define TAB_GAME_MARGIN_MS 200  /* an answer so much too late is forgiven */
#define TAB_GAME_PATIENCE_MS 60000

/* What a game is to be. Borrowed during tab_game_run_async() only. */
typedef struct {
    TabPairing pairing; /* its number is the tag [Round]; kept in the result */
    const TabRules *rules;
    guint64 seed;              /* of this game: see TabStream */
    TabTimeControl control[2]; /* by TabSide, like all pairs here */
    const char *name[2];       /* for the record */
    gint64
        engine_seed[2]; /* the option Seed for engines that declare it; -1: from the game's seed */
    guint max_turns;    /* turns played until the game is drawn */
    gint64 margin_ms;
    gint64 patience_ms;       /* for a turn without a limit of time */
    const char *event, *date; /* tags; NULL: none */
    gboolean times;           /* whether emt and clk of each turn are recorded */
} TabGameSetup;

/* Plays one game. The clients are started if they do not run (so also after a crash), get
 * `newgame`, and are left running. Each turn an engine is told the five fields of the position
 * reached (`setpos`), the throws (`throw`) and its limits (`go`): turns cost the same however long
 * the game is. Nothing an engine does is an error here: crash, silence, flood, an illegal turn, a
 * refusal of a legal command and lateness lose the game for it. Only cancelling fails
 * (G_IO_ERROR_CANCELLED). */
void tab_game_run_async(const TabGameSetup *setup, TabClient *const clients[2],
                        GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data);
TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error);

G_END_DECLS
