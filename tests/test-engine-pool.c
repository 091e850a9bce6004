// SPDX-License-Identifier: GPL-3.0-or-later
// A pool of engines: its jobs come out in order whatever each takes, failures are counted in that
// order, and its engines are started when they are needed.
#include <string.h>

#include "client-fixture.h"
#include "protocol/study/engine-pool.h"

#define MOST_JOBS 64

typedef struct {
    guint number;
    gboolean fails, known, kills_engine;
} Job;

typedef struct {
    Job job[MOST_JOBS];
    guint jobs, next;
    guint second;  /* jobs that are there when those before have come out; 0: none */
    guint stop_at; /* job that stops the pool when it comes out */
    GString *out;  /* numbers, - behind one that failed */
    guint asked, started;
    guint place[2]; /* engines that were started, by place */
    GMainLoop *loop;
    TabEnginePool *pool;
} Test;

static gpointer next_job(gboolean *known, gpointer data)
{
    Test *test = data;
    if (test->next == test->jobs)
        return NULL;
    Job *job = &test->job[test->next++];
    *known = job->known;
    return job;
}

static void on_started(TabClient *engine, guint place, gpointer data)
{
    Test *test = data;
    test->started++;
    test->place[place]++;
    g_assert_cmpint(tab_client_get_state(engine), ==, TAB_CLIENT_READY);
}

