// SPDX-License-Identifier: GPL-3.0-or-later
// A tutor looks at a person's turn before it ends: an analysis of a record of that turn alone.
#include "gui/model/tutor.h"

#define AHEAD                                                                                      \
    1 /* throws that earn another one, each: fewer than an analysis takes, so that nobody waits    \
         long */

struct _TabTutor {
    GObject parent;
    TabAnalysisJob *job;
    TabAdvice advice;
};

G_DEFINE_FINAL_TYPE(TabTutor, tab_tutor, G_TYPE_OBJECT)

static guint advised_signal;

gboolean tab_tutor_is_needed(TabGameSession *session)
{
    if (tab_document_phase(session->document) != TAB_PHASE_MOVE ||
        !tab_game_session_can_end_turn(session))
        return FALSE;
    const TabGame *game = tab_document_game(session->document);
    /* Without a play nothing was chosen, except where one may decline all that can be done. */
    return game->turn.plays->len > 0 || tab_game_can_play(game);
}

/* A record of the turn in the making alone. */
static TabRecord *record_turn(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    const TabSituation *start = &game->turn.situation;
    const char *sticks = tab_record_get_tag(session->document->record, "Sticks");
    TabRecord *record = tab_record_new_from(session->document->record->rules, start);
    g_autofree char *text = tab_game_turn_to_string(game);
    tab_record_set_tag(record, "Sticks", sticks);
    tab_record_append(record, record->root, start, text);
    return record;
}

static void on_done(TabTutor *self)
{
    const TabAnalysis *analysis = self->job->analysis;
    if (analysis && analysis->of_turns->len) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, 0);
        self->advice = (TabAdvice){.loss = turn->loss, .best_turn = turn->best_turn};
    }
    g_signal_emit(self, advised_signal, 0);
}

void tab_tutor_forget(TabTutor *self)
{
    if (self->job) {
        g_signal_handlers_disconnect_by_data(self->job, self);
        tab_analysis_job_cancel(self->job);
    }
    g_clear_object(&self->job);
    self->advice = (TabAdvice){0};
}

void tab_tutor_ask(TabTutor *self, const TabEngineConfig *engine, TabGameSession *session,
                   TabProtocolLog *log)
{
    tab_tutor_forget(self);
    self->job = tab_analysis_job_new(engine, record_turn(session), AHEAD, log);
    g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_done), self);
}

gboolean tab_tutor_is_busy(TabTutor *self)
{
    return self->job && !self->job->analysis && !self->job->error;
}

const TabAdvice *tab_tutor_get_advice(TabTutor *self)
{
    return self->advice.best_turn ? &self->advice : NULL;
}

const GError *tab_tutor_get_error(TabTutor *self)
{
    return self->job ? self->job->error : NULL;
}

TabTutor *tab_tutor_new(void)
{
    return g_object_new(TAB_TYPE_TUTOR, NULL);
}

static void tab_tutor_dispose(GObject *object)
{
    tab_tutor_forget(TAB_TUTOR(object));
    G_OBJECT_CLASS(tab_tutor_parent_class)->dispose(object);
}

static void tab_tutor_class_init(TabTutorClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_tutor_dispose;
    advised_signal = g_signal_new("advised", TAB_TYPE_TUTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void tab_tutor_init(TabTutor *self)
{
}
