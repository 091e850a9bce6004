// SPDX-License-Identifier: GPL-3.0-or-later
// One of many games that were analysed: where it is, and what was found.
#pragma once

#include <gio/gio.h>

#include "gui/model/game-reading.h"
#include "protocol/study/turn-notes.h"

#define TAB_TYPE_GAMES_ANALYSIS_ITEM (tab_games_analysis_item_get_type())
G_DECLARE_FINAL_TYPE(TabGamesAnalysisItem, tab_games_analysis_item, TAB, GAMES_ANALYSIS_ITEM,
                     GObject)

/* Never changes once it is there. */
struct _TabGamesAnalysisItem {
    GObject parent;
    char *path;               /* of its file, or of the database */
    guint index;              /* in the file, from 0 */
    gint64 number;            /* in the database; 0: it is of a file */
    char *journal, *settings; /* where what was found is kept */
    char
        *line; /* about the game: players, result, rules, turns; NULL: the whole file is at fault */
    double luck[2], loss[2]; /* sums, of a game, by side (TabSide) */
    guint grade[2][TAB_N_TURN_GRADES];
    char *fault; /* why it was not analysed; NULL: it was */
};

/* In words, free with g_free. Which game it is: its line, or the name of its file. */
char *tab_games_analysis_item_describe_game(const TabGamesAnalysisItem *self);
/* What was found: luck and loss of both sides and their doubtful turns, mistakes and blunders; or
 * the fault. */
char *tab_games_analysis_item_describe_found(const TabGamesAnalysisItem *self);
/* Where it is: "games.tab, game 3"; NULL: in the database. */
char *tab_games_analysis_item_describe_place(const TabGamesAnalysisItem *self);

/* The game, with what was found as notes. Blocks; errors as game-reading.h has them. */
TabReadGames *tab_games_analysis_item_read(const TabGamesAnalysisItem *self, TabProgress *progress,
                                           GError **error);
