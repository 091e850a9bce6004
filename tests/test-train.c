// SPDX-License-Identifier: GPL-3.0-or-later
// Training: games that chance alone decides alike, targets, gradients, checkpoints, and that it
// learns at all.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/search/hands.h"
#include "engine/lab/training/checkpoint.h"
#include "engine/lab/training/curve.h"
#include "engine/lab/training/shards.h"
#include "engine/lab/training/steps.h"

#include "tab-throws.h"

static TabTrainingPlan small_plan(const char *rules, uint64_t games)
{
    TabTrainingPlan plan;
    tab_training_plan_init(&plan);
    plan.rules = rules;
    plan.hidden = 32;
    plan.round = 16;
    plan.passes = 2;
    plan.games = games;
    return plan;
}

static TabTraining *start(const char *rules, uint64_t games, unsigned threads)
{
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = small_plan(rules, games);
    TabTraining *training = tab_training_new(&plan, threads, &error);
    g_assert_no_error(error);
    return training;
}

static void finish(TabTraining *training)
{
    while (tab_training_progress(training) < 1)
        tab_training_round(training);
}

static void assert_same_state(const TabTraining *a, const TabTraining *b)
{
    g_assert_cmpuint(a->count.games, ==, b->count.games);
    g_assert_cmpuint(a->count.turns, ==, b->count.turns);
    g_assert_cmpuint(a->learner->steps, ==, b->learner->steps);
    g_assert_cmpmem(a->learner->weight, a->learner->n * sizeof(float), b->learner->weight,
                    b->learner->n * sizeof(float));
    g_assert_cmpmem(a->learner->average, a->learner->n * sizeof(float), b->learner->average,
                    b->learner->n * sizeof(float));
}

static char *temp_folder(void)
{
    return g_dir_make_tmp("test-train-XXXXXX", NULL);
}

static void remove_files(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* --- self-play --- */

static TabSelfPlay self_play_on(const TabTrainingBoard *board, const TabNet *net)
{
    return (TabSelfPlay){.net = net,
                         .rules = board->rules,
                         .sticks = &board->sticks,
                         .expansion = board->expansion,
                         .seed = 5};
}

static void play(TabTraining *training, unsigned members, double lambda, double studied,
                 TabSamples *samples)
{
    g_autoptr(TabCrew) crew = tab_crew_new(members);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabSelfPlay self_play = self_play_on(board, net);
    self_play.lambda = lambda;
    self_play.studied = studied;
    TabSelfPlayCount count = {0};
    tab_self_play_run(&self_play, crew, 100, 7, samples, &count);
    g_assert_cmpuint(count.games, ==, 7);
    g_assert_cmpuint(count.outcomes, >=, count.turns);
    g_assert_cmpuint(samples->n, >, 7);
    g_assert_cmpuint(samples->n, <=, studied > 0 ? 6 * count.turns : count.turns + 7);
}

/* However many members share the games, the samples are the same, in the same order. */
static void assert_same_samples(double studied)
{
    g_autoptr(TabTraining) training = start("walker", 16, 1);
    TabSamples one = {0}, three = {0};
    play(training, 1, 0.7, studied, &one);
    play(training, 3, 0.7, studied, &three);
    g_assert_cmpuint(one.n, ==, three.n);
    g_assert_cmpmem(one.row, one.n_rows * sizeof one.row[0], three.row,
                    three.n_rows * sizeof three.row[0]);
    g_assert_cmpmem(one.value, one.n_rows * sizeof one.value[0], three.value,
                    three.n_rows * sizeof three.value[0]);
    for (size_t i = 0; i < one.n; i++)
        g_assert_true(one.sample[i].target == three.sample[i].target &&
                      one.sample[i].first == three.sample[i].first);
    tab_samples_finish(&one);
    tab_samples_finish(&three);
}

static void any_number_of_members(void)
{
    assert_same_samples(0);
    assert_same_samples(0.3);
}

/* With λ = 1 every target is the result, and turns of the two sides get opposite ones; with λ = 0
 * nearly none is. */
static void targets(void)
{
    g_autoptr(TabTraining) training = start("ludii", 16, 1);
    TabSamples result = {0}, next = {0};
    unsigned won = 0, sure = 0;
    play(training, 1, 1, 0, &result);
    play(training, 1, 0, 0, &next);
    g_assert_cmpuint(result.n, ==, next.n);
    for (size_t i = 0; i < result.n; i++) {
        float target = result.sample[i].target;
        g_assert_true(target == 0 || target == 1);
        won += target > 0;
        sure += next.sample[i].target == 0 || next.sample[i].target == 1;
    }
    g_assert_cmpuint(won, >, result.n / 4);
    g_assert_cmpuint(won, <, 3 * result.n / 4);
    g_assert_cmpuint(sure, ==, 7); /* the last position of each game */
    tab_samples_finish(&result);
    tab_samples_finish(&next);
}

/* --- looking ahead --- */

/* A network and a position of its own play. */
typedef struct {
    TabTraining *training;
    TabNet *net;
    TabTrainGame game;
    TabRandom random;
} Scene;

static Scene *scene_new(const char *rules, unsigned turns)
{
    Scene *scene = g_new0(Scene, 1);
    scene->training = start(rules, 64, 1);
    finish(scene->training);
    const TabTrainingBoard *board = &scene->training->boards[0];
    g_autoptr(TabNetWeights) weights = tab_training_weights(scene->training);
    scene->net = tab_net_new(weights, board->rules, board->eval->hits);
    scene->random = tab_random_new(8);
    g_autoptr(TabChooser) chooser = tab_chooser_new(scene->net, NULL, TAB_EVAL_HAND);
    tab_train_game_start(&scene->game, board->rules, board->eval->hits,
                         &scene->training->boards[0].sticks, tab_random_new_stream(3, 4));
    for (unsigned turn = 0; turn < turns; turn++) {
        TabHand hand = tab_train_game_throw(&scene->game);
        TabPosition after;
        bool moved;
        tab_chooser_choose(chooser, board->rules, &scene->game.position, &hand, &after, &moved);
        g_assert_true(tab_train_game_play(&scene->game, &after, moved));
    }
    return scene;
}

static void scene_free(Scene *scene)
{
    tab_net_free(scene->net);
    tab_training_free(scene->training);
    g_free(scene);
}

/* The best outcome of a hand by tab_net_win. */
typedef struct {
    const TabNet *net;
    TabSide mover;
    double best;
} Best;

static bool take_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Best *best = user_data;
    double win = (double)tab_net_win(best->net, after);
    best->best = MAX(best->best, after->side == best->mover ? win : 1 - win);
    return true;
}

