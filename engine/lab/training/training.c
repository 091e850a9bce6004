// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a training.
#include "engine/lab/training/training.h"

#include <math.h>
#include <string.h>

#define ROUND 1024        /* games in a round … */
#define ANY_ROUND 512     /* … of any rules, … */
#define RULESET_GAMES 16  /* … and of each of them */
#define ANY_REACH 4       /* moments: TabSelfPlay.reach */
#define ANY_TURNS 300     /* TabSelfPlay.max_turns */
#define ANY_BUDGET 20000  /* TabSelfPlay.budget */
#define SOLVED 0.125      /* share of the rulesets that are those of tables, if there are any */
#define STUDY_ROUND 4     /* rounds of the first stage that make one of the second */
#define STUDY_PASSES 10   /* over the positions of such a round: they have little noise */
#define STUDY_TURNS 0.125 /* share of the turns that are studied */

void tab_training_plan_init(TabTrainingPlan *plan)
{
    *plan = (TabTrainingPlan){
        .hidden = 128,
        .passes = 3,
        .seed = 1,
        .lambda = 0.7,
        .study = 0.35,
        .rates = {0.002, 0.0004},
        .study_rates = {0.001, 0.00003},
    };
}

static bool is_any(const TabTrainingPlan *plan)
{
    return tab_net_any_pieces(plan->rules) > 0;
}

static bool check_plan(const TabTrainingPlan *plan, TabRuleset *set, GError **error)
{
    if (is_any(plan) && (plan->columns[0] || plan->without))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                "%s: any rules go with all columns and all inputs",
                                plan->without ? "--without" : "--columns");
    if (plan->from && plan->without)
        return tab_rules_refuse(
            error, TAB_RULES_ERROR_RULES,
            "--without: the network of --from has all inputs, none can be left out");
    if (!is_any(plan) && (plan->held_out || plan->rulesets))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                "%s: rulesets are held out or chosen with RULES any alone",
                                plan->held_out ? "--held-out" : "--rulesets");
    if (!is_any(plan) && !tab_ruleset_parse(plan->rules, set, error))
        return false;
    if (plan->columns[0] &&
        (plan->columns[0] < TAB_MIN_COLUMNS || plan->columns[1] > TAB_MAX_COLUMNS ||
         plan->columns[0] > plan->columns[1]))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                "--columns: must be from %d to %d, the fewest first: %u-%u",
                                TAB_MIN_COLUMNS, TAB_MAX_COLUMNS, plan->columns[0],
                                plan->columns[1]);
    if (!(plan->study >= 0 && plan->study <= 1))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "--study: must be from 0 to 1: %g",
                                plan->study);
    return true;
}

/* Rulesets of more pieces than the network is for would teach it what it is not used for. */
static bool check_rulesets(const TabTrainingPlan *plan, const TabRulesetList *rulesets,
                           GError **error)
{
    unsigned most = tab_net_any_pieces(plan->rules);
    for (unsigned i = 0; i < rulesets->listed->len; i++) {
        const TabListedRuleset *one = &g_array_index(rulesets->listed, TabListedRuleset, i);
        g_autofree char *text = tab_ruleset_to_string(&one->set);
        if (tab_ruleset_pieces(&one->set) > most)
            return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                    "%s: %s has more than %u pieces a side", plan->rulesets, text,
                                    most);
    }
    return true;
}

/* Begins with the weights of the plan's network, which must be of this kind. */
static bool begin_with(TabTraining *training, GError **error)
{
    const TabNetHeader *header = &training->learner->header;
    const char *path = training->plan.from;
    size_t length;
    g_autofree char *data = tab_net_file_read(path, &length, error);
    g_autoptr(TabNetWeights) weights =
        data ? tab_net_weights_parse(data, length, path, error) : NULL;
    if (!weights)
        return false;
    if (weights->header.layout != header->layout || weights->header.hidden != header->hidden ||
        (header->layout != TAB_LAYOUT_ANY && strcmp(weights->header.rules, header->rules)) ||
        memcmp(weights->header.columns, header->columns, sizeof header->columns)) {
        g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES,
                    "%s: made for %s with %u to %u columns by %u units, not for %s with %u to %u "
                    "columns by %u units",
                    path, weights->header.rules, weights->header.columns[0],
                    weights->header.columns[1], weights->header.hidden, header->rules,
                    header->columns[0], header->columns[1], header->hidden);
        return false;
    }
    tab_learner_take(training->learner, weights);
    training->games_before = weights->header.games;
    training->studied_before = weights->header.studied;
    training->from_sum =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, length);
    return true;
}

