// SPDX-License-Identifier: GPL-3.0-or-later
// Workers take the next job as soon as they have none; what is answered waits for what came before
// it.
#include "protocol/study/engine-pool.h"

/* A job that has not come out yet. */
typedef struct {
    gpointer job;
    gboolean answered;
    GError *error; /* of the answer */
} Entry;

typedef struct {
    TabEnginePool *pool;
    TabClient **engines;
    guint started; /* of them, since this job was taken up */
    Entry *entry;  /* NULL: idle */
} Worker;

struct _TabEnginePool {
    TabEnginePoolSetup setup;
    Worker *workers;
    guint hand_out;    /* source, while jobs are to be handed out */
    guint quitting;    /* engines that have not quit, and the caller of quit_all() */
    GQueue entries;    /* of Entry, in order */
    gboolean stopped;  /* nothing more is begun … */
    GCancellable *end; /* … and what is under way ends */
    guint done, failed;
    guint in_turn; /* of the failed ones, the last in a row */
    gboolean gave_up;
    GError *error;
};

void tab_engine_pool_stop(TabEnginePool *pool)
{
    pool->stopped = TRUE;
    g_cancellable_cancel(pool->end);
}

/* --- the end --- */

static void on_gone(gpointer data)
{
    TabEnginePool *pool = data;
    if (--pool->quitting == 0)
        pool->setup.work->ended(pool->setup.data);
}

static void quit_all(TabEnginePool *pool)
{
    guint workers = pool->setup.workers, engines = pool->setup.n_engines;
    pool->quitting = workers * engines + 1;
    for (guint i = 0; i < workers; i++)
        for (guint k = 0; k < engines; k++)
            tab_client_quit_then(pool->workers[i].engines[k], on_gone, pool);
    on_gone(pool); /* those that were not running are gone at once */
}

/* --- what comes out --- */

static void free_entry(const TabEnginePool *pool, Entry *entry)
{
    if (pool->setup.work->free_job)
        pool->setup.work->free_job(entry->job);
    g_clear_error(&entry->error);
    g_free(entry);
}

/* Counts failures in a row: when an engine is broken, every job fails. */
static void count_failure(TabEnginePool *pool)
{
    pool->failed++;
    if (++pool->in_turn == pool->setup.give_up && !pool->stopped) {
        pool->gave_up = TRUE;
        tab_engine_pool_stop(pool);
    }
}

/* The jobs that are due. */
static void bring_out(TabEnginePool *pool)
{
    for (Entry *entry;
         !pool->stopped && (entry = g_queue_peek_head(&pool->entries)) && entry->answered;) {
        pool->setup.work->done(entry->job, entry->error, pool->setup.data);
        if (entry->error)
            count_failure(pool);
        else
            pool->in_turn = 0;
        free_entry(pool, g_queue_pop_head(&pool->entries));
    }
}

static void finish_entry(TabEnginePool *pool, Entry *entry)
{
    entry->answered = TRUE;
    pool->done++;
    bring_out(pool);
}

/* --- asking --- */

static gboolean hand_out(gpointer data);

static void hand_out_soon(TabEnginePool *pool)
{
    if (pool->hand_out)
        return;
    g_autoptr(GSource) source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, hand_out, pool, NULL);
    pool->hand_out = g_source_attach(source, g_main_context_get_thread_default());
}

static void on_answered(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabEnginePool *pool = worker->pool;
    Entry *entry = g_steal_pointer(&worker->entry);
    pool->setup.work->answered(entry->job, result, worker->engines, pool->setup.data,
                               &entry->error);
    finish_entry(pool, entry);
    hand_out_soon(pool);
}

static void start_next(Worker *worker);

/* What keeps an engine from starting has nothing to do with the jobs, and is told once. */
static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabEnginePool *pool = worker->pool;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        if (pool->setup.work->started)
            pool->setup.work->started(TAB_CLIENT(source), worker->started, pool->setup.data);
        worker->started++;
        start_next(worker);
        return;
    }
    g_prefix_error(&error, "%s %s: ", pool->setup.title, tab_client_get_label(TAB_CLIENT(source)));
    if (!pool->stopped)
        pool->error = g_steal_pointer(&error);
    g_clear_error(&error);
    worker->entry = NULL;
    tab_engine_pool_stop(pool);
    hand_out_soon(pool);
}

