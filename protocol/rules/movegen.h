// SPDX-License-Identifier: GPL-3.0-or-later
// The legal plays of one throw, and whether a turn may stop (RULES.md 5 and 6).
#pragma once

#include "protocol/rules/position.h"

/* Writes all plays of the side to move with a throw of this kind, or half of that kind, into
 * `plays` (room for TAB_MAX_PLAYS) and returns their number. Order: Nasara first, then by cell of
 * departure; whole pile before top piece; plain way before the fork; the king last. A finished game
 * has none. */
unsigned tab_movegen_plays(const TabRules *rules, const TabPosition *position, int kind,
                           TabPlay *plays);

/* The same for a throw at hand: with it whole, and with its first half (TAB_PLAY_HALVES). Room for
 * twice as many. */
#define TAB_MAX_HAND_PLAYS (2 * TAB_MAX_PLAYS)
unsigned tab_movegen_whole_and_half_plays(const TabRules *rules, const TabPosition *position,
                                          int kind, TabPlay *plays);
static inline unsigned tab_movegen_hand_plays(const TabRules *rules, const TabPosition *position,
                                              int kind, TabPlay *plays)
{
    return rules->cast.kind[kind].half
               ? tab_movegen_whole_and_half_plays(rules, position, kind, plays)
               : tab_movegen_plays(rules, position, kind, plays);
}

/* Whether the side to move may stop with the throws `left` unused: no throw of them has a play that
 * is not refusable, tâbs that can be saved aside (RULES.md 6). A finished game may always stop. */
bool tab_movegen_may_stop(const TabRules *rules, const TabPosition *position, const TabHand *left);

/* Whether the side to move may have the dice cast anew instead of a turn with this whole hand. */
bool tab_movegen_may_cast_anew(const TabRules *rules, const TabPosition *position,
                               const TabHand *hand);

/* The throw of the turn's own that decides whether the side goes on under `throws=at-once`: true
 * for a hand that holds, `saved` tâbs aside, a throw after which one throws again. Always false
 * with `throws=collect`. */
bool tab_movegen_throws_again(const TabRules *rules, const TabHand *hand, unsigned saved);

/* Plays a whole turn and ends it: `after` becomes the next position. Nothing is checked. */
void tab_movegen_play_turn(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                           TabPosition *after);
