// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of one engine with itself, on threads, and adds up what its turns lost.
#include "engine/lab/measuring/regret.h"

#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/rules/outcomes.h"
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

/* All distinct outcomes of one hand. */
typedef struct {
    unsigned outcomes;
    bool known;   /* the tables know every one of them; else `best` and `bound` mean nothing */
    double best;  /* worth of the best to the side that moves, 0–1 */
    double bound; /* by which any of the worths can be off */
    TabTurn turn; /* a turn of worth `best` */
    TabTurn any;  /* a turn to one of the outcomes, all with the same chance */
} Decision;

/* One measurement on all threads. */
typedef struct {
    const TabRegretPlan *plan;
    const TabEntrant *entrant; /* NULL: random play */
    char *rules;
    TabSticks sticks;
    Score *score;  /* by number */
    unsigned next; /* under the lock, as all below */
    unsigned done, failed, running;
    int stop; /* atomic */
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
    Decision decision;
    TabGame *game;
    Score *score;
} Worker;

/* --- one game --- */

/* The first position; games change seats. */
static void begin_game(Worker *worker, unsigned number)
{
    const TabRegretPlan *plan = worker->run->plan;
    TabSide first = number & 1 ? TAB_BLACK : TAB_WHITE;
    worker->sticks = tab_random_new_stream(plan->seed, 2 * (uint64_t)number);
    worker->choice = tab_random_new_stream(plan->seed, 2 * (uint64_t)number + 1);
    TabSituation start = {0};
    if (plan->source == TAB_REGRET_GAMES) {
        tab_position_start(plan->rules, first, &start);
    } else {
        const TabTable *table = tab_tables_get(plan->tables, 0); /* the largest */
        for (unsigned i = 1; i < tab_tables_count(plan->tables); i++)
            if (tab_tables_get(plan->tables, i)->n_values > table->n_values)
                table = tab_tables_get(plan->tables, i);
        uint64_t state = tab_random_next(&worker->sticks) % table->n_values;
        tab_layers_position(&table->layers, state, &start.position);
        if (first == TAB_BLACK)
            tab_position_exchange_sides(plan->rules, &start.position, &start.position);
    }
    worker->game = tab_game_new_from(plan->rules, &start, plan->max_turns);
}

/* Has the engine choose a turn, which is played. It does not know that its position may be a random
 * one. */
static bool ask_for_turn(Worker *worker, char **text, GError **error)
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
    g_prefix_error(error, "bestmove %.200s: ", *text);
    return false;
}

static void keep_turn(const Worker *worker, const TabPosition *after, const TabPlay *plays,
                      unsigned n_plays, TabTurn *turn)
{
    const TabGame *game = worker->game;
    TabHand hand = tab_situation_hand(game->rules, &game->turn.situation);
    tab_outcomes_turn(game->rules, &game->turn.situation.position, &hand, after, plays, n_plays,
                      turn);
}

/* What `after` is worth to the side whose turn it is. False if the tables do not know it. */
static bool find_worth(const Worker *worker, const TabPosition *after, TabProbed *worth)
{
    if (!tab_probe_value(worker->run->plan->probe, after, worth))
        return false;
    if (after->side != worker->game->turn.situation.position.side)
        worth->value = 1 - worth->value;
    return true;
}

static bool weigh_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                          unsigned n_plays, gpointer user_data)
{
    Worker *worker = user_data;
    Decision *decision = &worker->decision;
    TabProbed worth;
    /* The n-th takes the place of the one picked before it with the chance 1 / n. */
    if (tab_random_below(&worker->choice, ++decision->outcomes) == 0)
        keep_turn(worker, after, plays, n_plays, &decision->any);
    decision->known = decision->known && find_worth(worker, after, &worth);
    if (!decision->known)
        return true;
    decision->bound = MAX(decision->bound, worth.bound);
    if (decision->outcomes == 1 || worth.value > decision->best) {
        decision->best = worth.value;
        keep_turn(worker, after, plays, n_plays, &decision->turn);
    }
    return true;
}

