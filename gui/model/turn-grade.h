// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis has noted of a turn, in words: luck and loss in points, and how bad the turn
// was.
#pragma once

#include "protocol/game/record.h"

/* A point is a hundredth of a game: of the chance to win. By these losses, in points, a turn is
 * called doubtful, a mistake, or a blunder. */
#define TAB_DOUBTFUL_POINTS 2
#define TAB_MISTAKE_POINTS 5
#define TAB_BLUNDER_POINTS 15

/* A luck or loss below this, of a game, would be told as 0.0 points. */
#define TAB_LEAST_SHARE 0.0005

typedef enum {
    TAB_TURN_SOUND,
    TAB_TURN_DOUBTFUL,
    TAB_TURN_MISTAKE,
    TAB_TURN_BLUNDER,
} TabTurnGrade;

/* The notes `luck` and `loss` of a turn, shares of a game; NAN without one, or with one that cannot
 * be: a file may say anything. */
double tab_turn_get_luck(const TabRecordNode *node);
double tab_turn_get_loss(const TabRecordNode *node);

/* What each throw brought, by the note `throw-luck`, "1:+0.020,4:-0.005": the kind of the cast, and
 * a share of a game. What cannot be is left out. */
typedef void (*TabThrowLuckFunc)(int kind, double luck, gpointer data);
void tab_turn_visit_throw_luck(const TabRecordNode *node, const TabCast *cast,
                               TabThrowLuckFunc visit, gpointer data);

TabTurnGrade tab_turn_grade(double loss);
/* By the note `loss` of the turn; sound without one. */
TabTurnGrade tab_turn_grade_of(const TabRecordNode *node);
/* "?!" (doubtful), "?" (a mistake), "??" (a blunder); "" for a sound turn. They run
 * from left to right in every language. Never freed. */
const char *tab_turn_grade_mark(TabTurnGrade grade);

/* All below: free with g_free. */
/* "luck +4.1 points, loss −7.1 points, a mistake". `luck` and `loss` are shares of a game, 0–1;
 * what is NAN, or a loss of nothing, is left out; "" if both are. */
char *tab_turn_grade_describe(double luck, double loss);
/* The same by the notes of a turn. */
char *tab_turn_grade_describe_turn(const TabRecordNode *node);
/* The notes in points of a hundred alone: "+4.1", "−5.2"; "" without one, or for a loss of nothing.
 */
char *tab_turn_luck_text(const TabRecordNode *node);
char *tab_turn_loss_text(const TabRecordNode *node);
/* The luck of each throw: "1: +2.0, 4: −0.5". */
char *tab_turn_throws_text(const TabRecordNode *node, const TabCast *cast);
/* What the figures and marks mean. */
char *tab_turn_grade_explain(void);
