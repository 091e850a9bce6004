// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded generator of random numbers, the same on every machine.
#pragma once

#include <stdint.h>

#include <glib.h>

/* A generator of random numbers: xoshiro256** 1.0 (Blackman and Vigna), seeded through SplitMix64.
 * The same seed gives the same numbers on every machine. A plain value. */
typedef struct {
    uint64_t s[4];
} TabRandom;

/* Any seed is good. */
TabRandom tab_random_new(uint64_t seed);
/* An independent generator for stream number `stream` of `seed` (a game of a match, a thread of a
 * search). */
TabRandom tab_random_new_stream(uint64_t seed, uint64_t stream);
/* Uniform over all 64 bits. */
uint64_t tab_random_next(TabRandom *random);
/* Uniform over 0 … bound - 1, without bias; bound > 0. */
uint32_t tab_random_below(TabRandom *random, uint32_t bound);
/* Uniform over [0, 1), 53 bits. */
double tab_random_unit(TabRandom *random);
