// SPDX-License-Identifier: GPL-3.0-or-later
// Where a match of several games stands when one of its games begins, as the tags of that game's
// record have it.
#pragma once

#include "protocol/game/record.h"

/* How long a match is; the numbers are those of the schema. */
typedef enum {
    TAB_MATCH_SINGLE, /* it is none */
    TAB_MATCH_WINS,   /* until a player has won so many games */
    TAB_MATCH_GAMES,  /* so many games */
} TabMatchLength;

#define TAB_MATCH_MOST 99 /* wins, or games */

/* Before a game. A plain value; all 0: the game is of no match.
 *
 * In the record these are the tags [Match] (`wins=3` or `games=5`), [Round] (the number of the
 * game), [MatchSeed] (of the first game: all games of a match have the same) and [MatchScore]: the
 * games that who is White in this game has won before it, those that Black has won, and the draws,
 * `1-0-2`. [Event] says the same as [Match] for people. */
typedef struct {
    TabMatchLength length;
    guint n;      /* wins, or games: 1 … TAB_MATCH_MOST */
    guint64 seed; /* of the first game */
    guint round;  /* the game's number, from 1 */
    guint won[2]; /* by TabSide: who has that side in this game */
    guint drawn;
} TabMatchPlace;

/* Writes the tags; none if the game is of no match. */
void tab_match_place_write_tags(const TabMatchPlace *place, TabRecord *record);
/* Reads them; false, and all 0, if there is no match or a tag makes no sense. */
bool tab_match_place_read_tags(TabMatchPlace *place, const TabRecord *record);
/* Whether two games are of the same match. */
bool tab_match_place_is_same(const TabMatchPlace *one, const TabMatchPlace *other);

/* Counts this game's result: nothing while it is undecided. */
void tab_match_place_count(TabMatchPlace *place, TabRecordResult result);
/* From this game, whose result is counted, to the next: the players change sides. */
void tab_match_place_advance(TabMatchPlace *place);
/* What the sticks of the game of that number are drawn from: it follows from the match's seed. */
guint64 tab_match_place_get_seed(const TabMatchPlace *place);

/* Whether the match is decided, or all its games are played. */
bool tab_match_place_is_over(const TabMatchPlace *place);
/* The side of this game whose player has won more games; -1: neither. */
int tab_match_place_find_leader(const TabMatchPlace *place);
