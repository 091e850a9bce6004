// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games out, each thread some games of a batch, and sums up batch by batch.
//
// The luck of a throw is what it changes of the evaluation's expectation: the value of the best
// outcome with the hand thrown, less the mean of that over all hands. Its mean is 0, whatever the
// evaluation, so that results less luck have the mean of the results, with a small part of their
// variance (control variates; in backgammon D. Montgomery, "Variance Reduction", Gammonline 2000).
// Long hands are rare and much work: in the mean one of them, drawn for it, stands for all, so that
// the mean is right on average.
#include "engine/search/rollout.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "protocol/rules/ending.h"

#define SHORT_THROWS 2  /* of the longest hand that is no long one */
#define MAX_STATES 4000 /* positions inside a turn that are looked through */
#define GOLDEN 0.6180339887498949

/* One position's games so far. */
typedef struct {
    double sum; /* of the results, less the evaluation, which … */
    double
        product[TAB_ROLLOUT_MOST]; /* … is taken off here too: of products with others' results */
} Sums;

/* The hands of a side. */
typedef struct {
    TabHands listed; /* those that are not long */
    double longer;   /* the chance of a long one, … */
    unsigned throws; /* … which has at least so many throws */
} Mean;

typedef struct {
    const TabRollout *rollout;
    Mean mean[2];     /* by side */
    Mean first[2];    /* of the first turn, with what is held */
    uint64_t from;    /* number of the batch's first game */
    unsigned games;   /* in the batch */
    atomic_uint next; /* game of the batch to be played next */
    atomic_uint next_thread;
    double (*result)[TAB_ROLLOUT_MOST]; /* [games] */
    bool played[TAB_ROLLOUT_BATCH];
} Batch;

/* The best outcome of a hand. */
typedef struct {
    TabSearchThread *thread;
    const TabProbe *by_tables; /* of the plan */
    TabSide mover;
    double worth; /* by which it is the best, for the mover; -1 before the first */
    double value; /* by the evaluation, for the mover */
    TabPosition after;
    bool moved;
} Reply;

static bool keep_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Reply *reply = user_data;
    double value =
        tab_eval_win_of(reply->mover, after, tab_tree_static(reply->thread, after, key, NULL));
    double worth = value;
    TabProbed found;
    if (reply->by_tables && tab_probe_value(reply->by_tables, after, &found))
        worth = tab_eval_win_of(reply->mover, after, found.value);
    if (worth > reply->worth) {
        reply->worth = worth;
        reply->value = value;
        reply->after = *after;
        reply->moved = n_plays > 0;
    }
    return !tab_tree_stopped(reply->thread);
}

/* False if the search was stopped. */
static bool find_reply(const TabRollout *rollout, TabSearchThread *thread,
                       const TabPosition *position, const TabHand *hand, Reply *reply)
{
    const TabRules *rules = thread->shared->rules;
    TabHand all = *hand;
    reply->thread = thread;
    reply->by_tables = rollout->plan.by_tables;
    reply->mover = (TabSide)position->side;
    reply->worth = -1;
    tab_hand_add_saved(rules, position, &all);
    tab_outcomes_visit(thread->outcomes, rules, position, &all, MAX_STATES, keep_best, NULL, reply);
    return !tab_tree_stopped(thread);
}

/* The kind that a number from 0 to 1 draws, by the chances `p`; what is left of its part becomes
 * the number for the next throw, so that one number draws a whole hand. */
static int pick_kind(const TabCast *cast, const double p[TAB_MAX_KINDS], double *unit)
{
    int kind = -1;
    TAB_KINDS_FOREACH(cast, t) {
        if (p[t] <= 0)
            continue;
        kind = t;
        if (*unit < p[t])
            break;
        *unit -= p[t];
    }
    *unit = CLAMP(*unit / p[kind], 0, 1);
    return kind;
}

static int take_throw(const TabCast *cast, const TabSticks *sticks, unsigned thrown, double *unit)
{
    TabSticks next = tab_sticks_of_throw(cast, sticks, thrown);
    return pick_kind(cast, next.p, unit);
}

/* The throws of a turn. `unit`: NULL, or the number that draws them. */
static void draw_throws(const TabRollout *rollout, const TabRules *rules, TabSide side,
                        double *unit, TabRandom *random, TabThrows *throws)
{
    TabSticks own = tab_sticks_of_side(&rules->cast, rollout->sticks, side);
    while (!tab_throws_complete(throws))
        tab_throws_add(rules, throws,
                       unit ? take_throw(&rules->cast, &own, throws->n, unit)
                            : tab_sticks_throw_on(&rules->cast, &own, throws->n, random));
}

