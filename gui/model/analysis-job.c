// SPDX-License-Identifier: GPL-3.0-or-later
// A record looked at by an engine of its own, throw by throw and turn by turn, and what it found
// noted in the game.
#include "gui/model/analysis-job.h"

#include <math.h>

#include "protocol/study/turn-notes.h"

G_DEFINE_FINAL_TYPE(TabAnalysisJob, tab_analysis_job, G_TYPE_OBJECT)

enum { PROGRESS, DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void finish_job(TabAnalysisJob *self)
{
    tab_client_drop(&self->client);
    g_signal_emit(self, signals[DONE], 0);
}

static void on_progress(const TabAnalysis *so_far, guint nodes, guint of, gpointer data)
{
    TabAnalysisJob *self = data;
    if (!self->client)
        return;
    for (; self->next && self->n < nodes; self->n++)
        self->next = self->next->child;
    self->turns_done =
        self->next ? self->next->number - self->record->root->child->number : self->turns;
    g_signal_emit(self, signals[PROGRESS], 0, nodes, of);
}

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    self->analysis = tab_analysis_run_finish(result, &self->error);
    if (self->client)
        finish_job(self);
}

static void on_analyst_started(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    gboolean success = tab_client_start_finish(TAB_CLIENT(source), result, &self->error);
    if (!self->client)
        return;
    if (!success) {
        finish_job(self);
        return;
    }
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.ahead = self->ahead;
    setup.limits.depth = self->depth;
    setup.limits.nodes = self->nodes;
    setup.losses = TRUE;
    setup.progress = on_progress;
    setup.progress_data = self;
    tab_analysis_run_async(self->record, self->client, &setup, self->cancellable, on_analysed,
                           g_object_ref(self));
}

TabAnalysisJob *tab_analysis_job_new(const TabEngineConfig *engine, TabRecord *record, guint ahead,
                                     TabProtocolLog *log)
{
    TabAnalysisJob *self = g_object_new(TAB_TYPE_ANALYSIS_JOB, NULL);
    self->record = record;
    self->next = record->root->child;
    self->turns = tab_record_count_turns(record);
    self->ahead = ahead;
    self->client = tab_client_new(engine);
    if (log)
        tab_protocol_log_watch(log, self->client);
    tab_client_start_async(self->client, self->cancellable, on_analyst_started, g_object_ref(self));
    return self;
}

void tab_analysis_job_set_depth(TabAnalysisJob *self, gint64 depth, gint64 nodes)
{
    self->depth = depth;
    self->nodes = nodes;
}

void tab_analysis_job_cancel(TabAnalysisJob *self)
{
    g_cancellable_cancel(self->cancellable);
    tab_client_drop(&self->client);
}

void tab_analysis_job_drop(TabAnalysisJob **job, gpointer listener)
{
    if (!*job)
        return;
    g_signal_handlers_disconnect_by_data(*job, listener);
    tab_analysis_job_cancel(*job);
    g_clear_object(job);
}

static void tab_analysis_job_dispose(GObject *object)
{
    tab_analysis_job_cancel(TAB_ANALYSIS_JOB(object));
    G_OBJECT_CLASS(tab_analysis_job_parent_class)->dispose(object);
}

static void tab_analysis_job_finalize(GObject *object)
{
    TabAnalysisJob *self = TAB_ANALYSIS_JOB(object);
    g_object_unref(self->cancellable);
    tab_analysis_free(self->analysis); /* before the record, whose nodes it points to */
    tab_record_free(self->record);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(tab_analysis_job_parent_class)->finalize(object);
}

static void tab_analysis_job_class_init(TabAnalysisJobClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_analysis_job_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_analysis_job_finalize;
    signals[PROGRESS] = g_signal_new("progress", TAB_TYPE_ANALYSIS_JOB, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
    signals[DONE] = g_signal_new("done", TAB_TYPE_ANALYSIS_JOB, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void tab_analysis_job_init(TabAnalysisJob *self)
{
    self->cancellable = g_cancellable_new();
    self->depth = self->nodes = TAB_LIMIT_UNSET;
}

/* --- the tutor: a person's turn before it ends --- */

#define TUTOR_AHEAD 1 /* less than an analysis takes, so that nobody waits long */

gboolean tab_tutor_is_needed(TabGameSession *session)
{
    if (!tab_game_session_can_end_turn(session))
        return FALSE;
    const TabGame *game = tab_document_game(session->document);
    /* Without a play nothing was chosen, except where one may decline all that can be done. */
    return game->turn.plays->len > 0 || tab_game_can_play(game);
}

TabAnalysisJob *tab_tutor_ask(const TabEngineConfig *engine, TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    TabRecord *record = tab_record_new_from(game->rules, &game->turn.situation);
    g_autofree char *turn = tab_game_turn_to_string(game);
    tab_record_set_tag(record, "Sticks", tab_record_get_tag(session->document->record, "Sticks"));
    tab_record_append(record, record->root, &game->turn.situation, turn);
    return tab_analysis_job_new(engine, record, TUTOR_AHEAD, NULL);
}

const TabTurnLoss *tab_tutor_get_loss(const TabAnalysisJob *job)
{
    const TabAnalysis *analysis = job->analysis;
    return analysis && analysis->of_turns->len ? &g_array_index(analysis->of_turns, TabTurnLoss, 0)
                                               : NULL;
}

/* --- what was found, noted in the game --- */

TabRecord *tab_analysis_game_copy_line(TabGameSession *session)
{
    const TabRecord *record = session->document->record;
    const GArray *opening = session->document->live->opening;
    const TabRecordThrow *throws = (const TabRecordThrow *)(void *)opening->data;
    TabRecord *copy = tab_record_get_tag(record, "Position")
                          ? tab_record_new_from(record->rules, &record->start)
                          : tab_record_new(record->rules, throws, opening->len);
    tab_record_set_tag(copy, "Sticks", tab_record_get_tag(record, "Sticks"));
    tab_record_append_line(copy, session->document->live->node);
    return copy;
}

/* The child of `parent` with the same throws and turn as `like`, or NULL. */
static TabRecordNode *find_child(const TabRecordNode *parent, const TabRecordNode *like)
{
    for (TabRecordNode *child = parent->child; child; child = child->next)
        if (g_strcmp0(child->throws, like->throws) == 0 && g_strcmp0(child->turn, like->turn) == 0)
            return child;
    return NULL;
}

guint tab_analysis_game_note(TabGameSession *session, TabAnalysisJob *job)
{
    TabTurnWalk walk = {.analysis = job->analysis};
    TabRecordNode *node = session->document->record->root;
    guint n = 0;
    for (const TabRecordNode *of = job->record->root->child; walk.analysis && of; of = of->child) {
        node = find_child(node, of);
        if (!node)
            break;
        TabTurnFound found = tab_turn_walk(&walk, of);
        tab_turn_note(node, &job->record->rules->cast, &found);
        n++;
    }
    if (n)
        tab_document_notes_changed(session->document);
    return n;
}

gboolean tab_analysis_game_white(const TabRecordNode *node, double *white)
{
    double eval = tab_record_get_number(node, "judged", tab_record_get_number(node, "eval", NAN));
    if (!(eval >= 0 && eval <= 1))
        return FALSE;
    *white = node->side == TAB_WHITE ? eval : 1 - eval;
    return TRUE;
}
