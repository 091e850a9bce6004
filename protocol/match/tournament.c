// SPDX-License-Identifier: GPL-3.0-or-later
// Workers take the next game as they get free; finished games wait in `results` until all before
// them are reported.
#include "protocol/match/tournament.h"

typedef struct {
    TabTournament *tournament;
    TabClient *clients[2]; /* by engine */
    TabPairing pairing;    /* of the game in progress */
} Worker;

struct _TabTournament {
    TabEngineConfig *engine[2];
    TabTimeControl control[2];
    GPtrArray *rules;
    TabSchedule schedule;
    guint64 seed;
    guint max_turns;
    gint64 margin_ms, patience_ms, engine_seed[2];
    char *event, *date;
    gboolean times;
    char *name[2];

    Worker *workers;
    guint n_workers;
    guint probed;            /* engines that were started once */
    guint busy;              /* workers that play, or clients that are ending */
    guint next;              /* number of the next game to begin */
    guint reported;          /* games 1 … reported were reported */
    TabGameResult **results; /* by number - 1: finished, not yet reported */
    TabTournamentGameFunc func;
    gpointer func_data;
    GTask *task; /* while it runs */
};

/* The option Seed that the user set for an engine, or -1. */
static gint64 configured_seed(const TabEngineConfig *config)
{
    const char *text = tab_engine_config_get_option(config, "Seed");
    guint64 value;
    return text && g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, &value, NULL) ? (gint64)value
                                                                                     : -1;
}

TabTournament *tab_tournament_new(const TabTournamentSetup *setup)
{
    TabTournament *self = g_new0(TabTournament, 1);
    self->rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    for (guint i = 0; i < setup->rules->len; i++)
        g_ptr_array_add(self->rules, tab_rules_ref(g_ptr_array_index(setup->rules, i)));
    self->schedule = (TabSchedule){.games = setup->games, .n_rules = self->rules->len};
    self->seed = setup->seed;
    self->max_turns = setup->max_turns;
    self->margin_ms = setup->margin_ms;
    self->patience_ms = setup->patience_ms;
    self->event = g_strdup(setup->event);
    self->date = g_strdup(setup->date);
    self->times = setup->times;
    self->n_workers = CLAMP(setup->concurrency, 1, MAX(setup->games, 1));
    self->workers = g_new0(Worker, self->n_workers);
    self->results = g_new0(TabGameResult *, setup->games);
    self->next = 1;
    for (guint e = 0; e < 2; e++) {
        self->engine[e] = tab_engine_config_copy(setup->engine[e]);
        self->control[e] = setup->control[e];
        self->engine_seed[e] = configured_seed(setup->engine[e]);
    }
    for (guint w = 0; w < self->n_workers; w++) {
        self->workers[w].tournament = self;
        for (guint e = 0; e < 2; e++)
            self->workers[w].clients[e] = tab_client_new(self->engine[e]);
    }
    return self;
}

void tab_tournament_free(TabTournament *self)
{
    g_return_if_fail(!self->task);
    for (guint w = 0; w < self->n_workers; w++)
        for (guint e = 0; e < 2; e++)
            g_object_unref(self->workers[w].clients[e]);
    for (guint e = 0; e < 2; e++) {
        tab_engine_config_free(self->engine[e]);
        g_free(self->name[e]);
    }
    for (guint i = 0; i < self->schedule.games; i++)
        g_clear_pointer(&self->results[i], tab_game_result_free);
    g_free(self->results);
    g_free(self->workers);
    g_ptr_array_unref(self->rules);
    g_free(self->event);
    g_free(self->date);
    g_free(self);
}

const char *tab_tournament_get_name(const TabTournament *self, guint engine)
{
    return self->name[engine];
}

/* The end: engines are told to quit, and the run returns when all processes are gone. */

static void on_quit(GObject *source, GAsyncResult *result, gpointer data)
{
    TabTournament *self = data;
    tab_client_quit_finish(TAB_CLIENT(source), result, NULL);
    if (--self->busy)
        return;
    GTask *task = g_steal_pointer(&self->task);
    GError *failed = g_task_get_task_data(task);
    if (failed)
        g_task_return_error(task, g_error_copy(failed));
    else if (!g_task_return_error_if_cancelled(task))
        g_task_return_boolean(task, TRUE);
    g_object_unref(task);
}

/* Takes over `failed`, the error that the run ends with, or NULL. */
static void end(TabTournament *self, GError *failed)
{
    if (failed)
        g_task_set_task_data(self->task, failed, (GDestroyNotify)g_error_free);
    self->busy = 2 * self->n_workers;
    for (guint w = 0; w < self->n_workers; w++)
        for (guint e = 0; e < 2; e++)
            tab_client_quit_async(self->workers[w].clients[e], on_quit, self);
}

/* Games. */

