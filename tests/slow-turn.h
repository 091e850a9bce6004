// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: whole turns, the end of the game, and counting.
#pragma once

#include "tests/slow-moves.h"

typedef enum { SLOW_RUNNING, SLOW_WHITE_WON, SLOW_BLACK_WON, SLOW_DRAWN } SlowResult;

/* By the board alone. */
SlowResult slow_result(const SlowRuleset *rules, const SlowPosition *position);

/* The distinct positions in which the turn with the throws at hand can end: a set of texts of
 * fields 1, 2 and 4, each with a SlowPosition. NULL if more than `max_states` states are on the way
 * there. */
GHashTable *slow_turn_outcomes(const SlowRuleset *rules, const SlowPosition *position,
                               guint max_states);

/* The texts of all legal turns, each with the SlowPosition after it; NULL likewise. */
GHashTable *slow_turn_texts(const SlowRuleset *rules, const SlowPosition *position,
                            guint max_states);

/* What can be thrown, as texts of field 3: every cast, or with `collect` every multiset of at most
 * `most` throws, behind those that the position has already. */
GPtrArray *slow_turn_casts(const SlowRuleset *rules, const SlowPosition *position, int most);

/* By section 9 of the one page and section 8 of the other. */
guint64 slow_turn_perft(const SlowRuleset *rules, const SlowPosition *position, int depth,
                        int most);
