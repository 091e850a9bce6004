// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a training.
#include "engine/lab/training/training.h"

#include <math.h>

#define STUDY_ROUND 4     /* rounds of the first stage that make one of the second */
#define STUDY_PASSES 10   /* over the positions of such a round: they have little noise */
#define STUDY_TURNS 0.125 /* share of the turns that are studied */

void tab_training_plan_init(TabTrainingPlan *plan)
{
    *plan = (TabTrainingPlan){
        .hidden = 128,
        .round = 1024,
        .passes = 3,
        .seed = 1,
        .lambda = 0.7,
        .study = 0.35,
        .rates = {0.002, 0.0004},
        .study_rates = {0.001, 0.00003},
    };
}

void tab_training_plan_clear(TabTrainingPlan *plan)
{
    g_free(plan->rules);
    plan->rules = NULL;
}

static void board_init(TabTrainingBoard *board, const TabRuleset *set, TabLayout layout,
                       unsigned without, const TabSticks *sticks)
{
    board->rules = tab_rules_new(set);
    board->eval = tab_eval_new(board->rules, sticks);
    g_autoptr(TabFeatures) features = tab_features_new(board->rules, board->eval->hits);
    board->expansion = tab_expansion_new(layout, features, without);
}

/* The rules at another width, with as many pieces as columns unless they have fewer. */
static TabRuleset at_width(const TabRuleset *set, unsigned columns)
{
    TabRuleset result = *set;
    bool full = tab_ruleset_pieces(set) == tab_ruleset_columns(set);
    result.value[TAB_SWITCH_COLUMNS] = (uint8_t)columns;
    result.value[TAB_SWITCH_PIECES] =
        (uint8_t)(full ? columns : MIN(tab_ruleset_pieces(set), columns));
    return result;
}

static bool check_plan(const TabTrainingPlan *plan, TabRuleset *set, GError **error)
{
    if (!tab_ruleset_parse(plan->rules, set, error))
        return false;
    if (plan->columns[0] &&
        (plan->columns[0] < TAB_MIN_COLUMNS || plan->columns[1] > TAB_MAX_COLUMNS ||
         plan->columns[0] > plan->columns[1]))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "no such columns: %u-%u",
                                plan->columns[0], plan->columns[1]);
    if (!(plan->study >= 0 && plan->study <= 1))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "no share from 0 to 1 to study: %g",
                                plan->study);
    return true;
}

TabTraining *tab_training_new(const TabTrainingPlan *plan, unsigned threads, GError **error)
{
    TabRuleset set;
    if (!check_plan(plan, &set, error))
        return NULL;
    TabTraining *training = g_new0(TabTraining, 1);
    bool one = !plan->columns[0];
    unsigned columns = tab_ruleset_columns(&set);
    training->plan = *plan;
    training->plan.rules = tab_ruleset_to_string(&set);
    training->sticks = tab_sticks_fair();
    TabNetHeader header = {
        .layout = one ? TAB_LAYOUT_CELLS : TAB_LAYOUT_ENDS,
        .hidden = plan->hidden,
        .columns = {one ? columns : plan->columns[0], one ? columns : plan->columns[1]},
        .rules = training->plan.rules,
        .seed = plan->seed,
    };
    training->n_boards = header.columns[1] - header.columns[0] + 1;
    training->boards = g_new0(TabTrainingBoard, training->n_boards);
    for (unsigned i = 0; i < training->n_boards; i++) {
        TabRuleset wide = at_width(&set, header.columns[0] + i);
        board_init(&training->boards[i], &wide, header.layout, plan->without, &training->sticks);
    }
    training->crew = tab_crew_new(threads);
    training->learner = tab_learner_new(&header);
    training->curve = g_array_new(FALSE, TRUE, sizeof(TabCurvePoint));
    return training;
}

void tab_training_free(TabTraining *training)
{
    if (!training)
        return;
    for (unsigned i = 0; i < training->n_boards; i++) {
        tab_expansion_free(training->boards[i].expansion);
        tab_eval_free(training->boards[i].eval);
        tab_rules_unref(training->boards[i].rules);
    }
    g_free(training->boards);
    tab_crew_free(training->crew);
    tab_learner_free(training->learner);
    tab_samples_finish(&training->samples);
    g_array_free(training->curve, TRUE);
    tab_training_plan_clear(&training->plan);
    g_free(training);
}