/* The mean over all hands, those of more than `throws` throws as if they had so many. */
static double mean_of_best(const Scene *scene, unsigned throws)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autofree TabHands *hands = g_new(TabHands, 1);
    const TabPosition *position = &scene->game.position;
    double sum = 0;
    tab_hands_init(hands, scene->game.rules, scene->game.sticks, TAB_WHITE, NULL, throws);
    for (unsigned i = 0; i < hands->n; i++) {
        Best best = {scene->net, (TabSide)position->side, 0};
        TabHand hand = hands->entry[i].hand;
        hand.n[TAB_THROW_1] = (uint8_t)(hand.n[TAB_THROW_1] + position->saved[position->side]);
        tab_outcomes_visit(outcomes, scene->game.rules, position, &hand, 600, take_best, NULL,
                           &best);
        sum += hands->entry[i].p * best.best;
    }
    return sum;
}

/* The hands drawn for the longer ones make the value right on average. */
static void looks_ahead(void)
{
    static const struct {
        const char *rules;
        unsigned draws;
        double error;
    } rows[] = {{"ludii", 1, 1e-6}, {"walker", 400, 0.004}, {"bell", 400, 0.004}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene *scene = scene_new(rows[i].rules, 14);
        g_autoptr(TabLookAhead) ahead =
            tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
        double sum = 0;
        for (unsigned draw = 0; draw < rows[i].draws; draw++) {
            TabHand longer = tab_look_ahead_draw(ahead, &scene->random);
            sum += tab_look_ahead_value(ahead, &scene->game.position, &longer);
        }
        g_assert_cmpfloat_with_epsilon(sum / rows[i].draws, mean_of_best(scene, 4), rows[i].error);
        g_assert_cmpuint(ahead->evaluated, >, 5 * rows[i].draws);
        scene_free(scene);
    }
}

/* The first outcome of a studied turn is the one that would be played, none comes twice, and scores
 * fall. */
static void studies_turns(void)
{
    Scene *scene = scene_new("walker", 20);
    g_autoptr(TabLookAhead) ahead =
        tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
    g_autoptr(TabChooser) chooser = tab_chooser_new(scene->net, NULL, TAB_EVAL_HAND);
    g_autofree TabStudy *study = g_new(TabStudy, 1);
    unsigned full = 0;
    chooser->max_states = 600;
    for (unsigned k = 0; k < 60; k++) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&scene->game);
        bool moved;
        double score = tab_chooser_choose(chooser, scene->game.rules, &scene->game.position, &hand,
                                          &after, &moved);
        tab_study_turn(study, ahead, &scene->game.position, &hand, &scene->random);
        g_assert_cmpuint(study->n, >, 0);
        g_assert_cmpuint(study->n, <=, MIN(study->n_all, TAB_STUDY_BEST + 1));
        g_assert_cmpuint(study->n, >=, MIN(study->n_all, TAB_STUDY_BEST));
        g_assert_cmpfloat(study->outcome[0].score, ==, score);
        for (unsigned i = 1; i < study->n; i++) {
            g_assert_cmpfloat(study->outcome[i].score, <=, study->outcome[i - 1].score);
            for (unsigned j = 0; j < i; j++)
                g_assert_false(
                    tab_position_same(&study->outcome[i].after, &study->outcome[j].after));
        }
        full += study->n == TAB_STUDY_BEST + 1;
    }
    g_assert_cmpuint(full, >, 3);
    scene_free(scene);
}

/* What is learned of a studied turn is the mean of the enemy's best replies, so that no target is
 * the result of the game before it is certain. */
static void studied_targets(void)
{
    g_autoptr(TabTraining) training = start("walker", 16, 1);
    TabSamples samples = {0};
    unsigned sure = 0;
    play(training, 2, 0.7, 1, &samples);
    for (size_t i = 0; i < samples.n; i++) {
        g_assert_true(samples.sample[i].target >= 0 && samples.sample[i].target <= 1);
        sure += samples.sample[i].target <= 0 || samples.sample[i].target >= 1;
    }
    g_assert_cmpuint(samples.n, >, 500);
    g_assert_cmpuint(sure, <, samples.n / 20);
    tab_samples_finish(&samples);
}

static char *tables_folder(void)
{
    return g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", NULL);
}

/* Game `number` as self-play plays it: what its positions should have as targets with λ = 1, the
 * last one first, as they are learned. Returns how many of them tables know. */
static unsigned expect_targets(const TabSelfPlay *play, uint64_t number, GArray *targets)
{
    TabTrainGame game;
    bool moved, on = true;
    unsigned known = 0;
    g_autoptr(GArray) moments = g_array_new(FALSE, FALSE, sizeof(TabPosition));
    g_autoptr(TabChooser) chooser = tab_chooser_new(play->net, NULL, TAB_EVAL_HAND);
    tab_train_game_start(&game, play->rules, play->net->features->hits, play->sticks,
                         tab_random_new_stream(play->seed, number));
    chooser->random = tab_random_new_stream(~play->seed, number);
    g_array_append_val(moments, game.position);
    while (on) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&game);
        tab_chooser_choose(chooser, play->rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
        if (on)
            g_array_append_val(moments, after);
    }
    double white = game.winner < 0 ? 0.5 : game.winner == TAB_WHITE;
    for (unsigned i = moments->len; i-- > 0;) {
        const TabPosition *position = &g_array_index(moments, TabPosition, i);
        TabProbed found;
        if (tab_probe_value(play->probe, position, &found)) {
            white = position->side == TAB_WHITE ? found.value : 1 - found.value;
            known++;
        }
        float target = (float)(position->side == TAB_WHITE ? white : 1 - white);
        g_array_append_val(targets, target);
    }
    return known;
}

