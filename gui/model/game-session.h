// SPDX-License-Identifier: GPL-3.0-or-later
// One game being played: opening, throws, turns, players (people or engines), captures and the
// result.
#pragma once

#include "gui/model/engine-seat.h"
#include "gui/model/game-setup.h"
#include "gui/model/live-turn.h"
#include "protocol/rules/opening.h"

G_BEGIN_DECLS

/* Nothing here blocks, sleeps or throws by a clock: people act through throw, play, undo and
 * end_turn; everything an engine's side does is one step of `advance`, which the window calls when
 * it has shown the step before.
 *
 * Signals: "changed" () after everything; before it
 * "threw" (int side, int throw_index) for a throw, the opening's included;
 * "played" (const TabPosition *before, const TabPlay *play) for a play. */
#define TAB_TYPE_GAME_SESSION (tab_game_session_get_type())
G_DECLARE_FINAL_TYPE(TabGameSession, tab_game_session, TAB, GAME_SESSION, GObject)

typedef enum {
    TAB_PHASE_OPENING, /* who begins is being thrown for */
    TAB_PHASE_THROW,   /* the side to move throws */
    TAB_PHASE_MOVE,    /* its throws are complete: it moves, or passes */
    TAB_PHASE_OVER,
} TabPhase;

/* What has to happen next. */
typedef enum {
    TAB_AWAITS_PERSON,  /* a person throws, moves or ends the turn */
    TAB_AWAITS_ADVANCE, /* tab_game_session_advance has something to do */
    TAB_AWAITS_ENGINE,  /* an engine is starting or thinking */
    TAB_AWAITS_RESTART, /* the engine to move is down: restart or replace it */
    TAB_AWAITS_NOTHING, /* the game is over */
} TabAwaits;

typedef enum {
    TAB_END_NONE,        /* not over */
    TAB_END_NORMAL,      /* a side lost its last piece */
    TAB_END_NO_PROGRESS, /* draw: 50 turns in which nothing moved */
    TAB_END_TURN_LIMIT,  /* draw: the agreed number of turns was played */
} TabGameEnd;

/* One throw of the opening. */
typedef struct {
    TabSide side;
    int index;
} TabOpeningThrow;

/* A turn that was played. */
typedef struct {
    TabSituation start; /* with all throws */
    GArray *plays;      /* of TabPlay */
    unsigned captured;  /* enemy pieces taken */
    char *text;         /* as in a record */
} TabPlayedTurn;

/* Starts the game of `setup` (copied) and its engines. NULL with TAB_RULES_ERROR if rules or sticks
 * are no good. */
TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error);
/* Ends the engines; the game can be looked at, but not go on. */
void tab_game_session_close(TabGameSession *self);

const TabGameSetup *tab_game_session_get_setup(TabGameSession *self);
const TabRules *tab_game_session_get_rules(TabGameSession *self);

TabPhase tab_game_session_get_phase(TabGameSession *self);
TabAwaits tab_game_session_get_awaits(TabGameSession *self);
/* Who throws or moves next; after the end, who would have. */
TabSide tab_game_session_get_side(TabGameSession *self);
/* The board, and the turn in the making (in the opening: an empty one of White at the start). */
const TabPosition *tab_game_session_get_position(TabGameSession *self);
const TabLiveTurn *tab_game_session_get_turn(TabGameSession *self);
/* The throws of the opening, an array of TabOpeningThrow; and all turns played, of TabPlayedTurn *.
 */
const GArray *tab_game_session_get_opening(TabGameSession *self);
const GPtrArray *tab_game_session_get_turns(TabGameSession *self);

/* Enemy pieces this side has taken; own pieces it has lost by returning piles. */
unsigned tab_game_session_get_taken(TabGameSession *self, TabSide side);
unsigned tab_game_session_get_shed(TabGameSession *self, TabSide side);

TabGameEnd tab_game_session_get_end(TabGameSession *self);
/* The winner, or -1: none yet, or a draw. */
int tab_game_session_get_winner(TabGameSession *self);

/* The engine of a side; NULL: a person sits there. */
TabEngineSeat *tab_game_session_get_seat(TabGameSession *self, TabSide side);
/* Starts the engine of a side again; the game goes on where it was. */
void tab_game_session_restart_engine(TabGameSession *self, TabSide side);
/* A person takes the place of the engine of a side. */
void tab_game_session_replace_engine(TabGameSession *self, TabSide side);

/* What a person does. Each returns false, and nothing happens, when it is not allowed now. */
bool tab_game_session_throw(TabGameSession *self);
bool tab_game_session_play(TabGameSession *self, const TabPlay *play);
bool tab_game_session_undo(TabGameSession *self);
bool tab_game_session_end_turn(TabGameSession *self);
/* Whether it would be allowed. */
bool tab_game_session_can_throw(TabGameSession *self);
bool tab_game_session_can_undo(TabGameSession *self);
bool tab_game_session_can_end_turn(TabGameSession *self);

/* Does the next step of an engine's side: one throw, one play, or the end of its turn. False if
 * none is due. */
bool tab_game_session_advance(TabGameSession *self);

G_END_DECLS