/* Weighs the outcomes of the hand, or with `inside` false only counts them and picks one. False if
 * there are none (the game is over) or more than can be listed. */
static bool weigh_outcomes(Worker *worker, bool inside)
{
    const TabSituation *situation = &worker->game->turn.situation;
    const TabRules *rules = worker->run->plan->rules;
    Decision *decision = &worker->decision;
    decision->outcomes = 0;
    decision->known = inside;
    decision->best = decision->bound = 0;
    decision->turn.hand = decision->any.hand = tab_situation_hand(rules, situation);
    TabOutcomesEnd end =
        tab_outcomes_visit(worker->outcomes, rules, &situation->position, &decision->turn.hand,
                           TAB_OUTCOMES_MAX_STATES, weigh_outcome, NULL, worker);
    return end == TAB_OUTCOMES_ALL && decision->outcomes;
}

static void free_worst(gpointer data)
{
    TabRegretWorst *worst = data;
    g_free(worst->position);
    g_free(worst->turn);
    g_free(worst->best);
}

/* Counts the turn to `after`; `text`: as the engine said it, NULL with random play. */
static void count_decision(Worker *worker, const TabPosition *after, const char *text)
{
    const Decision *decision = &worker->decision;
    const TabSituation *situation = &worker->game->turn.situation;
    const TabRules *rules = worker->game->rules;
    Score *score = worker->score;
    TabProbed worth;
    if (decision->outcomes < 2) {
        score->forced++;
        return;
    }
    if (!find_worth(worker, after, &worth))
        return;
    double loss = MAX(0, decision->best - worth.value);
    score->decisions++;
    score->loss += loss;
    score->perfect += loss <= 2 * decision->bound;
    if (loss <= score->worst.loss)
        return;
    free_worst(&score->worst);
    score->worst = (TabRegretWorst){
        .loss = loss,
        .position = tab_notation_situation_to_string(rules, situation),
        .turn = g_strdup(text),
        .best = tab_notation_turn_to_string(rules, &situation->position, &decision->turn),
    };
}

/* One turn, or one throw of it with `throws=at-once`; false with the fault of the engine. */
static bool play_turn(Worker *worker, GError **error)
{
    TabGame *game = worker->game;
    TabProbed found;
    TabPosition after;
    g_autofree char *text = NULL;
    while (!tab_game_is_thrown(game))
        tab_game_throw(game, tab_sticks_throw_on(&game->rules->cast, &worker->run->sticks,
                                                 game->turn.situation.throws.n, &worker->sticks));
    bool inside = tab_probe_value(worker->run->plan->probe, &game->position, &found);
    bool weighed = (inside || !worker->client) && weigh_outcomes(worker, inside);
    if (worker->client && !ask_for_turn(worker, &text, error))
        return false;
    for (unsigned i = 0; !worker->client && i < worker->decision.any.n_plays; i++)
        tab_game_play(game, &worker->decision.any.plays[i]);
    tab_game_next_position(game, &after);
    if (weighed && worker->decision.known)
        count_decision(worker, &after, text);
    tab_game_end_turn(game);
    worker->score->turns++;
    return true;
}

static bool play_to_end(Worker *worker, GError **error)
{
    Run *run = worker->run;
    gint64 seed = (gint64)(tab_random_next(&worker->choice) >> 33);
    if (worker->client && !tab_sync_client_begin(worker->client, run->rules, seed, error))
        return false;
    while (!worker->game->end &&
           !tab_position_finished(worker->game->rules, &worker->game->position)) {
        if (g_atomic_int_get(&run->stop))
            return true;
        if (!play_turn(worker, error))
            return false;
        if (run->plan->source == TAB_REGRET_STATES)
            break;
    }
    worker->score->ended = true;
    return true;
}

/* --- threads --- */