/* What tables know is learned exactly, and what came before sees the game end there. */
static void exact_targets(void)
{
    g_autofree char *folder = tables_folder();
    TabTrainingPlan plan = small_plan("ludii", 16);
    plan.tables = folder;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, NULL);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    g_autoptr(GArray) targets = g_array_new(FALSE, FALSE, sizeof(float));
    TabSelfPlay self_play = self_play_on(board, net);
    TabSamples samples = {0}, studied = {0};
    TabSelfPlayCount count = {0};
    unsigned known = 0;
    self_play.lambda = 1;
    self_play.probe = board->probe;
    g_assert_nonnull(board->probe);
    tab_self_play_run(&self_play, training->crew, 0, 20, &samples, &count);
    for (uint64_t number = 0; number < 20; number++)
        known += expect_targets(&self_play, number, targets);
    g_test_message("%u of %u positions are known", known, targets->len);
    g_assert_cmpuint(known, >, 20);
    g_assert_cmpuint(targets->len, ==, samples.n);
    for (unsigned i = 0; i < targets->len; i++)
        g_assert_cmpfloat_with_epsilon(g_array_index(targets, float, i), samples.sample[i].target,
                                       1e-6f);
    /* The outcomes of studied turns, too: the same ones without tables have other values. */
    unsigned others = 0;
    tab_samples_clear(&samples);
    self_play.studied = 1;
    tab_self_play_run(&self_play, training->crew, 0, 20, &studied, &count);
    self_play.probe = NULL;
    tab_self_play_run(&self_play, training->crew, 0, 20, &samples, &count);
    g_assert_cmpuint(studied.n, ==, samples.n);
    for (size_t i = 0; i < studied.n; i++)
        others += studied.sample[i].target < samples.sample[i].target ||
                  studied.sample[i].target > samples.sample[i].target;
    g_assert_cmpuint(others, >, 20);
    g_assert_cmpuint(others, <, studied.n);
    tab_samples_finish(&samples);
    tab_samples_finish(&studied);
}

/* `genetic` takes an outcome with the best of its scores. */
static void genetic_chooses(void)
{
    Scene *scene = scene_new("jordan", 12);
    TabEval *eval = scene->training->boards[0].eval;
    g_autoptr(TabChooser) chooser = tab_chooser_new(NULL, eval, TAB_EVAL_GENETIC);
    g_autoptr(TabLookAhead) ahead =
        tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
    g_autofree TabStudy *study = g_new(TabStudy, 1);
    TabGeneticScore score;
    unsigned compared = 0;
    tab_genetic_score_init(&score, &scene->game.rules->board);
    for (unsigned k = 0; k < 40; k++) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&scene->game);
        TabSide mover = (TabSide)scene->game.position.side;
        bool moved;
        double best = tab_chooser_choose(chooser, scene->game.rules, &scene->game.position, &hand,
                                         &after, &moved);
        g_assert_cmpfloat(best, ==, tab_genetic_score(&score, &after, mover));
        tab_study_turn(study, ahead, &scene->game.position, &hand, &scene->random);
        for (unsigned i = 0; i < study->n; i++, compared++)
            g_assert_cmpint(tab_genetic_score(&score, &study->outcome[i].after, mover), <=,
                            (int)best);
    }
    g_assert_cmpuint(compared, >, 40);
    scene_free(scene);
}

/* --- learning --- */

/* One sample with some rows, its target and the loss of a learner on it. */
static void one_sample(TabSamples *samples, const TabLearner *learner, float target)
{
    TabSample *sample = samples->sample = g_new0(TabSample, 1);
    samples->row = g_new0(uint16_t, 12);
    samples->value = g_new0(int16_t, 12);
    samples->n = 1;
    samples->n_rows = 12;
    for (unsigned i = 0; i < 12; i++) {
        samples->row[i] = (uint16_t)(i * learner->factors / 12);
        samples->value[i] = (int16_t)(i < 6 ? TAB_INPUT_ONE : 1000 * (int)i);
    }
    *sample = (TabSample){.first = 0, .n = 12, .bucket = 3, .target = target};
}

/* The loss of kernel.h's definition in floating point, worked out anew. */
static double loss_of(const TabLearner *learner, const TabSamples *samples)
{
    unsigned hidden = learner->header.hidden;
    const float *bias = learner->weight + (size_t)learner->factors * hidden;
    const TabSample *sample = &samples->sample[0];
    const float *output = bias + hidden * (1u + sample->bucket);
    double logit = (double)bias[hidden * (1u + TAB_NET_BUCKETS) + sample->bucket];
    for (unsigned j = 0; j < hidden; j++) {
        double unit = (double)bias[j];
        for (unsigned i = 0; i < sample->n; i++)
            unit += (double)learner->weight[(size_t)samples->row[i] * hidden + j] *
                    samples->value[i] / TAB_INPUT_ONE;
        logit += CLAMP(unit, 0, 1) * (double)output[j];
    }
    double win = 1 / (1 + exp(-logit)), target = (double)sample->target;
    return -target * log(win) - (1 - target) * log(1 - win);
}

/* The loss that a pass reports is the loss by definition. */
static void loss_by_definition(void)
{
    g_autoptr(TabTraining) training = start("walker", 16, 1);
    g_autoptr(TabCrew) crew = tab_crew_new(1);
    TabRandom random = tab_random_new(1);
    TabSamples samples = {0};
    one_sample(&samples, training->learner, 0.8f);
    for (int i = 0; i < 50; i++) {
        double expected = loss_of(training->learner, &samples);
        double is = tab_learner_pass(training->learner, crew, &samples, &random, 0.002);
        g_assert_cmpfloat_with_epsilon(is, expected, 1e-4);
    }
    /* It can come no lower than the entropy of the target. */
    g_assert_cmpfloat_with_epsilon(loss_of(training->learner, &samples),
                                   -0.8 * log(0.8) - 0.2 * log(0.2), 0.01);
    tab_samples_finish(&samples);
}

