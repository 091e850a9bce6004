// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of the logistic loss by members of a crew, and Adam's steps.
#include "engine/lab/training/learner.h"

#include <math.h>
#include <string.h>

#include "engine/eval/kernel.h"
#include "engine/lab/training/steps.h"

/* Kingma and Ba, Adam: A Method for Stochastic Optimization (2015). */
#define MEAN_DECAY 0.9f
#define SQUARE_DECAY 0.999f
/* How far the average of the weights reaches back: this share of the steps so far. */
#define AVERAGE_SHARE 0.1

TabLearner *tab_learner_new(const TabNetHeader *header)
{
    TabLearner *learner = g_new0(TabLearner, 1);
    TabRandom random = tab_random_new_stream(header->seed, G_MAXUINT64);
    size_t hidden = header->hidden;
    learner->header = *header;
    learner->header.rules = g_strdup(header->rules);
    learner->factors = tab_net_factors(header);
    learner->n = (learner->factors + 1 + TAB_NET_BUCKETS) * hidden + TAB_NET_BUCKETS;
    learner->weight = g_new0(float, learner->n);
    learner->mean = g_new0(float, learner->n);
    learner->square = g_new0(float, learner->n);
    learner->average = g_new0(float, learner->n);
    for (size_t i = 0; i < learner->factors * hidden; i++)
        learner->weight[i] = (float)(0.1 * (tab_random_unit(&random) - 0.5));
    for (size_t j = 0; j < hidden; j++) {
        float output = (float)(0.5 * (tab_random_unit(&random) - 0.5));
        learner->weight[learner->factors * hidden + j] = (float)(0.5 * tab_random_unit(&random));
        for (size_t b = 0; b < TAB_NET_BUCKETS; b++)
            learner->weight[(learner->factors + 1 + b) * hidden + j] = output;
    }
    memcpy(learner->average, learner->weight, learner->n * sizeof(float));
    return learner;
}

void tab_learner_free(TabLearner *learner)
{
    if (!learner)
        return;
    g_free(learner->header.rules);
    g_free(learner->weight);
    g_free(learner->mean);
    g_free(learner->square);
    g_free(learner->average);
    g_free(learner);
}

/* One pass: the step in hand, and each member's gradient. */
typedef struct {
    TabLearner *learner;
    const TabSamples *samples;
    const uint32_t *order;
    size_t from, to; /* of this step, in `order` */
    unsigned members;
    float **gradient; /* [members][n] */
    double *loss;     /* [members] */
    const TabSteps *steps;
    TabAdam adam;
} Pass;

/* Where the part of a member of 0 … n begins, and that of the member before it ends. */
static size_t part_of(size_t n, unsigned member, unsigned members)
{
    return n * member / members;
}

static double learn_sample(const Pass *pass, const TabSample *sample, float *gradient)
{
    const TabLearner *learner = pass->learner;
    unsigned hidden = learner->header.hidden;
    size_t bias = (size_t)learner->factors * hidden, output = bias + hidden * (1u + sample->bucket);
    size_t output_bias = bias + hidden * (1u + TAB_NET_BUCKETS) + sample->bucket;
    const TabStepInput input = {pass->samples->row + sample->first,
                                pass->samples->value + sample->first, sample->n, hidden};
    const float *weight = learner->weight;
    float unit[TAB_MAX_HIDDEN];
    pass->steps->gather(&input, weight, weight + bias, unit);
    float logit = weight[output_bias] + pass->steps->dot(weight + output, unit, hidden);
    float win = 1 / (1 + expf(-logit)), error = win - sample->target;
    pass->steps->scatter(&input, weight + output, unit, error, gradient, gradient + bias,
                         gradient + output);
    gradient[output_bias] += error;
    return -(double)(sample->target * logf(win + 1e-7f) +
                     (1 - sample->target) * logf(1 - win + 1e-7f));
}

static void find_gradient(unsigned member, gpointer user_data)
{
    Pass *pass = user_data;
    size_t n = pass->to - pass->from, from = part_of(n, member, pass->members),
           to = part_of(n, member + 1, pass->members);
    for (size_t i = from; i < to; i++)
        pass->loss[member] += learn_sample(
            pass, &pass->samples->sample[pass->order[pass->from + i]], pass->gradient[member]);
}

