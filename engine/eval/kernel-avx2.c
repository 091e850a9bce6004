// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel for processors with AVX2: all hidden units stay in registers while rows are added.
#include "engine/eval/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define MAX_REGISTERS 8 /* of 16 hidden units each */

/* `registers` is known where this is inlined, so that the loops over it unroll. */
__attribute__((target("avx2"), always_inline)) static inline int32_t
run(const int16_t *weights, const int16_t *bias, const int16_t *output, const TabInput *input,
    const unsigned registers)
{
    __m256i hidden[MAX_REGISTERS];
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

__attribute__((target("avx2"))) int32_t tab_kernel_avx2(const int16_t *weights, const int16_t *bias,
                                                        const int16_t *output, unsigned n_hidden,
                                                        const TabInput *input)
{
    switch (n_hidden / TAB_KERNEL_LANES) {
    case 1:
        return run(weights, bias, output, input, 2);
    case 2:
        return run(weights, bias, output, input, 4);
    case 3:
        return run(weights, bias, output, input, 6);
    default:
        return run(weights, bias, output, input, 8);
    }
}
#endif
