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
    /* what rows are made of is divided later */
    double spread = header->layout == TAB_LAYOUT_ANY ? 0.3 : 0.1;
    for (size_t i = 0; i < learner->factors * hidden; i++)
        learner->weight[i] = (float)(spread * (tab_random_unit(&random) - 0.5));
    for (size_t j = 0; j < hidden; j++) {
        float output = (float)(0.5 * (tab_random_unit(&random) - 0.5));
        learner->weight[learner->factors * hidden + j] = (float)(0.5 * tab_random_unit(&random));
        for (size_t b = 0; b < TAB_NET_BUCKETS; b++)
            learner->weight[(learner->factors + 1 + b) * hidden + j] = output;
    }
    memcpy(learner->average, learner->weight, learner->n * sizeof(float));
    return learner;
}

static void take(float *to, const int16_t *from, size_t n, float unit)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i] / unit;
}

void tab_learner_take(TabLearner *learner, const TabNetWeights *weights)
{
    size_t hidden = learner->header.hidden, bias = learner->factors * hidden;
    float *to = learner->weight;
    take(to, weights->factor, bias, TAB_FACTOR_ONE);
    take(to + bias, weights->bias, hidden, TAB_FACTOR_ONE);
    take(to + bias + hidden, weights->output, TAB_NET_BUCKETS * hidden, TAB_OUTPUT_ONE);
    take(to + bias + hidden * (1 + TAB_NET_BUCKETS), weights->output_bias, TAB_NET_BUCKETS,
         TAB_OUTPUT_ONE);
    memcpy(learner->average, to, learner->n * sizeof(float));
    learner->learned = true;
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

/* The weights that one sample meets, or their gradients. */
typedef struct {
    float *row, *bias, *output, *output_bias;
} Layers;

/* The layers in a run of numbers as the learner has them. */
static Layers layers_of(const TabLearner *learner, float *numbers)
{
    size_t hidden = learner->header.hidden, bias = learner->factors * hidden;
    return (Layers){numbers, numbers + bias, numbers + bias + hidden,
                    numbers + bias + hidden * (1 + TAB_NET_BUCKETS)};
}

/* Adds the gradient of one sample, and returns its loss. */
static double learn_sample(const TabSteps *steps, unsigned hidden, const TabSamples *samples,
                           const TabSample *sample, const Layers *weight, const Layers *gradient)
{
    const TabStepInput input = {samples->row + sample->first, samples->value + sample->first,
                                sample->n, hidden};
    size_t output = sample->bucket * hidden;
    float unit[TAB_MAX_HIDDEN];
    steps->gather(&input, weight->row, weight->bias, unit);
    float logit =
        weight->output_bias[sample->bucket] + steps->dot(weight->output + output, unit, hidden);
    float win = 1 / (1 + expf(-logit)), error = win - sample->target;
    steps->scatter(&input, weight->output + output, unit, error, gradient->row, gradient->bias,
                   gradient->output + output);
    gradient->output_bias[sample->bucket] += error;
    return -(double)(sample->target * logf(win + 1e-7f) +
                     (1 - sample->target) * logf(1 - win + 1e-7f));
}

static void find_gradient(unsigned member, gpointer user_data)
{
    Pass *pass = user_data;
    size_t n = pass->to - pass->from, from = part_of(n, member, pass->members),
           to = part_of(n, member + 1, pass->members);
    const Layers weight = layers_of(pass->learner, pass->learner->weight);
    const Layers gradient = layers_of(pass->learner, pass->gradient[member]);
    for (size_t i = from; i < to; i++)
        pass->loss[member] +=
            learn_sample(pass->steps, pass->learner->header.hidden, pass->samples,
                         &pass->samples->sample[pass->order[pass->from + i]], &weight, &gradient);
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

/* What Adam needs for the next step, of so many samples. */
static TabAdam next_adam(TabLearner *learner, double rate, size_t samples)
{
    double t = (double)++learner->steps;
    return (TabAdam){
        .rate = (float)(rate * sqrt(1 - pow((double)SQUARE_DECAY, t)) /
                        (1 - pow((double)MEAN_DECAY, t))),
        .mean_decay = MEAN_DECAY,
        .square_decay = SQUARE_DECAY,
        .scale = 1 / (float)samples,
        .follow = (float)(1 / (1 + AVERAGE_SHARE * t)),
    };
}

static void start_pass(Pass *pass, TabLearner *learner, TabCrew *crew)
{
    pass->learner = learner;
    pass->steps = tab_steps_best();
    pass->members = tab_crew_members(crew);
    pass->gradient = g_new(float *, pass->members);
    pass->loss = g_new0(double, pass->members);
    for (unsigned m = 0; m < pass->members; m++)
        pass->gradient[m] = g_new0(float, learner->n);
}

/* Returns the sum of the losses. */
static double finish_pass(Pass *pass)
{
    double loss = 0;
    for (unsigned m = 0; m < pass->members; m++) {
        loss += pass->loss[m];
        g_free(pass->gradient[m]);
    }
    g_free(pass->gradient);
    g_free(pass->loss);
    return loss;
}

double tab_learner_pass(TabLearner *learner, TabCrew *crew, const TabSamples *samples,
                        TabRandom *random, double rate)
{
    g_autofree uint32_t *order = shuffle(random, samples->n);
    Pass pass = {.samples = samples, .order = order};
    start_pass(&pass, learner, crew);
    for (; pass.from < samples->n; pass.from = pass.to) {
        pass.to = MIN(pass.from + TAB_LEARNER_BATCH, samples->n);
        pass.adam = next_adam(learner, rate, pass.to - pass.from);
        tab_crew_run(crew, find_gradient, &pass);
        tab_crew_run(crew, take_adam_step, &pass);
    }
    return finish_pass(&pass) / (double)MAX(samples->n, 1);
}

/* --- rows that are made --- */

/* Some samples of one lesson, in its order. */
typedef struct {
    unsigned lesson;
    size_t from, to;
} Chunk;

typedef struct {
    Pass pass; /* `from` and `to` count chunks */
    const TabLesson *lessons;
    uint32_t **orders;  /* [n_lessons] */
    GArray *chunks;     /* of Chunk */
    TabMaking **making; /* [members] */
} AnyPass;

static void learn_chunk(AnyPass *any, unsigned member, const Chunk *chunk)
{
    Pass *pass = &any->pass;
    const TabLearner *learner = pass->learner;
    unsigned hidden = learner->header.hidden;
    const TabLesson *lesson = &any->lessons[chunk->lesson];
    const TabSamples *samples = lesson->samples;
    TabMaking *making = any->making[member];
    Layers weight = layers_of(learner, learner->weight);
    Layers gradient = layers_of(learner, pass->gradient[member]);
    unsigned bias_row = lesson->traits->rows - 1;
    float bias[TAB_MAX_HIDDEN];
    tab_making_start(making, lesson->traits, weight.row);
    tab_making_need(making, weight.row, bias_row);
    for (size_t i = chunk->from; i < chunk->to; i++) {
        const TabSample *sample = &samples->sample[any->orders[chunk->lesson][i]];
        for (unsigned k = 0; k < sample->n; k++)
            tab_making_need(making, weight.row, samples->row[sample->first + k]);
    }
    for (unsigned j = 0; j < hidden; j++)
        bias[j] = weight.bias[j] + making->row[(size_t)bias_row * hidden + j];
    Layers made = {making->row, bias, weight.output, weight.output_bias};
    Layers back = {making->gradient, making->gradient + (size_t)bias_row * hidden, gradient.output,
                   gradient.output_bias};
    for (size_t i = chunk->from; i < chunk->to; i++)
        pass->loss[member] +=
            learn_sample(pass->steps, hidden, samples,
                         &samples->sample[any->orders[chunk->lesson][i]], &made, &back);
    pass->steps->add(1, back.bias, gradient.bias, hidden);
    tab_making_finish(making, weight.row, gradient.row);
}

static void learn_chunks(unsigned member, gpointer user_data)
{
    AnyPass *any = user_data;
    for (size_t i = any->pass.from + member; i < any->pass.to; i += any->pass.members)
        learn_chunk(any, member, &g_array_index(any->chunks, Chunk, i));
}

/* Cuts all lessons into chunks, which are put in an order by chance. */
static size_t cut_chunks(AnyPass *any, unsigned n_lessons, TabRandom *random)
{
    size_t total = 0;
    for (unsigned i = 0; i < n_lessons; i++) {
        size_t n = any->lessons[i].samples->n,
               chunks = (n + TAB_LEARNER_CHUNK - 1) / TAB_LEARNER_CHUNK;
        any->orders[i] = shuffle(random, n);
        for (size_t k = 0; k < chunks; k++) {
            Chunk chunk = {i, n * k / chunks, n * (k + 1) / chunks};
            g_array_append_val(any->chunks, chunk);
        }
        total += n;
    }
    Chunk *chunk = (Chunk *)(gpointer)any->chunks->data;
    for (unsigned i = any->chunks->len; i > 1; i--) {
        unsigned k = tab_random_below(random, i);
        Chunk last = chunk[i - 1];
        chunk[i - 1] = chunk[k];
        chunk[k] = last;
    }
    return total;
}

double tab_learner_pass_any(TabLearner *learner, TabCrew *crew, const TabLesson *lessons,
                            unsigned n_lessons, TabRandom *random, double rate)
{
    AnyPass any = {.lessons = lessons};
    start_pass(&any.pass, learner, crew);
    any.orders = g_new(uint32_t *, n_lessons);
    any.chunks = g_array_new(FALSE, FALSE, sizeof(Chunk));
    any.making = g_new(TabMaking *, any.pass.members);
    for (unsigned m = 0; m < any.pass.members; m++)
        any.making[m] = tab_making_new(learner->header.hidden);
    size_t total = cut_chunks(&any, n_lessons, random), samples;
    for (Pass *pass = &any.pass; pass->from < any.chunks->len; pass->from = pass->to) {
        pass->to = MIN(pass->from + TAB_LEARNER_CHUNKS, any.chunks->len);
        samples = 0;
        for (size_t i = pass->from; i < pass->to; i++) {
            const Chunk *chunk = &g_array_index(any.chunks, Chunk, i);
            samples += chunk->to - chunk->from;
        }
        pass->adam = next_adam(learner, rate, samples);
        tab_crew_run(crew, learn_chunks, &any);
        tab_crew_run(crew, take_adam_step, &any);
    }
    for (unsigned m = 0; m < any.pass.members; m++)
        tab_making_free(any.making[m]);
    for (unsigned i = 0; i < n_lessons; i++)
        g_free(any.orders[i]);
    g_free(any.making);
    g_free(any.orders);
    g_array_free(any.chunks, TRUE);
    return finish_pass(&any.pass) / (double)MAX(total, 1);
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
    if (learner->steps && !learner->learned)
        forget_untouched(learner, weights);
    quantise(weights->bias, from + bias, hidden, TAB_FACTOR_ONE, INT16_MAX);
    quantise(weights->output, from + bias + hidden, TAB_NET_BUCKETS * hidden, TAB_OUTPUT_ONE,
             TAB_MAX_OUTPUT);
    quantise(weights->output_bias, from + bias + hidden * (1 + TAB_NET_BUCKETS), TAB_NET_BUCKETS,
             TAB_OUTPUT_ONE, INT16_MAX);
    return weights;
}
