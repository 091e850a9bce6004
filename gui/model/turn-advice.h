// SPDX-License-Identifier: GPL-3.0-or-later
// An engine asked about two turns of one position: what one of them gives away, and what its
// evaluation says of the boards after both.
#pragma once

#include "gui/model/analysis-job.h"
#include "gui/model/turn-reasons.h"

#define TAB_ADVICE_PATIENCE_MS 20000 /* for all of it; then the engine is ended */

/* Signal: "changed" (), something of what is told below is known; nothing comes after "done" (),
 * once, or after tab_turn_advice_cancel().
 *
 * An engine that gives no terms, or fails, is no fault: then there is nothing to be told. */
#define TAB_TYPE_TURN_ADVICE (tab_turn_advice_get_type())
G_DECLARE_FINAL_TYPE(TabTurnAdvice, tab_turn_advice, TAB, TURN_ADVICE, GObject)

/* Two turns of one situation. Texts are copied, the rules are referenced. */
typedef struct {
    const TabRules *rules;
    const TabSituation *situation; /* with all throws of the turn */
    const char *sticks;            /* as in a record */
    const char *best, *other;      /* turns, legal there */
    gboolean weighs;               /* what `other` gives away is asked for, too */
} TabAdviceQuestion;

/* Read freely; change through the functions only. */
struct _TabTurnAdvice {
    GObject parent;
    double loss;               /* what the other turn gives away, 0–1; NAN: not known (yet) */
    TabEvalAnswer *answers[2]; /* after the best turn, after the other; NULL: not known (yet) */
    gboolean moves[2];         /* whether the side that played is to move there */

    TabRules *rules;
    char *positions[2]; /* after the turns, in five fields; NULL: the game is over there */
    TabAnalysisJob *job;
    TabClient *client;
    GCancellable *cancellable;
    guint asked;    /* of the positions */
    guint deadline; /* source; 0: none */
};

/* Begins at once, and may be done at once, before anybody hears it: where there is nothing to ask.
 */
TabTurnAdvice *tab_turn_advice_new(const TabEngineConfig *engine,
                                   const TabAdviceQuestion *question);
gboolean tab_turn_advice_is_done(TabTurnAdvice *self);
/* Ends the engine; nothing is emitted any more. */
void tab_turn_advice_cancel(TabTurnAdvice *self);

/* The reasons by the engine's terms, an array of TabReason; empty if there are none. Free with
 * g_ptr_array_unref. */
GPtrArray *tab_turn_advice_list_reasons(TabTurnAdvice *self, TabReasonOther called);
