// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the layers of a table in order.
#include "engine/tables/layers.h"

#include <string.h>

bool tab_layers_init(TabLayers *layers, const TabIndex *index, unsigned a, unsigned b)
{
    const uint64_t too_many = UINT64_MAX / 16;
    g_return_val_if_fail(a >= 1 && b >= 1 && MAX(a, b) <= index->most, false);
    *layers = (TabLayers){.index = index, .more = MAX(a, b), .fewer = MIN(a, b)};
    memset(layers->start, 0xff, sizeof layers->start);
    for (unsigned pieces = 2; pieces <= layers->more + layers->fewer; pieces++)
        for (unsigned fewer = 1; fewer <= MIN(pieces / 2, layers->fewer); fewer++) {
            unsigned more = pieces - fewer;
            if (more > layers->more)
                continue;
            uint64_t one = tab_index_layer_size(index, more, fewer);
            uint64_t other = more == fewer ? 0 : tab_index_layer_size(index, fewer, more);
            if (one >= too_many || other >= too_many || layers->n_states >= too_many)
                return false;
            layers->unit[layers->n_units++] = (TabUnit){.more = (uint8_t)more,
                                                        .fewer = (uint8_t)fewer,
                                                        .start = layers->n_states,
                                                        .size = one + other};
            layers->start[fewer][more] = layers->n_states + one;
            layers->start[more][fewer] = layers->n_states;
            layers->n_states += one + other;
        }
    return true;
}

uint64_t tab_layers_find(const TabLayers *layers, const TabPosition *position)
{
    TabPlace place;
    if (!tab_index_find(layers->index, position, &place))
        return TAB_INDEX_TOO_MANY;
    uint64_t start = layers->start[place.own][place.enemy];
    return start == TAB_INDEX_TOO_MANY ? start : start + place.number;
}

void tab_layers_position(const TabLayers *layers, uint64_t state, TabPosition *position)
{
    const TabUnit *unit = layers->unit;
    while (state >= unit->start + unit->size)
        unit++;
    TabPlace place = {.own = unit->more, .enemy = unit->fewer, .number = state - unit->start};
    uint64_t first = tab_index_layer_size(layers->index, unit->more, unit->fewer);
    if (place.number >= first)
        place = (TabPlace){.own = unit->fewer, .enemy = unit->more, .number = place.number - first};
    tab_index_position(layers->index, &place, position);
}
