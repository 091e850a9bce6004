// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through games with a reservoir for each player, and asks one engine after the other.
#include "protocol/study/rating.h"

#include <math.h>

#include "protocol/game/game.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/random.h"

/* --- decisions --- */

struct _TabRatingSample {
    guint most;
    TabRandom random;
    TabOutcomes *outcomes;
    GPtrArray *players; /* of TabRatedPlayer */
    GHashTable *found;  /* the same, by "<rules>\n<player>" */
};

static void free_decision(gpointer data)
{
    TabRatedDecision *decision = data;
    tab_position_line_free(decision->line);
    g_free(decision);
}

static void free_player(gpointer data)
{
    TabRatedPlayer *player = data;
    g_free(player->player);
    g_free(player->rules);
    g_ptr_array_unref(player->chosen);
    g_free(player);
}

TabRatingSample *tab_rating_sample_new(guint most, guint64 seed)
{
    TabRatingSample *sample = g_new0(TabRatingSample, 1);
    sample->most = most;
    sample->random = tab_random_new(seed);
    sample->outcomes = tab_outcomes_new();
    sample->players = g_ptr_array_new_with_free_func(free_player);
    sample->found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return sample;
}

void tab_rating_sample_free(TabRatingSample *sample)
{
    if (!sample)
        return;
    tab_outcomes_free(sample->outcomes);
    g_hash_table_unref(sample->found);
    g_ptr_array_unref(sample->players);
    g_free(sample);
}

const GPtrArray *tab_rating_sample_players(const TabRatingSample *sample)
{
    return sample->players;
}

static TabRatedPlayer *find_player(TabRatingSample *sample, const TabRecord *record, TabSide side)
{
    const char *name = side == TAB_WHITE ? tab_record_get_tag_or(record, "White", "White")
                                         : tab_record_get_tag_or(record, "Black", "Black");
    g_autofree char *rules = tab_ruleset_to_string(&record->rules->set);
    char *key = g_strconcat(rules, "\n", name, NULL);
    TabRatedPlayer *player = g_hash_table_lookup(sample->found, key);
    if (player) {
        g_free(key);
        return player;
    }
    player = g_new0(TabRatedPlayer, 1);
    player->player = g_strdup(name);
    player->rules = g_steal_pointer(&rules);
    player->chosen = g_ptr_array_new_with_free_func(free_decision);
    g_ptr_array_add(sample->players, player);
    g_hash_table_insert(sample->found, key, player);
    return player;
}

static bool count_to_two(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer data)
{
    guint *n = data;
    return ++*n < 2;
}

static gboolean is_decision(TabRatingSample *sample, const TabRules *rules,
                            const TabSituation *situation)
{
    TabHand hand = tab_situation_hand(rules, situation);
    guint n = 0;
    tab_outcomes_visit(sample->outcomes, rules, &situation->position, &hand,
                       TAB_OUTCOMES_MAX_STATES, count_to_two, NULL, &n);
    return n > 1;
}

static TabRatedDecision *make_decision(guint game, TabRules *rules, const TabSituation *situation,
                                       const char *turn, const TabPosition *after)
{
    TabRatedDecision *decision = g_new0(TabRatedDecision, 1);
    decision->game = game;
    decision->line = g_new0(TabPositionLine, 1);
    decision->line->rules = tab_rules_ref(rules);
    decision->line->situation = *situation;
    decision->line->turns = g_new0(TabAskedTurn, 1);
    decision->line->n_turns = 1;
    decision->line->turns[0].text = g_strdup(turn);
    decision->line->turns[0].after = *after;
    return decision;
}

/* The n-th decision takes the place of another by the chance most / n (Vitter, ACM Transactions on
 * Mathematical Software 11, 1985, algorithm R). */