/* Starts what has not been started or has ended since, and then asks. */
static void start_next(Worker *worker)
{
    TabEnginePool *pool = worker->pool;
    for (; worker->started < pool->setup.n_engines; worker->started++)
        if (tab_client_get_state(worker->engines[worker->started]) != TAB_CLIENT_READY) {
            tab_client_start_async(worker->engines[worker->started], pool->end, on_started, worker);
            return;
        }
    pool->setup.work->ask(worker->entry->job, worker->engines, pool->end, on_answered, worker,
                          pool->setup.data);
}

/* Has a worker take up the next job. Whether it was known, and the worker has none still. */
static gboolean take_job(Worker *worker)
{
    TabEnginePool *pool = worker->pool;
    gboolean known = FALSE;
    gpointer job = pool->setup.work->next(&known, pool->setup.data);
    if (!job)
        return FALSE;
    Entry *entry = g_new0(Entry, 1);
    entry->job = job;
    g_queue_push_tail(&pool->entries, entry);
    if (known) {
        finish_entry(pool, entry);
        return TRUE;
    }
    worker->entry = entry;
    worker->started = 0;
    start_next(worker);
    return FALSE;
}

/* Many known jobs in a row leave the main loop its turns between them. */
static gboolean hand_out(gpointer data)
{
    TabEnginePool *pool = data;
    gboolean known = FALSE, busy = FALSE;
    for (guint i = 0; i < pool->setup.workers; i++) {
        Worker *worker = &pool->workers[i];
        if (!worker->entry && !pool->stopped)
            known |= take_job(worker);
        busy |= worker->entry != NULL;
    }
    if (known && !pool->stopped)
        return G_SOURCE_CONTINUE;
    pool->hand_out = 0;
    if (!busy)
        quit_all(pool);
    return G_SOURCE_REMOVE;
}

/* --- the pool --- */

TabEnginePool *tab_engine_pool_new(const TabEnginePoolSetup *setup)
{
    g_return_val_if_fail(setup->workers >= 1 && setup->n_engines >= 1, NULL);
    TabEnginePool *pool = g_new0(TabEnginePool, 1);
    pool->setup = *setup;
    pool->end = g_cancellable_new();
    pool->workers = g_new0(Worker, setup->workers);
    for (guint i = 0; i < setup->workers; i++) {
        pool->workers[i].pool = pool;
        pool->workers[i].engines = g_new0(TabClient *, setup->n_engines);
        for (guint k = 0; k < setup->n_engines; k++)
            pool->workers[i].engines[k] = tab_client_new(setup->engines[k]);
    }
    pool->setup.engines = NULL; /* the clients have copies */
    hand_out_soon(pool);
    return pool;
}

void tab_engine_pool_free(TabEnginePool *pool)
{
    if (!pool)
        return;
    g_return_if_fail(!pool->hand_out && !pool->quitting);
    for (guint i = 0; i < pool->setup.workers; i++) {
        for (guint k = 0; k < pool->setup.n_engines; k++)
            g_object_unref(pool->workers[i].engines[k]);
        g_free(pool->workers[i].engines);
    }
    for (Entry *entry; (entry = g_queue_pop_head(&pool->entries));)
        free_entry(pool, entry);
    g_free(pool->workers);
    g_object_unref(pool->end);
    g_clear_error(&pool->error);
    g_free(pool);
}

gboolean tab_engine_pool_is_broken(const TabEnginePool *pool)
{
    return pool->stopped;
}

gboolean tab_engine_pool_gave_up(const TabEnginePool *pool)
{
    return pool->gave_up;
}

const GError *tab_engine_pool_get_error(const TabEnginePool *pool)
{
    return pool->error;
}

guint tab_engine_pool_count_done(const TabEnginePool *pool)
{
    return pool->done;
}

guint tab_engine_pool_count_failed(const TabEnginePool *pool)
{
    return pool->failed;
}
