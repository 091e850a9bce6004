// SPDX-License-Identifier: GPL-3.0-or-later
// All decisions of a sample on their way through several sets of engines, each with a client for
// every level and a judge.
#include "protocol/study/rating-pool.h"

#include <math.h>
#include <string.h>

/* A decision that is to be asked for, and what came of it. */
typedef struct {
    const TabRatedPlayer *player;
    const TabRatedDecision *decision;
    TabDecisionLosses *losses; /* NULL: not yet, or failed */
} Job;

typedef struct {
    TabRatingPool *pool;
    TabClient *judge, *level[TAB_RATING_MOST_LEVELS];
    guint started; /* of the levels and, after them, the judge */
    Job *job;      /* NULL: idle */
} Worker;

struct _TabRatingPool {
    TabRatingPoolSetup setup;
    TabEngineConfig *engine;
    guint level[TAB_RATING_MOST_LEVELS];
    GArray *jobs; /* of Job */
    guint next;   /* of them to be begun */
    guint done, failed;
    guint in_turn; /* of the failed ones, the last in a row */
    Worker *workers;
    guint n_workers;
    guint busy;        /* workers; then clients that have not quit */
    gboolean broken;   /* nothing more is begun … */
    GCancellable *end; /* … and what is under way ends */
    GError *error;
    guint begin; /* source, until it has begun */
    void (*ended)(gpointer data);
};

void tab_rating_pool_stop(TabRatingPool *pool)
{
    pool->broken = TRUE;
    g_cancellable_cancel(pool->end);
}

/* --- the end --- */

static void on_gone(gpointer data)
{
    TabRatingPool *pool = data;
    if (--pool->busy == 0)
        pool->ended(pool->setup.data);
}

static void quit_all(TabRatingPool *pool)
{
    pool->busy = pool->n_workers * (pool->setup.levels + 1) + 1;
    for (guint i = 0; i < pool->n_workers; i++) {
        for (guint k = 0; k < pool->setup.levels; k++)
            tab_client_quit_then(pool->workers[i].level[k], on_gone, pool);
        tab_client_quit_then(pool->workers[i].judge, on_gone, pool);
    }
    on_gone(pool); /* those that were not running are gone at once */
}

/* --- asking --- */

static void next_job(Worker *worker);

static void on_asked(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabRatingPool *pool = worker->pool;
    Job *job = g_steal_pointer(&worker->job);
    g_autoptr(GError) error = NULL;
    job->losses = tab_rating_ask_finish(result, &error);
    pool->done++;
    if (!error) {
        pool->in_turn = 0;
    } else if (!pool->broken) {
        pool->failed++;
        if (++pool->in_turn == TAB_RATING_POOL_GIVE_UP)
            tab_rating_pool_stop(pool);
    } else
        g_clear_error(&error); /* it was stopped with all others */
    if (pool->setup.asked)
        pool->setup.asked(job->decision, error, pool->setup.data);
    next_job(worker);
}

static void start_next(Worker *worker);

/* What keeps an engine from starting has nothing to do with the decisions, and is told once. */
static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabRatingPool *pool = worker->pool;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        /* the level was set when the client started, the seed is now: not every engine has one */
        if (worker->started < pool->setup.levels)
            tab_client_set_number(TAB_CLIENT(source), "Seed",
                                  (gint64)MIN(pool->setup.seed, (guint64)G_MAXINT64));
        worker->started++;
        start_next(worker);
        return;
    }
    g_prefix_error(&error, "engine %s: ", tab_client_get_label(TAB_CLIENT(source)));
    if (!pool->broken)
        pool->error = g_steal_pointer(&error);
    g_clear_error(&error);
    worker->job = NULL;
    tab_rating_pool_stop(pool);
    next_job(worker);
}

/* Starts what has not been started or has ended since, and then asks. */
static void start_next(Worker *worker)
{
    TabRatingPool *pool = worker->pool;
    guint levels = pool->setup.levels;
    for (; worker->started <= levels; worker->started++) {
        TabClient *client =
            worker->started < levels ? worker->level[worker->started] : worker->judge;
        if (tab_client_get_state(client) == TAB_CLIENT_READY)
            continue;
        tab_client_start_async(client, pool->end, on_started, worker);
        return;
    }
    tab_rating_ask_async(worker->job->decision, worker->level, levels, &pool->setup.level_limits,
                         worker->judge, &pool->setup.setup, pool->end, on_asked, worker);
}

static void next_job(Worker *worker)
{
    TabRatingPool *pool = worker->pool;
    if (pool->broken || pool->next == pool->jobs->len) {
        if (--pool->busy == 0)
            quit_all(pool);
        return;
    }
    worker->job = &g_array_index(pool->jobs, Job, pool->next++);
    worker->started = 0;
    start_next(worker);
}