static void choose(TabRatingSample *sample, TabRatedPlayer *player, TabRatedDecision *decision)
{
    guint place = player->seen++;
    if (place >= sample->most)
        place = (guint)tab_random_below(&sample->random, player->seen);
    if (place >= sample->most) {
        free_decision(decision);
        return;
    }
    if (place == player->chosen->len)
        g_ptr_array_add(player->chosen, decision);
    else {
        free_decision(player->chosen->pdata[place]);
        player->chosen->pdata[place] = decision;
    }
}

void tab_rating_sample_add(TabRatingSample *sample, const TabRecord *record, guint game)
{
    TabRatedPlayer *of_side[2] = {NULL, NULL}; /* one and the same, if both have its name */
    g_autoptr(TabGame) walk = tab_game_new_replay(record);
    for (const TabRecordNode *node = record->root->child; node; node = node->child) {
        if (!node->turn)
            break;
        tab_game_take_throws(walk, node);
        TabSituation situation = walk->turn.situation;
        TabSide side = tab_game_side(walk);
        if (!tab_game_play_turn(walk, node->turn, NULL))
            break; /* a record holds no such turn */
        if (is_decision(sample, record->rules, &situation)) {
            TabPosition after;
            tab_game_next_position(walk, &after);
            if (!of_side[side])
                of_side[side] = find_player(sample, record, side);
            of_side[side]->games += of_side[side]->last_game != game;
            of_side[side]->last_game = game;
            choose(sample, of_side[side],
                   make_decision(game, record->rules, &situation, node->turn, &after));
        }
        tab_game_end_turn(walk);
    }
}

/* --- what the levels lose there --- */

typedef struct {
    TabClient *const *level;
    guint n, asked;
    TabLimits limits;
    TabClient *judge;
    const TabEvaluationSetup *setup;
    char *setpos;
    TabPositionLine line; /* the decision's, with the turns of the levels behind the one played */
} Run;

void tab_decision_losses_free(TabDecisionLosses *losses)
{
    if (!losses)
        return;
    g_free(losses->level);
    g_free(losses);
}

static void free_run(gpointer data)
{
    Run *run = data;
    for (guint i = 1; i < run->line.n_turns; i++)
        g_free(run->line.turns[i].text);
    g_free(run->line.turns);
    g_free(run->setpos);
    g_free(run);
}

static void fail(GTask *task, TabClient *client, GError *error)
{
    g_prefix_error(&error, "engine %s: ", tab_client_get_label(client));
    g_task_return_error(task, error);
    g_object_unref(task);
}

static void on_evaluated(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    g_autoptr(TabEvaluation) evaluation = tab_evaluation_run_finish(result, &error);
    if (!evaluation) {
        fail(data, run->judge, error);
        return;
    }
    TabDecisionLosses *losses = g_new0(TabDecisionLosses, 1);
    losses->played = evaluation->turns[0].loss;
    losses->level = g_new(double, run->n);
    for (guint i = 0; i < run->n; i++)
        losses->level[i] = evaluation->turns[1 + i].loss;
    g_task_return_pointer(data, losses, (GDestroyNotify)tab_decision_losses_free);
    g_object_unref(data);
}

static void ask_next(GTask *task);

static void on_turn(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    TabAskedTurn *asked = &run->line.turns[run->line.n_turns];
    TabTurn turn;
    g_autofree char *text = tab_client_go_finish(TAB_CLIENT(source), result, NULL, &error);
    if (text && !tab_notation_parse_turn(run->line.rules, &run->line.situation, text, &turn,
                                         &asked->after, &error))
        g_prefix_error(&error, "bestmove %.200s: ", text);
    if (error) {
        fail(data, TAB_CLIENT(source), error);
        return;
    }
    asked->text = g_steal_pointer(&text);
    run->line.n_turns++;
    run->asked++;
    ask_next(data);
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        fail(data, TAB_CLIENT(source), error);
        return;
    }
    g_autofree char *throws =
        tab_notation_throws_to_words(run->line.rules, &run->line.situation.throws);
    tab_client_go_async(TAB_CLIENT(source), run->setpos, throws, &run->limits,
                        tab_limits_deadline(&run->limits, run->setup->patience_ms),
                        g_task_get_cancellable(data), NULL, on_turn, data);
}

