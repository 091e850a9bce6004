// SPDX-License-Identifier: GPL-3.0-or-later
// Learns the network's weights from samples: logistic loss, Adam, in floating point.
#pragma once

#include "engine/lab/training/making.h"
#include "engine/lab/training/parallel.h"
#include "engine/lab/training/samples.h"

/* Weights being learned and Adam's moments of them, each `n` numbers: factor [factors][hidden],
 * bias [hidden], output [TAB_NET_BUCKETS][hidden], output bias [TAB_NET_BUCKETS]. */
typedef struct {
    TabNetHeader header; /* owns `rules` */
    size_t n;
    unsigned factors;
    float *weight, *mean, *square;
    float *average; /* of the weights over the last steps: what is played and written */
    uint64_t steps;
    bool learned; /* from a network, not by chance: it has no row that says nothing */
} TabLearner;

/* Small random weights from `header->seed`. */
TabLearner *tab_learner_new(const TabNetHeader *header);
/* Takes the weights of a network with the same header, games and seed aside. */
void tab_learner_take(TabLearner *learner, const TabNetWeights *weights);
void tab_learner_free(TabLearner *learner);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLearner, tab_learner_free)

#define TAB_LEARNER_BATCH 512 /* samples a step */

/* One pass over the samples in an order drawn from `random`, `rate` being Adam's step size. Returns
 * the mean loss in nats. The same numbers for the same number of members. */
double tab_learner_pass(TabLearner *learner, TabCrew *crew, const TabSamples *samples,
                        TabRandom *random, double rate);

/* Positions of one board, and what its rows are made of. */
typedef struct {
    const TabSamples *samples;
    const TabRowTraits *traits;
} TabLesson;

#define TAB_LEARNER_CHUNK 512 /* samples of one board … */
#define TAB_LEARNER_CHUNKS 8  /* … and so many such chunks a step, of boards by chance */

/* The same with TAB_LAYOUT_ANY, for positions of several boards. */
double tab_learner_pass_any(TabLearner *learner, TabCrew *crew, const TabLesson *lessons,
                            unsigned n_lessons, TabRandom *random, double rate);

/* The averaged weights as a file has them; the games are for its header. */
TabNetWeights *tab_learner_weights(const TabLearner *learner, uint64_t games);
