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
/* What the figures and marks mean. */
char *tab_turn_grade_explain(void);
