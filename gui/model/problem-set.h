// SPDX-License-Identifier: GPL-3.0-or-later
// A collection of problems with how far the person has come: read in a thread, answers written by
// one.
#pragma once

#include <gio/gio.h>

#include "gui/model/problem-queue.h"

/* Signals: "changed" (), it was read, or an answer was taken; "unwritten" (const GError *), an
 * answer could not be kept: it counts until the program ends. */
#define TAB_TYPE_PROBLEM_SET (tab_problem_set_get_type())
G_DECLARE_FINAL_TYPE(TabProblemSet, tab_problem_set, TAB, PROBLEM_SET, GObject)

/* Read freely; change through the functions only. */
struct _TabProblemSet {
    GObject parent;
    char *path, *progress_path;
    gboolean ready;         /* it was read, well or not */
    GPtrArray *problems;    /* of TabProblem; empty until it is ready, and after an error: */
    GError *error;          /* why there are none; NULL: there are */
    GHashTable *states;     /* as tab_problem_progress_load() gives them; never NULL */
    GError *unread;         /* why the progress could not be read, which then is kept nowhere */
    guint32 (*today)(void); /* the day it is now */
};

/* Begins to read `path`, with the progress in `progress_path`. */
TabProblemSet *tab_problem_set_new(const char *path, const char *progress_path);
/* Tells the day from now on, for tests. */
void tab_problem_set_use_clock(TabProblemSet *self, guint32 (*today)(void));

TabProblemCounts tab_problem_set_count(TabProblemSet *self);
/* As tab_problem_queue_next(), or if none is left for today tab_problem_queue_ahead(), which sets
 * `ahead`; -1: there is no other. */
int tab_problem_set_next(TabProblemSet *self, int except, gboolean *ahead);
static inline TabProblem *tab_problem_set_get(TabProblemSet *self, guint nth)
{
    return (TabProblem *)g_ptr_array_index(self->problems, nth);
}
/* The state of a problem; NULL: it was never answered. */
const TabProblemState *tab_problem_set_find(TabProblemSet *self, const TabProblem *problem);
/* Takes an answer, at once, and has it written; `quality` and `loss` as in problem-progress.h. */
void tab_problem_set_answer(TabProblemSet *self, const TabProblem *problem, guint quality,
                            double loss);

/* --- the collections that came with the program --- */

/* The presets that have one, in their order: an array of their numbers (ruleset.h), guint. Free
 * with g_array_unref. */
GArray *tab_problem_set_list_shipped(void);
/* The file of a preset's; NULL: there is none. Free with g_free. */
char *tab_problem_set_find_shipped(const char *preset);
