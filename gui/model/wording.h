// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of the window: whose turn, what to do, how it ended; translated, and the same for
// eye and ear.
#pragma once

#include "gui/model/game-session.h"

/* The name of a throw: "tâb", "itneyn", … Never freed. */
const char *tab_wording_throw_name(const TabCast *cast, int kind);
/* What a throw is called in a list of them, by its name in texts (tab_rules_text_throw()). Never
 * freed. */
const char *tab_wording_throw(const TabCast *cast, const char *name);
/* "White", "Black". Never freed. */
const char *tab_wording_side(TabSide side);
/* Whether the person at the screen plays this side against an engine, and is told "you". */
bool tab_wording_is_you(TabGameSession *session, TabSide side);

/* All below: free with g_free. */

/* The throws that have a play which nobody is free to decline, and how many they are: "the 1, the 2
 * and the 4"; "" where there is none. */
char *tab_wording_list_duties(const TabGame *game, unsigned *n);

/* A player's name: "You" (the only person), "White" (one of two), "Tab Engine". For where the side
 * is seen besides. */
char *tab_wording_name(TabGameSession *session, TabSide side);
/* The same for sentences: two of one name are told apart: "White (level 8)". */
char *tab_wording_player(TabGameSession *session, TabSide side);
/* "You against Tab Engine, level 6"; without levels, unless these tell two of one name apart;
 * "Standard · 4×11 · turn 17". */
char *tab_wording_title(TabGameSession *session);
char *tab_wording_players(TabGameSession *session);
char *tab_wording_subtitle(TabGameSession *session);
/* What a player is doing, under the name: "to throw · 9 stones"; and where there is little room:
 * "to throw", or "9 stones". */
char *tab_wording_player_state(TabGameSession *session, TabSide side);
char *tab_wording_player_doing(TabGameSession *session, TabSide side);
/* What to do now, or what is going on. */
char *tab_wording_status(TabGameSession *session);
/* Why the turn cannot end, or what ending it means; "" when there is nothing to say. */
char *tab_wording_end_turn(TabGameSession *session);
/* How the game ended: a headline, and what ended it. NULL while it goes on. */
char *tab_wording_result(TabGameSession *session);
char *tab_wording_result_detail(TabGameSession *session);
/* The same with the seed of the throws, which is told now that nothing can be done with it. */
char *tab_wording_result_account(TabGameSession *session);
/* What ended this one, which is a game of the session's record; NULL while it goes on. */
char *tab_wording_end(TabGameSession *session, const TabGame *game);
/* What it means to resign now; "" where nobody can. */
char *tab_wording_resigning(TabGameSession *session);
/* One play: "4: b10 to b6, takes 2". */
char *tab_wording_play(const TabRules *rules, const TabPosition *before, const TabPlay *play);
/* The plays of a turn: "4: b10 to b6; 2: b6 to b4". */
char *tab_wording_turn(const TabGame *game);

/* What stands on a cell: "b7, white pile of 3"; and what can move there, unless that is not to be
 * told: "b7, white pile of 3, can move with 2, 4". */
char *tab_wording_stones(const TabRules *rules, const TabPosition *position, unsigned cell);
char *tab_wording_cell(const TabGame *game, unsigned cell, bool tell_plays);