static gboolean finish(gpointer task)
{
    const Job *job = g_task_get_task_data(task);
    if (!g_task_return_error_if_cancelled(task)) {
        if (job->fails)
            g_task_return_new_error(task, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "no good");
        else
            g_task_return_boolean(task, TRUE);
    }
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

/* Early jobs take longest of those that are asked at a time. */
static void ask(gpointer data, TabClient *const *engines, GCancellable *end,
                GAsyncReadyCallback callback, gpointer user_data, gpointer test)
{
    Job *job = data;
    GTask *task = g_task_new(NULL, end, callback, user_data);
    ((Test *)test)->asked++;
    if (job->kills_engine)
        tab_client_quit(engines[0]);
    g_task_set_check_cancellable(task, FALSE);
    g_task_set_task_data(task, job, NULL);
    g_timeout_add(1 + 7 * (3 - job->number % 4), finish, task);
}

static gboolean answered(gpointer job, GAsyncResult *result, TabClient *const *engines,
                         gpointer data, GError **error)
{
    return g_task_propagate_boolean(G_TASK(result), error);
}

static void done(gpointer data, const GError *error, gpointer user_data)
{
    Job *job = data;
    Test *test = user_data;
    g_string_append_printf(test->out, "%s%u%s", test->out->len ? " " : "", job->number,
                           error ? "-" : "");
    if (job->number + 1 == test->jobs) {
        test->jobs += test->second;
        test->second = 0;
    }
    if (test->stop_at && job->number == test->stop_at)
        tab_engine_pool_stop(test->pool);
}

static void ended(gpointer data)
{
    g_main_loop_quit(((Test *)data)->loop);
}

static void free_job(gpointer data)
{
    ((Job *)data)->number = MOST_JOBS; /* nobody looks at it again */
}

static void begin(Test *test)
{
    memset(test, 0, sizeof *test);
    test->out = g_string_new(NULL);
    for (guint i = 0; i < MOST_JOBS; i++)
        test->job[i].number = i;
}

static void run_with(Test *test, guint workers, guint give_up,
                     const TabEngineConfig *const *engines)
{
    static const TabEnginePoolWork work = {.next = next_job,
                                           .started = on_started,
                                           .ask = ask,
                                           .answered = answered,
                                           .done = done,
                                           .ended = ended,
                                           .free_job = free_job};
    const TabEnginePoolSetup setup = {.work = &work,
                                      .data = test,
                                      .engines = engines,
                                      .n_engines = 2,
                                      .workers = workers,
                                      .give_up = give_up,
                                      .title = "judge"};
    test->loop = g_main_loop_new(NULL, FALSE);
    test->pool = tab_engine_pool_new(&setup);
    g_main_loop_run(test->loop);
    g_main_loop_unref(test->loop);
}

static void run(Test *test, guint workers, guint give_up)
{
    g_autoptr(TabEngineConfig) config = client_fake_config("--name|Fake");
    const TabEngineConfig *const engines[] = {config, config};
    run_with(test, workers, give_up, engines);
}

static void end(Test *test)
{
    tab_engine_pool_free(test->pool);
    g_string_free(test->out, TRUE);
}

/* Jobs that fail here and there, and some that nobody needs to ask for. */
static void order(void)
{
    for (guint workers = 1; workers <= 5; workers += 2) {
        Test test;
        begin(&test);
        test.jobs = 14;
        test.job[2].known = test.job[3].known = test.job[13].known = TRUE;
        test.job[5].fails = test.job[6].fails = test.job[9].fails = TRUE;
        run(&test, workers, 3);
        g_assert_cmpstr(test.out->str, ==, "0 1 2 3 4 5- 6- 7 8 9- 10 11 12 13");
        g_assert_cmpuint(test.asked, ==, 11);
        g_assert_cmpuint(tab_engine_pool_count_done(test.pool), ==, 14);
        g_assert_cmpuint(tab_engine_pool_count_failed(test.pool), ==, 3);
        g_assert_false(tab_engine_pool_is_broken(test.pool));
        g_assert_cmpuint(test.place[0], ==, workers);
        g_assert_cmpuint(test.place[1], ==, workers);
        end(&test);
    }
}

/* The third failure in a row, in the order of the jobs, is the last thing that comes out. */
static void giving_up(void)
{
    for (guint workers = 1; workers <= 4; workers++) {
        Test test;
        begin(&test);
        test.jobs = 20;
        for (guint i = 3; i < 20; i++)
            test.job[i].fails = i != 5;
        run(&test, workers, 3);
        g_assert_cmpstr(test.out->str, ==, "0 1 2 3- 4- 5 6- 7- 8-");
        g_assert_true(tab_engine_pool_gave_up(test.pool));
        g_assert_true(tab_engine_pool_is_broken(test.pool));
        g_assert_null(tab_engine_pool_get_error(test.pool));
        end(&test);
    }
}

/* Workers that found nothing to do take part when there is more. */
static void second_round(void)
{
    Test test;
    begin(&test);
    test.jobs = 1;
    test.second = 8;
    run(&test, 4, 1);
    g_assert_cmpstr(test.out->str, ==, "0 1 2 3 4 5 6 7 8");
    g_assert_cmpuint(test.place[0], ==, 4);
    end(&test);
}

static void stopping(void)
{
    Test test;
    begin(&test);
    test.jobs = 12;
    test.stop_at = 4;
    run(&test, 3, 0);
    g_assert_cmpstr(test.out->str, ==, "0 1 2 3 4");
    g_assert_true(tab_engine_pool_is_broken(test.pool));
    g_assert_false(tab_engine_pool_gave_up(test.pool));
    end(&test);
}

/* Nothing to do needs no engine, nor do jobs that are known. */
static void idle(void)
{
    Test test;
    begin(&test);
    run(&test, 3, 1);
    g_assert_cmpstr(test.out->str, ==, "");
    g_assert_cmpuint(test.started, ==, 0);
    end(&test);

    begin(&test);
    test.jobs = 3;
    for (guint i = 0; i < test.jobs; i++)
        test.job[i].known = TRUE;
    run(&test, 2, 1);
    g_assert_cmpstr(test.out->str, ==, "0 1 2");
    g_assert_cmpuint(test.started, ==, 0);
    end(&test);
}

/* An engine that has ended is started again for the next job, the other one is not. */
static void again(void)
{
    Test test;
    begin(&test);
    test.jobs = 4;
    test.job[1].kills_engine = TRUE;
    run(&test, 1, 1);
    g_assert_cmpstr(test.out->str, ==, "0 1 2 3");
    g_assert_cmpuint(test.place[0], ==, 2);
    g_assert_cmpuint(test.place[1], ==, 1);
    end(&test);
}

static void no_engine(void)
{
    const char *const words[] = {"/nowhere/engine", NULL};
    g_autoptr(TabEngineConfig) good = client_fake_config("--name|Fake");
    g_autoptr(TabEngineConfig) bad = tab_engine_config_new(words);
    const TabEngineConfig *const engines[] = {good, bad};
    Test test;
    begin(&test);
    test.jobs = 5;
    run_with(&test, 3, 3, engines);
    g_assert_cmpstr(test.out->str, ==, "");
    g_assert_cmpuint(test.asked, ==, 0);
    const GError *error = tab_engine_pool_get_error(test.pool);
    g_assert_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_true(g_str_has_prefix(error->message, "judge engine: "));
    g_assert_false(tab_engine_pool_gave_up(test.pool));
    end(&test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/engine-pool/order", order);
    g_test_add_func("/engine-pool/giving-up", giving_up);
    g_test_add_func("/engine-pool/second-round", second_round);
    g_test_add_func("/engine-pool/stopping", stopping);
    g_test_add_func("/engine-pool/idle", idle);
    g_test_add_func("/engine-pool/again", again);
    g_test_add_func("/engine-pool/no-engine", no_engine);
    return g_test_run();
}
