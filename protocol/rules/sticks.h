// SPDX-License-Identifier: GPL-3.0-or-later
// The four sticks: exact chances of the throws, the seeded generator, and drawing throws from it
// (RULES.md 3).
#pragma once

#include "protocol/rules/types.h"

G_BEGIN_DECLS

/* The chance of each throw, by throw index. They sum to 1 and p(2) + p(3) > 0, else no turn would
 * end. */
typedef struct {
    double p[TAB_N_THROWS];
} TabSticks;

/* p = 1/2: 4/16, 6/16, 4/16, 1/16, 1/16. */
TabSticks tab_sticks_fair(void);
/* Reads `fair`, `p=0.37` (chance of one stick to fall flat side up, 0 < p < 1) or `w=6,13,11,5,1`
 * (weights of 0, 1, 2, 3 and 4 flat sides). TAB_RULES_ERROR_STICKS names what is wrong; `sticks` is
 * then untouched. */
bool tab_sticks_parse(const char *text, TabSticks *sticks, GError **error);
/* p(1) + p(4) + p(6): the chance to throw again. */
double tab_sticks_rethrow(const TabSticks *sticks);
/* The mean number of throws in a turn of `throws=collect`: 1 / (p(2) + p(3)). */
double tab_sticks_mean(const TabSticks *sticks);
/* The chance that a turn of `throws=collect` has at least one throw of this index. */
double tab_sticks_in_turn(const TabSticks *sticks, int throw_index);

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

/* One throw (its index) of these sticks. */
int tab_sticks_throw(const TabSticks *sticks, TabRandom *random);

G_END_DECLS
