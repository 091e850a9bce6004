// SPDX-License-Identifier: GPL-3.0-or-later
// The games of one player in the order of time: results, luck, loss, and a rating that follows
// them.
#pragma once

#include "protocol/database/query.h"

/* One game, as the player sees it. */
typedef struct {
    gint64 number;
    TabSide side;
    char *opponent;  /* NULL: the record does not say */
    char *date;      /* NULL: likewise */
    double score;    /* 1 won, 0 lost, a draw one half; NAN: it has no result */
    double luck;     /* of the player's throws, in points (1 is a game); NAN: not known */
    double loss;     /* by the player's turns, likewise */
    guint decisions; /* turns whose loss is in it */
    double rating;   /* after the game */
} TabPlayerGame;

void tab_player_game_free(TabPlayerGame *game);

/* Ratings are Elo's: each player begins with the first, and a game moves both by at most the
 * second, the more the less it was expected. */
#define TAB_RATING_BEGIN 1500.0
#define TAB_RATING_STEP 24.0

/* The games of a player whose name this is, letter by letter, under `rules` (NULL: any) against
 * `opponent` (NULL: anybody), a GPtrArray of TabPlayerGame, which owns them; a game against oneself
 * is there twice. By date, those without one first, and then as they came in. All games under these
 * rules count for the ratings, of whomever they are. Where several engines have judged a game the
 * last one by its name counts. Passes 100,000 games in less than a second. */
GPtrArray *tab_database_list_player_games(TabDatabase *database, const char *player,
                                          const char *rules, const char *opponent, GError **error);
