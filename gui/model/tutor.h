// SPDX-License-Identifier: GPL-3.0-or-later
// A tutor looks at a person's turn before it ends: what it gives away, and what would have been
// better.
#pragma once

#include "gui/model/game-session.h"
#include "gui/model/analysis-job.h"

/* Signal: "advised" (), the turn it was asked about has been weighed, or could not be (see
 * get_error).
 *
 * The loss is that of protocol/study/analysis: the chance to win after the best turn less that
 * after this one, both before the next throw. */
#define TAB_TYPE_TUTOR (tab_tutor_get_type())
G_DECLARE_FINAL_TYPE(TabTutor, tab_tutor, TAB, TUTOR, GObject)

TabTutor *tab_tutor_new(void);

/* Whether the person's turn, as it stands, is worth a look: it can end, and something else could
 * have been done. */
gboolean tab_tutor_is_needed(TabGameSession *session);
/* Weighs that turn; `engine` is started for it. What it was asked before is forgotten. */
void tab_tutor_ask(TabTutor *self, const TabEngineConfig *engine, TabGameSession *session,
                   TabProtocolLog *log);
/* Forgets what it was asked: "advised" will not come. */
void tab_tutor_forget(TabTutor *self);
gboolean tab_tutor_is_busy(TabTutor *self);

/* The answer: what the turn gives away, 0–1, and the best turn, in words and as plays from
 * `before`; NULL: there is no answer. All owned by the tutor until the next question. */
typedef struct {
    double loss;
    const char *best_turn;
} TabAdvice;
const TabAdvice *tab_tutor_get_advice(TabTutor *self);
/* Why there is none. */
const GError *tab_tutor_get_error(TabTutor *self);