/* Takes the rules over. */
static void board_init(TabTrainingBoard *board, TabRules *rules, TabSticks sticks, TabLayout layout,
                       unsigned without)
{
    board->rules = rules;
    board->sticks = sticks;
    board->eval = tab_eval_new(board->rules, &board->sticks);
    g_autoptr(TabFeatures) features = tab_features_new(board->rules, board->eval->hits);
    board->expansion = tab_expansion_new(layout, features, without);
    board->traits = layout == TAB_LAYOUT_ANY ? tab_row_traits_new(features) : NULL;
}

static bool open_tables(TabTraining *training, GError **error)
{
    training->tables = tab_tables_open(training->plan.tables, error);
    if (!training->tables)
        return false;
    if (!tab_tables_count(training->tables))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "%s: has no tables",
                                training->plan.tables);
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (unsigned i = 0; i < tab_tables_count(training->tables); i++)
        g_checksum_update(sum, (const guchar *)tab_tables_get(training->tables, i)->head.sha256,
                          64);
    training->tables_sum = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    return true;
}

/* Tables have the values of fair sticks. */
static void find_tables(const TabTraining *training, TabTrainingBoard *board)
{
    TabSticks fair = tab_sticks_fair(&board->rules->cast);
    if (training->tables && !memcmp(&fair, &board->sticks, sizeof fair))
        board->probe = tab_probe_new(training->tables, board->rules);
}

static void board_clear(TabTrainingBoard *board)
{
    tab_probe_free(board->probe);
    tab_expansion_free(board->expansion);
    tab_row_traits_free(board->traits);
    tab_samples_finish(&board->samples);
    tab_eval_free(board->eval);
    tab_rules_unref(board->rules);
}

static void clear_boards(TabTraining *training)
{
    for (unsigned i = 0; i < training->n_boards; i++)
        board_clear(&training->boards[i]);
    g_clear_pointer(&training->boards, g_free);
    training->n_boards = 0;
}

/* Games are numbered on from those of the network that the training began with, so that other
 * sticks fall. */
static uint64_t games_so_far(const TabTraining *training)
{
    return training->games_before + training->count.games;
}

/* The rules of one of the tables by chance, unless they are held out or have too many pieces. */
static bool draw_solved(const TabTraining *training, TabRandom *random, TabListedRuleset *one)
{
    const TabTables *tables = training->tables;
    const TabTable *table =
        tab_tables_get(tables, tab_random_below(random, tab_tables_count(tables)));
    one->set = table->head.set;
    if (tab_ruleset_pieces(&one->set) > tab_net_any_pieces(training->plan.rules) ||
        (training->held_out && tab_ruleset_list_has(training->held_out, &one->set)))
        return false;
    TabRules *rules = tab_rules_new(&one->set);
    one->sticks = tab_sticks_fair(&rules->cast);
    tab_rules_unref(rules);
    return true;
}

/* From the file of rulesets, if there is one, or else from all there are, some of them from those
 * of the tables. */
static void draw_ruleset(const TabTraining *training, TabRandom *random, TabListedRuleset *one)
{
    if (training->rulesets) {
        *one = *tab_ruleset_list_draw(training->rulesets, random);
        return;
    }
    if (training->tables && tab_random_unit(random) < SOLVED && draw_solved(training, random, one))
        return;
    one->set =
        tab_curriculum_draw(training->held_out, tab_net_any_pieces(training->plan.rules), random);
    TabRules *rules = tab_rules_new(&one->set);
    one->sticks = tab_curriculum_draw_sticks(rules, random);
    tab_rules_unref(rules);
}

