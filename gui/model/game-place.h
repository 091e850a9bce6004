// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a game's tree of turns: the line that leads there, the turn that follows, and all that
// can be counted on the way.
#pragma once

#include "gui/model/game-stops.h"
#include "gui/model/live-turn.h"
#include "protocol/game/record.h"
#include "protocol/rules/ending.h"

G_BEGIN_DECLS

/* A turn that was played. */
typedef struct {
    TabSituation start; /* with all throws */
    GArray *plays;      /* of TabPlay */
} TabPlayedTurn;

/* Read freely; change through the functions only. */
typedef struct {
    const TabRecord *record; /* borrowed */
    TabGameStops *stops;     /* of the record, borrowed: used, and added to; NULL: none are kept */
    TabRecordNode *node;     /* the last turn of the line; the root before any */
    unsigned n_turns;        /* from the start to `node` */
    TabPlayedTurn *last;     /* that of `node`; NULL at the root */
    TabLiveTurn *turn;       /* what follows it */
    unsigned max_turns;      /* a game that lasts longer is a draw */
    unsigned taken[2];       /* enemy pieces taken, by the side that took */
    unsigned shed[2];        /* own pieces lost by returning piles */
    unsigned thrown[2];      /* throws of each side's sticks, `turn` included */
    unsigned still_turns;    /* without a move, up to now */
    bool moved;              /* something moved since the turn's number changed */
    TabGameEnd end;
    int winner; /* -1: none yet, or a draw */
} TabGamePlace;

/* The start of the record, which must outlive the place, as `stops` must. */
TabGamePlace *tab_game_place_new(const TabRecord *record, TabGameStops *stops, unsigned max_turns);
/* The end of the line to `node`, a node of the record. One whose turn is not chosen is followed,
 * not ended. From the next stop before it at most 2 * TAB_STOP_DISTANCE turns are replayed, if
 * there are stops. */
TabGamePlace *tab_game_place_new_at(const TabRecord *record, TabGameStops *stops,
                                    unsigned max_turns, TabRecordNode *node);
/* The same, but with the turn of `node` still open, all its plays played: as it looked to its
 * player last. */
TabGamePlace *tab_game_place_new_on(const TabRecord *record, TabGameStops *stops,
                                    unsigned max_turns, TabRecordNode *node);
void tab_game_place_free(TabGamePlace *place);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGamePlace, tab_game_place_free)

/* Takes the throws of `node`, a child of the place's node, into the turn. */
void tab_game_place_take_throws(TabGamePlace *place, const TabRecordNode *node);
/* Throws, plays, takes back; false, and nothing happens, if it is not allowed. */
bool tab_game_place_throw(TabGamePlace *place, int throw_index);
bool tab_game_place_play(TabGamePlace *place, const TabPlay *play);
bool tab_game_place_undo(TabGamePlace *place);
/* Takes the last throw back; false if none fell in this turn, or a stone was moved. */
bool tab_game_place_unthrow(TabGamePlace *place);
/* Ends the turn, of which `node` is the record; the line is as long as that then. */
void tab_game_place_finish_turn(TabGamePlace *place, TabRecordNode *node);
/* Ends the game here without a further turn. */
void tab_game_place_finish(TabGamePlace *place, TabGameEnd end, int winner);
/* Takes that back: the turn goes on. */
void tab_game_place_reopen(TabGamePlace *place);

/* Stops for all lines of a record: replays it once. `goes_on` is asked now and then whether to go
 * on, with the turns done so far (NULL: it does); NULL if it says no. Blocks: a second for a game
 * of 100,000 turns. */
typedef bool (*TabGoesOn)(gpointer data, unsigned done);
TabGameStops *tab_game_place_list_stops(const TabRecord *record, TabGoesOn goes_on, gpointer data);

/* Which result and termination a record has for this end. */
TabRecordResult tab_game_place_result(const TabGamePlace *place, TabRecordTermination *termination);

G_END_DECLS
