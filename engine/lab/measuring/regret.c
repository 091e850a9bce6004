// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of one engine with itself, on threads, and adds up what its turns lost.
#include "engine/lab/measuring/regret.h"

#include <math.h>
#include <string.h>

#include "engine/lab/measuring/decision.h"
#include "protocol/game/game.h"
#include "protocol/statistics/accumulators.h"
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
} Score;

/* One measurement on all threads. */
typedef struct {
    const TabRegretPlan *plan;
    const TabEntrant *entrant; /* NULL: random play */
    char *rules;
    TabSticks sticks;
    Score *score;  /* by number */
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
    TabGame *game;
    Score *score;
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
    TabSituation start = {0};
    if (plan->source == TAB_REGRET_GAMES) {
        tab_position_start(plan->rules, first, &start);
    } else {
        const TabTable *table = largest(plan->tables);
        uint64_t state = tab_random_next(&worker->sticks) % table->n_values;
        tab_layers_position(&table->layers, state, &start.position);
        if (first == TAB_BLACK)
            tab_position_exchange_sides(plan->rules, &start.position, &start.position);
    }
    worker->game = tab_game_new_from(plan->rules, &start, plan->max_turns);
}

/* Has the engine choose a turn, which is played. It does not know that its position may be a random
 * one. */
static bool ask(Worker *worker, char **text, GError **error)
{
    const TabSituation *situation = &worker->game->turn.situation;
    g_autofree char *setpos =
        tab_notation_position_to_string(worker->game->rules, &situation->position);
    g_autofree char *throws = tab_notation_throws_to_words(worker->game->rules, &situation->throws);
    bool late;
    *text = tab_sync_client_turn(worker->client, setpos, throws, &late, error);
    if (!*text)
        return false;
    worker->score->late += late;
    if (tab_game_play_turn(worker->game, *text, error))
        return true;
    g_prefix_error(error, "%s: bestmove %.200s: ", tab_sync_client_name(worker->client), *text);
    return false;
}

/* Keeps the decision as the game's worst; `text`: the engine's turn, NULL with random play. */
static void keep_worst(Worker *worker, double loss, const char *text)
{
    const TabRules *rules = worker->game->rules;
    const TabSituation *situation = &worker->game->turn.situation;
    TabRegretWorst *worst = &worker->score->worst;
    g_free(worst->position);
    g_free(worst->turn);
    g_free(worst->best);
    *worst = (TabRegretWorst){
        .loss = loss,
        .position = tab_notation_situation_to_string(rules, situation),
        .turn = g_strdup(text),
        .best = tab_notation_turn_to_string(rules, &situation->position, &worker->decision.turn),
    };
}

static void count(Worker *worker, const TabPosition *after, const char *text)
{
    const TabDecision *decision = &worker->decision;
    Score *score = worker->score;
    TabProbed worth;
    if (decision->outcomes < 2) {
        score->forced++;
        return;
    }
    if (!tab_decision_worth(worker->run->plan->probe, &worker->game->turn.situation.position, after,
                            &worth))
        return;
    double loss = MAX(0, decision->best - worth.value);
    score->decisions++;
    score->loss += loss;
    score->perfect += loss <= 2 * decision->bound;
    if (loss > score->worst.loss)
        keep_worst(worker, loss, text);
}

/* One turn, or one throw of it with `throws=at-once`; false with the fault of the engine. */
static bool play(Worker *worker, GError **error)
{
    const TabRegretPlan *plan = worker->run->plan;
    TabGame *game = worker->game;
    TabProbed found;
    TabPosition after;
    g_autofree char *text = NULL;
    while (!tab_game_is_thrown(game))
        tab_game_throw(game, tab_sticks_throw_on(&game->rules->cast, &worker->run->sticks,
                                                 game->turn.situation.throws.n, &worker->sticks));
    bool inside = tab_probe_value(plan->probe, &game->position, &found);
    bool weighed = (inside || !worker->client) &&
                   tab_decision_weigh(worker->outcomes, inside ? plan->probe : NULL, plan->rules,
                                      &game->turn.situation, &worker->choice, &worker->decision);
    if (worker->client && !ask(worker, &text, error))
        return false;
    for (unsigned i = 0; !worker->client && i < worker->decision.any.n_plays; i++)
        tab_game_play(game, &worker->decision.any.plays[i]);
    tab_game_next_position(game, &after);
    if (weighed && worker->decision.known)
        count(worker, &after, text);
    tab_game_end_turn(game);
    worker->score->turns++;
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
    gint64 seed = (gint64)(tab_random_next(&worker->choice) >> 33);
    if (worker->client && !tab_sync_client_begin(worker->client, worker->run->rules, seed, error))
        return false;
    while (!worker->game->end && !tab_position_finished(&worker->game->position)) {
        if (is_stopped(worker->run))
            return true;
        if (!play(worker, error))
            return false;
        if (plan->source == TAB_REGRET_STATES)
            break;
    }
    worker->score->ended = true;
    return true;
}

/* --- threads --- */

/* An engine that cannot be started, or fails again and again, ends the measurement. */
static void note_failure(Worker *worker, Score *score, GError *error)
{
    Run *run = worker->run;
    g_mutex_lock(&run->lock);
    bool hopeless = (worker->client && !tab_sync_client_has_started(worker->client)) ||
                    (++run->failed >= GIVE_UP_AFTER && run->failed > run->done);
    score->fault = g_strdup(error->message);
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
    worker->score = &worker->run->score[number];
    set_up(worker, number);
    bool good = play_game(worker, &error);
    g_clear_pointer(&worker->game, tab_game_free);
    if (worker->client)
        note_name(worker);
    if (!good)
        note_failure(worker, worker->score, error);
}

static gpointer measure_games(gpointer data)
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
        run->done += run->score[number].ended;
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
        threads[i] = g_thread_new("regret", measure_games, run);
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

static void add_game(TabRegretResult *result, TabMoments2 *sums, Score *score)
{
    if (score->fault) {
        result->faults++;
        if (!result->fault)
            result->fault = g_steal_pointer(&score->fault);
    }
    if (!score->ended)
        return;
    result->games++;
    result->turns += score->turns;
    result->decisions += score->decisions;
    result->forced += score->forced;
    result->perfect += score->perfect;
    result->late += score->late;
    tab_moments2_add(sums, score->loss, score->decisions);
    if (score->worst.loss > result->worst.loss) {
        free_worst(&result->worst);
        result->worst = score->worst;
        score->worst = (TabRegretWorst){0};
    }
}

/* In the order of games, so that the sums do not depend on threads. */
static void add_up(Run *run, TabRegretResult *result)
{
    TabMoments2 sums = {0};
    unsigned deciding = 0;
    for (unsigned i = 0; i < run->plan->number; i++) {
        deciding += run->score[i].ended && run->score[i].decisions;
        add_game(result, &sums, &run->score[i]);
        free_worst(&run->score[i].worst);
        g_free(run->score[i].fault);
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
    Run run = {.plan = plan, .entrant = entrant, .sticks = tab_sticks_fair(&plan->rules->cast)};
    run.rules = tab_ruleset_to_string(&plan->rules->set);
    run.score = g_new0(Score, plan->number);
    run_threads(&run, progress, user_data);
    *result = (TabRegretResult){.name = entrant ? run.name : g_strdup("random play")};
    add_up(&run, result);
    result->seconds = (double)(g_get_monotonic_time() - start) * 1e-6;
    g_free(run.rules);
    g_free(run.score);
    if (!run.error)
        return true;
    tab_regret_result_clear(result);
    g_propagate_error(error, run.error);
    return false;
}
