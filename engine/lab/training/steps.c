// SPDX-License-Identifier: GPL-3.0-or-later
// Loops written once and compiled for each kind of processor; the compiler makes vectors of them.
#include "engine/lab/training/steps.h"

#include <math.h>

#include "engine/eval/kernel.h"

#define ONE ((float)TAB_INPUT_ONE)
#define INLINE __attribute__((always_inline)) static inline

/* Eight floats at a time, as the compiler's own vectors: every processor has some way to do them.
 */
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

/* Calls a loop with the number of eights in `hidden` as a constant, so that where it is inlined the
 * sums stay in registers. */
#define BY_WIDTH(hidden, loop, ...)                                                                \
    switch ((hidden) / TAB_KERNEL_LANES) {                                                         \
    case 1:                                                                                        \
        loop(4, __VA_ARGS__);                                                                      \
        break;                                                                                     \
    case 2:                                                                                        \
        loop(8, __VA_ARGS__);                                                                      \
        break;                                                                                     \
    case 3:                                                                                        \
        loop(12, __VA_ARGS__);                                                                     \
        break;                                                                                     \
    default:                                                                                       \
        loop(16, __VA_ARGS__);                                                                     \
    }

INLINE void gather_eights(const unsigned n_eights, const TabStepInput *input, const float *weight,
                          const float *bias, float *unit)
{
    Eight sum[TAB_MAX_HIDDEN / 8];
    for (unsigned k = 0; k < n_eights; k++)
        sum[k] = ((const Eight *)bias)[k];
    for (unsigned i = 0; i < input->n; i++) {
        const Eight *from = (const Eight *)(weight + (size_t)input->row[i] * n_eights * 8);
        float x = (float)input->value[i] * (1 / ONE);
        for (unsigned k = 0; k < n_eights; k++)
            sum[k] += from[k] * x;
    }
    for (unsigned k = 0; k < n_eights; k++)
        ((Eight *)unit)[k] = sum[k];
    for (unsigned j = 0; j < n_eights * 8; j++)
        unit[j] = unit[j] < 0 ? 0 : unit[j] > 1 ? 1 : unit[j];
}

INLINE void gather(const TabStepInput *input, const float *weight, const float *bias,
                   float *unit){BY_WIDTH(input->hidden, gather_eights, input, weight, bias, unit)}

INLINE float dot(const float *a, const float *b, unsigned n)
{
    Eight sum = {0};
    float total = 0;
    for (unsigned k = 0; k < n / 8; k++)
        sum += ((const Eight *)a)[k] * ((const Eight *)b)[k];
    for (unsigned i = 0; i < 8; i++)
        total += sum[i];
    return total;
}

INLINE void scatter_eights(const unsigned n_eights, const TabStepInput *input, const float *output,
                           const float *unit, float error, float *gradient, float *bias_gradient,
                           float *output_gradient)
{
    float back[TAB_MAX_HIDDEN];
    Eight slope[TAB_MAX_HIDDEN / 8];
    for (unsigned j = 0; j < n_eights * 8; j++) {
        output_gradient[j] += error * unit[j];
        back[j] = unit[j] > 0 && unit[j] < 1 ? error * output[j] : 0;
    }
    for (unsigned k = 0; k < n_eights; k++) {
        slope[k] = ((const Eight *)back)[k];
        ((Eight *)bias_gradient)[k] += slope[k];
    }
    for (unsigned i = 0; i < input->n; i++) {
        Eight *to = (Eight *)(gradient + (size_t)input->row[i] * n_eights * 8);
        float x = (float)input->value[i] * (1 / ONE);
        for (unsigned k = 0; k < n_eights; k++)
            to[k] += slope[k] * x;
    }
}

INLINE void scatter(const TabStepInput *input, const float *output, const float *unit, float error,
                    float *gradient, float *bias_gradient, float *output_gradient){
    BY_WIDTH(input->hidden, scatter_eights, input, output, unit, error, gradient, bias_gradient,
             output_gradient)}

INLINE void add(float x, const float *from, float *to, unsigned n)
{
    for (unsigned k = 0; k < n / 8; k++)
        ((Eight *)to)[k] += ((const Eight *)from)[k] * x;
}

