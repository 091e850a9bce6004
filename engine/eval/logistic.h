// SPDX-License-Identifier: GPL-3.0-or-later
// The logistic function by basic arithmetic only: the same numbers on every machine.
#pragma once

#include <stdint.h>

#include <glib.h>

/* 2^x for -60 ≤ x ≤ 60: the whole part through the exponent's bits, the rest by its Taylor series.
 */
static inline double tab_power_of_two(double x)
{
    union {
        uint64_t bits;
        double value;
    } whole;
    int n = (int)(x + 1024) - 1024;
    double f = (x - n) * 0.69314718055994530942, term = 1, sum = 1;
    for (int i = 1; i <= 10; i++) {
        term *= f / i;
        sum += term;
    }
    whole.bits = (uint64_t)(1023 + n) << 52;
    return whole.value * sum;
}

/* 1 / (1 + e^-x), to 10^-8. */
static inline double tab_logistic(double x)
{
    x = CLAMP(x, -40, 40);
    return 1 / (1 + tab_power_of_two(-x * 1.44269504088896340736));
}
