// SPDX-License-Identifier: GPL-3.0-or-later
// Places kept here and there along the lines of a game, so that going to any turn of it replays
// few.
#pragma once

#include "protocol/game/record.h"

G_BEGIN_DECLS

#define TAB_STOP_DISTANCE 64u /* turns from one to the next: to replay them takes a millisecond */
#define TAB_MAX_STOPS 16384u  /* about a kilobyte each: enough for a line of a million turns */

/* All that is counted on the way to the end of a turn. */
typedef struct {
    TabPosition next;     /* that the turn leads to */
    unsigned n_turns;     /* of the line up to there, this one included */
    unsigned taken[2];    /* enemy pieces taken, by the side that took */
    unsigned shed[2];     /* own pieces lost by returning piles */
    unsigned thrown[2];   /* throws of each side's sticks */
    unsigned still_turns; /* without a move, up to there */
    bool moved;           /* something moved since the turn's number changed */
} TabGameStop;

/* Stops by the node of their turn. Nothing in it points into the record but these keys, so that it
 * can be filled in one thread and used in another. */
typedef struct _TabGameStops TabGameStops;
TabGameStops *tab_game_stops_new(void);
void tab_game_stops_free(TabGameStops *stops);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameStops, tab_game_stops_free)

/* Keeps a stop (copied), if there should be one after so many turns and there is room. */
void tab_game_stops_keep(TabGameStops *stops, const TabRecordNode *node, const TabGameStop *stop);
/* That of this node, or NULL. Owned by the stops. */
const TabGameStop *tab_game_stops_get(const TabGameStops *stops, const TabRecordNode *node);
/* Forgets those of `node` and all below it, which leave the record. */
void tab_game_stops_forget(TabGameStops *stops, const TabRecordNode *node);
void tab_game_stops_forget_all(TabGameStops *stops);

G_END_DECLS
