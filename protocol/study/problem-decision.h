// SPDX-License-Identifier: GPL-3.0-or-later
// A turn of a game that may make a problem: what an engine has said of its choices, and what
// follows from that.
#pragma once

#include "protocol/game/record.h"
#include "protocol/study/problem-setup.h"

/* A turn that the engine has told of. */
typedef struct {
    char *text; /* owned by the decision */
    TabPosition after;
    double win;          /* by the search, 0–1 */
    double value, error; /* by rollouts, 0–1; NAN: none yet */
} TabProblemLine;

typedef struct {
    const TabRecordNode *node; /* of the game */
    TabSituation start;        /* before its throws, … */
    TabSituation situation;    /* … and with them */
    TabPosition after;         /* what was played */
    guint outcomes;
    GArray *lines; /* of TabProblemLine, best first by the search: its owner adds what the engine
                      tells */
    /* these follow from the lines, by tab_problem_decision_choose() */
    int played;  /* place in the lines */
    double loss; /* of what was played, by the search */
    double next; /* win of the best turn that is not rolled out, by the search; 0: there is none */
} TabProblemDecision;

/* The decisions of a game's main line that are not known to have lost little and cannot end the
 * game, in their order: of TabProblemDecision, which the array owns. The game must outlive them. */
GPtrArray *tab_problem_list_decisions(const TabRecord *game, const TabProblemSetup *setup);

static inline TabProblemLine *tab_problem_decision_line(const TabProblemDecision *decision, guint i)
{
    return &g_array_index(decision->lines, TabProblemLine, i);
}

/* Where the line is that leads there; -1: none does. */
int tab_problem_decision_find(const TabProblemDecision *decision, const TabPosition *after);

/* After the search: whether it may be a problem. The lines are then those to be rolled out, what
 * was played among them. */
gboolean tab_problem_decision_choose(TabProblemDecision *decision, const TabProblemSetup *setup);

/* For g_ptr_array_sort(): the greatest losses first; else as they were played. */
int tab_problem_decision_compare(gconstpointer a, gconstpointer b);

/* After the rollouts: the place of the best line, and whether they make it a problem. */
guint tab_problem_decision_best(const TabProblemDecision *decision);
gboolean tab_problem_decision_is_proven(const TabProblemDecision *decision,
                                        const TabProblemSetup *setup);

/* The problem, which tab_problem_new() takes. `difficulty`: NAN if it is not known. */
TabRecord *tab_problem_decision_to_record(const TabProblemDecision *decision, const TabRecord *game,
                                          const TabProblemSetup *setup, const char *engine,
                                          double difficulty);
