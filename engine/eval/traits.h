// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of the network's first layer is, told by traits that mean the same under all rules and
// on boards of every size.
#pragma once

#include "engine/eval/features.h"

/* One trait and how much of it there is, in 1 / TAB_INPUT_ONE. */
typedef struct {
    uint16_t number; /* less than tab_traits_count() */
    int16_t value;
} TabTrait;

#define TAB_MAX_TRAITS 96
typedef struct {
    unsigned n;
    TabTrait trait[TAB_MAX_TRAITS];
} TabTraits;

/* How many traits there are. */
unsigned tab_traits_count(void);

/* Those of a row: what stands there; where that is, in steps of the track, as its owner and as the
 * enemy comes there; for ways their length and the chance to go it. Row `features->rows` stands for
 * the units' bias. None for a row that no position of these rules has. */
void tab_traits_of_row(const TabFeatures *features, unsigned row, TabTraits *traits);

/* Those of the ruleset and its sticks, which all rows share: the switches, columns, pieces, and the
 * chances of what is thrown. */
void tab_traits_of_rules(const TabFeatures *features, TabTraits *traits);
