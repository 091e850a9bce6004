// SPDX-License-Identifier: GPL-3.0-or-later
// The seeded generator of random numbers.
#include "protocol/rules/random.h"

/* SplitMix64 (Steele, Lea and Flood 2014): advances `state` and returns its mixed value. */
static uint64_t split_mix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

TabRandom tab_random_new(uint64_t seed)
{
    TabRandom random;
    for (int i = 0; i < 4; i++)
        random.s[i] = split_mix(&seed);
    return random;
}

TabRandom tab_random_new_stream(uint64_t seed, uint64_t stream)
{
    uint64_t mixed = split_mix(&seed); /* so that seeds and streams that lie close do not meet */
    uint64_t state = mixed ^ stream;
    return tab_random_new(split_mix(&state));
}

static inline uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t tab_random_next(TabRandom *random)
{
    uint64_t *s = random->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Multiplies and rejects the few values that would favour small numbers (Lemire 2019). */
uint32_t tab_random_below(TabRandom *random, uint32_t bound)
{
    uint64_t product = (tab_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)product < least)
            product = (tab_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

double tab_random_unit(TabRandom *random)
{
    return (double)(tab_random_next(random) >> 11) * 0x1p-53;
}
