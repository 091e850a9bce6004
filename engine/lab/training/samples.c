// SPDX-License-Identifier: GPL-3.0-or-later
// The pool of samples.
#include "engine/lab/training/samples.h"

#include <string.h>

void tab_samples_clear(TabSamples *samples)
{
    samples->n = samples->n_rows = 0;
}

void tab_samples_finish(TabSamples *samples)
{
    g_free(samples->sample);
    g_free(samples->row);
    g_free(samples->value);
    memset(samples, 0, sizeof *samples);
}

static void reserve_samples(TabSamples *samples, size_t more, size_t more_rows)
{
    if (samples->n + more > samples->room) {
        samples->room = MAX(2 * samples->room, samples->n + more);
        samples->sample = g_renew(TabSample, samples->sample, samples->room);
    }
    if (samples->n_rows + more_rows > samples->row_room) {
        samples->row_room = MAX(2 * samples->row_room, samples->n_rows + more_rows);
        samples->row = g_renew(uint16_t, samples->row, samples->row_room);
        samples->value = g_renew(int16_t, samples->value, samples->row_room);
    }
}

TabExpansion *tab_expansion_new(TabLayout layout, const TabFeatures *features, unsigned without)
{
    TabExpansion *expansion = g_new(TabExpansion, 1);
    unsigned n = 0;
    expansion->first = g_new(uint32_t, features->rows + 1);
    expansion->factor = g_new(uint16_t, features->rows * TAB_MAX_FACTORS);
    for (unsigned row = 0; row < features->rows; row++) {
        expansion->first[row] = n;
        if (without & 1u << tab_features_kind(features, row))
            continue;
        if (layout == TAB_LAYOUT_ANY)
            expansion->factor[n++] = (uint16_t)row;
        else
            n += tab_layout_expand(layout, features->rules, row, expansion->factor + n);
    }
    expansion->first[features->rows] = n;
    return expansion;
}

void tab_expansion_free(TabExpansion *expansion)
{
    if (!expansion)
        return;
    g_free(expansion->first);
    g_free(expansion->factor);
    g_free(expansion);
}

static void add_factors(TabSamples *samples, const TabExpansion *expansion, unsigned row,
                        int16_t value)
{
    for (uint32_t i = expansion->first[row]; i < expansion->first[row + 1]; i++) {
        samples->row[samples->n_rows] = expansion->factor[i];
        samples->value[samples->n_rows++] = value;
    }
}

void tab_samples_add(TabSamples *samples, const TabExpansion *expansion, const TabInput *input,
                     unsigned bucket, float target)
{
    reserve_samples(samples, 1, (size_t)(input->n_plain + input->n_valued) * TAB_MAX_FACTORS);
    TabSample *sample = &samples->sample[samples->n++];
    sample->first = samples->n_rows;
    sample->bucket = (uint8_t)bucket;
    sample->target = target;
    for (unsigned i = 0; i < input->n_plain; i++)
        add_factors(samples, expansion, input->plain[i], TAB_INPUT_ONE);
    for (unsigned i = 0; i < input->n_valued; i++)
        add_factors(samples, expansion, input->valued[i], input->value[i]);
    sample->n = (uint16_t)(samples->n_rows - sample->first);
}

void tab_samples_join(TabSamples *samples, const TabSamples *more)
{
    if (!more->n) /* a worker that had nothing to do has no arrays either */
        return;
    reserve_samples(samples, more->n, more->n_rows);
    for (size_t i = 0; i < more->n; i++) {
        TabSample sample = more->sample[i];
        sample.first += samples->n_rows;
        samples->sample[samples->n++] = sample;
    }
    memcpy(samples->row + samples->n_rows, more->row, more->n_rows * sizeof more->row[0]);
    memcpy(samples->value + samples->n_rows, more->value, more->n_rows * sizeof more->value[0]);
    samples->n_rows += more->n_rows;
}
