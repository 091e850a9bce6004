// SPDX-License-Identifier: GPL-3.0-or-later
// A game being played: who sits where (people or engines), sticks, clocks, pauses.
#pragma once

#include "gui/model/document.h"
#include "gui/model/engine-seat.h"
#include "gui/model/game-clock.h"
#include "gui/model/game-setup.h"
#include "protocol/match/stick-source.h"

/* Nothing here blocks, sleeps or goes on by itself: people act through throw, enter_throw, play,
 * undo, redo and end_turn; everything an engine's side does is one step of `advance`, which the
 * window calls when it has shown the step before.
 *
 * The sticks draw throw number n of a seat as number n of that seat's stream of the seed (RULES.md
 * 10.6), so taking back and playing otherwise never brings other throws. A side may have real
 * sticks instead: then a person types its throws, whoever moves.
 *
 * A clock runs for the person who is to act, and for an engine while it thinks. Taking back a turn
 * gives its time back.
 *
 * Signal: "changed" () after everything, what changes the document included. */
#define TAB_TYPE_GAME_SESSION (tab_game_session_get_type())
G_DECLARE_FINAL_TYPE(TabGameSession, tab_game_session, TAB, GAME_SESSION, GObject)

/* What has to happen next. */
typedef enum {
    TAB_AWAITS_PERSON,  /* a person throws, moves or ends the turn */
    TAB_AWAITS_ADVANCE, /* tab_game_session_advance has something to do */
    TAB_AWAITS_ENGINE,  /* an engine is starting or thinking */
    TAB_AWAITS_RESTART, /* the engine to move is down: restart or replace it */
    TAB_AWAITS_NOTHING, /* the game is over */
    TAB_AWAITS_RETURN,  /* nothing goes on until the review ends */
    TAB_AWAITS_RESUME,  /* nothing goes on until the pause ends */
} TabAwaits;

/* Read freely; change through the functions only. */
struct _TabGameSession {
    GObject parent;
    TabDocument *document; /* the game */
    TabGameSetup *setup;
    TabEngineSeat *seat[2]; /* by TabSide; NULL: a person sits there */
    bool paused;            /* clocks and engines stand still, and nothing can be done */

    TabStickSource *source;
    TabGameSticks sticks;
    bool ours;         /* this program threw its sticks: it writes what its record says of them,
                        * unless the game was over when it was opened */
    GArray *answer;    /* of TabPlay: the engine's turn, of which the open one holds what was shown;
                          NULL: none yet */
    bool answers_anew; /* the answer is to cast the dice once more */
    TabGameClock clock;
    bool held; /* a person cannot act: what has happened is still being shown */
};

/* Starts the game of `setup` (copied) and its engines. NULL with TAB_RULES_ERROR or
 * G_OPTION_ERROR_BAD_VALUE if rules, position or sticks are no good. */
TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error);
/* Goes on with a recorded game (taken over) where its main line ends; players, sticks and times are
 * those of `setup`, as tab_game_setup_from_record() has them. A game with a clock is paused. */
TabGameSession *tab_game_session_new_from_record(TabRecord *record, const TabGameSetup *setup,
                                                 GError **error);
/* Ends the engines; the game can be looked at, but not go on. */
void tab_game_session_close(TabGameSession *self);

TabAwaits tab_game_session_get_awaits(TabGameSession *self);

/* The side whose engine is down while the game goes on, whoever's turn it is; of two the one to
 * move; -1: none. */
int tab_game_session_find_lost(TabGameSession *self);
/* Starts the engine of a side again, whatever it does now; the game goes on where it was. */
void tab_game_session_restart_engine(TabGameSession *self, TabSide side);
/* Starts all engines again that are down; how many that were. */
unsigned tab_game_session_restart_lost(TabGameSession *self);
/* A person takes the place of the engine of a side. */
void tab_game_session_replace_engine(TabGameSession *self, TabSide side);

/* What a person does. Each returns false, and nothing happens, when it is not allowed now (or the
 * game is lost on time at this moment). */
bool tab_game_session_throw(TabGameSession *self);
/* Types the throw of real sticks. */
bool tab_game_session_enter_throw(TabGameSession *self, int kind);
bool tab_game_session_play(TabGameSession *self, const TabPlay *play);
bool tab_game_session_end_turn(TabGameSession *self);
/* Takes back resigning, or having lost on time (the turn's time is given back); else the last play
 * of the turn; else the throw typed last, while nothing was moved after it; without one, the turns
 * up to a person's last turn in which something moved. */
bool tab_game_session_undo(TabGameSession *self);
/* Plays what was taken back last. */
bool tab_game_session_redo(TabGameSession *self);
/* The person to move gives up; where an engine is to move, its opponent. */
bool tab_game_session_resign(TabGameSession *self);
/* Whether it would be allowed. */
bool tab_game_session_can_throw(TabGameSession *self);
/* … or whether a person may end the turn by casting its dice once more, which is a throw too. */
bool tab_game_session_can_cast_anew(TabGameSession *self);
bool tab_game_session_can_enter_throw(TabGameSession *self);
bool tab_game_session_can_undo(TabGameSession *self);
bool tab_game_session_can_end_turn(TabGameSession *self);
bool tab_game_session_can_resign(TabGameSession *self);
/* The side that would resign; -1: nobody can. */
int tab_game_session_find_resigning(TabGameSession *self);

/* The clocks; NULL: the game has none. Owned by the session. */
const TabGameClock *tab_game_session_get_clock(TabGameSession *self);
/* Tells the time from now on; NULL: the machine's monotonic clock. */
void tab_game_session_set_time_source(TabGameSession *self, TabTimeSource source, gpointer data);
/* A person's clock stands still while what has happened is being shown. */
void tab_game_session_hold_clock(TabGameSession *self, bool held);
/* Whether the time of the side to move is over; the game then ends at once. To be called when
 * tab_game_clock_get_next_change() says so. */
bool tab_game_session_check_time(TabGameSession *self);

/* A pause stops clocks and engines, and nothing can be done until it ends. Not in a review. */
bool tab_game_session_pause(TabGameSession *self);
bool tab_game_session_resume(TabGameSession *self);
bool tab_game_session_can_pause(TabGameSession *self);

/* Does the next step of an engine's side: one throw, one play, or the end of its turn. False if
 * none is due. */
bool tab_game_session_advance(TabGameSession *self);