/* Sums up the gradients of a part of the weights, and moves these. */
static void take_adam_step(unsigned member, gpointer user_data)
{
    Pass *pass = user_data;
    TabLearner *learner = pass->learner;
    size_t from = part_of(learner->n, member, pass->members),
           to = part_of(learner->n, member + 1, pass->members);
    for (unsigned m = 1; m < pass->members; m++)
        for (size_t i = from; i < to; i++) {
            pass->gradient[0][i] += pass->gradient[m][i];
            pass->gradient[m][i] = 0;
        }
    pass->steps->adam(&pass->adam, to - from, pass->gradient[0] + from, learner->mean + from,
                      learner->square + from, learner->weight + from, learner->average + from);
}

/* An order of 0 … n - 1 by chance. */
static uint32_t *shuffle(TabRandom *random, size_t n)
{
    uint32_t *order = g_new(uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        size_t k = tab_random_below(random, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = (uint32_t)i;
    }
    return order;
}

double tab_learner_pass(TabLearner *learner, TabCrew *crew, const TabSamples *samples,
                        TabRandom *random, double rate)
{
    g_autofree uint32_t *order = shuffle(random, samples->n);
    Pass pass = {.learner = learner, .samples = samples, .order = order};
    double loss = 0;
    pass.steps = tab_steps_best();
    pass.members = tab_crew_members(crew);
    pass.gradient = g_new(float *, pass.members);
    pass.loss = g_new0(double, pass.members);
    for (unsigned m = 0; m < pass.members; m++)
        pass.gradient[m] = g_new0(float, learner->n);
    for (; pass.from < samples->n; pass.from = pass.to) {
        pass.to = MIN(pass.from + TAB_LEARNER_BATCH, samples->n);
        double t = (double)++learner->steps;
        pass.adam = (TabAdam){
            .rate = (float)(rate * sqrt(1 - pow((double)SQUARE_DECAY, t)) /
                            (1 - pow((double)MEAN_DECAY, t))),
            .mean_decay = MEAN_DECAY,
            .square_decay = SQUARE_DECAY,
            .scale = 1 / (float)(pass.to - pass.from),
            .follow = (float)(1 / (1 + AVERAGE_SHARE * t)),
        };
        tab_crew_run(crew, find_gradient, &pass);
        tab_crew_run(crew, take_adam_step, &pass);
    }
    for (unsigned m = 0; m < pass.members; m++) {
        loss += pass.loss[m];
        g_free(pass.gradient[m]);
    }
    g_free(pass.gradient);
    g_free(pass.loss);
    return loss / (double)MAX(samples->n, 1);
}

static void quantise(int16_t *to, const float *from, size_t n, float unit, int most)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (int16_t)CLAMP(lroundf(from[i] * unit), -most, most);
}

/* Rows that no position has touched still have their first, random weights: they say nothing, also
 * not under other rules, where positions may touch them. */
static void forget_untouched(const TabLearner *learner, TabNetWeights *weights)
{
    size_t hidden = learner->header.hidden;
    for (size_t row = 0; row < learner->factors; row++) {
        bool touched = false;
        for (size_t j = 0; j < hidden && !touched; j++)
            touched = learner->square[row * hidden + j] > 0;
        if (!touched)
            memset(weights->factor + row * hidden, 0, hidden * sizeof(int16_t));
    }
}

TabNetWeights *tab_learner_weights(const TabLearner *learner, uint64_t games)
{
    TabNetWeights *weights = tab_net_weights_new(&learner->header);
    size_t hidden = learner->header.hidden, bias = learner->factors * hidden;
    const float *from = learner->average;
    weights->header.games = games;
    quantise(weights->factor, from, bias, TAB_FACTOR_ONE, INT16_MAX);
    if (learner->steps)
        forget_untouched(learner, weights);
    quantise(weights->bias, from + bias, hidden, TAB_FACTOR_ONE, INT16_MAX);
    quantise(weights->output, from + bias + hidden, TAB_NET_BUCKETS * hidden, TAB_OUTPUT_ONE,
             TAB_MAX_OUTPUT);
    quantise(weights->output_bias, from + bias + hidden * (1 + TAB_NET_BUCKETS), TAB_NET_BUCKETS,
             TAB_OUTPUT_ONE, INT16_MAX);
    return weights;
}
