// SPDX-License-Identifier: GPL-3.0-or-later
// Rows made from traits (engine/eval/maker.h) in floating point, and the way back: from the
// gradients of rows to those of what made them.
#pragma once

#include "engine/eval/kernel.h"
#include "engine/eval/maker.h"
#include "engine/lab/training/steps.h"

/* The traits of all rows of one board and one set of sticks. Immutable once made. */
typedef struct {
    unsigned rows;   /* that of the bias included, the last one */
    uint32_t *first; /* [rows + 1] into `trait` */
    TabTrait *trait;
    TabTraits of_rules;
} TabRowTraits;

TabRowTraits *tab_row_traits_new(const TabFeatures *features);
void tab_row_traits_free(TabRowTraits *traits);

/* Rows of one board that some positions touch, and their gradients. Each thread needs its own. */
typedef struct {
    const TabSteps *steps;
    const TabRowTraits *traits;
    unsigned hidden, n, room;
    uint32_t *touched;              /* [n]: rows that were made */
    bool *made;                     /* [room] */
    float *row, *gradient, *middle; /* [room][hidden] */
    float ground[TAB_MAX_HIDDEN];   /* the middle of a row without traits of its own */
} TabMaking;

TabMaking *tab_making_new(unsigned hidden);
void tab_making_free(TabMaking *making);

/* Begins with no row made; `learned`: as tab_maker_rows() numbers them. */
void tab_making_start(TabMaking *making, const TabRowTraits *traits, const float *learned);
/* Makes a row unless it was made since. */
void tab_making_need(TabMaking *making, const float *learned, unsigned row);
/* Adds to the gradient of what is learned those of all rows made, which become 0. */
void tab_making_finish(TabMaking *making, const float *learned, float *gradient);