static gboolean on_begin(gpointer data)
{
    TabRatingPool *pool = data;
    pool->begin = 0;
    if (!pool->n_workers) {
        quit_all(pool);
        return G_SOURCE_REMOVE;
    }
    /* the last of them may end the pool, and whoever is told of that free it */
    for (guint i = 0, n = pool->n_workers; i < n; i++)
        next_job(&pool->workers[i]);
    return G_SOURCE_REMOVE;
}

/* --- the pool --- */

static void list_jobs(TabRatingPool *pool)
{
    const GPtrArray *players = tab_rating_sample_players(pool->setup.sample);
    pool->jobs = g_array_new(FALSE, TRUE, sizeof(Job));
    for (guint i = 0; i < players->len; i++) {
        const TabRatedPlayer *player = players->pdata[i];
        for (guint k = 0; k < player->chosen->len; k++) {
            Job job = {.player = player, .decision = player->chosen->pdata[k]};
            g_array_append_val(pool->jobs, job);
        }
    }
}

static TabClient *new_level_client(const TabRatingPool *pool, guint level)
{
    g_autoptr(TabEngineConfig) config = tab_engine_config_copy(pool->engine);
    g_autofree char *number = g_strdup_printf("%u", level);
    tab_engine_config_set_option(config, "Level", number);
    return tab_client_new(config);
}

TabRatingPool *tab_rating_pool_new(const TabRatingPoolSetup *setup, void (*ended)(gpointer data))
{
    g_return_val_if_fail(setup->levels >= 1 && setup->levels <= TAB_RATING_MOST_LEVELS, NULL);
    TabRatingPool *pool = g_new0(TabRatingPool, 1);
    pool->setup = *setup;
    pool->engine = tab_engine_config_copy(setup->engine);
    memcpy(pool->level, setup->level, setup->levels * sizeof *setup->level);
    pool->ended = ended;
    pool->end = g_cancellable_new();
    list_jobs(pool);
    pool->n_workers = pool->busy = MIN(MAX(setup->concurrency, 1), pool->jobs->len);
    pool->workers = g_new0(Worker, pool->n_workers);
    for (guint i = 0; i < pool->n_workers; i++) {
        Worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->judge = tab_client_new(pool->engine);
        for (guint k = 0; k < setup->levels; k++)
            worker->level[k] = new_level_client(pool, pool->level[k]);
    }
    pool->begin = g_idle_add(on_begin, pool);
    return pool;
}

void tab_rating_pool_free(TabRatingPool *pool)
{
    if (!pool)
        return;
    g_return_if_fail(!pool->busy && !pool->begin);
    for (guint i = 0; i < pool->n_workers; i++) {
        for (guint k = 0; k < pool->setup.levels; k++)
            g_object_unref(pool->workers[i].level[k]);
        g_object_unref(pool->workers[i].judge);
    }
    for (guint i = 0; i < pool->jobs->len; i++)
        tab_decision_losses_free(g_array_index(pool->jobs, Job, i).losses);
    g_array_unref(pool->jobs);
    g_free(pool->workers);
    g_object_unref(pool->end);
    tab_engine_config_free(pool->engine);
    g_clear_error(&pool->error);
    g_free(pool);
}

/* --- what is known --- */

guint tab_rating_pool_count(const TabRatingPool *pool)
{
    return pool->jobs->len;
}

guint tab_rating_pool_count_done(const TabRatingPool *pool)
{
    return pool->done;
}

guint tab_rating_pool_count_failed(const TabRatingPool *pool)
{
    return pool->failed;
}

gboolean tab_rating_pool_is_broken(const TabRatingPool *pool)
{
    return pool->broken;
}

const GError *tab_rating_pool_get_error(const TabRatingPool *pool)
{
    return pool->error;
}

void tab_rating_pool_rate(const TabRatingPool *pool, const TabRatedPlayer *player,
                          TabPlayerRating *rating)
{
    double number[TAB_RATING_MOST_LEVELS];
    TabEstimate estimate[TAB_RATING_MOST_LEVELS];
    guint levels = pool->setup.levels;
    *rating = (TabPlayerRating){.rating = {NAN, NAN, NAN}};
    for (guint i = 0; i < pool->jobs->len; i++) {
        const Job *job = &g_array_index(pool->jobs, Job, i);
        if (job->player != player || !job->losses)
            continue;
        tab_moments_add(&rating->played, job->losses->played);
        for (guint k = 0; k < levels; k++) {
            tab_moments_add(&rating->level[k], job->losses->level[k]);
            tab_moments_add(&rating->excess[k], job->losses->level[k] - job->losses->played);
        }
    }
    for (guint k = 0; k < levels; k++) {
        number[k] = pool->level[k];
        estimate[k] = tab_moments_estimate(&rating->excess[k]);
    }
    rating->rating = tab_level_rating_find(number, estimate, rating->played.n ? levels : 0);
}
