// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis says of a turn, as notes in its record, and how bad a turn that lost so much is.
#pragma once

#include "protocol/study/analysis.h"

/* --- how bad a turn is --- */

typedef enum {
    TAB_TURN_SOUND,
    TAB_TURN_DOUBTFUL, /* ?! */
    TAB_TURN_MISTAKE,  /* ? */
    TAB_TURN_BLUNDER,  /* ?? */
    TAB_N_TURN_GRADES
} TabTurnGrade;

/* A point is a hundredth of a game: of the chance to win. By these losses, in points, a turn is
 * called doubtful, a mistake, or a blunder, where nobody asks for others. */
#define TAB_DOUBTFUL_POINTS 2
#define TAB_MISTAKE_POINTS 5
#define TAB_BLUNDER_POINTS 15

/* The least loss of each grade, of a game, rising; the first is 0. */
typedef struct {
    double least[TAB_N_TURN_GRADES];
} TabGradeLimits;
#define TAB_GRADE_LIMITS_INIT                                                                      \
    {                                                                                              \
        {                                                                                          \
            0, TAB_DOUBTFUL_POINTS / 100., TAB_MISTAKE_POINTS / 100., TAB_BLUNDER_POINTS / 100.    \
        }                                                                                          \
    }

/* The grade of a loss, of a game; sound if it is NAN. The second goes by the points above. */
TabTurnGrade tab_turn_grade_within(double loss, const TabGradeLimits *limits);
TabTurnGrade tab_turn_grade(double loss);
/* "", "?!", "?", "??". */
const char *tab_turn_grade_sign(TabTurnGrade grade);

/* --- notes --- */

/* The notes `luck` and `loss` of a turn, shares of a game; NAN without one, or with one that cannot
 * be: a file may say anything. */
double tab_turn_get_luck(const TabRecordNode *node);
double tab_turn_get_loss(const TabRecordNode *node);

/* What each throw brought, by the note `throw-luck`, "1:+0.020,4:-0.005": the kind of the cast, and
 * a share of a game. What cannot be is left out. */
typedef void (*TabThrowLuckFunc)(int kind, double luck, gpointer data);
void tab_turn_visit_throw_luck(const TabRecordNode *node, const TabCast *cast,
                               TabThrowLuckFunc visit, gpointer data);

/* Goes through an analysis turn by turn, in its order. */
typedef struct {
    const TabAnalysis *analysis;
    guint throw, turn; /* the next of each that was not come to */
} TabTurnWalk;

/* What was found of one turn: a part of the arrays of the analysis. */
typedef struct {
    const TabThrowLuck *throws; /* `n_throws` of them, in their order */
    guint n_throws;
    double luck;             /* of all of them, for the side that threw */
    const TabTurnLoss *loss; /* NULL: nothing was weighed */
} TabTurnFound;

/* What is found of the turn of `node`, the next of the analysed line. */
TabTurnFound tab_turn_walk(TabTurnWalk *walk, const TabRecordNode *node);

/* Notes what was found at a turn, `node`, which may be of another record than the one analysed:
 * `luck` (of the turn's throws, for the side that threw), `throw-luck` (the same of each throw that
 * fell, the first 15 of them, "1:+0.020,4:-0.005"), `loss`, `judged` (the side's chance to win
 * after the turn: what `eval` is in its player's own view); shares of a game. */
void tab_turn_note(TabRecordNode *node, const TabCast *cast, const TabTurnFound *found);
/* Notes all of an analysis in the record that it is of, whose main line it has gone through. */
void tab_turn_note_all(TabRecord *record, const TabAnalysis *analysis);
