// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a game as a list: the main line, and after each turn the variations of it, indented.
#pragma once

#include <gio/gio.h>

#include "gui/model/game-session.h"
#include "gui/model/turn-grade.h"

/* One row: a turn, or the start of the game. */
#define TAB_TYPE_GAME_ROW (tab_game_row_get_type())
G_DECLARE_FINAL_TYPE(TabGameRow, tab_game_row, TAB, GAME_ROW, GObject)

struct _TabGameRow {
    GObject parent;
    TabGameSession *session;
    TabRecordNode *node; /* as long as it is in the record; the root for the start */
    guint depth;         /* how many variations deep, 0 for the main line */
    char *opening;       /* of the start: the throws of the opening that are told; NULL elsewhere */
    GBytes *taken;       /* by its plays, as turn-captures.h has it; NULL: nothing */
    gboolean quiet;      /* about what an analysis has noted */
};

/* All below: free with g_free. */
/* "17."; "" for the start. */
char *tab_game_row_number(TabGameRow *self);
/* The throws in the order in which they were used, then in brackets those that were not: "1 4 (2)";
 * for the start those of the opening that are told. */
char *tab_game_row_throws(TabGameRow *self);
/* "a9–b9–b5×2 b10–b8↑" (×: took a stone, ×2: two; ↑: the top stone alone), "passes", "…" for a turn
 * that was not chosen. */
char *tab_game_row_plays(TabGameRow *self);
/* The same of a turn as text, "1:a9b9,4:b9b5", but for what it takes. */
char *tab_game_tree_turn_text(const char *turn);
/* What an analysis has noted of the turn, in points: the luck of its throws, "+4.1", and what it
 * lost, "−5.2"; "" if nothing, or where the list keeps it to itself. */
char *tab_game_row_luck(TabGameRow *self);
char *tab_game_row_loss(TabGameRow *self);
TabTurnGrade tab_game_row_grade(TabGameRow *self);
/* The same in words, and for each throw: "luck +1.5 points" and "1: +2.0, 4: −0.5". */
char *tab_game_row_notes(TabGameRow *self);
/* How the game ended, on the row where its main line does: "Black has resigned."; "" elsewhere. */
char *tab_game_row_end(TabGameRow *self);
/* The row in words, notes and comment included. */
char *tab_game_row_describe(TabGameRow *self);
/* The row on paper, one paragraph, with how the game ended and the comment. Throws and plays go
 * from left to right, whatever the language, and the comment its own way. */
char *tab_game_row_print(TabGameRow *self);

/* A GListModel of TabGameRow, made when they are asked for: of a million turns as well as of ten.
 */
#define TAB_TYPE_GAME_TREE (tab_game_tree_get_type())
G_DECLARE_FINAL_TYPE(TabGameTree, tab_game_tree, TAB, GAME_TREE, GObject)

/* Follows the session's tree as long as it lives. */
TabGameTree *tab_game_tree_new(TabGameSession *session);
/* Whether its rows tell what an analysis has noted; at first they do. */
void tab_game_tree_set_notes(TabGameTree *self, gboolean shown);
/* From now on the first row tells all throws of the opening, which it does when it is made: a throw
 * that comes later is told once it has been seen. */
void tab_game_tree_tell_opening(TabGameTree *self);
/* Whether there is anything to tell of that. */
gboolean tab_game_tree_has_notes(TabGameTree *self);
/* The row of a node; GTK's invalid position (G_MAXUINT) if it has none. */
guint tab_game_tree_find(TabGameTree *self, const TabRecordNode *node);

/* The end of the line that goes on from here. */
TabRecordNode *tab_game_tree_last(TabRecordNode *node);
/* The turns from `node` on, itself and all variations included. */
guint tab_game_tree_count(const TabRecordNode *node);
/* Another turn in place of this one: `step` 1 for the next, -1 for the one before. */
TabRecordNode *tab_game_tree_variation(const TabRecordNode *node, int step);

/* A turn in words: its number, who played it, throws and plays; the first row for the root. Free
 * with g_free. */
char *tab_game_tree_describe(TabGameSession *session, const TabRecordNode *node);
