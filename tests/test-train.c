// SPDX-License-Identifier: GPL-3.0-or-later
// Learning: loss, gradients, whole numbers, and trainings by their plans.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/lab/training/curve.h"

#include "training-fixture.h"

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
    g_autoptr(TabTraining) training = fixture_start("walker", 16, 1);
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
    g_autoptr(TabTraining) training = fixture_start("lane", 16, 1);
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
    g_autoptr(TabTraining) training = fixture_start("walker", 64, 1);
    fixture_finish(training);
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

static void learns(void)
{
    g_autoptr(TabTraining) training = fixture_start("ludii", 1500, 2);
    training->plan.round = 128;
    const TabCurvePoint before = *tab_training_evaluate(training, 100);
    fixture_finish(training);
    const TabCurvePoint *after = tab_training_evaluate(training, 100);
    g_test_message("greedy %.3f -> %.3f", before.greedy.score, after->greedy.score);
    g_assert_cmpuint(after->greedy.games, ==, 200);
    g_assert_cmpfloat(after->greedy.score, >, before.greedy.score + 0.1);
    g_assert_cmpfloat(after->loss, <, 0.67);
    g_assert_cmpuint(training->curve->len, ==, 2);
}

static void refuses_plans(void)
{
    static const struct {
        const char *rules;
        unsigned columns[2];
    } rows[] = {{"wanderer", {0, 0}}, {"walker", {4, 9}}, {"walker", {9, 7}}, {"walker", {9, 30}}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        TabTrainingPlan plan = fixture_plan(rows[i].rules, 16);
        memcpy(plan.columns, rows[i].columns, sizeof plan.columns);
        g_assert_null(tab_training_new(&plan, 1, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
    }
}

/* The last games are those that are studied, of any rules every other round of them, and the file
 * says how many. */
static void two_stages(void)
{
    static const struct {
        const char *rules;
        double study;
        unsigned studied, rounds;
    } rows[] = {{"ludii", 0, 0, 10},
                {"ludii", 0.4, 64, 7},
                {"ludii", 1, 160, 3},
                {TAB_NET_ANY_RULES, 1, 96, 3}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        unsigned rounds = 0;
        TabTrainingPlan plan = fixture_plan(rows[i].rules, 160);
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
    TabTrainingPlan plan = fixture_plan(rules, 64);
    plan.without = without;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, &error);
    g_assert_no_error(error);
    fixture_finish(training);
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
    TabTrainingPlan plan = fixture_plan("lane", 48);
    plan.columns[0] = 5;
    plan.columns[1] = 7;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 2, &error);
    g_assert_no_error(error);
    fixture_finish(training);
    g_assert_cmpuint(training->count.games, ==, 48);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    for (unsigned columns = 4; columns <= 8; columns++) {
        g_autofree char *text = g_strdup_printf("lane:columns=%u", MAX(columns, 5));
        g_autoptr(TabRules) rules = tab_rules_parse(columns == 4 ? "walker" : text, NULL);
        g_assert_cmpint(tab_net_weights_serve(weights, rules, "it", NULL), ==,
                        columns >= 5 && columns <= 7);
    }
}

/* The king stands in the middle, which an even number of columns does not have. */
static void leaves_out_widths(void)
{
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = fixture_plan("sahkku", 48);
    plan.columns[0] = 6;
    plan.columns[1] = 10;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(training->n_boards, ==, 2);
    g_assert_cmpuint(tab_ruleset_columns(&training->boards[0].rules->set), ==, 7);
    g_assert_cmpuint(tab_ruleset_columns(&training->boards[1].rules->set), ==, 9);
}

static void writes_curves(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder(), *text = NULL;
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/train/loss-by-definition", loss_by_definition);
    g_test_add_func("/train/gradient-by-differences", gradient_by_differences);
    g_test_add_func("/train/quantised-as-float", quantised_as_float);
    g_test_add_func("/train/learns", learns);
    g_test_add_func("/train/refuses-plans", refuses_plans);
    g_test_add_func("/train/two-stages", two_stages);
    g_test_add_func("/train/leaves-out-inputs", leaves_out_inputs);
    g_test_add_func("/train/several-widths", several_widths);
    g_test_add_func("/train/leaves-out-widths", leaves_out_widths);
    g_test_add_func("/train/writes-curves", writes_curves);
    return g_test_run();
}