/* The rulesets of a round, other ones for every number of games played so far. */
static void draw_boards(TabTraining *training, unsigned games)
{
    TabRandom random = tab_random_new_stream(training->plan.seed ^ UINT64_C(0x2545f4914f6cdd1d),
                                             games_so_far(training));
    clear_boards(training);
    training->n_boards = MAX(games / RULESET_GAMES, 1);
    training->boards = g_new0(TabTrainingBoard, training->n_boards);
    for (unsigned i = 0; i < training->n_boards; i++) {
        TabListedRuleset one;
        draw_ruleset(training, &random, &one);
        board_init(&training->boards[i], tab_rules_new(&one.set), one.sticks, TAB_LAYOUT_ANY, 0);
        find_tables(training, &training->boards[i]);
    }
}

/* Tables that no board can use were not meant for this training. */
static bool check_tables(const TabTraining *training, GError **error)
{
    for (unsigned i = 0; i < training->n_boards; i++)
        if (training->boards[i].probe)
            return true;
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "%s: has no tables for %s",
                            training->plan.tables, training->plan.rules);
}

/* A board for each width of the plan that the rules allow. */
static bool make_boards(TabTraining *training, const TabRuleset *set, const TabNetHeader *header,
                        GError **error)
{
    training->boards = g_new0(TabTrainingBoard, header->columns[1] - header->columns[0] + 1);
    for (unsigned columns = header->columns[0]; columns <= header->columns[1]; columns++) {
        TabTrainingBoard *board = &training->boards[training->n_boards];
        TabRuleset wide = *set;
        if (!tab_ruleset_allows(set, TAB_SWITCH_COLUMNS, columns))
            continue;
        tab_ruleset_set_columns(&wide, columns);
        TabRules *rules = tab_rules_new(&wide);
        board_init(board, rules, tab_sticks_fair(&rules->cast), header->layout,
                   training->plan.without);
        find_tables(training, board);
        training->n_boards++;
    }
    return training->n_boards ||
           tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "--columns: no board of %s has %u",
                            training->plan.rules, header->columns[0]);
}

TabTraining *tab_training_new(const TabTrainingPlan *plan, unsigned threads, GError **error)
{
    TabRuleset set;
    g_autoptr(TabRulesetList) held_out = NULL, rulesets = NULL;
    if (!check_plan(plan, &set, error) ||
        (plan->held_out && !(held_out = tab_ruleset_list_load(plan->held_out, error))) ||
        (plan->rulesets && (!(rulesets = tab_ruleset_list_load(plan->rulesets, error)) ||
                            !check_rulesets(plan, rulesets, error))))
        return NULL;
    g_autoptr(TabTraining) training = g_new0(TabTraining, 1);
    bool any = is_any(plan), one = !any && !plan->columns[0];
    training->plan = *plan;
    training->held_out = g_steal_pointer(&held_out);
    training->rulesets = g_steal_pointer(&rulesets);
    g_autofree char *canonical = any ? g_strdup(plan->rules) : tab_ruleset_to_string(&set);
    TabNetHeader header = {
        .layout = any   ? TAB_LAYOUT_ANY
                  : one ? TAB_LAYOUT_CELLS
                        : TAB_LAYOUT_ENDS,
        .hidden = plan->hidden,
        .columns = {plan->columns[0], plan->columns[1]},
        .rules = canonical,
        .seed = plan->seed,
    };
    if (any) {
        header.columns[0] = TAB_MIN_COLUMNS;
        header.columns[1] = TAB_MAX_COLUMNS;
    } else if (one) {
        header.columns[0] = header.columns[1] = tab_ruleset_columns(&set);
    }
    if (plan->tables && !open_tables(training, error))
        return NULL;
    if (!any && !make_boards(training, &set, &header, error))
        return NULL;
    if (!any && plan->tables && !check_tables(training, error))
        return NULL;
    training->crew = tab_crew_new(threads);
    training->learner = tab_learner_new(&header);
    training->plan.rules = training->learner->header.rules;
    training->curve = g_array_new(FALSE, TRUE, sizeof(TabCurvePoint));
    if (plan->from && !begin_with(training, error))
        return NULL;
    return g_steal_pointer(&training);
}

