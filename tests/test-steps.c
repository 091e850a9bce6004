// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of learning: every kind of them that this processor has does what plain sums do.
#include <math.h>
#include <string.h>

#include "engine/eval/features.h"
#include "engine/eval/kernel.h"
#include "engine/lab/training/steps.h"

#define ROWS 40
#define INPUTS 23
#define MOST TAB_MAX_HIDDEN
/* Of sums of a hundred numbers up to 1, in floats and in another order. */
#define CLOSE 1e-4

typedef struct {
    GRand *rand;
    float *list[16]; /* aligned rows of MOST × MOST floats and more */
    guint n;
} Numbers;

static Numbers begin(void)
{
    return (Numbers){.rand = g_rand_new_with_seed(7)};
}

static void numbers_clear(Numbers *numbers)
{
    g_rand_free(numbers->rand);
    for (guint i = 0; i < numbers->n; i++)
        g_aligned_free(numbers->list[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Numbers, numbers_clear)

/* So many numbers from -1 to 1, of which one in four is 0. */
static float *draw(Numbers *numbers, gsize n)
{
    float *drawn = g_aligned_alloc(n, sizeof(float), 64);
    g_assert_cmpuint(numbers->n, <, G_N_ELEMENTS(numbers->list));
    numbers->list[numbers->n++] = drawn;
    for (gsize i = 0; i < n; i++)
        drawn[i] = g_rand_int_range(numbers->rand, 0, 4)
                       ? (float)g_rand_double_range(numbers->rand, -1, 1)
                       : 0;
    return drawn;
}

static float *copy(Numbers *numbers, const float *of, gsize n)
{
    float *drawn = draw(numbers, n);
    memcpy(drawn, of, n * sizeof *of);
    return drawn;
}

static void assert_close(const float *found, const double *expected, gsize n)
{
    for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat_with_epsilon(found[i], expected[i], CLOSE * (1 + fabs(expected[i])));
}

/* The inputs of a position: rows of the first layer, none twice. */
static TabStepInput draw_input(Numbers *numbers, uint16_t row[INPUTS], int16_t value[INPUTS],
                               unsigned hidden)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        row[i] = (uint16_t)(i * (ROWS - 1) / (INPUTS - 1));
        value[i] = (int16_t)g_rand_int_range(numbers->rand, 1, TAB_INPUT_ONE + 1);
    }
    return (TabStepInput){.row = row, .value = value, .n = INPUTS, .hidden = hidden};
}

/* The first layer, and back through it. */
static void check_layer(const TabSteps *steps, unsigned hidden)
{
    g_auto(Numbers) numbers = begin();
    uint16_t row[INPUTS];
    int16_t value[INPUTS];
    TabStepInput input = draw_input(&numbers, row, value, hidden);
    float *weight = draw(&numbers, ROWS * MOST), *bias = draw(&numbers, MOST),
          *output = draw(&numbers, MOST), *unit = draw(&numbers, MOST),
          *gradient = draw(&numbers, ROWS * MOST), *bias_gradient = draw(&numbers, MOST),
          *output_gradient = draw(&numbers, MOST);
    double sum[MOST], out[MOST], back[MOST], rows[ROWS * MOST];
    for (unsigned j = 0; j < hidden; j++) {
        sum[j] = bias[j];
        for (unsigned i = 0; i < INPUTS; i++)
            sum[j] += (double)weight[row[i] * hidden + j] * value[i] / TAB_INPUT_ONE;
        sum[j] = CLAMP(sum[j], 0, 1);
    }
    steps->gather(&input, weight, bias, unit);
    assert_close(unit, sum, hidden);

    const float error = 0.25f;
    for (unsigned r = 0; r < ROWS * hidden; r++)
        rows[r] = gradient[r];
    for (unsigned j = 0; j < hidden; j++) {
        double slope = unit[j] > 0 && unit[j] < 1 ? error * output[j] : 0;
        out[j] = output_gradient[j] + error * unit[j];
        back[j] = bias_gradient[j] + slope;
        for (unsigned i = 0; i < INPUTS; i++)
            rows[row[i] * hidden + j] += slope * value[i] / TAB_INPUT_ONE;
    }
    steps->scatter(&input, output, unit, error, gradient, bias_gradient, output_gradient);
    assert_close(output_gradient, out, hidden);
    assert_close(bias_gradient, back, hidden);
    assert_close(gradient, rows, ROWS * hidden);
}