static void ask_next(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    if (run->asked == run->n) {
        tab_evaluation_run_async(&run->line, run->judge, run->setup, g_task_get_cancellable(task),
                                 on_evaluated, task);
        return;
    }
    g_autofree char *rules = tab_ruleset_to_string(&run->line.rules->set);
    tab_client_new_game_async(run->level[run->asked], rules, g_task_get_cancellable(task),
                              on_new_game, task);
}

void tab_rating_ask_async(const TabRatedDecision *decision, TabClient *const *level, guint n,
                          const TabLimits *level_limits, TabClient *judge,
                          const TabEvaluationSetup *setup, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    Run *run = g_new0(Run, 1);
    run->level = level;
    run->n = n;
    run->limits = *level_limits;
    run->judge = judge;
    run->setup = setup;
    run->line = *decision->line;
    run->line.turns = g_new0(TabAskedTurn, 1 + n);
    run->line.turns[0] = decision->line->turns[0];
    run->line.n_turns = 1;
    run->setpos = tab_notation_position_to_string(run->line.rules, &run->line.situation.position);
    g_task_set_task_data(task, run, free_run);
    ask_next(task);
}

TabDecisionLosses *tab_rating_ask_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}

/* --- the rating --- */

/* Makes the numbers fall, or stay as they are, from left to right. */
static void pool_adjacent(double *value, guint n)
{
    g_autofree double *mean = g_new(double, n);
    g_autofree guint *size = g_new(guint, n);
    guint blocks = 0;
    for (guint i = 0; i < n; i++) {
        mean[blocks] = value[i];
        size[blocks++] = 1;
        while (blocks > 1 && mean[blocks - 2] < mean[blocks - 1]) {
            guint both = size[blocks - 2] + size[blocks - 1];
            mean[blocks - 2] =
                (mean[blocks - 2] * size[blocks - 2] + mean[blocks - 1] * size[blocks - 1]) / both;
            size[blocks - 2] = both;
            blocks--;
        }
    }
    for (guint block = 0, i = 0; block < blocks; block++)
        for (guint end = i + size[block]; i < end; i++)
            value[i] = mean[block];
}

/* Where the falling numbers, so many standard errors off their means, come to zero. If they stay
 * there for a while it is the middle, or the first or the last of these levels for the ends of an
 * interval; beyond the levels where they are zero up to their end. */
static double find_zero(const double *level, const TabEstimate *excess, guint n, double errors)
{
    g_autofree double *value = g_new(double, n);
    for (guint i = 0; i < n; i++) {
        value[i] = excess[i].mean + (errors != 0 ? errors * excess[i].se : 0);
        if (isnan(value[i]))
            return NAN;
    }
    pool_adjacent(value, n);
    if (value[0] < 0)
        return -INFINITY;
    if (value[n - 1] > 0)
        return INFINITY;
    guint first = 0, last = n - 1;
    while (value[first] > 0)
        first++;
    while (value[last] < 0)
        last--;
    if (first <= last && errors < 0)
        return first ? level[first] : -INFINITY;
    if (first <= last && errors > 0)
        return last + 1 < n ? level[last] : INFINITY;
    if (first <= last)
        return (level[first] + level[last]) / 2;
    return level[last] + (level[first] - level[last]) * value[last] / (value[last] - value[first]);
}

TabLevelRating tab_level_rating_find(const double *level, const TabEstimate *excess, guint n)
{
    if (!n)
        return (TabLevelRating){NAN, NAN, NAN};
    return (TabLevelRating){find_zero(level, excess, n, 0), find_zero(level, excess, n, -TAB_Z95),
                            find_zero(level, excess, n, TAB_Z95)};
}
