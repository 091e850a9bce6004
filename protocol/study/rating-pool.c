// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions are the jobs of a pool of engines; what is known of a player is added up from them.
#include "protocol/study/rating-pool.h"

#include <math.h>
#include <string.h>

#include "protocol/study/engine-pool.h"

const guint tab_rating_usual_levels[TAB_RATING_USUAL_LEVELS] = {0, 2, 4, 6, 8, 10};

/* A decision that is to be asked for, and what came of it. */
typedef struct {
    const TabRatedPlayer *player;
    const TabRatedDecision *decision;
    TabDecisionLosses *losses; /* NULL: not yet, or failed */
} Job;

struct _TabRatingPool {
    TabRatingPoolSetup setup;
    guint level[TAB_RATING_MOST_LEVELS];
    GArray *jobs; /* of Job */
    guint next;   /* of them to be begun */
    TabEnginePool *engines;
    void (*ended)(gpointer data);
};

/* --- the work of the engines: one for each level, and the judge --- */

static gpointer next_job(gboolean *known, gpointer data)
{
    TabRatingPool *pool = data;
    if (pool->next == pool->jobs->len)
        return NULL;
    Job *job = &g_array_index(pool->jobs, Job, pool->next++);
    if (pool->setup.look_up)
        job->losses = pool->setup.look_up(job->decision, pool->setup.data);
    *known = job->losses != NULL;
    return job;
}

/* The level was set when the engine started, the seed is now: not every engine has one. */
static void set_seed(TabClient *engine, guint place, gpointer data)
{
    const TabRatingPool *pool = data;
    if (place < pool->setup.levels)
        tab_client_set_number(engine, "Seed", (gint64)MIN(pool->setup.seed, (guint64)G_MAXINT64));
}

static void ask(gpointer job, TabClient *const *engines, GCancellable *end,
                GAsyncReadyCallback callback, gpointer user_data, gpointer data)
{
    const TabRatingPool *pool = data;
    guint levels = pool->setup.levels;
    tab_rating_ask_async(((Job *)job)->decision, engines, levels, &pool->setup.level_limits,
                         engines[levels], &pool->setup.setup, end, callback, user_data);
}

static gboolean take_losses(gpointer data, GAsyncResult *result, TabClient *const *engines,
                            gpointer user_data, GError **error)
{
    const TabRatingPool *pool = user_data;
    Job *job = data;
    job->losses = tab_rating_ask_finish(result, error);
    if (job->losses && pool->setup.keep && !tab_engine_pool_is_broken(pool->engines) &&
        !pool->setup.keep(job->decision, job->losses, pool->setup.data))
        tab_engine_pool_stop(pool->engines);
    return job->losses != NULL;
}

static void bring_out(gpointer job, const GError *error, gpointer data)
{
    const TabRatingPool *pool = data;
    if (pool->setup.asked)
        pool->setup.asked(((Job *)job)->decision, error, pool->setup.data);
}

static void on_ended(gpointer data)
{
    TabRatingPool *pool = data;
    pool->ended(pool->setup.data);
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

/* One for each level and, after them, the judge's. GPtrArray of TabEngineConfig, which owns them.
 */
static GPtrArray *list_engines(const TabRatingPoolSetup *setup)
{
    GPtrArray *engines = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    for (guint i = 0; i < setup->levels; i++) {
        g_autofree char *number = g_strdup_printf("%u", setup->level[i]);
        TabEngineConfig *config = tab_engine_config_copy(setup->engine);
        tab_engine_config_set_option(config, "Level", number);
        g_ptr_array_add(engines, config);
    }
    g_ptr_array_add(engines, tab_engine_config_copy(setup->engine));
    return engines;
}

TabRatingPool *tab_rating_pool_new(const TabRatingPoolSetup *setup, void (*ended)(gpointer data))
{
    static const TabEnginePoolWork work = {.next = next_job,
                                           .started = set_seed,
                                           .ask = ask,
                                           .answered = take_losses,
                                           .done = bring_out,
                                           .ended = on_ended};
    g_return_val_if_fail(setup->levels >= 1 && setup->levels <= TAB_RATING_MOST_LEVELS, NULL);
    TabRatingPool *pool = g_new0(TabRatingPool, 1);
    pool->setup = *setup;
    pool->setup.engine = NULL; /* the engines have copies */
    memcpy(pool->level, setup->level, setup->levels * sizeof *setup->level);
    pool->ended = ended;
    list_jobs(pool);
    g_autoptr(GPtrArray) engines = list_engines(setup);
    const TabEnginePoolSetup of_engines = {
        .work = &work,
        .data = pool,
        .engines = (const TabEngineConfig *const *)engines->pdata,
        .n_engines = engines->len,
        .workers = CLAMP(setup->concurrency, 1, MAX(pool->jobs->len, 1)),
        .give_up = TAB_RATING_POOL_GIVE_UP,
        .title = "engine"};
    pool->engines = tab_engine_pool_new(&of_engines);
    return pool;
}

void tab_rating_pool_stop(TabRatingPool *pool)
{
    tab_engine_pool_stop(pool->engines);
}

void tab_rating_pool_free(TabRatingPool *pool)
{
    if (!pool)
        return;
    tab_engine_pool_free(pool->engines);
    for (guint i = 0; i < pool->jobs->len; i++)
        tab_decision_losses_free(g_array_index(pool->jobs, Job, i).losses);
    g_array_unref(pool->jobs);
    g_free(pool);
}

/* --- what is known --- */

guint tab_rating_pool_count(const TabRatingPool *pool)
{
    return pool->jobs->len;
}

guint tab_rating_pool_count_done(const TabRatingPool *pool)
{
    return tab_engine_pool_count_done(pool->engines);
}

guint tab_rating_pool_count_failed(const TabRatingPool *pool)
{
    return tab_engine_pool_count_failed(pool->engines);
}

gboolean tab_rating_pool_is_broken(const TabRatingPool *pool)
{
    return tab_engine_pool_is_broken(pool->engines);
}

const GError *tab_rating_pool_get_error(const TabRatingPool *pool)
{
    return tab_engine_pool_get_error(pool->engines);
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