/* A square matrix, and back through it. */
static void check_matrix(const TabSteps *steps, unsigned n)
{
    g_auto(Numbers) numbers = begin();
    float *x = draw(&numbers, MOST), *matrix = draw(&numbers, MOST * MOST),
          *to = draw(&numbers, MOST), *slope = draw(&numbers, MOST),
          *gradient = draw(&numbers, MOST * MOST), *back = draw(&numbers, MOST);
    g_autofree double *moved = g_new(double, MOST *MOST);
    double sum[MOST], returned[MOST], product = 0;
    for (unsigned j = 0; j < n; j++) {
        product += (double)x[j] * slope[j];
        sum[j] = to[j];
        for (unsigned k = 0; k < n; k++)
            if (x[k] > 0)
                sum[j] += (double)x[k] * matrix[k * n + j];
    }
    float dot = steps->dot(x, slope, n);
    assert_close(&dot, &product, 1);
    steps->combine(x, matrix, to, n);
    assert_close(to, sum, n);

    for (unsigned k = 0; k < n; k++) {
        returned[k] = 0;
        for (unsigned j = 0; j < n; j++) {
            moved[k * n + j] = gradient[k * n + j] + (x[k] > 0 ? (double)x[k] * slope[j] : 0);
            returned[k] += x[k] > 0 ? (double)matrix[k * n + j] * slope[j] : 0;
        }
    }
    steps->separate(x, matrix, slope, gradient, back, n);
    assert_close(back, returned, n);
    assert_close(gradient, moved, n * n);

    for (unsigned j = 0; j < n; j++)
        sum[j] = to[j] + 0.5 * slope[j];
    steps->add(0.5f, slope, to, n);
    assert_close(to, sum, n);
}

static void check_adam(const TabSteps *steps, gsize n)
{
    g_auto(Numbers) numbers = begin();
    const TabAdam adam = {
        .rate = 0.01f, .mean_decay = 0.9f, .square_decay = 0.99f, .scale = 0.5f, .follow = 0.1f};
    float *gradient = draw(&numbers, n), *mean = draw(&numbers, n), *weight = draw(&numbers, n),
          *average = draw(&numbers, n), *square = draw(&numbers, n);
    for (gsize i = 0; i < n; i++)
        square[i] = square[i] * square[i] + 0.1f;
    float *begun = copy(&numbers, weight, n);
    g_autofree double *means = g_new(double, n), *weights = g_new(double, n),
                      *averages = g_new(double, n);
    for (gsize i = 0; i < n; i++) {
        double g = 0.5 * gradient[i];
        means[i] = 0.9 * mean[i] + 0.1 * g;
        weights[i] = begun[i] - 0.01 * means[i] / sqrt(0.99 * square[i] + 0.01 * g * g);
        averages[i] = average[i] + 0.1 * (weights[i] - average[i]);
    }
    steps->adam(&adam, n, gradient, mean, square, weight, average);
    assert_close(mean, means, n);
    assert_close(weight, weights, n);
    assert_close(average, averages, n);
    for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat(gradient[i], ==, 0);
}

static void test_kinds(void)
{
    const TabSteps *kind[TAB_MOST_STEPS];
    unsigned n = tab_steps_list(kind);
    g_assert_cmpuint(n, >=, 1);
    g_assert_true(kind[n - 1] == tab_steps_best());
    for (unsigned k = 0; k < n; k++)
        for (unsigned hidden = TAB_KERNEL_LANES; hidden <= MOST; hidden += TAB_KERNEL_LANES) {
            check_layer(kind[k], hidden);
            check_matrix(kind[k], hidden);
            check_adam(kind[k], 3 * hidden + 5); /* no multiple of a vector */
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/steps/kinds", test_kinds);
    return g_test_run();
}
