// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a finished game: the row of the journal that all statistics are made from.
#pragma once

#include "protocol/game/record.h"

/* What one seat spent on its turns; a turn that lost on time or by a crash does not count. */
typedef struct {
    guint turns;                   /* it answered */
    gint64 time_us, longest_us;    /* over all turns; the longest one */
    gint64 depth_sum, nodes_sum;   /* as its last `info` of each turn told */
    guint depth_turns, node_turns; /* turns with a depth, with nodes */
} TabSeatUse;

typedef struct {
    guint number;    /* of the game in its match, from 1 */
    guint engine[2]; /* by TabSide: number of the engine that played it, from 0 */
    guint rules;     /* number of the ruleset, from 0 */
    gint opening;    /* number of the opening position, from 0; -1: the start, thrown for */
    TabSide first;   /* who had the first turn */
    TabRecordResult result;
    TabRecordTermination termination;
    guint turns;       /* completed, as limits count them (ending.h) */
    TabSeatUse use[2]; /* by TabSide */
    char *reason;      /* of a forfeit or adjudication, in words, else NULL */
    gboolean has_luck; /* whether a judge looked at all its throws */
    double luck;       /* White's: points that the sticks gave it, as the judge sees it */
    char *record;      /* the whole game as text (RULES.md 10) */
    char *trouble;     /* what went wrong beside the game, for people; NULL; not in journals */
} TabGameResult;

void tab_game_result_free(TabGameResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameResult, tab_game_result_free)

/* Points of the seat: 0, ½ or 1; an undecided game has none (NAN). */
double tab_game_result_points(const TabGameResult *result, TabSide side);

/* The seat that lost by a fault of its engine (time, crash, silence, illegal turn, flood), else -1.
 */
int tab_game_result_at_fault(const TabGameResult *result);