static void measure_game(Worker *worker, unsigned number)
{
    Run *run = worker->run;
    g_autoptr(GError) error = NULL;
    worker->score = &run->score[number];
    begin_game(worker, number);
    bool good = play_to_end(worker, &error);
    g_clear_pointer(&worker->game, tab_game_free);
    g_mutex_lock(&run->lock);
    if (worker->client && !run->name)
        run->name = tab_plain_text(tab_sync_client_name(worker->client));
    run->done += worker->score->ended;
    if (!good) {
        worker->score->fault = g_strdup(error->message);
        /* An engine that cannot be started, or fails again and again, ends the measurement. */
        bool hopeless = (worker->client && !tab_sync_client_has_started(worker->client)) ||
                        (++run->failed >= GIVE_UP_AFTER && run->failed > run->done);
        if (hopeless && !run->error) {
            run->error = g_steal_pointer(&error);
            if (worker->client)
                g_prefix_error(&run->error, "engine %s: ", run->name);
            g_atomic_int_set(&run->stop, true);
        }
    }
    g_mutex_unlock(&run->lock);
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
        measure_game(worker, number);
        g_mutex_lock(&run->lock);
    }
    g_mutex_unlock(&run->lock);
    tab_sync_client_free(worker->client);
    g_mutex_lock(&run->lock);
    run->running--;
    g_cond_signal(&run->changed);
    g_mutex_unlock(&run->lock);
    return NULL;
}

/* Has threads play, and says how far they are. */
static void run_games(Run *run, TabRegretProgress progress, gpointer user_data)
{
    unsigned n = MIN(run->plan->threads, run->plan->number);
    g_autofree GThread **threads = g_new(GThread *, n);
    g_mutex_init(&run->lock);
    g_cond_init(&run->changed);
    run->running = n;
    for (unsigned i = 0; i < n; i++)
        threads[i] = g_thread_new("regret", measure_games, run);
    g_mutex_lock(&run->lock);
    while (run->running) {
        g_cond_wait_until(&run->changed, &run->lock, g_get_monotonic_time() + POLL_MICROSECONDS);
        unsigned done = run->done + run->failed;
        g_mutex_unlock(&run->lock);
        bool on = !progress || progress(done, user_data);
        g_mutex_lock(&run->lock);
        if (on)
            continue;
        if (!run->error)
            g_set_error_literal(&run->error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
        g_atomic_int_set(&run->stop, true);
    }
    g_mutex_unlock(&run->lock);
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

/* Takes a game's worst decision among the `most` worst of all, before those that lost less. */
static void keep_worst(GArray *worst, unsigned most, TabRegretWorst *found)
{
    unsigned at = worst->len;
    while (at && g_array_index(worst, TabRegretWorst, at - 1).loss < found->loss)
        at--;
    if (!(found->loss > 0) || at >= most)
        return;
    if (worst->len == most)
        g_array_set_size(worst, most - 1);
    g_array_insert_val(worst, at, *found);
    *found = (TabRegretWorst){0};
}

static void add_score(TabRegretResult *result, TabMoments2 *sums, unsigned n_worst, Score *score)
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
    result->most = MAX(result->most, score->worst.loss);
    keep_worst(result->worst, n_worst, &score->worst);
}

/* In the order of games, so that the sums do not depend on threads. */
static void add_up(Run *run, TabRegretResult *result)
{
    TabMoments2 sums = {0};
    unsigned deciding = 0;
    result->worst = g_array_new(FALSE, FALSE, sizeof(TabRegretWorst));
    g_array_set_clear_func(result->worst, free_worst);
    for (unsigned i = 0; i < run->plan->number; i++) {
        deciding += run->score[i].ended && run->score[i].decisions;
        add_score(result, &sums, run->plan->n_worst, &run->score[i]);
        free_worst(&run->score[i].worst);
        g_free(run->score[i].fault);
    }
    result->loss = ratio(&sums);
    if (deciding < 2) /* one game says nothing about how games differ */
        result->loss.se = NAN;
}

void tab_regret_result_clear(TabRegretResult *result)
{
    g_clear_pointer(&result->worst, g_array_unref);
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
    run_games(&run, progress, user_data);
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
