// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that all benchmarks time their work by.
#include "bench-rate.h"

#include "protocol/rules/cast.h"

#define SECONDS 1.0 /* of each measurement */

double tab_bench_rate(uint64_t (*round)(gpointer), gpointer data)
{
    uint64_t done = 0;
    int64_t start = g_get_monotonic_time(), elapsed;
    do {
        done += round(data);
        elapsed = g_get_monotonic_time() - start;
    } while ((double)elapsed < SECONDS * 1e6);
    return (double)done * 1e6 / (double)elapsed;
}

static uint64_t reference_round(gpointer data)
{
    volatile uint64_t sink = 0; /* or the compiler would leave the work out */
    uint64_t sum = 0;
    for (int i = 0; i < 1000000; i++)
        sum ^= tab_random_next(data);
    sink = sum;
    (void)sink;
    return 1;
}

double tab_bench_reference(void)
{
    TabRandom random = tab_random_new(1);
    return tab_bench_rate(reference_round, &random);
}
