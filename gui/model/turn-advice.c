// SPDX-License-Identifier: GPL-3.0-or-later
// An engine asked about two turns of one position: what one of them gives away, and what its
// evaluation says of the boards after both.
#include "gui/model/turn-advice.h"

#include <math.h>

G_DEFINE_FINAL_TYPE(TabTurnAdvice, tab_turn_advice, G_TYPE_OBJECT)

enum { CHANGED, DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

#define AHEAD 1 /* as the tutor looks */

static void finish(TabTurnAdvice *self)
{
    tab_turn_advice_cancel(self);
    g_signal_emit(self, signals[DONE], 0);
}

static gboolean on_deadline(gpointer data)
{
    TabTurnAdvice *self = data;
    self->deadline = 0;
    finish(self);
    return G_SOURCE_REMOVE;
}

/* --- the terms --- */

static void ask_next(TabTurnAdvice *self);

static void on_answered(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabTurnAdvice) self = data;
    g_autoptr(GError) error = NULL;
    TabEvalAnswer *answer = tab_client_eval_finish(TAB_CLIENT(source), result, &error);
    if (!self->client) { /* cancelled meanwhile */
        tab_eval_answer_free(answer);
        return;
    }
    if (!answer) {
        finish(self);
        return;
    }
    self->answers[self->asked++] = answer;
    ask_next(self);
}

static void ask_next(TabTurnAdvice *self)
{
    if (self->asked == G_N_ELEMENTS(self->positions)) {
        g_signal_emit(self, signals[CHANGED], 0);
        finish(self);
        return;
    }
    tab_client_eval_async(self->client, self->positions[self->asked], self->cancellable,
                          on_answered, g_object_ref(self));
}

static void on_told_rules(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabTurnAdvice) self = data;
    gboolean told = tab_client_new_game_finish(TAB_CLIENT(source), result, NULL);
    if (!self->client)
        return;
    if (told)
        ask_next(self);
    else
        finish(self);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabTurnAdvice) self = data;
    gboolean started = tab_client_start_finish(TAB_CLIENT(source), result, NULL);
    if (!self->client)
        return;
    if (!started) {
        finish(self);
        return;
    }
    g_autofree char *rules = tab_ruleset_to_string(&self->rules->set);
    tab_client_new_game_async(self->client, rules, self->cancellable, on_told_rules,
                              g_object_ref(self));
}

/* There is nothing to compare where a turn ends the game. */
static void ask_terms(TabTurnAdvice *self)
{
    if (self->positions[0] && self->positions[1])
        tab_client_start_async(self->client, self->cancellable, on_started, g_object_ref(self));
    else
        finish(self);
}

/* --- what the other turn gives away --- */

static void on_weighed(TabTurnAdvice *self)
{
    g_object_ref(self); /* whatever a handler lets go of */
    const TabTurnLoss *loss = tab_tutor_get_loss(self->job);
    if (loss) {
        self->loss = loss->loss;
        g_signal_emit(self, signals[CHANGED], 0);
    }
    if (self->client) /* else a handler of the signal has cancelled it */
        ask_terms(self);
    g_object_unref(self);
}

static void weigh(TabTurnAdvice *self, const TabEngineConfig *engine,
                  const TabAdviceQuestion *question)
{
    TabRecord *record = tab_record_new_from(question->rules, question->situation);
    tab_record_set_tag(record, "Sticks", question->sticks);
    tab_record_append(record, record->root, question->situation, question->other);
    self->job = tab_analysis_job_new(engine, record, AHEAD, NULL);
    g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_weighed), self);
}

/* --- the object --- */

void tab_turn_advice_cancel(TabTurnAdvice *self)
{
    g_clear_handle_id(&self->deadline, g_source_remove);
    if (self->job) {
        g_signal_handlers_disconnect_by_data(self->job, self);
        tab_analysis_job_cancel(self->job);
    }
    g_cancellable_cancel(self->cancellable);
    tab_client_drop(&self->client);
}

gboolean tab_turn_advice_is_done(TabTurnAdvice *self)
{
    return self->client == NULL;
}

GPtrArray *tab_turn_advice_list_reasons(TabTurnAdvice *self, TabReasonOther called)
{
    if (!self->answers[0] || !self->answers[1])
        return g_ptr_array_new();
    return tab_turn_reasons_by_terms(self->rules, self->answers[0], self->moves[0],
                                     self->answers[1], self->moves[1], called);
}

/* The board after a turn, which has ended. */
static void take_turn(TabTurnAdvice *self, guint nth, const TabAdviceQuestion *question,
                      const char *text)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    if (!tab_notation_parse_turn(question->rules, question->situation, text, turn, &after, NULL))
        g_assert_not_reached();
    self->moves[nth] = after.side == question->situation->position.side;
    if (!tab_position_finished(question->rules, &after))
        self->positions[nth] = tab_notation_position_to_string(question->rules, &after);
}

static void tab_turn_advice_dispose(GObject *object)
{
    TabTurnAdvice *self = TAB_TURN_ADVICE(object);
    tab_turn_advice_cancel(self);
    g_clear_object(&self->job);
    G_OBJECT_CLASS(tab_turn_advice_parent_class)->dispose(object);
}

static void tab_turn_advice_finalize(GObject *object)
{
    TabTurnAdvice *self = TAB_TURN_ADVICE(object);
    for (guint i = 0; i < G_N_ELEMENTS(self->answers); i++) {
        tab_eval_answer_free(self->answers[i]);
        g_free(self->positions[i]);
    }
    g_clear_pointer(&self->rules, tab_rules_unref);
    g_object_unref(self->cancellable);
    G_OBJECT_CLASS(tab_turn_advice_parent_class)->finalize(object);
}

static void tab_turn_advice_class_init(TabTurnAdviceClass *klass)
{
    GType type = G_TYPE_FROM_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_turn_advice_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_turn_advice_finalize;
    signals[CHANGED] =
        g_signal_new("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    signals[DONE] =
        g_signal_new("done", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_turn_advice_init(TabTurnAdvice *self)
{
    self->loss = NAN;
    self->cancellable = g_cancellable_new();
}

TabTurnAdvice *tab_turn_advice_new(const TabEngineConfig *engine, const TabAdviceQuestion *question)
{
    TabTurnAdvice *self = g_object_new(TAB_TYPE_TURN_ADVICE, NULL);
    self->rules = tab_rules_ref(question->rules);
    self->client = tab_client_new(engine);
    tab_client_set_sticks(self->client, question->sticks);
    take_turn(self, 0, question, question->best);
    take_turn(self, 1, question, question->other);
    self->deadline = g_timeout_add(TAB_ADVICE_PATIENCE_MS, on_deadline, self);
    if (question->weighs)
        weigh(self, engine, question);
    else
        ask_terms(self);
    return self;
}
