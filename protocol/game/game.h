// SPDX-License-Identifier: GPL-3.0-or-later
// One game as people and arbiters see it: opening, throws, plays, undo, ends of turns, and the end.
#pragma once

#include "protocol/game/record.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/opening.h"

/* A play, and the board before it. */
typedef struct {
    TabPlay play;
    TabPosition before;
} TabGamePlay;

/* A turn: the position before its plays with all throws that fell so far, and its plays. */
typedef struct {
    TabSituation situation;
    GArray *plays;  /* of TabGamePlay */
    bool cast_anew; /* no plays: it is ended by casting the dice once more */
} TabGameTurn;

/* What is counted from the first position on. */
typedef struct {
    unsigned n_turns;   /* ended turns; with `throws=at-once` each throw is one of them */
    unsigned taken[2];  /* enemy pieces taken, by the TabSide that took; the open turn included */
    unsigned lost[2];   /* own pieces lost by returning piles */
    unsigned thrown[2]; /* by each side's sticks; in the opening and given ones do not count */
    TabEndingCounters ending; /* what decides about the limits */
} TabGameCounts;

/* A game and the turn that is open in it. Read freely; change through the functions only.
 *
 * A game on a record writes its turns into it as they end, and the opening as it is thrown;
 * players, notes and the result are left to its owner. Without a record it is just played. */
typedef struct {
    TabRules *rules;
    TabRecord *record;      /* borrowed; NULL: there is none */
    TabRecordNode *node;    /* of the last ended turn, the root before any; NULL without a record */
    TabEndingLimits limits; /* that make a draw; may be set before the first turn */
    TabSituation first;     /* what the first turn is played from */

    GArray *opening;         /* of TabRecordThrow: the throws of the opening */
    TabOpeningState thrower; /* who throws next in it, or has won it */
    bool opens;              /* the opening is still being thrown */

    TabGameTurn turn;     /* the open one; after the end the one that ended the game */
    TabPosition position; /* the board after its plays */
    TabGameTurn last;     /* the one before, if there is any (counts.n_turns > 0) */
    TabGameCounts counts;

    TabEnding end; /* TAB_END_NONE: it goes on */
    int winner;    /* TabSide; -1: none yet, or a draw */
} TabGame;

/* A game that begins with an opening; from `first`, which must be valid; both without a record.
 * After `max_turns` turns it is drawn. */
TabGame *tab_game_new(const TabRules *rules, unsigned max_turns);
TabGame *tab_game_new_from(const TabRules *rules, const TabSituation *first, unsigned max_turns);
/* The start of a game like that of a record, without one: no limit makes it a draw, for the
 * record's own end stands. */
TabGame *tab_game_new_replay(const TabRecord *record);
/* The game of a record, which must outlive it, after the turn of `node`. A turn that is not chosen
 * stays open. The record's own result stands where its main line ends; elsewhere the end is judged
 * only where the record does not go on. It replays 128 turns at most if the record has checkpoints
 * (it leaves some on its way). */
TabGame *tab_game_new_at(TabRecord *record, TabRecordNode *node, unsigned max_turns);
/* The same with the turn of `node` still open, all its plays played. */
TabGame *tab_game_new_on(TabRecord *record, TabRecordNode *node, unsigned max_turns);
void tab_game_free(TabGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGame, tab_game_free)

/* Leaves checkpoints on all lines of a record, so that every turn of it is reached quickly. False
 * if `progress` (NULL: nobody waits), which gets the turns done so far, said stop. Blocks: a second
 * for a game of 100,000 turns. */
bool tab_game_index_record(TabRecord *record, TabRecordProgress progress, gpointer data);

/* A game without turns and opening gets an opening that is to be thrown. */
void tab_game_begin_opening(TabGame *game);

/* Who throws or moves next; after the end the one who ended it. */
static inline TabSide tab_game_side(const TabGame *game)
{
    return game->opens ? game->thrower.thrower : (TabSide)game->position.side;
}

/* Whether the open turn has all its throws, so that pieces may be moved. */
static inline bool tab_game_is_thrown(const TabGame *game)
{
    return !game->opens && tab_throws_complete(&game->turn.situation.throws);
}

/* Play number `nth` of the open turn, from 0. */
static inline const TabGamePlay *tab_game_nth_play(const TabGame *game, unsigned nth)
{
    return &g_array_index(game->turn.plays, TabGamePlay, nth);
}

/* What happens in a game. Each returns false, and nothing happens, where it is not allowed. */
/* One throw more, of the opening or of the open turn. The last one that a turn has room for must
 * end its throwing. */
bool tab_game_throw(TabGame *game, int kind);
/* Takes back the last throw of the open turn, if nothing was moved; of the first turn without
 * throws the last one of the opening. */
bool tab_game_unthrow(TabGame *game);
/* The open turn has the throws of `node`, a child of the game's node. */
void tab_game_take_throws(TabGame *game, const TabRecordNode *node);
/* One play, which is one of those listed. */
bool tab_game_play(TabGame *game, const TabPlay *play);
/* Instead of plays: the dice are to be cast anew when the open turn ends, which is next. */
bool tab_game_cast_anew(TabGame *game);
bool tab_game_may_cast_anew(const TabGame *game);
/* Takes back the last play of the open turn, or that the dice are cast anew. */
bool tab_game_undo(TabGame *game);
/* All plays of a turn as text, instead of those so far. On error TAB_RULES_ERROR_TURN names the
 * offending play. */
bool tab_game_play_turn(TabGame *game, const char *text, GError **error);
/* A turn that would be taken for the throws of the open turn, as text. Free with g_free. */
char *tab_game_legal_turn(const TabGame *game);
/* Ends the open turn, which must be allowed to end, and judges the game. Returns the turn's node: a
 * new last child of the node before, or the one there that is the same; NULL without a record. */
TabRecordNode *tab_game_end_turn(TabGame *game);
/* Ends the game here without a further turn: somebody resigned, came too late, decided. */
void tab_game_finish(TabGame *game, TabEnding end, int winner);
/* Takes that back: the turn goes on. */
void tab_game_reopen(TabGame *game);

/* The result and termination that a record has for the end. */
TabRecordResult tab_game_result(const TabGame *game, TabRecordTermination *termination);

/* The throws of the open turn not used yet, saved tâbs included. */
TabHand tab_game_left(const TabGame *game);
/* One throw as a row of throws shows it. */
typedef struct {
    int kind;
    bool used;
    bool saved; /* a tâb kept from an earlier turn */
} TabGameThrow;
/* All throws of the open turn in the order thrown, saved tâbs last: an array of TabGameThrow. Free
 * with g_array_unref. */
GArray *tab_game_list_throws(const TabGame *game);
/* All plays with any throw that is left, in the order of the throws; those of one cell only unless
 * `from` is TAB_NO_CELL, of one throw only unless `kind` is -1. An array of TabPlay. Free
 * with g_array_unref. */
GArray *tab_game_list_plays(const TabGame *game, unsigned from, int kind);
/* Whether any throw that is left has a play. */
bool tab_game_can_play(const TabGame *game);
/* Whether the open turn may end now (RULES.md 6). */
bool tab_game_may_stop(const TabGame *game);
/* Whether the same side throws again after the open turn (`throws=at-once`). */
bool tab_game_throws_again(const TabGame *game);
/* The position after the open turn, if it ended now. */
void tab_game_next_position(const TabGame *game, TabPosition *next);
/* The open turn as text. Free with g_free. */
char *tab_game_turn_to_string(const TabGame *game);
