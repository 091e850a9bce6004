// SPDX-License-Identifier: GPL-3.0-or-later
// Which problem comes next: those that are due, then new ones, the easiest first.
#pragma once

#include "gui/model/problem-progress.h"
#include "protocol/study/problem.h"

/* How far a person has come with a collection. */
typedef struct {
    guint all;
    guint fresh;   /* never answered */
    guint due;     /* answered, and to come again by now */
    guint right;   /* answered, the last time rightly */
    guint learned; /* that come again at long intervals (repetition.h) */
    guint32 next;  /* the day when the first that is not due comes again, a Julian day; 0: none */
} TabProblemCounts;

/* `problems`: of TabProblem; `states`: as tab_problem_progress_load() gives them. */
TabProblemCounts tab_problem_queue_count(GPtrArray *problems, GHashTable *states, guint32 today);

/* The place of the problem that comes next: of those due, the one that has been due the longest; of
 * the new ones, the least difficult (one that does not say is in the middle). Among equals the
 * order of the collection holds. -1: none is left for today. `except` (-1: none) is left out. */
int tab_problem_queue_next(GPtrArray *problems, GHashTable *states, guint32 today, int except);
/* For who wants to go on all the same: the one that would come back first. -1: none. */
int tab_problem_queue_ahead(GPtrArray *problems, GHashTable *states, guint32 today, int except);
