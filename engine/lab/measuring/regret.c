// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of one engine with itself, on threads, and adds up what its turns lost.
#include "engine/lab/measuring/regret.h"

#include <math.h>
#include <string.h>

#include "engine/lab/measuring/decision.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/notation.h"
#include "protocol/statistics/moments.h"
#include "protocol/text/plain-text.h"

#define POLL_MICROSECONDS 200000
#define GIVE_UP_AFTER 3 /* games that failed, if fewer went well */

/* What one game gave. */
typedef struct {
    bool ended;
    unsigned turns, decisions, forced, perfect, late;
    double loss;
    TabRegretWorst worst;
    char *fault;
} Game;

/* One measurement on all threads. */
typedef struct {
    const TabRegretPlan *plan;
    const TabEntrant *entrant; /* NULL: random play */
    char *rules;
    TabSticks sticks;
    Game *game;    /* by number */
    unsigned next; /* under the lock, as all below */
    unsigned done, failed, running;
    bool stop;
    char *name;
    GError *error; /* that ended it all */
    GMutex lock;
    GCond changed;
} Run;

/* What one thread has for itself. */
typedef struct {
    Run *run;
    TabSyncClient *client;
    TabOutcomes *outcomes;
    TabRandom sticks, choice;
    TabDecision decision;
    TabSituation situation;
    TabGameCounters counters;
    TabTurn turn;
    Game *game;
} Worker;

static const char *const sources[TAB_REGRET_N_SOURCES] = {"games", "endings", "states"};

const char *tab_regret_source_name(TabRegretSource source)
{
    return sources[source];
}

int tab_regret_source_by_name(const char *name)
{
    for (int i = 0; i < TAB_REGRET_N_SOURCES; i++)
        if (!strcmp(name, sources[i]))
            return i;
    return -1;
}

/* --- one game --- */

/* The largest of the tables. */
static const TabTable *largest(const TabTables *tables)
{
    const TabTable *most = tab_tables_get(tables, 0);
    for (unsigned i = 1; i < tab_tables_count(tables); i++)
        if (tab_tables_get(tables, i)->n_values > most->n_values)
            most = tab_tables_get(tables, i);
    return most;
}

/* The first position; games change seats. */
static void set_up(Worker *worker, unsigned number)
{
    const TabRegretPlan *plan = worker->run->plan;
    TabSide first = number & 1 ? TAB_BLACK : TAB_WHITE;
    worker->sticks = tab_random_new_stream(plan->seed, 2 * (uint64_t)number);
    worker->choice = tab_random_new_stream(plan->seed, 2 * (uint64_t)number + 1);
    memset(&worker->situation, 0, sizeof worker->situation);
    worker->counters = (TabGameCounters){0};
    if (plan->source == TAB_REGRET_GAMES) {
        tab_position_start(plan->rules, first, &worker->situation);
        return;
    }
    const TabTable *table = largest(plan->tables);
    uint64_t state = tab_random_next(&worker->sticks) % table->n_values;
    TabPlace place = tab_layers_place(&table->layers, table->index, state);
    TabPosition *position = &worker->situation.position;
    tab_index_position(table->index, &place, position);
    if (first == TAB_BLACK)
        tab_position_half_turn(position, position);
}

/* Throws until the hand is complete. */
static void throw_sticks(Worker *worker)
{
    TabThrows *throws = &worker->situation.throws;
    const TabRules *rules = worker->run->plan->rules;
    while (!tab_throws_complete(throws))
        tab_throws_add(
            rules, throws,
            tab_sticks_throw_on(&rules->cast, &worker->run->sticks, throws->n, &worker->sticks));
}

/* Asks the engine, which does not know that its position may be a random one. */
static bool ask(Worker *worker, TabPosition *after, char **text, GError **error)
{
    const TabRules *rules = worker->run->plan->rules;
    TabThrows none = {.n = 0}, held = worker->situation.throws;
    bool late;
    worker->situation.throws = none;
    g_autofree char *setpos = tab_notation_situation_to_string(rules, &worker->situation);
    worker->situation.throws = held;
    g_autofree char *throws = tab_notation_throws_to_words(&held);
    *text = tab_sync_client_turn(worker->client, setpos, throws, &late, error);
    if (!*text)
        return false;
    worker->game->late += late;
    if (tab_notation_parse_turn(rules, &worker->situation, *text, &worker->turn, after, error))
        return true;
    g_prefix_error(error, "%s: bestmove %.200s: ", tab_sync_client_name(worker->client), *text);
    return false;
}