/* Reports the finished games that are due, or, at the end, all of them. */
static void report(TabTournament *self, gboolean all)
{
    while (self->reported < self->next - 1 && (all || self->results[self->reported])) {
        g_autoptr(TabGameResult) result = g_steal_pointer(&self->results[self->reported]);
        TabPairing pairing = tab_schedule_game(&self->schedule, ++self->reported);
        if (result)
            self->func(self, &pairing, result, self->func_data);
    }
}

static void play_next(Worker *worker);

static void on_game(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    TabTournament *self = worker->tournament;
    self->results[worker->pairing.number - 1] =
        tab_game_run_finish(result, NULL); /* NULL: cancelled */
    report(self, FALSE);
    self->busy--;
    play_next(worker);
    if (!self->busy) {
        report(self, TRUE);
        end(self, NULL);
    }
}

/* Begins the next game, if there is one. */
static void play_next(Worker *worker)
{
    TabTournament *self = worker->tournament;
    if (self->next > self->schedule.games ||
        g_cancellable_is_cancelled(g_task_get_cancellable(self->task)))
        return;
    TabPairing pairing = worker->pairing = tab_schedule_game(&self->schedule, self->next++);
    TabGameSetup setup = {
        .pairing = pairing,
        .rules = g_ptr_array_index(self->rules, pairing.rules),
        .seed = tab_schedule_game_seed(self->seed, pairing.number),
        .max_turns = self->max_turns,
        .margin_ms = self->margin_ms,
        .patience_ms = self->patience_ms,
        .event = self->event,
        .date = self->date,
        .times = self->times,
    };
    TabClient *clients[2];
    for (int side = 0; side < 2; side++) {
        guint e = pairing.engine[side];
        clients[side] = worker->clients[e];
        setup.name[side] = self->name[e];
        setup.control[side] = self->control[e];
        setup.engine_seed[side] = self->engine_seed[e];
    }
    self->busy++;
    tab_game_run_async(&setup, clients, g_task_get_cancellable(self->task), on_game, worker);
}

/* The beginning. */

/* An error that names the engine; takes over `cause`. */
static GError *blame(const TabTournament *self, guint e, GError *cause)
{
    const char *name = self->engine[e]->name ? self->engine[e]->name : self->engine[e]->argv[0];
    g_autofree char *log = tab_client_dup_log(self->workers[0].clients[e]);
    g_prefix_error(&cause, "engine %s: ", name);
    if (log && *g_strstrip(log)) {
        GError *longer = g_error_new(cause->domain, cause->code, "%s\n%s", cause->message, log);
        g_error_free(cause);
        return longer;
    }
    return cause;
}

static gboolean plays(TabClient *client, const TabRules *rules)
{
    TabRuleset plain = tab_ruleset_preset(rules->set.preset);
    gboolean any_switch = FALSE;
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES)
            any_switch |= plain.value[key] != rules->set.value[key];
    return tab_client_plays(client, tab_ruleset_preset_name(rules->set.preset),
                            tab_ruleset_columns(&rules->set), any_switch);
}

/* Whether the engine promises to play all rulesets; the error names it and the first one it does
 * not. */
static GError *check_rules(TabTournament *self, guint e)
{
    for (guint i = 0; i < self->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(self->rules, i);
        if (plays(self->workers[0].clients[e], rules))
            continue;
        g_autofree char *text = tab_ruleset_to_string(&rules->set);
        return blame(
            self, e,
            g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "does not play %s", text));
    }
    return NULL;
}

static void probe(TabTournament *self);

static void on_probed(GObject *source, GAsyncResult *result, gpointer data)
{
    TabTournament *self = data;
    guint e = self->probed++;
    GError *error = NULL;
    if (!tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        end(self, g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? error
                                                                           : blame(self, e, error));
        return;
    }
    error = check_rules(self, e);
    if (error) {
        end(self, error);
        return;
    }
    self->name[e] = g_strdup(self->engine[e]->name ? self->engine[e]->name
                                                   : tab_client_get_name(TAB_CLIENT(source)));
    probe(self);
}

/* Starts the engines of the first worker one by one, then all games. */
static void probe(TabTournament *self)
{
    if (self->probed < 2) {
        tab_client_start_async(self->workers[0].clients[self->probed],
                               g_task_get_cancellable(self->task), on_probed, self);
        return;
    }
    if (g_str_equal(self->name[0], self->name[1])) {
        char *second = g_strdup_printf("%s (2)", self->name[1]);
        g_free(self->name[1]);
        self->name[1] = second;
    }
    for (guint w = 0; w < self->n_workers; w++)
        play_next(&self->workers[w]);
    if (!self->busy)
        end(self, NULL);
}

void tab_tournament_run_async(TabTournament *self, GCancellable *cancellable,
                              TabTournamentGameFunc func, gpointer func_data,
                              GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(!self->task);
    self->func = func;
    self->func_data = func_data;
    self->task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(self->task, FALSE);
    probe(self);
}

gboolean tab_tournament_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_boolean(G_TASK(result), error);
}