/* Adam's first step moves every weight by the rate against the sign of its gradient: compare with
 * differences of the loss. */
static void gradient_by_differences(void)
{
    g_autoptr(TabTraining) training = start("lane", 16, 1);
    TabLearner *learner = training->learner;
    g_autoptr(TabCrew) crew = tab_crew_new(2);
    TabRandom random = tab_random_new(1);
    TabSamples samples = {0};
    one_sample(&samples, learner, 1);
    g_autofree float *before = g_memdup2(learner->weight, learner->n * sizeof(float));
    g_autofree double *slope = g_new0(double, learner->n);
    for (size_t i = 0; i < learner->n; i++) {
        const double step = 1e-3;
        learner->weight[i] = before[i] + (float)step;
        double up = loss_of(learner, &samples);
        learner->weight[i] = before[i] - (float)step;
        slope[i] = (up - loss_of(learner, &samples)) / (2 * step);
        learner->weight[i] = before[i];
    }
    tab_learner_pass(learner, crew, &samples, &random, 0.01);
    unsigned moved = 0;
    for (size_t i = 0; i < learner->n; i++) {
        double by = (double)(learner->weight[i] - before[i]);
        if (fabs(slope[i]) < 1e-12)
            g_assert_cmpfloat(fabs(by), <, 1e-7);
        if (fabs(slope[i]) < 1e-4)
            continue;
        moved++;
        g_assert_cmpfloat_with_epsilon(by, slope[i] > 0 ? -0.01 : 0.01, 1e-4);
    }
    g_assert_cmpuint(moved, >, 100);
    tab_samples_finish(&samples);
}

/* The network that is written scores as the floats do. */
static void quantised_as_float(void)
{
    g_autoptr(TabTraining) training = start("walker", 64, 1);
    finish(training);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabLearner *learner = training->learner;
    memcpy(learner->weight, learner->average, learner->n * sizeof(float));
    TabTrainGame game;
    g_autoptr(TabChooser) chooser = tab_chooser_new(net, NULL, TAB_EVAL_HAND);
    tab_train_game_start(&game, board->rules, board->eval->hits, &training->boards[0].sticks,
                         tab_random_new_stream(3, 4));
    for (bool on = true; on;) {
        TabHand hand = tab_train_game_throw(&game);
        TabPosition after;
        TabInput input;
        bool moved;
        tab_chooser_choose(chooser, board->rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
        if (!on)
            break;
        TabSamples samples = {0};
        tab_features_fill(net->features, &after, &input);
        unsigned bucket = net->bucket[input.pieces[0] + input.pieces[1]];
        tab_samples_add(&samples, board->expansion, &input, bucket, 1);
        g_assert_cmpfloat_with_epsilon((double)tab_net_win(net, &after),
                                       exp(-loss_of(learner, &samples)), 0.005);
        tab_samples_finish(&samples);
    }
}

/* --- trainings --- */

static void learns(void)
{
    g_autoptr(TabTraining) training = start("ludii", 1500, 2);
    training->plan.round = 128;
    const TabCurvePoint before = *tab_training_evaluate(training, 100);
    finish(training);
    const TabCurvePoint *after = tab_training_evaluate(training, 100);
    g_test_message("greedy %.3f -> %.3f", before.greedy.score, after->greedy.score);
    g_assert_cmpuint(after->greedy.games, ==, 200);
    g_assert_cmpfloat(after->greedy.score, >, before.greedy.score + 0.1);
    g_assert_cmpfloat(after->loss, <, 0.67);
    g_assert_cmpuint(training->curve->len, ==, 2);
}

/* Equal seats and equal sticks: whoever plays itself gets exactly half of every pair. */
static void contest_is_fair(void)
{
    g_autoptr(TabTraining) training = start("walker", 16, 2);
    TabContestant twins[2] = {{NULL, TAB_EVAL_HAND}, {NULL, TAB_EVAL_HAND}};
    TabContestScore score = tab_contest(twins, training->boards[0].eval,
                                        &training->boards[0].sticks, training->crew, 9, 20);
    g_assert_cmpuint(score.games, ==, 40);
    g_assert_cmpfloat(score.score, ==, 0.5);
    g_assert_cmpfloat(score.half_width, ==, 0);
    TabContestant unlike[2] = {{NULL, TAB_EVAL_GREEDY}, {NULL, TAB_EVAL_RANDOM}};
    score = tab_contest(unlike, training->boards[0].eval, &training->boards[0].sticks,
                        training->crew, 9, 20);
    g_assert_cmpfloat(score.score, >, 0.9);
}

static void resumes_exactly(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "state", NULL);
    g_autoptr(TabTraining) whole = start("walker", 72, 2), first = start("walker", 72, 2),
                           second = start("walker", 72, 2);
    finish(whole);
    tab_training_round(first);
    tab_training_round(first);
    tab_training_evaluate(first, 2);
    tab_checkpoint_save(first, path, &error);
    g_assert_no_error(error);
    tab_checkpoint_load(second, path, &error);
    g_assert_no_error(error);
    assert_same_state(first, second);
    g_assert_cmpmem(first->curve->data, sizeof(TabCurvePoint), second->curve->data,
                    sizeof(TabCurvePoint));
    finish(second);
    assert_same_state(whole, second);
    g_assert_cmpuint(whole->count.games, ==, 72); /* the last round is a short one */
    g_unlink(path);
    g_rmdir(folder);
}

static TabTraining *start_from(const char *rules, const char *from, GError **error)
{
    TabTrainingPlan plan = small_plan(rules, 32);
    plan.from = from;
    return tab_training_new(&plan, 1, error);
}

/* A training goes on from another one's network: its weights are there, its games count, and other
 * ones follow. */