INLINE void combine_eights(const unsigned n_eights, const float *x, const float *matrix, float *to)
{
    Eight sum[TAB_MAX_HIDDEN / 8];
    for (unsigned j = 0; j < n_eights; j++)
        sum[j] = ((const Eight *)to)[j];
    for (unsigned k = 0; k < n_eights * 8; k++) {
        const Eight *from = (const Eight *)(matrix + (size_t)k * n_eights * 8);
        if (x[k] <= 0)
            continue;
        for (unsigned j = 0; j < n_eights; j++)
            sum[j] += from[j] * x[k];
    }
    for (unsigned j = 0; j < n_eights; j++)
        ((Eight *)to)[j] = sum[j];
}

INLINE void combine(const float *x, const float *matrix, float *to,
                    unsigned n){BY_WIDTH(n, combine_eights, x, matrix, to)}

INLINE void separate(const float *x, const float *matrix, const float *slope, float *gradient,
                     float *back, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        back[k] = 0;
        if (x[k] <= 0)
            continue;
        back[k] = dot(matrix + (size_t)k * n, slope, n);
        add(x[k], slope, gradient + (size_t)k * n, n);
    }
}

INLINE void adam_step(const TabAdam *adam, size_t n, float *restrict gradient, float *restrict mean,
                      float *restrict square, float *restrict weight, float *restrict average)
{
    const TabAdam with = *adam;
    for (size_t i = 0; i < n; i++) {
        float g = gradient[i] * with.scale;
        gradient[i] = 0;
        mean[i] = with.mean_decay * mean[i] + (1 - with.mean_decay) * g;
        square[i] = with.square_decay * square[i] + (1 - with.square_decay) * g * g;
        weight[i] -= with.rate * mean[i] / (sqrtf(square[i]) + 1e-8f);
        average[i] += with.follow * (weight[i] - average[i]);
    }
}

/* The loops above once more, under the name `x`_`kind`, with `attribute`. */
#define FOR_KIND(kind, attribute)                                                                  \
    attribute static void gather_##kind(const TabStepInput *input, const float *weight,            \
                                        const float *bias, float *unit)                            \
    {                                                                                              \
        gather(input, weight, bias, unit);                                                         \
    }                                                                                              \
    attribute static float dot_##kind(const float *a, const float *b, unsigned n)                  \
    {                                                                                              \
        return dot(a, b, n);                                                                       \
    }                                                                                              \
    attribute static void scatter_##kind(const TabStepInput *input, const float *output,           \
                                         const float *unit, float error, float *gradient,          \
                                         float *bias_gradient, float *output_gradient)             \
    {                                                                                              \
        scatter(input, output, unit, error, gradient, bias_gradient, output_gradient);             \
    }                                                                                              \
    attribute static void add_##kind(float x, const float *from, float *to, unsigned n)            \
    {                                                                                              \
        add(x, from, to, n);                                                                       \
    }                                                                                              \
    attribute static void combine_##kind(const float *x, const float *matrix, float *to,           \
                                         unsigned n)                                               \
    {                                                                                              \
        combine(x, matrix, to, n);                                                                 \
    }                                                                                              \
    attribute static void separate_##kind(const float *x, const float *matrix, const float *slope, \
                                          float *gradient, float *back, unsigned n)                \
    {                                                                                              \
        separate(x, matrix, slope, gradient, back, n);                                             \
    }                                                                                              \
    attribute static void adam_##kind(const TabAdam *adam, size_t n, float *gradient, float *mean, \
                                      float *square, float *weight, float *average)                \
    {                                                                                              \
        adam_step(adam, n, gradient, mean, square, weight, average);                               \
    }                                                                                              \
    static const TabSteps steps_##kind = {gather_##kind, dot_##kind,     scatter_##kind,           \
                                          add_##kind,    combine_##kind, separate_##kind,          \
                                          adam_##kind};

FOR_KIND(plain, )
#if defined(__x86_64__)
FOR_KIND(avx2, __attribute__((target("avx2,fma"))))
FOR_KIND(avx512, __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))))
#endif

unsigned tab_steps_list(const TabSteps *kind[TAB_MOST_STEPS])
{
    unsigned n = 0;
    kind[n++] = &steps_plain;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        kind[n++] = &steps_avx2;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        kind[n++] = &steps_avx512;
#endif
    return n;
}

const TabSteps *tab_steps_best(void)
{
    const TabSteps *kind[TAB_MOST_STEPS];
    return kind[tab_steps_list(kind) - 1];
}
