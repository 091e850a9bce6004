// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels for every kind of processor, and the choice among them.
#include "engine/eval/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static int32_t run_plain(const int16_t *weights, const int16_t *bias, const int16_t *output,
                         unsigned n_hidden, const TabInput *input)
{
    uint16_t hidden[TAB_MAX_HIDDEN];
    int32_t sum = 0;
    for (unsigned j = 0; j < n_hidden; j++)
        hidden[j] = (uint16_t)bias[j];
    for (unsigned i = 0; i < input->n_plain; i++) {
        const int16_t *row = weights + (size_t)input->plain[i] * n_hidden;
        for (unsigned j = 0; j < n_hidden; j++)
            hidden[j] = (uint16_t)(hidden[j] + (uint16_t)row[j]);
    }
    for (unsigned i = 0; i < input->n_valued; i++) {
        const int16_t *row = weights + (size_t)input->valued[i] * n_hidden;
        int32_t value = input->value[i];
        for (unsigned j = 0; j < n_hidden; j++)
            hidden[j] = (uint16_t)(hidden[j] + (uint16_t)((row[j] * value + 0x4000) >> 15));
    }
    for (unsigned j = 0; j < n_hidden; j++)
        sum += CLAMP((int16_t)hidden[j], 0, TAB_HIDDEN_ONE) * output[j];
    return sum;
}

#if defined(__x86_64__)
/* All hidden units stay in registers, 16 in each, while rows are added. Their number is known where
 * this is inlined, so that the loops over it unroll. */
__attribute__((target("avx2"), always_inline)) static inline int32_t
add_rows_avx2(const int16_t *weights, const int16_t *bias, const int16_t *output,
              const TabInput *input, const unsigned registers)
{
    __m256i hidden[TAB_MAX_HIDDEN / 16];
    const size_t stride = registers * 16u;
#pragma GCC unroll 8
    for (unsigned r = 0; r < registers; r++)
        hidden[r] = _mm256_load_si256((const void *)(bias + r * 16));
    for (unsigned i = 0; i < input->n_plain; i++) {
        const int16_t *row = weights + input->plain[i] * stride;
#pragma GCC unroll 8
        for (unsigned r = 0; r < registers; r++)
            hidden[r] =
                _mm256_add_epi16(hidden[r], _mm256_load_si256((const void *)(row + r * 16)));
    }
    for (unsigned i = 0; i < input->n_valued; i++) {
        const int16_t *row = weights + input->valued[i] * stride;
        const __m256i value = _mm256_set1_epi16(input->value[i]);
#pragma GCC unroll 8
        for (unsigned r = 0; r < registers; r++)
            hidden[r] = _mm256_add_epi16(
                hidden[r],
                _mm256_mulhrs_epi16(_mm256_load_si256((const void *)(row + r * 16)), value));
    }
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(TAB_HIDDEN_ONE);
    __m256i sum = zero;
#pragma GCC unroll 8
    for (unsigned r = 0; r < registers; r++) {
        __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(hidden[r], zero), one);
        sum = _mm256_add_epi32(
            sum, _mm256_madd_epi16(clipped, _mm256_load_si256((const void *)(output + r * 16))));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

__attribute__((target("avx2"))) static int32_t run_avx2(const int16_t *weights, const int16_t *bias,
                                                        const int16_t *output, unsigned n_hidden,
                                                        const TabInput *input)
{
    switch (n_hidden / TAB_KERNEL_LANES) {
    case 1:
        return add_rows_avx2(weights, bias, output, input, 2);
    case 2:
        return add_rows_avx2(weights, bias, output, input, 4);
    case 3:
        return add_rows_avx2(weights, bias, output, input, 6);
    default:
        return add_rows_avx2(weights, bias, output, input, 8);
    }
}

/* The same with 32 units a register, and VNNI for the output. */
__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) static inline int32_t
add_rows_avx512(const int16_t *weights, const int16_t *bias, const int16_t *output,
                const TabInput *input, const unsigned registers)
{
    __m512i hidden[TAB_MAX_HIDDEN / 32];
    const size_t stride = registers * 32u;
#pragma GCC unroll 4
    for (unsigned r = 0; r < registers; r++)
        hidden[r] = _mm512_load_si512((const void *)(bias + r * 32));
    for (unsigned i = 0; i < input->n_plain; i++) {
        const int16_t *row = weights + input->plain[i] * stride;
#pragma GCC unroll 4
        for (unsigned r = 0; r < registers; r++)
            hidden[r] =
                _mm512_add_epi16(hidden[r], _mm512_load_si512((const void *)(row + r * 32)));
    }
    for (unsigned i = 0; i < input->n_valued; i++) {
        const int16_t *row = weights + input->valued[i] * stride;
        const __m512i value = _mm512_set1_epi16(input->value[i]);
#pragma GCC unroll 4
        for (unsigned r = 0; r < registers; r++)
            hidden[r] = _mm512_add_epi16(
                hidden[r],
                _mm512_mulhrs_epi16(_mm512_load_si512((const void *)(row + r * 32)), value));
    }
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(TAB_HIDDEN_ONE);
    __m512i sum = zero;
#pragma GCC unroll 4
    for (unsigned r = 0; r < registers; r++) {
        __m512i clipped = _mm512_min_epi16(_mm512_max_epi16(hidden[r], zero), one);
        sum = _mm512_dpwssd_epi32(sum, clipped, _mm512_load_si512((const void *)(output + r * 32)));
    }
    return _mm512_reduce_add_epi32(sum);
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) static int32_t
run_avx512(const int16_t *weights, const int16_t *bias, const int16_t *output, unsigned n_hidden,
           const TabInput *input)
{
    switch (n_hidden / TAB_KERNEL_LANES) {
    case 1:
        return add_rows_avx512(weights, bias, output, input, 1);
    case 2:
        return add_rows_avx512(weights, bias, output, input, 2);
    case 3:
        return add_rows_avx512(weights, bias, output, input, 3);
    default:
        return add_rows_avx512(weights, bias, output, input, 4);
    }
}
#endif

static const TabKernel kernels[] = {
    {"plain", run_plain},
#if defined(__x86_64__)
    {"avx2", run_avx2},
    {"avx512", run_avx512},
#endif
};

/* How many of the kernels this processor can run: each kind can run all before it. */
static unsigned count_usable(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2"))
        return 1;
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vnni"))
        return 2;
#endif
    return G_N_ELEMENTS(kernels);
}

const TabKernel *tab_kernel(unsigned i)
{
    return i < count_usable() ? &kernels[i] : NULL;
}

const TabKernel *tab_kernel_best(void)
{
    return &kernels[count_usable() - 1];
}
