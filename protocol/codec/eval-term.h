// SPDX-License-Identifier: GPL-3.0-or-later
// The lines by which an engine answers `eval`: what its evaluation looks at, and the chance to win.
#pragma once

#include <glib.h>

/* One term, in units of the engine's own. */
typedef struct {
    char *name; /* without blanks */
    gboolean of_sides;
    double mover, enemy; /* how much of it each side has; 0 unless `of_sides` */
    double adds;         /* to the evaluation for the side to move */
} TabEvalTerm;

/* An answer. */
typedef struct {
    GArray *terms; /* of TabEvalTerm, in the engine's order */
    double win;    /* chance of the side to move to win, 0–1; NAN: it was not told */
} TabEvalAnswer;

#define TAB_EVAL_MAX_TERMS 1000 /* further ones are left out */

TabEvalAnswer *tab_eval_answer_new(void);
void tab_eval_answer_free(TabEvalAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEvalAnswer, tab_eval_answer_free)

/* Takes the words behind `eval` (NULL-terminated): `term <name> [mover <x> enemy <y>] adds <z>`, or
 * `win <p>`. FALSE, and nothing is taken, for anything else, and where a number is none or not
 * finite. */
gboolean tab_eval_answer_take(TabEvalAnswer *answer, char *const *words);
