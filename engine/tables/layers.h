// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a table in the order in which they are solved, and one number for every state.
//
// A *state* is a position before the throw, seen by the side to move. Captured pieces never come
// back, so a layer of own and enemy pieces depends on itself, on the layer with the two exchanged
// (the other side moves next) and on smaller ones. The two together are a *unit*. Units stand in
// the order of their pieces, and the states of a unit's layers one behind the other.
#pragma once

#include "engine/tables/index.h"

#define TAB_MAX_UNITS (TAB_INDEX_MOST_PIECES * (TAB_INDEX_MOST_PIECES + 1) / 2)

/* The states of `more` pieces against `fewer`, whichever side is to move. */
typedef struct {
    uint8_t more, fewer; /* more ≥ fewer ≥ 1 */
    uint64_t start;      /* number of its first state; of (more, fewer), then of (fewer, more) */
    uint64_t size;       /* states */
} TabUnit;

typedef struct {
    const TabIndex *index; /* what numbers the positions of a layer; the caller's */
    unsigned more, fewer;  /* the most pieces of either side */
    unsigned n_units;
    TabUnit unit[TAB_MAX_UNITS];
    uint64_t n_states;
    /* Number of the first state of each layer, by own and enemy pieces; TAB_INDEX_TOO_MANY if the
     * table does not have it. */
    uint64_t start[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
} TabLayers;

/* All layers with at most `a` pieces of one side and `b` of the other (1 … index->most
 * each). False if there are too many states to be numbered. */
bool tab_layers_init(TabLayers *layers, const TabIndex *index, unsigned a, unsigned b);

/* The number of a position's state, TAB_INDEX_TOO_MANY if it is in none of the layers. */
uint64_t tab_layers_find(const TabLayers *layers, const TabPosition *position);
/* The position of the state with this number, below n_states: as tab_index_position() gives it. */
void tab_layers_position(const TabLayers *layers, uint64_t state, TabPosition *position);
