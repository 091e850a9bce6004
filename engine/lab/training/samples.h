// SPDX-License-Identifier: GPL-3.0-or-later
// Positions to learn from, as the learned rows they touch, packed one after the other.
#pragma once

#include "engine/eval/net.h"

/* One position: its rows lie at `first` … `first + n - 1` of the pool. */
typedef struct {
    uint64_t first;
    uint16_t n;
    uint8_t bucket;
    float target; /* the chance to win that is to be learned, 0–1 */
} TabSample;

/* A growing pool of samples, empty at first. */
typedef struct {
    TabSample *sample;
    uint16_t *row;  /* learned rows */
    int16_t *value; /* in 1 / TAB_INPUT_ONE */
    size_t n, n_rows, room, row_room;
} TabSamples;

void tab_samples_clear(TabSamples *samples);  /* empties, keeps the room */
void tab_samples_finish(TabSamples *samples); /* frees the room */

/* For one board: which learned rows make up each row of the network. With TAB_LAYOUT_ANY it is the
 * row itself, which is made anew for every step. */
typedef struct {
    uint32_t *first; /* [rows + 1] into `factor` */
    uint16_t *factor;
} TabExpansion;

/* `without`: a bit for each TabInputKind to leave out. Its rows are made up of no learned ones, so
 * the network has weights of 0 there. */
TabExpansion *tab_expansion_new(TabLayout layout, const TabFeatures *features, unsigned without);
void tab_expansion_free(TabExpansion *expansion);

/* Appends a position. */
void tab_samples_add(TabSamples *samples, const TabExpansion *expansion, const TabInput *input,
                     unsigned bucket, float target);

/* Appends all of another pool. */
void tab_samples_join(TabSamples *samples, const TabSamples *more);
