// SPDX-License-Identifier: GPL-3.0-or-later
// One game being played or looked at: opening, throws, turns with their variations, players (people
// or engines), captures and the result.
#pragma once

#include "gui/model/engine-seat.h"
#include "gui/model/game-clock.h"
#include "protocol/game/game.h"
#include "gui/model/game-setup.h"
#include "protocol/rules/opening.h"
#include "protocol/game/record.h"

G_BEGIN_DECLS

/* Nothing here blocks, sleeps or goes on by itself: people act through throw, enter_throw, play,
 * undo, redo and end_turn; everything an engine's side does is one step of `advance`, which the
 * window calls when it has shown the step before.
 *
 * The game is a tree of turns, a record. It stands somewhere in it, usually at the end of the main
 * line; while it does, any other turn can be looked at (review), and then board, turn, captures and
 * line are those of that turn, and nothing goes on.
 *
 * The sticks draw throw number n of a seat as number n of that seat's stream of the seed (RULES.md
 * 10.6), so taking back and playing otherwise never brings other throws. A side may have real
 * sticks instead: then a person types its throws, whoever moves.
 *
 * A clock runs for the person who is to act, and for an engine while it thinks. Taking back a turn
 * gives its time back.
 *
 * Signals: "changed" () after everything; before it
 * "threw" (int side, int throw_index) for a throw, the opening's included;
 * "played" (const TabPosition *before, const TabPlay *play) for a play;
 * "tree-changed" (TabRecordNode *node) when turns, variations or comments of the record are others
 * than before: nothing but `node`, which has been added or has another comment; NULL: anything. */
#define TAB_TYPE_GAME_SESSION (tab_game_session_get_type())
G_DECLARE_FINAL_TYPE(TabGameSession, tab_game_session, TAB, GAME_SESSION, GObject)

typedef enum {
    TAB_PHASE_OPENING, /* who begins is being thrown for */
    TAB_PHASE_THROW,   /* the side to move throws */
    TAB_PHASE_MOVE,    /* its throws are complete: it moves, or passes */
    TAB_PHASE_OVER,
    TAB_PHASE_REVIEW, /* an earlier turn, or one of a variation, is looked at */
} TabPhase;

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

/* Starts the game of `setup` (copied) and its engines. NULL with TAB_RULES_ERROR or
 * G_OPTION_ERROR_BAD_VALUE if rules, position or sticks are no good. */
TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error);
/* Goes on with a recorded game (taken over) where its main line ends; players, sticks and times are
 * those of `setup`, as tab_game_setup_from_record() has them. */
TabGameSession *tab_game_session_new_from_record(TabRecord *record, const TabGameSetup *setup,
                                                 GError **error);
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
const TabGame *tab_game_session_get_game(TabGameSession *self);
/* The throws of the opening, an array of TabRecordThrow. */
const GArray *tab_game_session_get_opening(TabGameSession *self);
/* The number of the turns that lead to the board, and the last of them, NULL before any (in a
 * review without the one that is looked at, whose plays are those of get_turn). */
guint tab_game_session_get_n_turns(TabGameSession *self);
const TabGameTurn *tab_game_session_get_last_turn(TabGameSession *self);
/* The record, and the node that is shown: the last turn played, or the one looked at; the root
 * before any. */
const TabRecord *tab_game_session_get_record(TabGameSession *self);
TabRecordNode *tab_game_session_get_node(TabGameSession *self);
/* The node where the game stands. */
TabRecordNode *tab_game_session_get_live_node(TabGameSession *self);
/* The record as text, with the throws and plays of the turn in the making. Free with g_free. */
char *tab_game_session_to_text(TabGameSession *self);
/* Rises with everything that a file of the game would have otherwise. */
guint64 tab_game_session_get_changes(TabGameSession *self);

/* Enemy pieces this side has taken; own pieces it has lost by returning piles. */
unsigned tab_game_session_get_taken(TabGameSession *self, TabSide side);
unsigned tab_game_session_get_shed(TabGameSession *self, TabSide side);

TabGameEnd tab_game_session_get_end(TabGameSession *self);
/* The winner, or -1: none yet, or a draw. */
int tab_game_session_get_winner(TabGameSession *self);

/* The engine of a side; NULL: a person sits there. */
TabEngineSeat *tab_game_session_get_seat(TabGameSession *self, TabSide side);
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
bool tab_game_session_enter_throw(TabGameSession *self, int throw_index);
/* Takes back the throw that was typed last, as long as nothing was moved after it. */
bool tab_game_session_correct_throw(TabGameSession *self);
bool tab_game_session_play(TabGameSession *self, const TabPlay *play);
bool tab_game_session_end_turn(TabGameSession *self);
/* Takes back resigning, or having lost on time (the turn's time is given back); else the last play
 * of the turn; else the last typed throw; without one, the turns up to a person's last turn in
 * which something moved: its throws lie there again. The turns taken back stay in the record: as
 * the main line until another turn is played, then as a variation; those of a decided game stay its
 * main line. */
bool tab_game_session_undo(TabGameSession *self);
/* Plays what was taken back last. */
bool tab_game_session_redo(TabGameSession *self);
/* The person to move gives up; where an engine is to move, its opponent. */
bool tab_game_session_resign(TabGameSession *self);
/* Whether it would be allowed. */
bool tab_game_session_can_throw(TabGameSession *self);
bool tab_game_session_can_enter_throw(TabGameSession *self);
bool tab_game_session_can_correct_throw(TabGameSession *self);
bool tab_game_session_can_undo(TabGameSession *self);
bool tab_game_session_can_redo(TabGameSession *self);
bool tab_game_session_can_end_turn(TabGameSession *self);
bool tab_game_session_can_resign(TabGameSession *self);

/* Whether the throws of a side are typed. */
bool tab_game_session_is_real(TabGameSession *self, TabSide side);

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
bool tab_game_session_is_paused(TabGameSession *self);

/* Looks at the turn of `node`, as it was played; at the root: the start. The node where the game
 * stands ends the review. */
void tab_game_session_review(TabGameSession *self, TabRecordNode *node);
void tab_game_session_end_review(TabGameSession *self);
bool tab_game_session_is_reviewing(TabGameSession *self);
/* Goes on playing after the turn that is looked at, in a variation if the record goes on there: its
 * throws are then at hand. */
bool tab_game_session_play_on(TabGameSession *self);
bool tab_game_session_can_play_on(TabGameSession *self);

/* Changes to the tree; `node` is one of the record. NULL or "" removes the comment; at the root it
 * is the game's. */
void tab_game_session_set_comment(TabGameSession *self, TabRecordNode *node, const char *comment);
/* Notes of turns of the record have been changed. */
void tab_game_session_notes_changed(TabGameSession *self);
/* Makes a line of a variation the main line, up to its end; the result becomes what that says. */
void tab_game_session_promote(TabGameSession *self, TabRecordNode *node);
/* Takes a turn (not the root) out with all that follows; the game goes back before it if it stands
 * there. */
void tab_game_session_remove(TabGameSession *self, TabRecordNode *node);

/* Does the next step of an engine's side: one throw, one play, or the end of its turn. False if
 * none is due. */
bool tab_game_session_advance(TabGameSession *self);

G_END_DECLS
