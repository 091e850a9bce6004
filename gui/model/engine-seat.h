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
    TAB_SEAT_DOWN, /* does not play on until it is started again; see get_fault */
} TabSeatState;

#define TAB_TYPE_ENGINE_SEAT (tab_engine_seat_get_type())
G_DECLARE_FINAL_TYPE(TabEngineSeat, tab_engine_seat, TAB, ENGINE_SEAT, GObject)

/* Signals: "changed" (), the state; "answered" (const char *turn), what it wants to play. */

/* Read freely; change through the functions only. */
struct _TabEngineSeat {
    GObject parent;
    TabSeatState state;
    char *name;          /* its own once known */
    char *fault;         /* what went wrong, while it is down */
    TabProtocolLog *log; /* what it has said and heard, through all its restarts */

    TabEngineConfig *config; /* NULL: there is no engine */
    char *rules;
    TabClient *client; /* NULL while down */
    GCancellable *cancellable;
    int level;        /* -1: as configured */
    char *question;   /* position to think about when ready, NULL: none */
    TabLimits limits; /* of the question */
    gint64 allowed;   /* ms for its answer */
    bool unwanted;    /* the running question was taken back: its answer is dropped */
    guint slow;       /* source that will call it slow, 0: none */
};

/* An engine of this game; `config` NULL: none was found, so it is down from the start. */
TabEngineSeat *tab_engine_seat_new(const TabEngineConfig *config, const TabPlayer *player,
                                   const char *rules);

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

/* Forgets the question it was asked: no answer will come. */
void tab_engine_seat_forget(TabEngineSeat *self);

/* Takes it down for a fault that its user has found (an illegal turn). */
void tab_engine_seat_fail(TabEngineSeat *self, const char *fault);

/* Whether it thinks about the question it was asked last. */
bool tab_engine_seat_is_thinking(TabEngineSeat *self);
