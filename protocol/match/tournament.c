// SPDX-License-Identifier: GPL-3.0-or-later
// Threads play, the thread that runs the tournament hands out games and keeps their order.
#include "protocol/match/tournament.h"

#include "protocol/match/affinity.h"

/* Engines that a worker keeps running although they do not play its present game. */
#define KEEP_RUNNING 8

/* Main thread and worker talk by functions invoked on each other's main context; a game is handed
 * over, and its result handed back, whole. */
typedef struct {
    TabTournament *tournament;
    guint number;    /* of the worker, from 1 */
    GThread *thread; /* NULL: it has not begun, or has ended */
    GMainContext *context;
    GMainLoop *loop;
    TabClient **clients; /* by engine, the judge behind them; NULL: not needed so far */
    guint leaving;       /* clients that are ending, and one for the worker itself */
    TabPairing pairing;  /* of the game in progress */
} Worker;

/* What a worker hands back. */
typedef struct {
    Worker *worker;
    TabGameResult *result; /* NULL: broken off */
    GError *error;         /* then, why; NULL: cancelled */
} Report;

struct _TabTournament {
    const TabMatchSettings *settings;
    TabEngineLog *log;
    GStrv names;
    guint n_engines, n_clients; /* of a worker: with the judge, if there is one */
    GMainContext *home;
    Worker *workers;
    guint n_workers;
    guint busy;          /* games in progress */
    guint left;          /* workers that have ended */
    guint games;         /* of all shards */
    guint next;          /* number of the next game to begin */
    guint reported;      /* games up to this number were reported */
    GHashTable *results; /* number -> TabGameResult, finished and not yet reported */
    GError *failure;     /* what it ends with; NULL: nothing yet */
    gboolean down;       /* no game begins any more */
    gboolean decided;    /* nothing is reported any more */
    TabTournamentEvents events;
    gpointer data;
    GCancellable *dropping; /* cancels the games in progress */
    gulong cancelled;       /* handler */
    GTask *task;            /* while it runs */
};

TabTournament *tab_tournament_new(const TabMatchSettings *settings, const char *const *names,
                                  guint concurrency, TabEngineLog *log)
{
    TabTournament *self = g_new0(TabTournament, 1);
    self->settings = settings;
    self->log = log;
    self->names = g_strdupv((GStrv)names);
    self->n_engines = settings->entrants->len;
    self->n_clients = self->n_engines + (settings->judge ? 1 : 0);
    self->games = tab_schedule_games(&settings->schedule);
    self->n_workers = CLAMP(concurrency, 1, MAX(self->games, 1));
    self->next = 1;
    self->results = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL,
                                          (GDestroyNotify)tab_game_result_free);
    self->dropping = g_cancellable_new();
    return self;
}

void tab_tournament_free(TabTournament *self)
{
    g_return_if_fail(!self->task);
    g_strfreev(self->names);
    g_hash_table_unref(self->results);
    g_object_unref(self->dropping);
    g_free(self->workers);
    g_free(self);
}

void tab_tournament_add_played(TabTournament *self, TabGameResult *result)
{
    g_return_if_fail(result->number >= 1 && result->number <= self->games);
    g_hash_table_replace(self->results, GUINT_TO_POINTER(result->number), result);
}

void tab_tournament_wind_down(TabTournament *self)
{
    self->down = TRUE;
}

guint tab_tournament_get_busy(const TabTournament *self)
{
    return self->busy;
}

/* In a worker's thread: its clients, games, end. */

/* The client of an engine, or of the judge. */
static TabClient *get_client(Worker *worker, guint engine)
{
    TabTournament *self = worker->tournament;
    TabClient **client = &worker->clients[engine];
    if (*client)
        return *client;
    gboolean is_judge = engine == self->n_engines;
    const TabEntrant *entrant =
        is_judge ? self->settings->judge : g_ptr_array_index(self->settings->entrants, engine);
    g_autoptr(TabEngineConfig) config = tab_engine_config_copy(entrant->config);
    if (!is_judge) { /* in messages it is called as in the results */
        g_free(config->name);
        config->name = g_strdup(self->names[engine]);
    }
    *client = tab_client_new(config);
    tab_client_set_patience(*client, &self->settings->client);
    if (self->log)
        tab_engine_log_watch(self->log, *client, engine, is_judge ? "judge" : self->names[engine],
                             worker->number);
    return *client;
}

