// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that sits at the board: started, told the rules, asked for turns, and started again if
// it dies.
#pragma once

#include "gui/model/game-setup.h"
#include "protocol/client/client.h"

G_BEGIN_DECLS

typedef enum {
    TAB_SEAT_STARTING, /* process, handshake, rules */
    TAB_SEAT_READY,
    TAB_SEAT_THINKING,
    TAB_SEAT_DOWN, /* does not play on until it is started again; see get_fault */
} TabSeatState;

#define TAB_TYPE_ENGINE_SEAT (tab_engine_seat_get_type())
G_DECLARE_FINAL_TYPE(TabEngineSeat, tab_engine_seat, TAB, ENGINE_SEAT, GObject)

/* Signals: "changed" (), the state; "answered" (const char *turn), what it wants to play. */

/* An engine of this game; `config` NULL: none was found, so it is down from the start. */
TabEngineSeat *tab_engine_seat_new(const TabEngineConfig *config, const TabPlayer *player,
                                   const char *rules);

/* Starts it, or starts it again. Returns at once. */
void tab_engine_seat_start(TabEngineSeat *self);
/* Ends the process. Returns at once; nothing is emitted any more. */
void tab_engine_seat_quit(TabEngineSeat *self);

/* Asks for a turn in `position` (five fields, throws complete), as soon as it is ready. One
 * question at a time; the question is forgotten when the engine goes down. */
void tab_engine_seat_ask(TabEngineSeat *self, const char *position, gint64 movetime);

/* Takes it down for a fault that its user has found (an illegal turn). */
void tab_engine_seat_fail(TabEngineSeat *self, const char *fault);

TabSeatState tab_engine_seat_get_state(TabEngineSeat *self);
/* Its own name once known. Owned by the seat. */
const char *tab_engine_seat_get_name(TabEngineSeat *self);
/* What went wrong, while it is down. Owned by the seat. */
const char *tab_engine_seat_get_fault(TabEngineSeat *self);

G_END_DECLS
