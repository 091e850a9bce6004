// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that is asked for one turn after the other and waited for, by a thread of its own.
#pragma once

#include "protocol/client/client.h"
#include "protocol/match/entrant.h"

/* How long an engine is waited for. */
typedef struct {
    gint64 margin_ms;   /* lateness that is forgiven where the entrant does not say */
    gint64 patience_ms; /* for a turn without a limit of time, and for each step of the start that
                         * TabClientPatience does not limit more closely */
} TabSyncClientWaits;

typedef struct _TabSyncClient TabSyncClient;

/* Belongs to the calling thread, whose default main context it makes until it is freed. The entrant
 * has no clock (tc), does not ponder, and must live as long. */
TabSyncClient *tab_sync_client_new(const TabEntrant *entrant, const TabSyncClientWaits *waits);
/* Waits until the process has ended. */
void tab_sync_client_free(TabSyncClient *sync);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSyncClient, tab_sync_client_free)

/* Begins a game: starts the engine if it does not run (so also after a crash), gives it `seed` (0 …
 * 2^31 - 1) as its option Seed if it declares one that the entrant does not set, and says
 * `newgame`. Blocks. False with an error of TAB_CLIENT_ERROR. */
bool tab_sync_client_begin(TabSyncClient *sync, const char *rules, gint64 seed, GError **error);

/* Whether the engine has ever been ready. */
bool tab_sync_client_has_started(const TabSyncClient *sync);

/* The turn that the engine answers, unchecked; free with g_free. NULL with an error of
 * TAB_CLIENT_ERROR. Blocks, no longer than the entrant's limits and the waits allow and two seconds
 * more. `late`: whether it took longer than allowed. */
char *tab_sync_client_turn(TabSyncClient *sync, const char *setpos, const char *throws, bool *late,
                           GError **error);

/* The entrant's name, or what the engine calls itself. Owned by it. */
const char *tab_sync_client_name(const TabSyncClient *sync);