/* Keeps the decision as the game's worst; `text`: the engine's turn, NULL with random play. */
static void keep_worst(Worker *worker, double loss, const char *text)
{
    const TabRules *rules = worker->run->plan->rules;
    TabRegretWorst *worst = &worker->game->worst;
    g_free(worst->position);
    g_free(worst->turn);
    g_free(worst->best);
    *worst = (TabRegretWorst){
        .loss = loss,
        .position = tab_notation_situation_to_string(rules, &worker->situation),
        .turn = g_strdup(text),
        .best =
            tab_notation_turn_to_string(rules, &worker->situation.position, &worker->decision.turn),
    };
}

static void count(Worker *worker, const TabPosition *after, const char *text)
{
    const TabDecision *decision = &worker->decision;
    Game *game = worker->game;
    TabProbed worth;
    if (decision->outcomes < 2) {
        game->forced++;
        return;
    }
    if (!tab_decision_worth(worker->run->plan->probe, &worker->situation.position, after, &worth))
        return;
    double loss = MAX(0, decision->best - worth.value);
    game->decisions++;
    game->loss += loss;
    game->perfect += loss <= 2 * decision->bound;
    if (loss > game->worst.loss)
        keep_worst(worker, loss, text);
}

/* One turn, or one throw of it with `throws=at-once`; false with the fault of the engine. */
static bool play(Worker *worker, GError **error)
{
    const TabRegretPlan *plan = worker->run->plan;
    TabProbed found;
    TabPosition after;
    g_autofree char *text = NULL;
    throw_sticks(worker);
    bool inside = tab_probe_value(plan->probe, &worker->situation.position, &found);
    bool weighed = (inside || !worker->client) &&
                   tab_decision_weigh(worker->outcomes, inside ? plan->probe : NULL, plan->rules,
                                      &worker->situation, &worker->choice, &worker->decision);
    if (!worker->client)
        after = worker->decision.any;
    else if (!ask(worker, &after, &text, error))
        return false;
    if (weighed && worker->decision.known)
        count(worker, &after, text);
    bool moved = worker->client ? worker->turn.n_plays > 0 : worker->decision.any_moved;
    tab_game_counters_add(&worker->counters, (TabSide)worker->situation.position.side, &after,
                          moved);
    worker->situation.position = after;
    worker->situation.throws.n = 0;
    worker->game->turns++;
    return true;
}

static bool is_stopped(Run *run)
{
    g_mutex_lock(&run->lock);
    bool stop = run->stop;
    g_mutex_unlock(&run->lock);
    return stop;
}

static bool play_game(Worker *worker, GError **error)
{
    const TabRegretPlan *plan = worker->run->plan;
    const TabGameLimits limits = {TAB_MAX_IDLE_TURNS, plan->max_turns};
    gint64 seed = (gint64)(tab_random_next(&worker->choice) >> 33);
    if (worker->client && !tab_sync_client_begin(worker->client, worker->run->rules, seed, error))
        return false;
    while (!tab_game_end(&worker->situation.position, &worker->counters, &limits, NULL)) {
        if (is_stopped(worker->run))
            return true;
        if (!play(worker, error))
            return false;
        if (plan->source == TAB_REGRET_STATES)
            break;
    }
    worker->game->ended = true;
    return true;
}

/* --- threads --- */

/* An engine that cannot be started, or fails again and again, ends the measurement. */
static void note_failure(Worker *worker, Game *game, GError *error)
{
    Run *run = worker->run;
    g_mutex_lock(&run->lock);
    bool hopeless = (worker->client && !tab_sync_client_has_started(worker->client)) ||
                    (++run->failed >= GIVE_UP_AFTER && run->failed > run->done);
    game->fault = g_strdup(error->message);
    if (hopeless && !run->error) {
        run->error = g_error_copy(error);
        run->stop = true;
    }
    g_mutex_unlock(&run->lock);
    g_error_free(error);
}

static void note_name(Worker *worker)
{
    Run *run = worker->run;
    g_mutex_lock(&run->lock);
    if (!run->name)
        run->name = tab_plain_text(tab_sync_client_name(worker->client));
    g_mutex_unlock(&run->lock);
}

static void run_game(Worker *worker, unsigned number)
{
    GError *error = NULL;
    worker->game = &worker->run->game[number];
    set_up(worker, number);
    bool good = play_game(worker, &error);
    if (worker->client)
        note_name(worker);
    if (!good)
        note_failure(worker, worker->game, error);
}

static gpointer work(gpointer data)
{
    Run *run = data;
    g_autofree Worker *worker = g_new0(Worker, 1);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    worker->run = run;
    worker->outcomes = outcomes;
    worker->client = run->entrant ? tab_sync_client_new(run->entrant, &run->plan->waits) : NULL;
    g_mutex_lock(&run->lock);
    while (!run->stop && run->next < run->plan->number) {
        unsigned number = run->next++;
        g_mutex_unlock(&run->lock);
        run_game(worker, number);
        g_mutex_lock(&run->lock);
        run->done += run->game[number].ended;
    }
    g_mutex_unlock(&run->lock);
    tab_sync_client_free(worker->client);
    g_mutex_lock(&run->lock);
    run->running--;
    g_cond_signal(&run->changed);
    g_mutex_unlock(&run->lock);
    return NULL;
}

