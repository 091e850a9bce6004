// SPDX-License-Identifier: GPL-3.0-or-later
// A problem being solved: its position as a game, the turn that the person plays in it, and all
// turns that are compared afterwards.
#pragma once

#include "gui/model/game-session.h"
#include "gui/model/turn-arrows.h"
#include "gui/model/turn-reasons.h"
#include "protocol/study/problem.h"

/* The position is a game of two people of which one turn is played. When it ends, or when the
 * person gives up, another session takes its place, in which the position stands again and the
 * turns are variations of each other: one is looked at, and whoever goes back from it
 * (tab_document_end_review()) may try another turn.
 *
 * Signals: "changed" (), what is told below, or the session; "answered" (), the first answer to
 * the problem, which counts: tab_problem_run_get_quality() tells how good it was. */
#define TAB_TYPE_PROBLEM_RUN (tab_problem_run_get_type())
G_DECLARE_FINAL_TYPE(TabProblemRun, tab_problem_run, TAB, PROBLEM_RUN, GObject)

/* A turn that is compared. */
typedef struct {
    TabRecordNode *node; /* in the session's record */
    char *text;          /* of the turn, canonical */
    TabTurn *turn;
    double value;            /* chance to win after it, 0–1; NAN: not known */
    double error;            /* standard error of `value`; NAN: not rolled out */
    double loss;             /* what it gives away, 0–1; NAN: not known */
    bool yours;              /* it was the person's, the last time */
    bool by_engine;          /* the loss is what the engine of the analysis says, not the problem */
    TabTurnEffects *effects; /* NULL: nobody has asked yet */
} TabComparedTurn;

/* Read freely; change through the functions only. */
struct _TabProblemRun {
    GObject parent;
    const TabProblem *problem; /* borrowed: it must live as long */
    TabGameSession *session;   /* another one after every begin and answer */
    gboolean answered;         /* turns are being compared */
    gboolean gave_up;          /* … because the person did, the first time */
    GPtrArray *turns; /* of TabComparedTurn, the best first, then by value, those without one last;
                         empty until it is answered */
    guint revision;   /* rises when these are others, or more is known of them; 0: there are none */
    int yours;        /* place of the person's turn among them; -1: none was played */
    gboolean tried;   /* the first answer was given: others count no more */
    guint quality;    /* of the first answer */
    guint later;      /* source that takes a turn that has ended by itself, 0: none */
    char *ended;      /* … which is this one */
};

/* Puts the problem's position up. */
TabProblemRun *tab_problem_run_new(const TabProblem *problem);
/* Puts it up again, for another try. */
void tab_problem_run_begin(TabProblemRun *self);
/* Takes the open turn as it stands as the answer; false if it may not end yet. */
bool tab_problem_run_answer(TabProblemRun *self);
/* Shows the turns without an answer, which counts as not known. */
void tab_problem_run_give_up(TabProblemRun *self);
/* Looks at one of the compared turns. */
void tab_problem_run_show(TabProblemRun *self, guint nth);
/* The one that is looked at; -1: none is. */
int tab_problem_run_get_shown(TabProblemRun *self);
/* What an engine thinks that the person's turn gives away, where the problem does not say. */
void tab_problem_run_set_loss(TabProblemRun *self, double loss);

/* 5: the best turn; 4: one that is sound (turn-notes.h); 2: a doubtful one, or one that the problem
 * does not compare; 1: a mistake; 0: a blunder, or none at all. */
guint tab_problem_run_get_quality(TabProblemRun *self);

static inline const TabComparedTurn *tab_problem_run_get_turn(TabProblemRun *self, guint nth)
{
    return (const TabComparedTurn *)g_ptr_array_index(self->turns, nth);
}

/* All below: free with g_free, or g_ptr_array_unref. */
/* Whose turn it is, and what to do: "White is to play 1, 4, 2. Which turn is best?". */
char *tab_problem_run_describe_task(TabProblemRun *self);
/* The verdict on the person's turn in a sentence; "" until it is answered. */
char *tab_problem_run_describe_verdict(TabProblemRun *self);
/* A compared turn in words, with its value: "4: b10 to b6, takes 2. Chance to win 61.3 % ± 0.4 %,
 * loss −7.1 points, a mistake. Yours" */
char *tab_problem_run_describe_turn(TabProblemRun *self, guint nth);
/* Why the best turn is better than the person's, or, if they are the same, than the next best, by
 * the rules: an array of TabReason. */
GPtrArray *tab_problem_run_list_reasons(TabProblemRun *self);
/* The turn that the best one is compared with; -1: there is none. */
int tab_problem_run_get_rival(TabProblemRun *self);
/* The arrows of a compared turn: an array of TabTurnArrow. */
GPtrArray *tab_problem_run_list_arrows(TabProblemRun *self, guint nth);