static void begins_with_a_network(void)
{
    static const char *const rulesets[] = {"walker:columns=7", TAB_NET_ANY_RULES};
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "first.net", NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(rulesets); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabTraining) first = start(rulesets[i], 48, 1);
        finish(first);
        g_autoptr(TabNetWeights) weights = tab_training_weights(first);
        g_assert_true(tab_net_weights_save(weights, path, &error));
        g_autoptr(TabTraining) second = start_from(rulesets[i], path, &error);
        g_assert_no_error(error);
        g_autoptr(TabNetWeights) taken = tab_training_weights(second);
        g_assert_cmpuint(taken->header.games, ==, 48);
        g_assert_cmpuint(taken->header.studied, ==, weights->header.studied);
        size_t bytes = weights->factors * weights->header.hidden * sizeof(int16_t);
        g_assert_cmpmem(taken->factor, bytes, weights->factor, bytes);
        g_assert_cmpmem(taken->output, TAB_NET_BUCKETS * 32 * sizeof(int16_t), weights->output,
                        TAB_NET_BUCKETS * 32 * sizeof(int16_t));
        finish(second);
        g_autoptr(TabNetWeights) more = tab_training_weights(second);
        g_assert_cmpuint(more->header.games, ==, 80);
        g_assert_cmpint(memcmp(more->factor, weights->factor, bytes), !=, 0);
        weights->header.games = weights->header.studied = 0; /* as if none had been played */
        g_assert_true(tab_net_weights_save(weights, path, &error));
        g_autoptr(TabTraining) again = start_from(rulesets[i], path, &error);
        finish(again);
        g_assert_cmpuint(again->count.games, ==, second->count.games);
        g_assert_cmpuint(again->count.turns, !=, second->count.turns);
    }
    remove_files(folder);
}

static void refuses_other_networks(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "walker.net", NULL);
    g_autofree char *state = g_build_filename(folder, "state", NULL);
    g_autoptr(TabTraining) walker = start("walker", 16, 1);
    g_autoptr(TabNetWeights) weights = tab_training_weights(walker);
    g_assert_true(tab_net_weights_save(weights, path, &error));
    g_assert_null(start_from("walker:columns=7", path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "walker.net: made for walker"));
    g_clear_error(&error);
    g_assert_null(start_from("walker", state, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_autoptr(TabTraining) from = start_from("walker", path, &error),
                           plain = start("walker", 32, 1);
    g_assert_no_error(error);
    g_assert_true(tab_checkpoint_save(plain, state, &error));
    g_assert_false(tab_checkpoint_load(from, state, &error));
    g_assert_nonnull(strstr(error->message, "from"));
    remove_files(folder);
}

/* What a round is divided into changes nothing: 72 games are four whole rounds and a short one, the
 * last of them studied. */
static void shards_change_nothing(void)
{
    static const char *const rulesets[] = {"walker", TAB_NET_ANY_RULES};
    g_autofree char *folder = temp_folder();
    for (unsigned i = 0; i < G_N_ELEMENTS(rulesets); i++) {
        g_autoptr(TabTraining) whole = start(rulesets[i], 72, 2),
                               merged = start(rulesets[i], 72, 2);
        while (tab_training_progress(merged) < 1) {
            g_autoptr(GError) error = NULL;
            g_autofree char *state = g_build_filename(folder, "state", NULL);
            g_assert_true(tab_checkpoint_save(merged, state, &error));
            char *paths[4] = {NULL};
            for (unsigned k = 0; k < 3; k++) { /* other processes, with other numbers of threads */
                g_autoptr(TabTraining) other = start(rulesets[i], 72, 1 + k);
                g_autofree char *name = g_strdup_printf("part%u", k);
                paths[2 - k] = g_build_filename(folder, name, NULL);
                g_assert_true(tab_checkpoint_load(other, state, &error));
                g_assert_true(tab_shards_play(other, k, 3, paths[2 - k], &error));
                g_assert_cmpuint(other->count.games, ==, merged->count.games);
            }
            g_assert_true(tab_shards_take(merged, paths, &error));
            tab_training_learn_round(merged);
            tab_training_round(whole);
            assert_same_state(whole, merged);
            for (unsigned k = 0; k < 3; k++)
                g_free(paths[k]);
        }
    }
    remove_files(folder);
}

static void refuses_positions(void)
{
    g_autofree char *folder = temp_folder();
    g_autofree char *one = g_build_filename(folder, "one", NULL),
                    *two = g_build_filename(folder, "two", NULL),
                    *cut = g_build_filename(folder, "cut", NULL),
                    *lane = g_build_filename(folder, "lane", NULL);
    g_autoptr(TabTraining) walker = start("walker", 32, 1), other = start("lane", 32, 1);
    g_autofree char *data = NULL;
    gsize length;
    g_assert_true(tab_shards_play(walker, 0, 2, one, NULL));
    g_assert_true(tab_shards_play(walker, 1, 2, two, NULL));
    g_assert_true(tab_shards_play(other, 1, 2, lane, NULL));
    g_assert_true(g_file_get_contents(two, &data, &length, NULL));
    g_assert_true(g_file_set_contents(cut, data, (gssize)length - 1, NULL));
    struct {
        char *paths[4];
        const char *said;
    } rows[] = {
        {{one}, "one of 2 shards, where there are 1 files"},
        {{one, two, two}, "one of 2 shards, where there are 3 files"},
        {{one, one}, "one: shard 1, as is"},
        {{one, cut}, "cut: damaged: its checksum does not match"},
        {{one, lane}, "lane: of another training"},
        {{one, folder}, folder},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_shards_take(walker, rows[i].paths, &error));
        g_test_message("%s", error->message);
        g_assert_nonnull(strstr(error->message, rows[i].said));
    }
    char *good[] = {two, one, NULL};
    g_assert_true(tab_shards_take(walker, good, NULL));
    tab_training_learn_round(walker);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_shards_take(walker, good, &error)); /* the round is over */
    g_assert_nonnull(strstr(error->message, "another round"));
    remove_files(folder);
}

