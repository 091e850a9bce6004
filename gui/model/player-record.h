// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a player in a database of games: luck, loss and rating over time, by rules and
// opponent.
#pragma once

#include "gui/model/game-library.h"
#include "protocol/database/player-games.h"

#define TAB_RECORD_SPAN 20 /* games over which luck and loss are means */

/* After a game. */
typedef struct {
    double luck, loss; /* a game, mean of the last games whose values are known; NAN: none is */
    double rating;
} TabRecordPoint;

/* Signal: "changed" (), players, rules, opponents or games are others. Nothing here waits for the
 * disk. */
#define TAB_TYPE_PLAYER_RECORD (tab_player_record_get_type())
G_DECLARE_FINAL_TYPE(TabPlayerRecord, tab_player_record, TAB, PLAYER_RECORD, GObject)

/* Read freely; change through the functions only. */
struct _TabPlayerRecord {
    GObject parent;
    GPtrArray *players; /* of TabPlayerTally, most games first; NULL: not known yet */
    GStrv rules;        /* canonical strings of the games, those of most games first */
    char *player;       /* whose record it is; NULL: nobody's */
    char *under;        /* rules; NULL: any */
    char *opponent;     /* NULL: anybody */
    GPtrArray *games;   /* of TabPlayerGame, in the order of time; NULL: not known yet */
    GArray *points;     /* of TabRecordPoint, after each of them */
    GError *error;      /* why the database cannot be read; NULL: it can */
    TabGameLibrary *library;
    guint waiting, turn; /* answers that are due; counts the games that were asked for */
};

TabPlayerRecord *tab_player_record_new(const char *path);
/* Asks for players and rules, and for the games again. */
void tab_player_record_refresh(TabPlayerRecord *self);
/* Each of these asks for games, if it changes anything; the player with most games is chosen at
 * first. */
void tab_player_record_choose_player(TabPlayerRecord *self, const char *player);
void tab_player_record_choose_rules(TabPlayerRecord *self, const char *rules);
void tab_player_record_choose_opponent(TabPlayerRecord *self, const char *opponent);
gboolean tab_player_record_is_waiting(const TabPlayerRecord *self);

/* All games, in words: how many, how they ended, luck and loss a game, the rating. Free with
 * g_free. */
char *tab_player_record_sum_up(const TabPlayerRecord *self);