double tab_training_progress(const TabTraining *training)
{
    const TabTrainingPlan *plan = &training->plan;
    double games = plan->games ? (double)training->count.games / (double)plan->games : 0;
    double time = plan->minutes > 0 ? training->seconds / (60 * plan->minutes) : 0;
    return MIN(MAX(games, time), 1);
}

TabNetWeights *tab_training_weights(const TabTraining *training)
{
    TabNetWeights *weights = tab_learner_weights(training->learner, training->count.games);
    weights->header.studied = training->studied;
    return weights;
}

/* What is done in a round. */
typedef struct {
    unsigned games, passes;
    double studied, rate; /* share of the turns; Adam's step size */
} Stage;

static double between(const double rates[2], double done)
{
    return rates[0] * pow(rates[1] / rates[0], done);
}

static Stage stage_of(const TabTraining *training)
{
    const TabTrainingPlan *plan = &training->plan;
    double done = tab_training_progress(training), first = 1 - plan->study;
    if (done < first)
        return (Stage){plan->round, plan->passes, 0, between(plan->rates, done / first)};
    return (Stage){plan->round * STUDY_ROUND, STUDY_PASSES, STUDY_TURNS,
                   between(plan->study_rates, (done - first) / plan->study)};
}

/* Self-play on every width; the games of a round are numbered on. */
static void play_round(TabTraining *training, const Stage *stage)
{
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingPlan *plan = &training->plan;
    uint64_t left = plan->games ? plan->games - training->count.games : stage->games;
    unsigned games = (unsigned)MIN(stage->games, left), n = training->n_boards;
    tab_samples_clear(&training->samples);
    for (unsigned i = 0; i < n; i++) {
        const TabTrainingBoard *board = &training->boards[i];
        g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
        TabSelfPlay play = {
            .net = net,
            .rules = board->rules,
            .sticks = &training->sticks,
            .expansion = board->expansion,
            .seed = plan->seed,
            .studied = stage->studied,
            .lambda = plan->lambda,
        };
        unsigned share = games * (i + 1) / n - games * i / n;
        tab_self_play_run(&play, training->crew, training->count.games, share, &training->samples,
                          &training->count);
    }
    training->studied += stage->studied > 0 ? games : 0;
}

void tab_training_round(TabTraining *training)
{
    int64_t start = g_get_monotonic_time();
    Stage stage = stage_of(training);
    /* An order of its own for every round, whatever was done before. */
    TabRandom random = tab_random_new_stream(training->plan.seed ^ UINT64_C(0x5bf0a8b1457695f3),
                                             training->count.games);
    play_round(training, &stage);
    for (unsigned pass = 0; pass < stage.passes; pass++) {
        double loss = tab_learner_pass(training->learner, training->crew, &training->samples,
                                       &random, stage.rate);
        if (pass == 0)
            training->loss = loss; /* before the positions were learned from */
    }
    training->seconds += (double)(g_get_monotonic_time() - start) * 1e-6;
}

/* The means over several widths. */
static void add_score(TabContestScore *sum, const TabContestScore *one, unsigned n)
{
    sum->games += one->games;
    sum->score += one->score / n;
    sum->half_width = sqrt(sum->half_width * sum->half_width +
                           one->half_width * one->half_width / ((double)n * n));
}

const TabCurvePoint *tab_training_evaluate(TabTraining *training, unsigned pairs)
{
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    unsigned n = training->n_boards;
    TabCurvePoint point = {
        .games = training->count.games,
        .seconds = training->seconds,
        .loss = training->loss,
    };
    for (unsigned i = 0; i < n; i++) {
        const TabTrainingBoard *board = &training->boards[i];
        g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
        TabContestant players[2] = {{net, TAB_EVAL_HAND}, {NULL, TAB_EVAL_GREEDY}};
        unsigned share = MAX(pairs / n, 1);
        TabContestScore score = tab_contest(players, board->eval, &training->sticks, training->crew,
                                            ~training->plan.seed, share);
        add_score(&point.greedy, &score, n);
        players[1].kind = TAB_EVAL_HAND;
        score = tab_contest(players, board->eval, &training->sticks, training->crew,
                            ~training->plan.seed, share);
        add_score(&point.hand, &score, n);
    }
    g_array_append_val(training->curve, point);
    return &g_array_index(training->curve, TabCurvePoint, training->curve->len - 1);
}
