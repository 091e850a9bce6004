// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel in portable C, and the choice among kernels.
#include "engine/eval/kernel.h"

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

static const TabKernel kernels[] = {
    {"plain", run_plain},
#if defined(__x86_64__)
    {"avx2", tab_kernel_avx2},
    {"avx512", tab_kernel_avx512},
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
