// SPDX-License-Identifier: GPL-3.0-or-later
// A turn in the making: throws as they fall, plays that can be taken back, and what is still
// allowed.
#pragma once

#include "protocol/rules/movegen.h"

G_BEGIN_DECLS

/* One throw of the turn as the row of throws shows it. */
typedef struct {
    int index; /* throw index 0–4 */
    bool used;
    bool saved; /* a tâb kept from an earlier turn */
} TabTurnThrow;

typedef struct _TabLiveTurn TabLiveTurn;

/* The turn that begins with `start`, which may hold throws already. Takes a reference on `rules`.
 */
TabLiveTurn *tab_live_turn_new(const TabRules *rules, const TabSituation *start);
void tab_live_turn_free(TabLiveTurn *turn);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLiveTurn, tab_live_turn_free)

/* The position and throws with which the turn began or that were thrown since: what an engine is
 * told. */
const TabSituation *tab_live_turn_get_start(const TabLiveTurn *turn);
/* The board as it stands after the plays so far. */
const TabPosition *tab_live_turn_get_position(const TabLiveTurn *turn);
const TabRules *tab_live_turn_get_rules(const TabLiveTurn *turn);

/* Adds a throw; false if the throws are complete. */
bool tab_live_turn_throw(TabLiveTurn *turn, int throw_index);
/* Takes the last throw back; false if there is none, or a stone was moved. */
bool tab_live_turn_unthrow(TabLiveTurn *turn);
/* Whether the throws are complete, so that stones may be moved. */
bool tab_live_turn_is_thrown(const TabLiveTurn *turn);

/* The throws not used yet, saved tâbs included. */
TabHand tab_live_turn_get_left(const TabLiveTurn *turn);
/* All throws in the order thrown, saved tâbs last: an array of TabTurnThrow. Free with
 * g_array_unref. */
GArray *tab_live_turn_list_throws(const TabLiveTurn *turn);

/* All plays with any throw that is left, in the order of the throws; those of one cell only unless
 * `from` is TAB_NO_CELL, of one throw only unless `throw_index` is -1. An array of TabPlay. Free
 * with g_array_unref. */
GArray *tab_live_turn_list_plays(const TabLiveTurn *turn, unsigned from, int throw_index);
/* Whether any throw that is left has a play. */
bool tab_live_turn_can_play(const TabLiveTurn *turn);

/* Plays `play`, which is one of those listed; false, and nothing happens, if it is not. */
bool tab_live_turn_play(TabLiveTurn *turn, const TabPlay *play);
/* Takes the last play back; false if there is none. */
bool tab_live_turn_undo(TabLiveTurn *turn);
unsigned tab_live_turn_get_n_plays(const TabLiveTurn *turn);
/* Play number `nth` from 0, and the board before it. */
const TabPlay *tab_live_turn_get_play(const TabLiveTurn *turn, unsigned nth);
const TabPosition *tab_live_turn_get_before(const TabLiveTurn *turn, unsigned nth);

/* Whether the turn may end now (RULES.md 6). */
bool tab_live_turn_may_stop(const TabLiveTurn *turn);
/* Whether the same side throws again after this turn (`throws=at-once`). */
bool tab_live_turn_goes_on(const TabLiveTurn *turn);
/* The position after the turn, if it ended now. */
void tab_live_turn_finish(const TabLiveTurn *turn, TabPosition *after);
/* The turn as text. Free with g_free. */
char *tab_live_turn_to_string(const TabLiveTurn *turn);
/* Whether anything moves in a turn that is given as text. */
bool tab_live_turn_text_moves(const char *turn);

G_END_DECLS
