// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the first layer made by a small network from their traits: one set of learned weights for
// all rules and boards.
#pragma once

#include "engine/eval/net-file.h"
#include "engine/eval/traits.h"

/* How learned rows are numbered with TAB_LAYOUT_ANY, `hidden` weights each. A row of the first
 * layer is made in two steps,
 *
 *   middle[k] = start[k] + sum over traits of the row and of the ruleset of into[trait][k] × value,
 *               clipped to 0 … TAB_MAKER_MOST
 *   weight[j] = sum over k of from[k][j] × middle[k] / TAB_MAKER_FROM
 *               + sum over traits of the row of plain[trait][j] × value / TAB_MAKER_PLAIN
 *
 * and what is made of the row `features->rows` is added to the units' bias. So a ruleset changes
 * what its rows mean, and evaluation costs what it costs with rows of any other kind. */
typedef struct {
    unsigned into, start, from, plain, rows; /* where each kind begins; all of them */
} TabMakerRows;

#define TAB_MAKER_MOST 8 /* in units of weights */
/* All rows share these weights, so that a step of learning moves them all; divided like this they
 * move about as far as weights that rows have for themselves. */
#define TAB_MAKER_FROM 64
#define TAB_MAKER_PLAIN 8

/* Where they begin for so many hidden units, and how many there are. */
TabMakerRows tab_maker_rows(unsigned hidden);

/* Makes rows 0 … features->rows, the last of them for the bias, in 1 / TAB_FACTOR_ONE. The same
 * numbers on every machine. */
void tab_maker_make(const TabNetWeights *weights, const TabFeatures *features, int32_t *row);