/* A long hand: its first throws are such as go on. */
static TabHand draw_long(const TabRollout *rollout, const TabRules *rules, TabSide side,
                         const Mean *mean, TabRandom *random, const TabThrows *held)
{
    const TabCast *cast = &rules->cast;
    TabSticks own = tab_sticks_of_side(cast, rollout->sticks, side), on = own;
    TabThrows throws = *held;
    double again = tab_sticks_rethrow(cast, &own);
    TAB_KINDS_FOREACH(cast, t)
        on.p[t] = cast->kind[t].again ? own.p[t] / again : 0;
    while (throws.n + 1 < held->n + mean->throws) {
        double unit = tab_random_unit(random);
        tab_throws_add(rules, &throws, pick_kind(cast, on.p, &unit));
    }
    draw_throws(rollout, rules, side, NULL, random, &throws);
    return tab_throws_hand(&throws);
}

/* What a side about to throw meets. */
typedef struct {
    const Mean *mean;
    const TabPosition *position;
    const TabThrows *held; /* before this turn's throws */
    TabRandom *others;     /* draws the hands that stand for others */
} Meeting;

/* The luck of the throws for the side that threw them, and the reply to them. False if the search
 * was stopped. */
static bool find_luck(const TabRollout *rollout, TabSearchThread *thread, const Meeting *meeting,
                      const TabThrows *throws, double *luck, Reply *reply)
{
    const Mean *mean = meeting->mean;
    const TabPosition *position = meeting->position;
    TabHand hand = tab_throws_hand(throws);
    double expected = 0;
    bool found = false;
    for (unsigned i = 0; i < mean->listed.n; i++) {
        const TabHand *other = &mean->listed.entry[i].hand;
        Reply best;
        if (!find_reply(rollout, thread, position, other, &best))
            return false;
        expected += mean->listed.entry[i].p * best.value;
        if (!memcmp(other, &hand, sizeof hand)) {
            *reply = best;
            found = true;
        }
    }
    if (mean->longer > 0) {
        TabHand other = draw_long(rollout, thread->shared->rules, (TabSide)position->side, mean,
                                  meeting->others, meeting->held);
        Reply best;
        if (!find_reply(rollout, thread, position, &other, &best))
            return false;
        expected += mean->longer * best.value;
    }
    if (!found && !find_reply(rollout, thread, position, &hand, reply))
        return false;
    *luck = reply->value - expected;
    return true;
}

/* Plays game number `number` from a position. False if the search was stopped. */
static bool play_game(const Batch *batch, TabSearchThread *thread, unsigned which, uint64_t number,
                      double *result)
{
    const TabRollout *rollout = batch->rollout;
    const TabRules *rules = thread->shared->rules;
    const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    TabEndingCounters counters = {0};
    TabPosition position = *rollout->position[which];
    TabThrows throws = rollout->held ? *rollout->held : (TabThrows){.n = 0};
    TabRandom random = tab_random_new_stream(rollout->seed, number);
    TabRandom others = tab_random_new_stream(rollout->seed ^ UINT64_C(0x6a09e667f3bcc909), number);
    TabRandom shift = tab_random_new_stream(~rollout->seed, 0);
    double spread = tab_random_unit(&shift) + GOLDEN * (double)number, luck = 0, win;
    double unit = spread - floor(spread);
    TabThrows held = throws;
    int winner = -1;
    for (bool is_first = true;; is_first = false) {
        if (tab_tree_known(thread, &position, &win))
            break;
        if (tab_ending_find(rules, &position, &counters, &limits, &winner)) {
            win = 0.5;
            break;
        }
        if (rollout->plan.truncate && counters.turns >= rollout->plan.truncate) {
            win = tab_tree_static(thread, &position, tab_position_key(&position), NULL);
            break;
        }
        TabSide side = (TabSide)position.side;
        Reply reply;
        double of_throw;
        draw_throws(rollout, rules, side, is_first ? &unit : NULL, &random, &throws);
        const Meeting meeting = {is_first ? &batch->first[side] : &batch->mean[side], &position,
                                 &held, &others};
        if (!find_luck(rollout, thread, &meeting, &throws, &of_throw, &reply))
            return false;
        luck += side == rollout->side ? of_throw : -of_throw;
        tab_ending_count(&counters, side, &reply.after, reply.moved);
        position = reply.after;
        throws = held = (TabThrows){.n = 0};
    }
    *result = tab_eval_win_of(rollout->side, &position, win) - luck;
    return !tab_tree_stopped(thread);
}

static void *play_games(void *user_data)
{
    Batch *batch = user_data;
    TabSearchThread *thread = &batch->rollout->threads[atomic_fetch_add(&batch->next_thread, 1)];
    unsigned game;
    /* a game that is begun evaluates something, whatever the limit */
    while (!tab_tree_stopped(thread) && (game = atomic_fetch_add(&batch->next, 1)) < batch->games) {
        bool whole = true;
        for (unsigned i = 0; i < batch->rollout->n && whole; i++)
            whole = play_game(batch, thread, i, batch->from + game, &batch->result[game][i]);
        batch->played[game] = whole;
    }
    tab_tree_flush_nodes(thread);
    return NULL;
}

