// SPDX-License-Identifier: GPL-3.0-or-later
// A record looked at by an engine of its own.
#include "gui/model/analysis-job.h"

struct _TabAnalysisJob {
    GObject parent;
    TabClient *client; /* NULL once it is done or cancelled */
    TabRecord *record;
    guint ahead;
    GCancellable *cancellable;
    TabAnalysis *analysis;
    GError *error;
};

G_DEFINE_FINAL_TYPE(TabAnalysisJob, tab_analysis_job, G_TYPE_OBJECT)

enum { PROGRESS, DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

void tab_analysis_tell_sticks(TabClient *client, const char *text)
{
    const TabOption *option = tab_option_find(tab_client_get_options(client), "Sticks");
    if (option)
        tab_client_set_option(client, option->name, text ? text : "fair");
}

static void drop_client(TabAnalysisJob *self)
{
    if (self->client)
        tab_client_quit(self->client);
    g_clear_object(&self->client);
}

/* Whether the answer still concerns anybody. */
static gboolean is_wanted(TabAnalysisJob *self)
{
    return self->client && !g_cancellable_is_cancelled(self->cancellable);
}

static void finish(TabAnalysisJob *self)
{
    drop_client(self);
    g_signal_emit(self, signals[DONE], 0);
}

static void on_progress(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    TabAnalysisJob *self = data;
    if (is_wanted(self))
        g_signal_emit(self, signals[PROGRESS], 0, turns, of);
}

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    self->analysis = tab_analysis_run_finish(result, &self->error);
    if (is_wanted(self))
        finish(self);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    gboolean success = tab_client_start_finish(TAB_CLIENT(source), result, &self->error);
    if (!is_wanted(self))
        return;
    if (!success) {
        finish(self);
        return;
    }
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.ahead = self->ahead;
    setup.losses = TRUE;
    setup.progress = on_progress;
    setup.progress_data = self;
    tab_analysis_tell_sticks(self->client, tab_record_get_tag(self->record, "Sticks"));
    tab_analysis_run_async(self->record, self->client, &setup, self->cancellable, on_analysed,
                           g_object_ref(self));
}

TabAnalysisJob *tab_analysis_job_new(const TabEngineConfig *engine, TabRecord *record, guint ahead,
                                     TabTalkLog *log)
{
    TabAnalysisJob *self = g_object_new(TAB_TYPE_ANALYSIS_JOB, NULL);
    self->record = record;
    self->ahead = ahead;
    self->client = tab_client_new(engine);
    if (log)
        tab_talk_log_watch(log, self->client);
    tab_client_start_async(self->client, self->cancellable, on_started, g_object_ref(self));
    return self;
}

void tab_analysis_job_cancel(TabAnalysisJob *self)
{
    g_cancellable_cancel(self->cancellable);
    drop_client(self);
}

const TabRecord *tab_analysis_job_get_record(TabAnalysisJob *self)
{
    return self->record;
}

const TabAnalysis *tab_analysis_job_get_analysis(TabAnalysisJob *self)
{
    return self->analysis;
}

const GError *tab_analysis_job_get_error(TabAnalysisJob *self)
{
    return self->error;
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
}
