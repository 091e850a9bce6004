// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel for processors with AVX-512 and VNNI: all hidden units stay in registers while rows
// are added.
#include "engine/eval/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define MAX_REGISTERS 4 /* of 32 hidden units each */

/* `registers` is known where this is inlined, so that the loops over it unroll. */
__attribute__((target("avx512f,avx512bw,avx512vnni"), always_inline)) static inline int32_t
run(const int16_t *weights, const int16_t *bias, const int16_t *output, const TabInput *input,
    const unsigned registers)
{
    __m512i hidden[MAX_REGISTERS];
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

__attribute__((target("avx512f,avx512bw,avx512vnni"))) int32_t
tab_kernel_avx512(const int16_t *weights, const int16_t *bias, const int16_t *output,
                  unsigned n_hidden, const TabInput *input)
{
    switch (n_hidden / TAB_KERNEL_LANES) {
    case 1:
        return run(weights, bias, output, input, 1);
    case 2:
        return run(weights, bias, output, input, 2);
    case 3:
        return run(weights, bias, output, input, 3);
    default:
        return run(weights, bias, output, input, 4);
    }
}
#endif
