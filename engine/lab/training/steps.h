// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of learning over long rows of floats, for every kind of processor.
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What one step of Adam needs. */
typedef struct {
    float rate, mean_decay, square_decay;
    float scale;  /* of the summed gradient */
    float follow; /* share of the way that the average goes after the weights */
} TabAdam;

/* What a position is to the first layer: rows of its weights, with values in 1 / TAB_INPUT_ONE. */
typedef struct {
    const uint16_t *row;
    const int16_t *value;
    unsigned n, hidden; /* rows; units of the layer */
} TabStepInput;

typedef struct {
    /* unit[j] = bias[j] + sum of weight[row][j] × value, clipped to 0–1. */
    void (*gather)(const TabStepInput *input, const float *weight, const float *bias, float *unit);
    float (*dot)(const float *a, const float *b, unsigned n);
    /* Adds the gradients of one sample whose output is off by `error`. */
    void (*scatter)(const TabStepInput *input, const float *output, const float *unit, float error,
                    float *gradient, float *bias_gradient, float *output_gradient);
    /* to[j] += x × from[j]. */
    void (*add)(float x, const float *from, float *to, unsigned n);
    /* to[j] += sum over k of x[k] × matrix[k][j]; both of `n`. */
    void (*combine)(const float *x, const float *matrix, float *to, unsigned n);
    /* Back from there, where x[k] > 0: adds x[k] × slope to the matrix's gradient, and finds
     * back[k], that of x; else back[k] is 0. */
    void (*separate)(const float *x, const float *matrix, const float *slope, float *gradient,
                     float *back, unsigned n);
    /* Moves `n` weights by their gradient, which becomes 0. */
    void (*adam)(const TabAdam *adam, size_t n, float *gradient, float *mean, float *square,
                 float *weight, float *average);
} TabSteps;

#define TAB_MOST_STEPS 3

/* Those that this processor can run, the slowest first, and how many they are. Their results differ
 * in the last bits. */
unsigned tab_steps_list(const TabSteps *kind[TAB_MOST_STEPS]);
/* The fastest of them. */
const TabSteps *tab_steps_best(void);