static void refuses_checkpoints(void)
{
    g_autofree char *folder = temp_folder(), *data = NULL;
    g_autofree char *path = g_build_filename(folder, "state", NULL);
    gsize length;
    g_autoptr(TabTraining) training = start("walker", 16, 1), other = start("lane", 16, 1);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_checkpoint_load(training, path, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_assert_true(tab_checkpoint_save(training, path, NULL));
    g_assert_false(tab_checkpoint_load(other, path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "rules walker"));
    g_clear_error(&error);
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    data[length - 5] ^= 1;
    g_assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
    g_assert_false(tab_checkpoint_load(training, path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT);
    g_clear_error(&error);
    for (gsize cut = 0; cut < length; cut += length / 7) {
        g_assert_true(g_file_set_contents(path, data, (gssize)cut, NULL));
        g_assert_false(tab_checkpoint_load(training, path, &error));
        g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT);
        g_clear_error(&error);
    }
    g_unlink(path);
    g_rmdir(folder);
}

static void refuses_plans(void)
{
    static const struct {
        const char *rules;
        unsigned columns[2];
    } rows[] = {{"wanderer", {0, 0}}, {"walker", {4, 9}}, {"walker", {9, 7}}, {"walker", {9, 30}}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        TabTrainingPlan plan = small_plan(rows[i].rules, 16);
        memcpy(plan.columns, rows[i].columns, sizeof plan.columns);
        g_assert_null(tab_training_new(&plan, 1, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
    }
}

/* The last games are those that are studied, and the file says how many. */
static void two_stages(void)
{
    static const struct {
        double study;
        unsigned studied, rounds;
    } rows[] = {{0, 0, 10}, {0.4, 64, 7}, {1, 160, 3}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        unsigned rounds = 0;
        TabTrainingPlan plan = small_plan("ludii", 160);
        plan.study = rows[i].study;
        g_autoptr(TabTraining) training = tab_training_new(&plan, 1, &error);
        g_assert_no_error(error);
        for (; tab_training_progress(training) < 1; rounds++)
            tab_training_round(training);
        g_assert_cmpuint(rounds, ==, rows[i].rounds);
        g_assert_cmpuint(training->count.games, ==, 160);
        g_autoptr(TabNetWeights) weights = tab_training_weights(training);
        g_assert_cmpuint(weights->header.games, ==, 160);
        g_assert_cmpuint(weights->header.studied, ==, rows[i].studied);
    }
}

/* The scores of single rows of a network trained without some kinds of inputs; the number of rows
 * of each kind that change the score is put into `seen`. */
static void count_seen_rows(const char *rules, unsigned without, unsigned seen[TAB_N_INPUT_KINDS])
{
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = small_plan(rules, 64);
    plan.without = without;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, &error);
    g_assert_no_error(error);
    finish(training);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabInput none = {.pieces = {5, 5}}, one = {.n_plain = 1, .pieces = {5, 5}};
    memset(seen, 0, TAB_N_INPUT_KINDS * sizeof *seen);
    for (unsigned row = 0; row < net->features->rows; row++) {
        one.plain[0] = (uint16_t)row;
        seen[tab_features_kind(net->features, row)] +=
            tab_net_score_input(net, &one) != tab_net_score_input(net, &none);
    }
}

/* What is left out has no weights, whatever it is; all else has. */
static void leaves_out_inputs(void)
{
    const unsigned pairs[] = {0, 1u << TAB_INPUT_PILES | 1u << TAB_INPUT_TERMS,
                              1u << TAB_INPUT_HITS | 1u << TAB_INPUT_WAYS, 1u << TAB_INPUT_COUNTS,
                              1u << TAB_INPUT_KING | 1u << TAB_INPUT_LASTING};
    /* These two have inputs of every kind, but no track with a king has an end. */
    static const char *const rules[] = {"sahkku:columns=9", "tozeur:columns=5"};
    const unsigned absent[] = {1u << TAB_INPUT_LASTING, 1u << TAB_INPUT_KING};
    for (unsigned k = 0; k < 2 * G_N_ELEMENTS(pairs); k++) {
        unsigned seen[TAB_N_INPUT_KINDS], i = k / 2;
        count_seen_rows(rules[k % 2], pairs[i], seen);
        for (unsigned kind = 0; kind < TAB_N_INPUT_KINDS; kind++) {
            g_test_message("without %x: %u rows of %s", pairs[i], seen[kind],
                           tab_input_kind_name(kind));
            g_assert_cmpint(seen[kind] > 0, ==, !((pairs[i] | absent[k % 2]) & 1u << kind));
        }
    }
}

/* One network for several widths learns from games on all of them. */
static void several_widths(void)
{
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = small_plan("lane", 48);
    plan.columns[0] = 5;
    plan.columns[1] = 7;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 2, &error);
    g_assert_no_error(error);
    finish(training);
    g_assert_cmpuint(training->count.games, ==, 48);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    for (unsigned columns = 4; columns <= 8; columns++) {
        g_autofree char *text = g_strdup_printf("lane:columns=%u", MAX(columns, 5));
        g_autoptr(TabRules) rules = tab_rules_parse(columns == 4 ? "walker" : text, NULL);
        g_assert_cmpint(tab_net_weights_serve(weights, rules, "it", NULL), ==,
                        columns >= 5 && columns <= 7);
    }
}

static void writes_curves(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder(), *text = NULL;
    g_autofree char *csv = g_build_filename(folder, "c.csv", NULL),
                    *svg = g_build_filename(folder, "c.svg", NULL);
    g_autoptr(GArray) curve = g_array_new(FALSE, TRUE, sizeof(TabCurvePoint));
    for (unsigned i = 1; i <= 2; i++) {
        TabCurvePoint point = {.games = 1000 * i, .seconds = 2.5 * i, .loss = 0.625};
        point.greedy = (TabContestScore){200, 0.5 + 0.1 * i, 0.025};
        point.hand = (TabContestScore){200, 0.5, 0.05};
        g_array_append_val(curve, point);
    }
    g_assert_true(tab_curve_write_csv(curve, csv, &error));
    g_assert_true(g_file_get_contents(csv, &text, NULL, NULL));
    g_assert_cmpstr(text, ==,
                    "games,seconds,loss,greedy,greedy_half_width,hand,hand_half_width\n"
                    "1000,2.5,0.62500,60.00,2.50,50.00,5.00\n"
                    "2000,5.0,0.62500,70.00,2.50,50.00,5.00\n");
    if (tab_curve_draw(curve, "walker", svg, &error)) {
        g_free(text);
        g_assert_true(g_file_get_contents(svg, &text, NULL, NULL));
        g_assert_nonnull(strstr(text, "<svg"));
        g_unlink(svg);
        g_assert_false(tab_curve_draw(curve, "walker", "/nonexistent/c.png", &error));
    }
    g_assert_nonnull(error); /* no such folder, or no cairo */
    g_unlink(csv);
    g_rmdir(folder);
}

/* --- the program --- */

/* Runs tab-train in `folder`; its standard error, and whether it said that all is well. */
static char *run_program(const char *folder, const char *arguments, bool *good)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) words = NULL, environment = g_get_environ();
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-train", NULL);
    g_autofree char *line = g_strdup_printf("'%s' %s", program, arguments);
    char *errors = NULL;
    int status;
    g_assert_true(g_shell_parse_argv(line, NULL, &words, &error));
    environment = g_environ_setenv(environment, "LC_ALL", "C.UTF-8", TRUE);
    environment = g_environ_setenv(environment, "XDG_CONFIG_HOME", folder, TRUE);
    g_spawn_sync(folder, words, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, &errors, &status,
                 &error);
    g_assert_no_error(error);
    *good = g_spawn_check_wait_status(status, NULL);
    return errors;
}

