// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs shared out among workers, each with engines of its own; what comes of them comes out in the
// order of the jobs.
//
// A worker takes the next job as soon as it has none. Its engines are started with its first job,
// and again when one of them has ended since. What came of a job waits for the jobs before it, so
// that the results are the same with any number of workers, as long as what comes of a job does not
// depend on other jobs. That holds of failures, too: so many jobs in a row are counted in order,
// and what lies behind the last of them does not come out.
#pragma once

#include "protocol/client/client.h"

/* What the pool asks of who gives the jobs. A job is any pointer but NULL. */
typedef struct {
    /* The next job; NULL: there is none now. It is asked again whenever a job has come out, and the
     * pool ends when nothing is under way and there is none. `known`: set it if nobody has to ask
     * for the job any more; it only waits for those before it. */
    gpointer (*next)(gboolean *known, gpointer data);
    /* A worker's engine of this place has just started: options may be set. May be NULL. */
    void (*started)(TabClient *engine, guint place, gpointer data);
    /* Asks a worker's engines, which are started, in the order of their configurations; `callback`
     * must come, and not before this returns. */
    void (*ask)(gpointer job, TabClient *const *engines, GCancellable *end,
                GAsyncReadyCallback callback, gpointer user_data, gpointer data);
    /* Takes what was found over into the job, as soon as it is there; FALSE: it failed. May stop
     * the pool. Called as well for a job that was dropped, whose error nobody hears of. */
    gboolean (*answered)(gpointer job, GAsyncResult *result, TabClient *const *engines,
                         gpointer data, GError **error);
    /* A job comes out: in the order of the jobs, and none any more when the pool was stopped.
     * `error`: what answered() has said, NULL: nothing. May stop the pool. */
    void (*done)(gpointer job, const GError *error, gpointer data);
    /* All engines have quit, once; the pool may be freed. */
    void (*ended)(gpointer data);
    GDestroyNotify free_job; /* NULL: whoever gives the jobs frees them */
} TabEnginePoolWork;

typedef struct {
    const TabEnginePoolWork *work; /* static */
    gpointer data;                 /* for its functions */
    /* Of each worker's engines; copied. */
    const TabEngineConfig *const *engines;
    guint n_engines;   /* 1 or more */
    guint workers;     /* 1 or more */
    guint give_up;     /* failed jobs in a row that stop the pool; 0: any number may fail */
    const char *title; /* what an engine that cannot start is called: "judge"; static */
} TabEnginePoolSetup;

typedef struct _TabEnginePool TabEnginePool;

/* Begins when the thread's default main context goes round next. */
TabEnginePool *tab_engine_pool_new(const TabEnginePoolSetup *setup);
/* Not before it has ended. */
void tab_engine_pool_free(TabEnginePool *pool);
/* Begins no more jobs and cancels those under way: it ends as soon as its engines have quit. */
void tab_engine_pool_stop(TabEnginePool *pool);

/* Whether it was stopped, has given up or could not start an engine: jobs are missing then. */
gboolean tab_engine_pool_is_broken(const TabEnginePool *pool);
/* Whether that is because too many jobs in a row have failed. */
gboolean tab_engine_pool_gave_up(const TabEnginePool *pool);
/* Why an engine could not be started; NULL: all could. The message names it. */
const GError *tab_engine_pool_get_error(const TabEnginePool *pool);

/* Jobs that have been answered or were known, whether they have come out or not. */
guint tab_engine_pool_count_done(const TabEnginePool *pool);
/* Jobs that have come out with an error. */
guint tab_engine_pool_count_failed(const TabEnginePool *pool);
