// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the network, once for every kind of processor, with equal results.
#pragma once

#include "engine/eval/features.h"

#define TAB_KERNEL_LANES 32 /* hidden units are a multiple of this … */
#define TAB_MAX_HIDDEN 128  /* … and at most so many */
#define TAB_HIDDEN_ONE                                                                             \
    1024 /* the value 1 of a hidden unit, where it is clipped, and of its weights */
#define TAB_OUTPUT_ONE 1024  /* the weight 1 of the output */
#define TAB_MAX_OUTPUT 16000 /* largest weight of the output: 32 bits hold every sum */

/* One evaluation. hidden[j] = bias[j] + sum of plain rows' weights + sum of (weight × value +
 * 2^14) >> 15 over valued rows, in 16 bits that wrap; result = sum of output[j] × hidden[j] clipped
 * to 0 … TAB_HIDDEN_ONE. `weights` [rows][n_hidden], `bias` and `output` [n_hidden] are aligned to
 * 64 bytes. */
typedef int32_t (*TabKernelFunc)(const int16_t *weights, const int16_t *bias, const int16_t *output,
                                 unsigned n_hidden, const TabInput *input);

typedef struct {
    const char *name; /* "plain", "avx2", "avx512" */
    TabKernelFunc run;
} TabKernel;

/* The kernels that this processor can run, slowest first; always at least one. NULL beyond the
 * last. */
const TabKernel *tab_kernel(unsigned i);

/* The last of them. */
const TabKernel *tab_kernel_best(void);