/* Also of a training that has only begun. */
void tab_training_free(TabTraining *training)
{
    if (!training)
        return;
    clear_boards(training);
    tab_ruleset_list_free(training->held_out);
    tab_ruleset_list_free(training->rulesets);
    tab_tables_free(training->tables);
    g_clear_pointer(&training->crew, tab_crew_free);
    tab_learner_free(training->learner);
    g_clear_pointer(&training->curve, g_array_unref);
    g_free(training->tables_sum);
    g_free(training->from_sum);
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
    TabNetWeights *weights = tab_learner_weights(training->learner, games_so_far(training));
    weights->header.studied = training->studied_before + training->studied;
    return weights;
}

unsigned tab_training_round_games(const TabTrainingPlan *plan)
{
    return plan->round ? plan->round : is_any(plan) ? ANY_ROUND : ROUND;
}

/* In the second stage turns are studied; of any rules in every other round only, as what a turn is
 * worth a turn later says little of what comes in a game of hundreds of turns. */
static TabTrainingRound next_round(const TabTraining *training)
{
    const TabTrainingPlan *plan = &training->plan;
    double done = tab_training_progress(training), first = 1 - plan->study; /* of the first stage */
    bool second = done >= first;
    double part = second ? (done - first) / plan->study : done / first;
    const double *rates = second ? plan->study_rates : plan->rates;
    unsigned games = tab_training_round_games(plan) * (second ? STUDY_ROUND : 1);
    bool every_other = is_any(plan) && training->count.games / games % 2;
    bool studies = second && !every_other;
    if (plan->games)
        games = (unsigned)MIN(games, plan->games - training->count.games);
    return (TabTrainingRound){
        .games = games,
        .passes = studies ? STUDY_PASSES : plan->passes,
        .studies = studies,
        .rate = rates[0] * pow(rates[1] / rates[0], part),
    };
}

void tab_training_begin_round(TabTraining *training)
{
    training->round = next_round(training);
    if (is_any(&training->plan))
        draw_boards(training, training->round.games);
    for (unsigned i = 0; i < training->n_boards; i++)
        tab_samples_clear(&training->boards[i].samples);
    training->played = (TabSelfPlayCount){0};
}

/* Games are numbered on from those played so far, board after board. */
void tab_training_play_shard(TabTraining *training, unsigned shard, unsigned shards)
{
    int64_t start = g_get_monotonic_time();
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingPlan *plan = &training->plan;
    const TabTrainingRound *round = &training->round;
    bool any = is_any(plan);
    uint64_t n = training->n_boards;
    for (unsigned i = 0; i < n; i++) {
        TabTrainingBoard *board = &training->boards[i];
        g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
        TabSelfPlay play = {
            .net = net,
            .rules = board->rules,
            .sticks = &board->sticks,
            .probe = board->probe,
            .expansion = board->expansion,
            .seed = plan->seed,
            .studied = round->studies ? STUDY_TURNS : 0,
            .lambda = plan->lambda,
            .reach = any ? ANY_REACH : 0,
            .max_turns = any ? ANY_TURNS : 0,
            .budget = any ? ANY_BUDGET : 0,
        };
        uint64_t of_board = round->games * i / n, games = round->games * (i + 1) / n - of_board;
        uint64_t from = games * shard / shards, to = games * (shard + 1) / shards;
        tab_self_play_run(&play, training->crew, games_so_far(training) + of_board + from,
                          (unsigned)(to - from), &board->samples, &training->played);
    }
    training->seconds += (double)(g_get_monotonic_time() - start) * 1e-6;
}

/* One pass over what was played. */
static double learn(TabTraining *training, const TabSamples *all, TabRandom *random, double rate)
{
    if (!is_any(&training->plan))
        return tab_learner_pass(training->learner, training->crew, all, random, rate);
    g_autofree TabLesson *lessons = g_new(TabLesson, training->n_boards);
    for (unsigned i = 0; i < training->n_boards; i++)
        lessons[i] = (TabLesson){&training->boards[i].samples, training->boards[i].traits};
    return tab_learner_pass_any(training->learner, training->crew, lessons, training->n_boards,
                                random, rate);
}

