// SPDX-License-Identifier: GPL-3.0-or-later
// An engine looks at a game that is over: quickly first, then more and more exactly, as long as
// somebody looks at what it finds.
#include "gui/model/summary-study.h"

#include <glib/gi18n-lib.h>

#include "gui/model/engine-store.h"
#include "gui/model/game-summary.h"

/* How exactly: the first takes a fifth of a second for a game of 85 turns by our own engine on a
 * processor at 2.1 GHz, the second one, the third seven. */
static const struct {
    guint ahead;
    gint64 depth, nodes;
} stages[] = {{1, 1, 10000}, {2, 1, 10000}, {2, 2, 50000}};

struct _TabSummaryStudy {
    GObject parent;
    TabGameSession *session; /* NULL: none yet */
    TabEngineConfig *engine; /* NULL: there is none */
    TabRecordNode *end;      /* of the line; gone with its session */
    guint stage;             /* the next, or the one that goes on */
    guint turns, of;         /* how far that is */
    TabAnalysisJob *job;     /* NULL: none goes on */
    char *fault;             /* why none does; NULL: nothing is wrong */
};

G_DEFINE_FINAL_TYPE(TabSummaryStudy, tab_summary_study, G_TYPE_OBJECT)

enum { NOTED, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void start_stage(TabSummaryStudy *self);

static void on_progress(TabSummaryStudy *self)
{
    self->turns = self->job->turns_done;
    g_signal_emit(self, signals[CHANGED], 0);
}

void tab_summary_study_rest(TabSummaryStudy *self)
{
    tab_analysis_job_drop(&self->job, self);
}

static void on_done(TabSummaryStudy *self)
{
    g_autoptr(TabAnalysisJob) job = g_object_ref(self->job);
    tab_summary_study_rest(self);
    if (job->error) {
        self->fault = g_strdup(tab_engine_fault_text(job->error));
    } else {
        self->stage++;
        tab_analysis_game_note(self->session, job);
        g_signal_emit(self, signals[NOTED], 0);
    }
    start_stage(self);
}

/* Begins the next stage, if there is one. */
static void start_stage(TabSummaryStudy *self)
{
    if (!self->job && self->engine && self->end->parent && !self->fault &&
        self->stage < G_N_ELEMENTS(stages)) {
        self->job = tab_analysis_job_new(self->engine, tab_analysis_game_copy_line(self->session),
                                         stages[self->stage].ahead, NULL);
        tab_analysis_job_set_depth(self->job, stages[self->stage].depth, stages[self->stage].nodes);
        self->turns = 0;
        self->of = self->job->turns;
        g_signal_connect_swapped(self->job, "progress", G_CALLBACK(on_progress), self);
        g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_done), self);
    }
    g_signal_emit(self, signals[CHANGED], 0);
}

/* Whether the turns have notes: of an analysis that somebody asked for, which looks deeper than the
 * first stage, or of a file. */
static gboolean is_noted(TabGameSession *session)
{
    TabGameSummary summary;
    tab_game_summary_fill(&summary, session);
    return summary.turns > 0 && summary.known == summary.turns;
}

static gboolean same_engine(const TabEngineConfig *one, const TabEngineConfig *other)
{
    return one && other &&
           g_str_equal(tab_engine_store_name_of(one), tab_engine_store_name_of(other));
}

void tab_summary_study_begin(TabSummaryStudy *self, TabGameSession *session,
                             const TabEngineConfig *engine)
{
    TabRecordNode *end = session->document->live->node;
    gboolean same = self->session == session && self->end == end;
    tab_summary_study_rest(self);
    g_clear_pointer(&self->fault, g_free);
    if (!same || !same_engine(self->engine, engine))
        self->stage = is_noted(session) ? G_N_ELEMENTS(stages) - 1 : 0;
    g_set_object(&self->session, session);
    self->end = end;
    g_clear_pointer(&self->engine, tab_engine_config_free);
    self->engine = engine ? tab_engine_config_copy(engine) : NULL;
    start_stage(self);
}

gboolean tab_summary_study_is_busy(TabSummaryStudy *self)
{
    return self->job != NULL;
}

char *tab_summary_study_describe_source(TabSummaryStudy *self)
{
    if (!self->engine)
        return g_strdup("");
    /* Translators: below figures of luck and loss: the name of the engine that found them. */
    return g_strdup_printf(_("As %s sees it."), tab_engine_store_name_of(self->engine));
}

char *tab_summary_study_describe(TabSummaryStudy *self)
{
    if (!self->session || !self->session->document->live->node->parent)
        return g_strdup("");
    if (!self->engine)
        return g_strdup(_("No engine is at hand that could tell luck and loss."));
    const char *name = tab_engine_store_name_of(self->engine);
    if (self->fault)
        /* Translators: an engine's name, and what went wrong. */
        return g_strdup_printf(_("%s could not look at the game: %s."), name, self->fault);
    if (!self->job)
        return tab_summary_study_describe_source(self);
    if (!self->stage)
        /* Translators: an engine's name; turns done, all turns. */
        return g_strdup_printf(_("%s is looking at the game: %u of %u turns."), name, self->turns,
                               self->of);
    /* Translators: an engine's name, which gives more exact figures; turns done, all turns. */
    return g_strdup_printf(_("%s is looking closer: %u of %u turns."), name, self->turns, self->of);
}

static void tab_summary_study_dispose(GObject *object)
{
    TabSummaryStudy *self = TAB_SUMMARY_STUDY(object);
    tab_summary_study_rest(self);
    g_clear_object(&self->session);
    g_clear_pointer(&self->engine, tab_engine_config_free);
    g_clear_pointer(&self->fault, g_free);
    G_OBJECT_CLASS(tab_summary_study_parent_class)->dispose(object);
}

static void tab_summary_study_class_init(TabSummaryStudyClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_summary_study_dispose;
    signals[NOTED] = g_signal_new("noted", TAB_TYPE_SUMMARY_STUDY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_SUMMARY_STUDY, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_summary_study_init(TabSummaryStudy *self)
{
}

TabSummaryStudy *tab_summary_study_new(void)
{
    return g_object_new(TAB_TYPE_SUMMARY_STUDY, NULL);
}