/* Ends engines that do not play, if too many run: with many engines not all of them can stay in
 * memory for each worker. */
static void end_idle_engines(Worker *worker)
{
    guint n = worker->tournament->n_engines, running = 0;
    for (guint e = 0; e < n; e++)
        running +=
            worker->clients[e] && tab_client_get_state(worker->clients[e]) == TAB_CLIENT_READY;
    for (guint e = 0; e < n && running > KEEP_RUNNING; e++) {
        TabClient *client = worker->clients[e];
        if (!client || e == worker->pairing.engine[0] || e == worker->pairing.engine[1] ||
            tab_client_get_state(client) != TAB_CLIENT_READY)
            continue;
        tab_client_quit(client);
        running--;
    }
}

static gboolean take_report(gpointer data);

static void on_game_over(GObject *source, GAsyncResult *result, gpointer data)
{
    Report *report = g_new0(Report, 1);
    report->worker = data;
    report->result = tab_game_run_finish(result, &report->error);
    if (g_error_matches(report->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_clear_error(&report->error);
    g_main_context_invoke(report->worker->tournament->home, take_report, report);
}

static gboolean begin_game(gpointer data)
{
    Worker *worker = data;
    TabTournament *self = worker->tournament;
    const char *names[2];
    TabClient *clients[2];
    for (int side = 0; side < 2; side++) {
        guint engine = worker->pairing.engine[side];
        names[side] = self->names[engine];
        clients[side] = get_client(worker, engine);
    }
    end_idle_engines(worker);
    TabClient *judge = self->settings->judge ? get_client(worker, self->n_engines) : NULL;
    tab_game_run_async(self->settings, &worker->pairing, names, clients, judge, self->dropping,
                       on_game_over, worker);
    return G_SOURCE_REMOVE;
}

/* Ends the engines without waiting for the answers that are due. */
static gboolean drop_engines(gpointer data)
{
    Worker *worker = data;
    for (guint e = 0; e < worker->tournament->n_clients; e++)
        if (worker->clients[e])
            tab_client_quit(worker->clients[e]);
    return G_SOURCE_REMOVE;
}

static gboolean take_leave(gpointer data);

static void leave_one(gpointer data)
{
    Worker *worker = data;
    if (--worker->leaving)
        return;
    g_main_loop_quit(worker->loop);
    g_main_context_invoke(worker->tournament->home, take_leave, worker);
}

/* Ends the engines; the thread ends when all of them are gone. */
static gboolean leave(gpointer data)
{
    Worker *worker = data;
    worker->leaving = 1;
    for (guint e = 0; e < worker->tournament->n_clients; e++)
        if (worker->clients[e]) {
            worker->leaving++;
            tab_client_quit_then(worker->clients[e], leave_one, worker);
        }
    leave_one(worker);
    return G_SOURCE_REMOVE;
}

/* The thread of a worker. It outlives its engines, which on Linux end with it. */
static gpointer run_worker(gpointer data)
{
    Worker *worker = data;
    if (worker->tournament->settings->pinned)
        tab_affinity_pin(worker->number - 1);
    g_main_context_push_thread_default(worker->context);
    g_main_loop_run(worker->loop);
    for (guint e = 0; e < worker->tournament->n_clients; e++)
        g_clear_object(&worker->clients[e]);
    while (g_main_context_iteration(worker->context, FALSE))
        ; /* what the clients left behind */
    g_main_context_pop_thread_default(worker->context);
    return NULL;
}

/* In the thread that runs the tournament. */

static gboolean take_leave(gpointer data)
{
    Worker *worker = data;
    TabTournament *self = worker->tournament;
    g_thread_join(g_steal_pointer(&worker->thread));
    g_main_loop_unref(worker->loop);
    g_main_context_unref(worker->context);
    g_free(worker->clients);
    if (++self->left < self->n_workers)
        return G_SOURCE_REMOVE;
    GTask *task = g_steal_pointer(&self->task);
    g_cancellable_disconnect(g_task_get_cancellable(task), self->cancelled);
    g_clear_pointer(&self->home, g_main_context_unref);
    if (self->failure)
        g_task_return_error(task, g_steal_pointer(&self->failure));
    else if (!g_task_return_error_if_cancelled(task))
        g_task_return_boolean(task, TRUE);
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

/* Reports the finished games that are due, in the order of their numbers; with `all` also those
 * that wait for a game that will not come. */
static void report_games(TabTournament *self, gboolean all)
{
    const TabSchedule *schedule = &self->settings->schedule;
    while (self->reported < self->games && !self->decided &&
           (!all || g_hash_table_size(self->results))) {
        guint number = self->reported + 1;
        TabGameResult *result = g_hash_table_lookup(self->results, GUINT_TO_POINTER(number));
        if (!result && !all && tab_schedule_is_ours(schedule, number))
            return;
        if (result) {
            TabPairing pairing = tab_schedule_game(schedule, number);
            if (!self->events.report(self, &pairing, result, self->data)) {
                self->decided = self->down = TRUE;
                g_cancellable_cancel(self->dropping);
            }
            g_hash_table_remove(self->results, GUINT_TO_POINTER(number));
        }
        self->reported = number;
    }
}

/* Has the worker play the next game that is this run's to play, if there is one. */
static void give_work(Worker *worker)
{
    TabTournament *self = worker->tournament;
    const TabSchedule *schedule = &self->settings->schedule;
    while (self->next <= self->games &&
           (self->next <= self->reported || !tab_schedule_is_ours(schedule, self->next) ||
            g_hash_table_contains(self->results, GUINT_TO_POINTER(self->next))))
        self->next++;
    if (self->next > self->games || self->down ||
        g_cancellable_is_cancelled(g_task_get_cancellable(self->task)))
        return;
    worker->pairing = tab_schedule_game(schedule, self->next++);
    self->busy++;
    g_main_context_invoke(worker->context, begin_game, worker);
}

static void end_tournament(TabTournament *self)
{
    report_games(self, TRUE);
    for (guint w = 0; w < self->n_workers; w++)
        g_main_context_invoke(self->workers[w].context, leave, &self->workers[w]);
}

/* Takes over a finished game, or the error that ends the tournament, of which the first is told. */
static gboolean take_report(gpointer data)
{
    g_autofree Report *report = data;
    Worker *worker = report->worker;
    TabTournament *self = worker->tournament;
    TabGameResult *result = report->result;
    self->busy--;
    if (report->error)
        self->down = TRUE;
    if (!self->failure)
        self->failure = g_steal_pointer(&report->error);
    g_clear_error(&report->error);
    if (result) {
        gboolean safe = !self->decided &&
                        (!self->events.finished || self->events.finished(self, result, self->data));
        if (!safe || (self->settings->error_stops && tab_game_result_at_fault(result) >= 0))
            self->down = TRUE;
        if (safe) {
            g_hash_table_replace(self->results, GUINT_TO_POINTER(result->number), result);
            report_games(self, FALSE);
        } else {
            tab_game_result_free(result);
        }
    }
    give_work(worker);
    if (!self->busy)
        end_tournament(self);
    return G_SOURCE_REMOVE;
}

/* At once: no engine is waited for. */
static void on_tournament_cancelled(GCancellable *cancellable, TabTournament *self)
{
    g_cancellable_cancel(self->dropping);
    for (guint w = 0; w < self->n_workers; w++)
        if (self->workers[w].thread)
            g_main_context_invoke(self->workers[w].context, drop_engines, &self->workers[w]);
}

void tab_tournament_run_async(TabTournament *self, GCancellable *cancellable,
                              const TabTournamentEvents *events, gpointer data,
                              GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(!self->task);
    self->events = *events;
    self->data = data;
    self->home = g_main_context_ref_thread_default();
    self->task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(self->task, FALSE);
    self->workers = g_new0(Worker, self->n_workers);
    if (cancellable) /* perhaps at once */
        self->cancelled =
            g_cancellable_connect(cancellable, G_CALLBACK(on_tournament_cancelled), self, NULL);
    report_games(self, FALSE); /* what was played before */
    for (guint w = 0; w < self->n_workers; w++) {
        Worker *worker = &self->workers[w];
        worker->tournament = self;
        worker->number = w + 1;
        worker->clients = g_new0(TabClient *, self->n_clients);
        worker->context = g_main_context_new();
        worker->loop = g_main_loop_new(worker->context, FALSE);
        worker->thread = g_thread_new("worker", run_worker, worker);
    }
    for (guint w = 0; w < self->n_workers; w++)
        give_work(&self->workers[w]);
    if (!self->busy)
        end_tournament(self);
}

gboolean tab_tournament_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_boolean(G_TASK(result), error);
}
