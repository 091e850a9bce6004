// SPDX-License-Identifier: GPL-3.0-or-later
// Records of games that both sides play by chance, for tests.
#pragma once

#include "protocol/game/record.h"
#include "protocol/rules/cast.h"

/* A legal turn for the complete throws of the situation: any play of any throw, until none is left;
 * where the turn may stop, one time in four it does. Free with g_free. */
char *random_turn(const TabRules *rules, const TabSituation *situation, TabRandom *random);

/* Throws until the hand is complete and appends a turn; the situation becomes that after it. */
TabRecordNode *random_node(TabRecord *record, TabRecordNode *parent, TabSituation *situation,
                           const TabSticks *sticks, TabRandom *random);

/* Sets the result of a game that ends in this position: drawn by the limit if nobody has lost. */
void random_result(TabRecord *record, const TabPosition *end);

/* A game from its opening on, with the tag [Sticks]; drawn if it has not ended after `max_turns`.
 */
TabRecord *random_game(const char *rules_text, const char *sticks_text, guint max_turns,
                       guint64 seed);

/* A game of 400 turns, unless it ends before, with a long variation every fifty. */
TabRecord *forked_game(guint64 seed);

/* A game without turns that begins with this position. */
TabRecord *game_from(const char *rules_text, const char *position);
