// SPDX-License-Identifier: GPL-3.0-or-later
// Problems on a board of their own: a position with its throws, the best turn to be found, and what
// another one costs.
#pragma once

#include <gtk/gtk.h>

/* Which collection is taken is kept in the settings, and how far a person has come in a file
 * (problem-progress.h). */
#define TAB_TYPE_PROBLEM_WINDOW (tab_problem_window_get_type())
G_DECLARE_FINAL_TYPE(TabProblemWindow, tab_problem_window, TAB, PROBLEM_WINDOW,
                     GtkApplicationWindow)

/* Over `parent`. Goes on with the collection taken last. */
TabProblemWindow *tab_problem_window_new(GtkWindow *parent);
