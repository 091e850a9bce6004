// SPDX-License-Identifier: GPL-3.0-or-later
// What is said beside the board of a problem: the task; once it is answered the verdict, why the
// best turn is better, the turns that are compared, and what the arrows on the board mean.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/problem-run.h"
#include "gui/model/turn-advice.h"

/* Signal: "chosen" (guint nth), a person wants to look at that one of the compared turns. Where
 * there is little room it scrolls. */
#define TAB_TYPE_PROBLEM_WORDS (tab_problem_words_get_type())
G_DECLARE_FINAL_TYPE(TabProblemWords, tab_problem_words, TAB, PROBLEM_WORDS, GtkWidget)

/* Shows how it stands with a problem now; `advice` (NULL: nobody was asked) adds what an engine
 * says. */
void tab_problem_words_show(TabProblemWords *self, TabProblemRun *run, TabTurnAdvice *advice);
/* Says this in place of a problem; `detail` may be "". */
void tab_problem_words_tell(TabProblemWords *self, const char *title, const char *detail);
/* A screen reader reads the task. */
void tab_problem_words_read_out(TabProblemWords *self);
/* What was said of the answer, in one text. Free with g_free. */
char *tab_problem_words_describe(TabProblemWords *self);
