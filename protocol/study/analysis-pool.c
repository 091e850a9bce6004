// SPDX-License-Identifier: GPL-3.0-or-later
// Games are the jobs of a pool of judges; parts of those under way count as progress.
#include "protocol/study/analysis-pool.h"

#include "protocol/study/engine-pool.h"

/* A game on its way. */
typedef struct {
    TabAnalysedGame game; /* the first member: what comes out */
    TabAnalysisPool *pool;
    double part; /* of it that is analysed, 0–1, while it is under way */
} Job;

struct _TabAnalysisPool {
    TabAnalysisPoolSetup setup;
    void (*ended)(gpointer data);
    TabEnginePool *engines;
    double under_way; /* parts of all jobs */
    GError *error;
};

static void free_job(gpointer data)
{
    Job *job = data;
    tab_analysis_free(job->game.analysis); /* before the record, whose nodes it points to */
    tab_record_free(job->game.record);
    g_free(job);
}

static void tell_progress(TabAnalysisPool *pool)
{
    if (pool->setup.progress)
        pool->setup.progress(tab_engine_pool_count_done(pool->engines) + pool->under_way,
                             pool->setup.data);
}

static void set_part(Job *job, double part)
{
    job->pool->under_way += part - job->part;
    job->part = part;
}

static void on_turn_analysed(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    Job *job = data;
    set_part(job, of ? (double)turns / of : 0);
    tell_progress(job->pool);
}

/* --- the work of the judges --- */

static gpointer next_game(gboolean *known, gpointer data)
{
    TabAnalysisPool *pool = data;
    guint number;
    TabRecord *record = pool->setup.next(&number, pool->setup.data);
    if (!record)
        return NULL;
    Job *job = g_new0(Job, 1);
    job->pool = pool;
    job->game.number = number;
    job->game.record = record;
    if (pool->setup.look_up)
        job->game.analysis = pool->setup.look_up(record, pool->setup.data);
    *known = job->game.known = job->game.analysis != NULL;
    return job;
}

/* A judge that cannot be told of the sticks is a worse one, but a fair one. */
static void analyse_game(gpointer game, TabClient *const *judge, GCancellable *end,
                         GAsyncReadyCallback callback, gpointer user_data, gpointer data)
{
    Job *job = game;
    TabAnalysisSetup setup = job->pool->setup.setup;
    setup.progress = on_turn_analysed;
    setup.progress_data = job;
    tab_analysis_run_async(job->game.record, judge[0], &setup, end, callback, user_data);
}

static gboolean take_analysis(gpointer game, GAsyncResult *result, TabClient *const *judge,
                              gpointer data, GError **error)
{
    TabAnalysisPool *pool = data;
    Job *job = game;
    GError *fault = NULL;
    set_part(job, 0);
    job->game.analysis = tab_analysis_run_finish(result, &fault);
    if (fault) {
        if (fault->domain == TAB_CLIENT_ERROR)
            g_prefix_error(&fault, "judge %s: ", tab_client_get_label(judge[0]));
        g_propagate_error(error, fault);
        return FALSE;
    }
    if (pool->setup.analysed && !tab_engine_pool_is_broken(pool->engines) &&
        !pool->setup.analysed(&job->game, pool->setup.data))
        tab_engine_pool_stop(pool->engines);
    return TRUE;
}

static void bring_out(gpointer game, const GError *error, gpointer data)
{
    TabAnalysisPool *pool = data;
    Job *job = game;
    job->game.error = error;
    pool->setup.done(&job->game, pool->setup.data);
    tell_progress(pool);
}

static void on_ended(gpointer data)
{
    TabAnalysisPool *pool = data;
    const GError *error = tab_engine_pool_get_error(pool->engines);
    if (error)
        pool->error = g_error_copy(error);
    else if (tab_engine_pool_gave_up(pool->engines))
        pool->error = g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN,
                                  "%u games in a row failed: given up", TAB_ANALYSIS_POOL_GIVE_UP);
    pool->ended(pool->setup.data);
}

/* --- the pool --- */

TabAnalysisPool *tab_analysis_pool_new(const TabAnalysisPoolSetup *setup,
                                       void (*ended)(gpointer data))
{
    static const TabEnginePoolWork work = {.next = next_game,
                                           .ask = analyse_game,
                                           .answered = take_analysis,
                                           .done = bring_out,
                                           .ended = on_ended,
                                           .free_job = free_job};
    TabAnalysisPool *pool = g_new0(TabAnalysisPool, 1);
    const TabEnginePoolSetup engines = {.work = &work,
                                        .data = pool,
                                        .engines = &setup->judge,
                                        .n_engines = 1,
                                        .workers = setup->judges,
                                        .give_up = TAB_ANALYSIS_POOL_GIVE_UP,
                                        .title = "judge"};
    pool->setup = *setup;
    pool->ended = ended;
    pool->engines = tab_engine_pool_new(&engines);
    return pool;
}

void tab_analysis_pool_stop(TabAnalysisPool *pool)
{
    tab_engine_pool_stop(pool->engines);
}

void tab_analysis_pool_free(TabAnalysisPool *pool)
{
    if (!pool)
        return;
    tab_engine_pool_free(pool->engines);
    g_clear_error(&pool->error);
    g_free(pool);
}

const GError *tab_analysis_pool_get_error(const TabAnalysisPool *pool)
{
    return pool->error;
}
