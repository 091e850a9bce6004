// SPDX-License-Identifier: GPL-3.0-or-later
// Workers take the next game as soon as they have none; what is done waits for what came before it.
#include "protocol/study/analysis-pool.h"

typedef struct {
    TabAnalysisPool *pool;
    TabClient *client;
    TabAnalysedGame *game; /* in the queue; NULL: idle */
    double part;           /* of it that is analysed, 0–1 */
} Worker;

struct _TabAnalysisPool {
    TabAnalysisPoolSetup setup;
    void (*ended)(gpointer data);
    Worker *workers;
    guint busy;      /* workers that have not ended, and the beginning */
    GQueue games;    /* of TabAnalysedGame: not out yet, in order */
    GHashTable *out; /* those of them that nobody works on any more */
    guint done;      /* games */
    guint failed;    /* of these, the last ones in a row */
    gboolean stopped;
    GError *error;
};

static void free_game(gpointer data)
{
    TabAnalysedGame *game = data;
    tab_analysis_free(game->analysis); /* before the record, whose nodes it points to */
    tab_record_free(game->record);
    g_clear_error(&game->error);
    g_free(game);
}

static void give_up(TabAnalysisPool *pool, GError *error)
{
    pool->stopped = TRUE;
    if (pool->error)
        g_error_free(error);
    else
        pool->error = error;
}

static void tell_progress(TabAnalysisPool *pool)
{
    double games = pool->done;
    for (guint i = 0; i < pool->setup.judges; i++)
        games += pool->workers[i].part;
    if (pool->setup.progress)
        pool->setup.progress(games, pool->setup.data);
}

static void on_turn_analysed(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    Worker *worker = data;
    worker->part = of ? (double)turns / of : 0;
    tell_progress(worker->pool);
}

/* Nobody works on this game any more: it goes out with those behind it, if it is its turn. */
static void finish_game(TabAnalysisPool *pool, TabAnalysedGame *game)
{
    if (game->analysis && !game->known && pool->setup.analysed &&
        !pool->setup.analysed(game, pool->setup.data))
        pool->stopped = TRUE;
    g_hash_table_add(pool->out, game);
    pool->done++;
    while ((game = g_queue_peek_head(&pool->games)) && g_hash_table_remove(pool->out, game)) {
        pool->setup.done(game, pool->setup.data);
        free_game(g_queue_pop_head(&pool->games));
    }
    tell_progress(pool);
}

static void end_one(TabAnalysisPool *pool)
{
    if (--pool->busy == 0)
        pool->ended(pool->setup.data);
}

static void on_quit(gpointer data)
{
    end_one(((Worker *)data)->pool);
}

/* Where there is nothing to do all have ended at once; the caller shall have the pool by then. */
static gboolean on_begun(gpointer data)
{
    end_one(data);
    return G_SOURCE_REMOVE;
}

static void next_game(Worker *worker);

/* Counts failures in a row: when a judge is broken, every game fails. */
static void count_failure(TabAnalysisPool *pool, const GError *error)
{
    if (++pool->failed < TAB_ANALYSIS_POOL_GIVE_UP || pool->stopped)
        return;
    give_up(pool, g_error_new(error->domain, error->code, "%u games in a row failed: given up",
                              pool->failed));
}

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabAnalysedGame *game = g_steal_pointer(&worker->game);
    worker->part = 0;
    game->analysis = tab_analysis_run_finish(result, &game->error);
    if (game->analysis) {
        worker->pool->failed = 0;
    } else {
        if (game->error->domain == TAB_CLIENT_ERROR)
            g_prefix_error(&game->error, "judge %s: ", tab_client_get_label(worker->client));
        count_failure(worker->pool, game->error);
    }
    finish_game(worker->pool, game);
    next_game(worker);
}

/* A judge that cannot be told of the sticks is a worse one, but a fair one. */
static void analyse_game(Worker *worker)
{
    TabAnalysisSetup setup = worker->pool->setup.setup;
    setup.progress = on_turn_analysed;
    setup.progress_data = worker;
    tab_analysis_run_async(worker->game->record, worker->client, &setup, NULL, on_analysed, worker);
}

/* What keeps a judge from starting has nothing to do with the games, and is told once. */
static void on_judge_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        analyse_game(worker);
        return;
    }
    g_prefix_error(&error, "judge %s: ", tab_client_get_label(worker->client));
    give_up(worker->pool, error);
    finish_game(worker->pool, g_steal_pointer(&worker->game));
    next_game(worker);
}

/* Has a worker take up the next game that nobody knows; without one it ends. */
static void next_game(Worker *worker)
{
    TabAnalysisPool *pool = worker->pool;
    TabRecord *record;
    guint number;
    while (!pool->stopped && (record = pool->setup.next(&number, pool->setup.data))) {
        TabAnalysedGame *game = g_new0(TabAnalysedGame, 1);
        game->number = number;
        game->record = record;
        if (pool->setup.look_up)
            game->analysis = pool->setup.look_up(record, pool->setup.data);
        game->known = game->analysis != NULL;
        g_queue_push_tail(&pool->games, game);
        if (game->known) {
            finish_game(pool, game);
            continue;
        }
        worker->game = game;
        if (tab_client_get_state(worker->client) == TAB_CLIENT_READY)
            analyse_game(worker);
        else
            tab_client_start_async(worker->client, NULL, on_judge_started, worker);
        return;
    }
    tab_client_quit_then(worker->client, on_quit, worker);
}

TabAnalysisPool *tab_analysis_pool_new(const TabAnalysisPoolSetup *setup,
                                       void (*ended)(gpointer data))
{
    TabAnalysisPool *pool = g_new0(TabAnalysisPool, 1);
    pool->setup = *setup;
    pool->ended = ended;
    pool->out = g_hash_table_new(NULL, NULL);
    pool->workers = g_new0(Worker, setup->judges);
    pool->busy = setup->judges + 1;
    for (guint i = 0; i < setup->judges; i++) {
        pool->workers[i].pool = pool;
        pool->workers[i].client = tab_client_new(setup->judge);
    }
    for (guint i = 0; i < setup->judges; i++)
        next_game(&pool->workers[i]);
    g_idle_add(on_begun, pool);
    return pool;
}

void tab_analysis_pool_free(TabAnalysisPool *pool)
{
    if (!pool)
        return;
    for (guint i = 0; i < pool->setup.judges; i++)
        g_object_unref(pool->workers[i].client);
    g_free(pool->workers);
    g_queue_clear_full(&pool->games, free_game);
    g_hash_table_unref(pool->out);
    g_clear_error(&pool->error);
    g_free(pool);
}

const GError *tab_analysis_pool_get_error(const TabAnalysisPool *pool)
{
    return pool->error;
}