void tab_training_learn_round(TabTraining *training)
{
    int64_t start = g_get_monotonic_time();
    const TabTrainingRound *round = &training->round;
    TabSamples all = {0};
    for (unsigned i = 0; i < training->n_boards && !is_any(&training->plan); i++)
        tab_samples_join(&all, &training->boards[i].samples);
    /* An order of its own for every round, whatever was done before. */
    TabRandom random = tab_random_new_stream(training->plan.seed ^ UINT64_C(0x5bf0a8b1457695f3),
                                             games_so_far(training));
    for (unsigned pass = 0; pass < round->passes; pass++) {
        double loss = learn(training, &all, &random, round->rate);
        if (pass == 0)
            training->loss = loss; /* before the positions were learned from */
    }
    tab_samples_finish(&all);
    tab_self_play_count_add(&training->count, &training->played);
    training->studied += round->studies ? round->games : 0;
    training->seconds += (double)(g_get_monotonic_time() - start) * 1e-6;
}

void tab_training_round(TabTraining *training)
{
    tab_training_begin_round(training);
    tab_training_play_shard(training, 0, 1);
    tab_training_learn_round(training);
}

/* The means over several widths. */
static void add_share(TabContestScore *sum, const TabContestScore *one, unsigned n)
{
    sum->games += one->games;
    sum->score += one->score / n;
    sum->half_width = sqrt(sum->half_width * sum->half_width +
                           one->half_width * one->half_width / ((double)n * n));
}

/* Matches on one board, a part of `n`. */
static void evaluate_board(TabTraining *training, const TabNetWeights *weights,
                           const TabTrainingBoard *board, unsigned pairs, unsigned n,
                           TabCurvePoint *point)
{
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabContestant players[2] = {{net, TAB_EVAL_HAND}, {NULL, TAB_EVAL_GREEDY}};
    TabContestScore score = tab_contest(players, board->eval, &board->sticks, training->crew,
                                        ~training->plan.seed, pairs);
    add_share(&point->greedy, &score, n);
    players[1].kind = TAB_EVAL_HAND;
    score = tab_contest(players, board->eval, &board->sticks, training->crew, ~training->plan.seed,
                        pairs);
    add_share(&point->hand, &score, n);
}

/* A network for any rules is measured at those of the file of rulesets, or at all presets, with as
 * many pieces as it is for. */
static unsigned count_measured(const TabTraining *training)
{
    return training->rulesets ? training->rulesets->listed->len : tab_ruleset_n_presets();
}

static void make_measured(const TabTraining *training, unsigned i, TabTrainingBoard *board)
{
    if (training->rulesets) {
        const TabListedRuleset *one =
            &g_array_index(training->rulesets->listed, TabListedRuleset, i);
        board_init(board, tab_rules_new(&one->set), one->sticks, TAB_LAYOUT_ANY, 0);
        return;
    }
    TabRuleset set = tab_ruleset_preset(i);
    unsigned most = tab_net_any_pieces(training->plan.rules);
    if (tab_ruleset_pieces(&set) > most)
        tab_ruleset_set(&set, TAB_SWITCH_PIECES, most);
    TabRules *rules = tab_rules_new(&set);
    board_init(board, rules, tab_sticks_fair(&rules->cast), TAB_LAYOUT_ANY, 0);
}

const TabCurvePoint *tab_training_evaluate(TabTraining *training, unsigned pairs)
{
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    bool any = is_any(&training->plan);
    unsigned n = any ? count_measured(training) : training->n_boards;
    TabCurvePoint point = {
        .games = training->count.games,
        .seconds = training->seconds,
        .loss = training->loss,
    };
    for (unsigned i = 0; i < n; i++) {
        TabTrainingBoard measured = {0};
        if (any)
            make_measured(training, i, &measured);
        evaluate_board(training, weights, any ? &measured : &training->boards[i], MAX(pairs / n, 1),
                       n, &point);
        if (any)
            board_clear(&measured);
    }
    g_array_append_val(training->curve, point);
    return &g_array_index(training->curve, TabCurvePoint, training->curve->len - 1);
}
