// SPDX-License-Identifier: GPL-3.0-or-later
// A match of several games between two seats, one game after the other in the window: its games,
// its score, and who sits where.
#pragma once

#include "gui/model/game-session.h"

/* A seat is 0, who is White in the first game, or 1. The players change sides after each game; who
 * of them begins is thrown, or said, by the rules' opening as in any game.
 *
 * A game counts when the record of its main line has a result: by the rules, because somebody
 * resigned, or had no time left. If that end is taken back, it does not count any more, until the
 * next game has begun. A game that is left before its end counts for nobody: the match goes on with
 * it, or not at all.
 *
 * Nothing is emitted: all that is told here changes with the session of the game in the window. */
#define TAB_TYPE_GAME_MATCH (tab_game_match_get_type())
G_DECLARE_FINAL_TYPE(TabGameMatch, tab_game_match, TAB, GAME_MATCH, GObject)

#define TAB_MATCH_SEATS 2

/* Read freely; change through the functions only. */
struct _TabGameMatch {
    GObject parent;
    TabGameSetup *setup;     /* of the game in the window, with its players also when it is over */
    GPtrArray *earlier;      /* of char *: records of the games before it, as far as they are known.
                                The array is shared, and never changes */
    TabGameSession *session; /* the game in the window; NULL: not yet */
};

/* The match whose first game `setup` (copied) is: its `match` says how long. */
TabGameMatch *tab_game_match_new(const TabGameSetup *setup);
/* The match that this record is the last known game of, by its tags, with these texts of records of
 * the games before (referenced; NULL: none is known); players are those of the record, engines of
 * the list `engines`. NULL: it is of no match. */
TabGameMatch *tab_game_match_new_from_record(const TabRecord *record, GPtrArray *earlier,
                                             GPtrArray *engines);

/* The game in the window, which begins or is taken up again. */
void tab_game_match_follow(TabGameMatch *self, TabGameSession *session);
/* The setup of the next game, for the session that is to be followed then; the game that was
 * followed, which must be over, is now one of the earlier ones. Free with tab_game_setup_free. */
TabGameSetup *tab_game_match_advance(TabGameMatch *self);

/* With the game in the window counted, if it has a result. */
TabMatchPlace tab_game_match_get_place(TabGameMatch *self);
/* Whether the match is over; whether it goes on with another game now. */
gboolean tab_game_match_is_over(TabGameMatch *self);
gboolean tab_game_match_can_advance(TabGameMatch *self);
/* The side of a seat in the game in the window, and in game `round`. */
TabSide tab_game_match_get_side(TabGameMatch *self, guint seat);
TabSide tab_game_match_side_in(guint round, guint seat);
/* The seat that is named first: that of the only person, else 0. */
guint tab_game_match_get_first_told(TabGameMatch *self);
/* Games that a seat has won. */
guint tab_game_match_get_won(TabGameMatch *self, guint seat);

/* The records of all games as texts, an array of char * with that of the game in the window at its
 * end. Free with g_ptr_array_unref. */
GPtrArray *tab_game_match_list_games(TabGameMatch *self);

/* Of texts of records those of the games before this one in its match, in their order, an array of
 * char *: each game once, what is no record passed over. NULL: the record is of no match, or a
 * later game of it is among them. Free with g_ptr_array_unref. */
GPtrArray *tab_game_match_find_earlier(const TabRecord *record, const GPtrArray *texts);

/* --- words; free with g_free --- */

/* "You", "Tab Engine", "Ada"; two of one name are told apart. */
char *tab_game_match_name(TabGameMatch *self, guint seat);
/* "Match to 3 wins", "Match of 5 games". */
char *tab_game_match_describe_length(const TabMatchPlace *place);
/* "You – Tab Engine: 2 – 1", and the draws, if there are any. */
char *tab_game_match_describe_score(TabGameMatch *self);
/* "Match to 3 wins · game 4", or, when it is over, how it ended: "You have won the match". */
char *tab_game_match_describe_state(TabGameMatch *self);