static void program_refuses(void)
{
    static const char *const rows[][2] = {
        {"", "one rules string"},
        {"walker -o x.net", "--games or --minutes"},
        {"walker --games 10", "--output"},
        {"wanderer -o x.net --games 10", "unknown preset: 'wanderer'"},
        {"walker -o x.net --games 10 --hidden 50", "--hidden"},
        {"walker -o x.net --games 10 --lambda 1.5", "--lambda"},
        {"walker -o x.net --games 10 --study 2", "--study"},
        {"walker -o x.net --games 10 --threads 0", "--threads"},
        {"walker -o x.net --games 10 --columns 9", "--columns"},
        {"walker -o x.net --games 10 --without ways,luck", "--without"},
        {"walker -o x.net --games 10 --without ''", "--without"},
        {"walker -o x.net --games 10 --columns 9-40", "9-40"},
        {"walker -o x.net --games 10 --resume", "--checkpoint"},
        {"walker -o x.net --games 10 --what", "--what"},
        {"walker -o x.net --games 10 --from nothing.net", "nothing.net"},
        {"walker -o x.net --games 10 --tables nothing.tabtable", "nothing.tabtable"},
        {"walker -o x.net --games 10 --round -1", "--round"},
        {"walker --games 10 --shard 1/2 --positions p", "--checkpoint"},
        {"walker --games 10 --checkpoint c --shard 3/2 --positions p", "--shard: is written"},
        {"walker --games 10 --checkpoint c --shard 1/2", "--positions"},
        {"walker --minutes 1 --checkpoint c --shard 1/2 --positions p", "--games"},
        {"walker -o x.net --games 10 --checkpoint c --merge p --shard 1/2", "--merge"},
        {"walker -o x.net --games 10 --checkpoint c --merge nothing", "nothing"},
        {"walker -o nowhere/x.net --minutes 0.0001", "nowhere"},
    };
    g_autofree char *folder = temp_folder();
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool good;
        g_autofree char *errors = run_program(folder, rows[i][0], &good);
        g_test_message("%s: %s", rows[i][0], errors);
        g_assert_false(good);
        g_assert_nonnull(strstr(errors, rows[i][1]));
    }
    remove_files(folder);
}