static void play_batch(Batch *batch)
{
    pthread_t helper[TAB_ROLLOUT_BATCH];
    unsigned n = 0, most = MIN(batch->rollout->n_threads, batch->games);
    atomic_store(&batch->next, 0);
    atomic_store(&batch->next_thread, 0);
    memset(batch->played, 0, sizeof batch->played);
    while (n + 1 < most && !pthread_create(&helper[n], NULL, play_games, batch))
        n++;
    play_games(batch);
    for (unsigned i = 0; i < n; i++)
        pthread_join(helper[i], NULL);
}

/* Adds the games of a batch that were played, in their order; returns their number. */
static unsigned add_games(const Batch *batch, const double expected[TAB_ROLLOUT_MOST], Sums *sums)
{
    unsigned n = batch->rollout->n, games = 0;
    for (unsigned game = 0; game < batch->games; game++) {
        const double *result = batch->result[game];
        if (!batch->played[game])
            continue;
        games++;
        for (unsigned i = 0; i < n; i++) {
            double x = result[i] - expected[i];
            sums[i].sum += x;
            for (unsigned j = 0; j < n; j++)
                sums[i].product[j] += x * (result[j] - expected[j]);
        }
    }
    return games;
}

static double covariance(const Sums *sums, unsigned i, unsigned j, double games)
{
    return (sums[i].product[j] - sums[i].sum * sums[j].sum / games) / (games - 1);
}

/* Whether so many games are enough. */
static bool is_enough(const TabRollout *rollout, const Sums *sums, const TabRolloutValue *value,
                      uint64_t games)
{
    const TabRolloutPlan *plan = &rollout->plan;
    bool precise = plan->se > 0, ahead = plan->stop > 0 && rollout->n > 1;
    unsigned best = 0;
    if (games < TAB_ROLLOUT_BATCH)
        return false; /* too few to tell an error */
    for (unsigned i = 1; i < rollout->n; i++)
        best = value[i].win > value[best].win ? i : best;
    for (unsigned i = 0; i < rollout->n; i++) {
        double spread = covariance(sums, i, i, (double)games) +
                        covariance(sums, best, best, (double)games) -
                        2 * covariance(sums, i, best, (double)games);
        double se = sqrt(MAX(spread, 0) / (double)games);
        precise = precise && value[i].se <= plan->se;
        ahead = ahead && (i == best || value[best].win - value[i].win >= plan->stop * se);
    }
    return precise || ahead;
}

/* Lists the hands of a side that are not long, besides what is held. */
static void list_hands(const TabRollout *rollout, const TabRules *rules, TabSide side,
                       const TabThrows *held, Mean *mean)
{
    TabHands all;
    TabHand before = held ? tab_throws_hand(held) : (TabHand){{0}};
    unsigned longest = 0, n = held ? held->n : 0;
    tab_hands_init(&all, rules, rollout->sticks, side, &before, SHORT_THROWS + 1);
    for (unsigned i = 0; i < all.n; i++)
        longest = MAX(longest, tab_hand_size(&all.entry[i].hand) - n);
    mean->listed.n = 0;
    mean->longer = 0;
    mean->throws = longest;
    for (unsigned i = 0; i < all.n; i++)
        if (tab_ruleset_at_once(&rules->set) || tab_hand_size(&all.entry[i].hand) - n < longest)
            mean->listed.entry[mean->listed.n++] = all.entry[i];
        else
            mean->longer += all.entry[i].p;
}

uint64_t tab_rollout_run(const TabRollout *rollout, TabRolloutFunc func, gpointer user_data)
{
    const TabRules *rules = rollout->threads[0].shared->rules;
    g_autofree Batch *batch = g_new0(Batch, 1);
    g_autofree Sums *sums = g_new0(Sums, rollout->n);
    TabRolloutValue value[TAB_ROLLOUT_MOST];
    double expected[TAB_ROLLOUT_MOST];
    uint64_t games = 0;
    bool enough = false;
    batch->rollout = rollout;
    batch->result = g_malloc_n(TAB_ROLLOUT_BATCH, sizeof *batch->result);
    for (int side = 0; side < 2; side++) {
        list_hands(rollout, rules, (TabSide)side, NULL, &batch->mean[side]);
        list_hands(rollout, rules, (TabSide)side, rollout->held, &batch->first[side]);
    }
    for (unsigned i = 0; i < rollout->n; i++)
        expected[i] =
            tab_eval_win_of(rollout->side, rollout->position[i],
                            tab_eval_win(rollout->threads[0].shared->eval, rollout->position[i]));
    while (!enough && games < rollout->plan.games && !tab_tree_stopped(&rollout->threads[0])) {
        batch->from = games;
        batch->games = (unsigned)MIN(TAB_ROLLOUT_BATCH, rollout->plan.games - games);
        play_batch(batch);
        games += add_games(batch, expected, sums);
        for (unsigned i = 0; games && i < rollout->n; i++) {
            double n = (double)games;
            value[i].win = expected[i] + sums[i].sum / n;
            value[i].se = games > 1 ? sqrt(MAX(covariance(sums, i, i, n), 0) / n) : 1;
        }
        if (games)
            func(value, games, user_data);
        enough = is_enough(rollout, sums, value, games);
    }
    g_free(batch->result);
    return games;
}
