// SPDX-License-Identifier: GPL-3.0-or-later
// The logistic function by basic arithmetic only: the same numbers on every machine.
#pragma once

#include <stdint.h>

#include <glib.h>

/* 1 / (1 + e^-x), to 10^-8. e^-x is a power of two: its whole part through the exponent's bits, the
 * rest by its Taylor series. */
static inline double tab_logistic(double x)
{
    union {
        uint64_t bits;
        double value;
    } whole;
    double power = -CLAMP(x, -40, 40) * 1.44269504088896340736;
    int n = (int)(power + 1024) - 1024;
    double f = (power - n) * 0.69314718055994530942, term = 1, sum = 1;
    for (int i = 1; i <= 10; i++) {
        term *= f / i;
        sum += term;
    }
    whole.bits = (uint64_t)(1023 + n) << 52;
    return 1 / (1 + whole.value * sum);
}