/* Rules that the window has saved under a name. */
static void program_takes_saved_rules(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *net = g_build_filename(folder, "x.net", NULL);
    g_autofree char *tab = g_build_filename(folder, "tab", NULL);
    g_autofree char *saved = g_build_filename(tab, "rulesets.ini", NULL);
    g_assert_cmpint(g_mkdir(tab, 0700), ==, 0);
    g_assert_true(
        g_file_set_contents(saved, "[Friday evenings]\nrules=ludii:columns=6\n", -1, NULL));
    g_autofree char *errors =
        run_program(folder, "'Friday evenings' -o x.net --games 20 --hidden 32", &good);
    g_test_message("%s", errors);
    g_assert_true(good);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(net, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(weights->header.rules, ==, "ludii:columns=6");
    remove_files(tab);
    remove_files(folder);
}

/* A network that came with the engine is found by its name, and made better at rules of one's own.
 */
static void program_goes_on(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *list = g_build_filename(folder, "mine.txt", NULL);
    g_autofree char *net = g_build_filename(folder, "x.net", NULL);
    g_assert_true(g_file_set_contents(list, "ludii:columns=6\n", -1, NULL));
    g_autofree char *errors = run_program(
        folder, "any --from any.net --rulesets mine.txt --games 20 --study 0 -o x.net", &good);
    g_test_message("%s", errors);
    g_assert_true(good);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(net, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(weights->header.games, >, 20);
    g_assert_cmpuint(weights->header.games % 100, ==, 20);
    remove_files(folder);
}

/* A training stopped half-way and resumed with --resume writes the file that one in a single run
 * writes, and the file is a network for the rules. */
static void program_trains(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder(), *whole = NULL, *halves = NULL;
    g_autofree char *a = g_build_filename(folder, "a.net", NULL),
                    *b = g_build_filename(folder, "b.net", NULL);
    gsize whole_length, halves_length;
    const char *const runs[] = {
        "ludii:columns=5 -o a.net --games 2100 --hidden 32 --csv a.csv",
        "ludii:columns=5 -o b.net --games 2100 --hidden 32 -k b.state --minutes 0.0001",
        "ludii:columns=5 -o b.net --games 2100 --hidden 32 -k b.state --resume",
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++) {
        g_autofree char *errors = run_program(folder, runs[i], &good);
        g_test_message("%s", errors);
        g_assert_true(good);
    }
    g_assert_true(g_file_get_contents(a, &whole, &whole_length, NULL));
    g_assert_true(g_file_get_contents(b, &halves, &halves_length, NULL));
    g_assert_cmpmem(whole, whole_length, halves, halves_length);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(a, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(weights->header.games, ==, 2100);
    g_autoptr(TabRules) rules = tab_rules_parse("ludii:columns=5", NULL);
    g_assert_true(tab_net_weights_serve(weights, rules, "a", NULL));
    remove_files(folder);
}

/* A training whose rounds are played by two processes, and learned from by a third. */
static void program_merges(void)
{
    static const char *const training =
        "ludii:columns=5 --games 2100 --hidden 32 -k c.state --positions part";
    g_autofree char *folder = temp_folder(), *whole = NULL, *merged = NULL;
    g_autofree char *a = g_build_filename(folder, "a.net", NULL),
                    *c = g_build_filename(folder, "c.net", NULL);
    gsize whole_length, merged_length;
    bool good, more = true;
    unsigned rounds = 0;
    g_free(run_program(folder, "ludii:columns=5 --games 2100 --hidden 32 -o a.net", &good));
    g_assert_true(good);
    while (more) {
        for (unsigned shard = 1; shard <= 2 && more; shard++) {
            g_autofree char *words = g_strdup_printf("%s%u --shard %u/2", training, shard, shard);
            g_autofree char *errors = run_program(folder, words, &more);
            g_assert_true(more || strstr(errors, "all 2100 games are played"));
        }
        g_autofree char *words =
            g_strconcat(training, " -o c.net --merge part2 --merge part1", NULL);
        g_autofree char *errors = more ? run_program(folder, words, &good) : NULL;
        g_test_message("%s", errors);
        g_assert_true(good);
        rounds += more;
    }
    g_assert_cmpuint(rounds, ==, 3); /* 1024, 1024 and the rest studied */
    g_assert_true(g_file_get_contents(a, &whole, &whole_length, NULL));
    g_assert_true(g_file_get_contents(c, &merged, &merged_length, NULL));
    g_assert_cmpmem(whole, whole_length, merged, merged_length);
    remove_files(folder);
}

/* Where no throw goes on there are no longer hands to draw, however the chances are rounded. */
static void no_hands_that_never_come(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("tozeur:throws=collect", NULL);
    for (unsigned percent = 30; percent <= 70; percent++) {
        TabSticks sticks;
        TabRandom random = tab_random_new(percent);
        g_autofree char *text = g_strdup_printf("p=0.%u", percent);
        g_assert_true(tab_sticks_parse(&rules->cast, text, &sticks, NULL));
        g_assert_cmpfloat(tab_sticks_rethrow(&rules->cast, &sticks), ==, 0);
        g_autoptr(TabLookAhead) ahead = tab_look_ahead_new(NULL, rules, &sticks);
        g_assert_cmpfloat(ahead->longer, ==, 0);
        TabHand longer = tab_look_ahead_draw(ahead, &random);
        g_assert_cmpuint(tab_hand_size(&longer), ==, 0);
    }
}

/* With a budget fewer turns of the same games are studied. */
static void study_has_a_budget(void)
{
    g_autoptr(TabTraining) training = start("ludii:columns=5", 16, 1);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabSelfPlay play = self_play_on(board, net);
    size_t n[2];
    play.studied = 1;
    for (unsigned i = 0; i < 2; i++) {
        TabSamples samples = {0};
        TabSelfPlayCount count = {0};
        play.budget = i ? 100 : 0;
        tab_self_play_run(&play, training->crew, 0, 8, &samples, &count);
        g_assert_cmpuint(count.games, ==, 8);
        n[i] = samples.n;
        tab_samples_finish(&samples);
    }
    g_assert_cmpuint(n[1], <, n[0] / 2);
    g_assert_cmpuint(n[1], >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/train/any-number-of-members", any_number_of_members);
    g_test_add_func("/train/targets", targets);
    g_test_add_func("/train/looks-ahead", looks_ahead);
    g_test_add_func("/train/studies-turns", studies_turns);
    g_test_add_func("/train/studied-targets", studied_targets);
    g_test_add_func("/train/exact-targets", exact_targets);
    g_test_add_func("/train/genetic-chooses", genetic_chooses);
    g_test_add_func("/train/two-stages", two_stages);
    g_test_add_func("/train/loss-by-definition", loss_by_definition);
    g_test_add_func("/train/gradient-by-differences", gradient_by_differences);
    g_test_add_func("/train/quantised-as-float", quantised_as_float);
    g_test_add_func("/train/learns", learns);
    g_test_add_func("/train/contest-is-fair", contest_is_fair);
    g_test_add_func("/train/no-hands-that-never-come", no_hands_that_never_come);
    g_test_add_func("/train/study-has-a-budget", study_has_a_budget);
    g_test_add_func("/train/resumes-exactly", resumes_exactly);
    g_test_add_func("/train/begins-with-a-network", begins_with_a_network);
    g_test_add_func("/train/refuses-other-networks", refuses_other_networks);
    g_test_add_func("/train/shards-change-nothing", shards_change_nothing);
    g_test_add_func("/train/refuses-positions", refuses_positions);
    g_test_add_func("/train/refuses-checkpoints", refuses_checkpoints);
    g_test_add_func("/train/refuses-plans", refuses_plans);
    g_test_add_func("/train/several-widths", several_widths);
    g_test_add_func("/train/leaves-out-inputs", leaves_out_inputs);
    g_test_add_func("/train/writes-curves", writes_curves);
    g_test_add_func("/train/program-refuses", program_refuses);
    g_test_add_func("/train/program-takes-saved-rules", program_takes_saved_rules);
    g_test_add_func("/train/program-goes-on", program_goes_on);
    g_test_add_func("/train/program-trains", program_trains);
    g_test_add_func("/train/program-merges", program_merges);
    return g_test_run();
}
