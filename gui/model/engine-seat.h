// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that sits at the board: started, told the rules, asked for turns, and started again if
// it dies.
#pragma once

#include "gui/model/game-setup.h"
#include "gui/model/protocol-log.h"
#include "protocol/codec/limits.h"

typedef enum {
    TAB_SEAT_STARTING, /* process, handshake, rules */
    TAB_SEAT_READY,
    TAB_SEAT_THINKING,
    TAB_SEAT_SLOW, /* still thinking, more than a second beyond its time */
    TAB_SEAT_DOWN, /* does not play on until it is started again; see `fault` */
} TabSeatState;

#define TAB_TYPE_ENGINE_SEAT (tab_engine_seat_get_type())
G_DECLARE_FINAL_TYPE(TabEngineSeat, tab_engine_seat, TAB, ENGINE_SEAT, GObject)

/* Signals: "changed" (), the state; "answered" (const char *turn), what it wants to play; "info"
 * (const TabInfo *), what it says while it thinks about a question that stands; "new-game" (), the
 * rules are about to be told: now options of its client, and its sticks, may be set. */

/* Read freely; change through the functions only. */
struct _TabEngineSeat {
    GObject parent;
    TabSeatState state;
    char *fault;         /* what went wrong, while it is down */
    TabClient *client;   /* NULL while down */
    TabProtocolLog *log; /* what it has said and heard, through all its restarts */

    TabEngineConfig *config; /* NULL: there is no engine */
    int level;               /* -1: as configured */
    char *rules;             /* NULL: none are known yet, so nothing is asked */
    bool rules_due;          /* … which the engine is still to be told */
    char *sticks;            /* as in a record; NULL: fair. It is told them behind the rules */
    char *question;          /* position to think about when ready, NULL: none */
    TabLimits limits;        /* of the question */
    gint64 allowed;          /* ms for its answer */
    GCancellable
        *cancellable; /* of the question it thinks about; cancelled: its answer is dropped */
    guint slow;       /* source that will call it slow, 0: none */
};

/* An engine for games by these rules (NULL: said later), still down; `config` (copied) NULL: none
 * was found, so it cannot be started. */
TabEngineSeat *tab_engine_seat_new(const TabEngineConfig *config, int level, const char *rules);
/* Another engine (copied; NULL: none), still down, takes its place. */
void tab_engine_seat_set_engine(TabEngineSeat *self, const TabEngineConfig *config);
/* What it is called (see engine-store.h); an engine that nobody has named and that never ran tells
 * its own name once it has started. Owned by the seat. */
const char *tab_engine_seat_get_name(TabEngineSeat *self);

/* From the next start on it tells this log (a reference is taken) what is said and heard. */
void tab_engine_seat_set_log(TabEngineSeat *self, TabProtocolLog *log);

/* Starts it, or starts it again. Returns at once. */
void tab_engine_seat_start(TabEngineSeat *self);
/* Ends the process. Returns at once; nothing is emitted any more. */
void tab_engine_seat_quit(TabEngineSeat *self);

/* Asks for a turn in `position` (five fields, throws complete) within `limits` (copied), as soon as
 * it is ready; the question before it, if that is not answered yet, is forgotten. So is every
 * question when the engine goes down. `allowed_ms` is the longest that an answer within the limits
 * takes: beyond it the engine is called slow, then told to stop, and at last ended. */
void tab_engine_seat_ask(TabEngineSeat *self, const char *position, const TabLimits *limits,
                         gint64 allowed_ms);
/* Forgets the question it was asked: no answer will come. An engine that does not stop thinking
 * about it goes down. */
void tab_engine_seat_forget(TabEngineSeat *self);
/* Another game begins: what was asked is forgotten, and the engine told the rules. */
void tab_engine_seat_new_game(TabEngineSeat *self, const char *rules);
/* The sticks of the games from the next one on, as in a record; NULL: fair. */
void tab_engine_seat_set_sticks(TabEngineSeat *self, const char *sticks);
/* Takes it down for a fault that its user has found (an illegal turn), in a player's words. Its log
 * tells them and, behind them, the `technical` ones; NULL: there are none. */
void tab_engine_seat_fail(TabEngineSeat *self, const char *fault, const char *technical);

/* Whether it thinks about the question it was asked last. */
bool tab_engine_seat_is_thinking(TabEngineSeat *self);