/* Waits for the threads and says how far they are. */
static void watch(Run *run, TabRegretProgress progress, gpointer user_data)
{
    g_mutex_lock(&run->lock);
    while (run->running) {
        g_cond_wait_until(&run->changed, &run->lock, g_get_monotonic_time() + POLL_MICROSECONDS);
        unsigned done = run->done + run->failed;
        g_mutex_unlock(&run->lock);
        bool on = !progress || progress(done, user_data);
        g_mutex_lock(&run->lock);
        if (!on && !run->error)
            g_set_error_literal(&run->error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
        run->stop = run->stop || !on;
    }
    g_mutex_unlock(&run->lock);
}

static void run_threads(Run *run, TabRegretProgress progress, gpointer user_data)
{
    unsigned n = MIN(run->plan->threads, run->plan->number);
    g_autofree GThread **threads = g_new(GThread *, n);
    g_mutex_init(&run->lock);
    g_cond_init(&run->changed);
    run->running = n;
    for (unsigned i = 0; i < n; i++)
        threads[i] = g_thread_new("regret", work, run);
    watch(run, progress, user_data);
    for (unsigned i = 0; i < n; i++)
        g_thread_join(threads[i]);
    g_mutex_clear(&run->lock);
    g_cond_clear(&run->changed);
}

/* --- the sum --- */

/* The ratio of the sums of x to those of y, with the error of the header. */
static TabEstimate ratio(const TabMoments2 *sums)
{
    TabMoments x = tab_moments2_x(sums), y = tab_moments2_y(sums);
    if (!(sums->mean_y > 0))
        return (TabEstimate){NAN, NAN};
    double r = sums->mean_x / sums->mean_y;
    double variance = tab_moments_variance(&x) - 2 * r * tab_moments2_covariance(sums) +
                      r * r * tab_moments_variance(&y);
    return (TabEstimate){r, sqrt(MAX(variance, 0) / (double)sums->n) / sums->mean_y};
}

static void free_worst(TabRegretWorst *worst)
{
    g_free(worst->position);
    g_free(worst->turn);
    g_free(worst->best);
}

static void add_game(TabRegretResult *result, TabMoments2 *sums, Game *game)
{
    if (game->fault) {
        result->faults++;
        if (!result->fault)
            result->fault = g_steal_pointer(&game->fault);
    }
    if (!game->ended)
        return;
    result->games++;
    result->turns += game->turns;
    result->decisions += game->decisions;
    result->forced += game->forced;
    result->perfect += game->perfect;
    result->late += game->late;
    tab_moments2_add(sums, game->loss, game->decisions);
    if (game->worst.loss > result->worst.loss) {
        free_worst(&result->worst);
        result->worst = game->worst;
        game->worst = (TabRegretWorst){0};
    }
}

/* In the order of games, so that the sums do not depend on threads. */
static void add_up(Run *run, TabRegretResult *result)
{
    TabMoments2 sums = {0};
    unsigned deciding = 0;
    for (unsigned i = 0; i < run->plan->number; i++) {
        deciding += run->game[i].ended && run->game[i].decisions;
        add_game(result, &sums, &run->game[i]);
        free_worst(&run->game[i].worst);
        g_free(run->game[i].fault);
    }
    result->loss = ratio(&sums);
    if (deciding < 2) /* one game says nothing about how games differ */
        result->loss.se = NAN;
}

void tab_regret_result_clear(TabRegretResult *result)
{
    free_worst(&result->worst);
    g_free(result->name);
    g_free(result->fault);
    *result = (TabRegretResult){0};
}

bool tab_regret_measure(const TabRegretPlan *plan, const TabEntrant *entrant,
                        TabRegretProgress progress, gpointer user_data, TabRegretResult *result,
                        GError **error)
{
    g_return_val_if_fail(plan->number && plan->threads, false);
    gint64 start = g_get_monotonic_time();
    Run run = {.plan = plan, .entrant = entrant, .sticks = tab_sticks_fair(tab_cast_tab())};
    run.rules = tab_ruleset_to_string(&plan->rules->set);
    run.game = g_new0(Game, plan->number);
    run_threads(&run, progress, user_data);
    *result = (TabRegretResult){.name = entrant ? run.name : g_strdup("random play")};
    add_up(&run, result);
    result->seconds = (double)(g_get_monotonic_time() - start) * 1e-6;
    g_free(run.rules);
    g_free(run.game);
    if (!run.error)
        return true;
    tab_regret_result_clear(result);
    g_propagate_error(error, run.error);
    return false;
}
