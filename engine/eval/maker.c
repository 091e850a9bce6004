// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the maker, in whole numbers.
#include "engine/eval/maker.h"

#include <string.h>

#include "engine/eval/kernel.h"

#define SPARE 4 /* so that no sum of products is too large for 32 bits */
#define MOST (TAB_MAKER_MOST * TAB_FACTOR_ONE - 1)

TabMakerRows tab_maker_rows(unsigned hidden)
{
    unsigned n = tab_traits_count();
    return (TabMakerRows){0, n, n + 1, n + 1 + hidden, n + 1 + hidden + n};
}

/* Adds the learned rows of traits, the first of which is `first`, divided by `part`, a power of 2.
 */
static void add_traits(const TabNetWeights *weights, unsigned first, const TabTraits *traits,
                       int32_t part, int32_t *sum)
{
    unsigned hidden = weights->header.hidden;
    for (unsigned i = 0; i < traits->n; i++) {
        const int16_t *factor =
            weights->factor + (size_t)(first + traits->trait[i].number) * hidden;
        int32_t value = traits->trait[i].value;
        for (unsigned j = 0; j < hidden; j++)
            sum[j] += (factor[j] * value / part + 0x4000) >> 15;
    }
}

void tab_maker_make(const TabNetWeights *weights, const TabFeatures *features, int32_t *row)
{
    unsigned hidden = weights->header.hidden;
    const TabMakerRows at = tab_maker_rows(hidden);
    const int16_t *start = weights->factor + (size_t)at.start * hidden;
    int32_t ground[TAB_MAX_HIDDEN];
    TabTraits traits;
    for (unsigned k = 0; k < hidden; k++)
        ground[k] = start[k];
    tab_traits_of_rules(features, &traits);
    add_traits(weights, at.into, &traits, 1, ground);
    for (unsigned i = 0; i <= features->rows; i++, row += hidden) {
        int32_t middle[TAB_MAX_HIDDEN];
        memset(row, 0, hidden * sizeof *row);
        tab_traits_of_row(features, i, &traits);
        if (!traits.n)
            continue;
        memcpy(middle, ground, hidden * sizeof *middle);
        add_traits(weights, at.into, &traits, 1, middle);
        for (unsigned k = 0; k < hidden; k++) {
            const int16_t *from = weights->factor + (size_t)(at.from + k) * hidden;
            int32_t much = CLAMP(middle[k], 0, MOST);
            for (unsigned j = 0; j < hidden && much; j++)
                row[j] += from[j] * much / (TAB_MAKER_FROM * SPARE);
        }
        for (unsigned j = 0; j < hidden; j++)
            row[j] /= TAB_FACTOR_ONE / SPARE;
        add_traits(weights, at.plain, &traits, TAB_MAKER_PLAIN, row);
    }
}
