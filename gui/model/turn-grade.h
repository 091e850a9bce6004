// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis has noted of a turn, in words: luck and loss in points, and how bad the turn
// was.
#pragma once

#include "protocol/study/turn-notes.h"

/* A luck or loss below this, of a game, would be told as 0.0 points. */
#define TAB_LEAST_SHARE 0.0005

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
