// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the layers of a table in order.
#include "engine/tables/layers.h"

#include <string.h>

static bool add_unit(TabLayers *layers, const TabIndex *index, unsigned more, unsigned fewer)
{
    uint64_t one = tab_index_layer_size(index, more, fewer);
    uint64_t other = more == fewer ? 0 : tab_index_layer_size(index, fewer, more);
    if (one >= UINT64_MAX / 16 || other >= UINT64_MAX / 16 || layers->n_states >= UINT64_MAX / 16)
        return false;
    TabUnit *unit = &layers->unit[layers->n_units++];
    *unit = (TabUnit){.more = (uint8_t)more,
                      .fewer = (uint8_t)fewer,
                      .start = layers->n_states,
                      .size = one + other};
    layers->start[more][fewer] = unit->start;
    if (more != fewer)
        layers->start[fewer][more] = unit->start + one;
    layers->n_states += unit->size;
    return true;
}

bool tab_layers_init(TabLayers *layers, const TabIndex *index, unsigned a, unsigned b)
{
    g_return_val_if_fail(a >= 1 && b >= 1 && MAX(a, b) <= tab_index_most(index), false);
    memset(layers, 0, sizeof *layers);
    memset(layers->start, 0xff, sizeof layers->start);
    layers->more = MAX(a, b);
    layers->fewer = MIN(a, b);
    for (unsigned pieces = 2; pieces <= layers->more + layers->fewer; pieces++)
        for (unsigned fewer = 1; fewer <= pieces / 2; fewer++)
            if (fewer <= layers->fewer && pieces - fewer <= layers->more &&
                !add_unit(layers, index, pieces - fewer, fewer))
                return false;
    return true;
}

TabPlace tab_layers_place(const TabLayers *layers, const TabIndex *index, uint64_t state)
{
    unsigned u = 0;
    while (state >= layers->unit[u].start + layers->unit[u].size)
        u++;
    const TabUnit *unit = &layers->unit[u];
    TabPlace place = {.own = unit->more, .enemy = unit->fewer, .number = state - unit->start};
    uint64_t first = tab_index_layer_size(index, unit->more, unit->fewer);
    if (place.number >= first)
        place = (TabPlace){.own = unit->fewer, .enemy = unit->more, .number = place.number - first};
    return place;
}
