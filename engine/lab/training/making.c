// SPDX-License-Identifier: GPL-3.0-or-later
// Makes rows as they are needed, and passes their gradients back.
#include "engine/lab/training/making.h"

#include <string.h>

/* The value 1 of traits where they lead into the middle, and where they lead past it. */
#define INTO_ONE ((float)TAB_INPUT_ONE)
#define MOST ((float)TAB_MAKER_MOST / TAB_MAKER_FROM) /* of the middle, which is kept divided */
#define PLAIN_ONE ((float)TAB_INPUT_ONE * TAB_MAKER_PLAIN)

TabRowTraits *tab_row_traits_new(const TabFeatures *features)
{
    TabRowTraits *traits = g_new0(TabRowTraits, 1);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(TabTrait));
    traits->rows = features->rows + 1;
    traits->first = g_new(uint32_t, traits->rows + 1);
    for (unsigned row = 0; row < traits->rows; row++) {
        TabTraits of_row;
        tab_traits_of_row(features, row, &of_row);
        traits->first[row] = all->len;
        g_array_append_vals(all, of_row.trait, of_row.n);
    }
    traits->first[traits->rows] = all->len;
    traits->trait = (TabTrait *)(gpointer)g_array_free(all, FALSE);
    tab_traits_of_rules(features, &traits->of_rules);
    return traits;
}

void tab_row_traits_free(TabRowTraits *traits)
{
    if (!traits)
        return;
    g_free(traits->first);
    g_free(traits->trait);
    g_free(traits);
}

TabMaking *tab_making_new(unsigned hidden)
{
    TabMaking *making = g_new0(TabMaking, 1);
    making->steps = tab_steps_best();
    making->hidden = hidden;
    return making;
}

void tab_making_free(TabMaking *making)
{
    if (!making)
        return;
    g_free(making->touched);
    g_free(making->made);
    g_free(making->row);
    g_free(making->gradient);
    g_free(making->middle);
    g_free(making);
}

/* Adds the learned rows of these traits to `sum`. */
static void add_traits(const TabMaking *making, const float *learned, unsigned first,
                       const TabTrait *trait, unsigned n, float one, float *sum)
{
    for (unsigned i = 0; i < n; i++)
        making->steps->add((float)trait[i].value / one,
                           learned + (size_t)(first + trait[i].number) * making->hidden, sum,
                           making->hidden);
}

/* The other way: adds `slope` to the gradients of these traits. */
static void pass_back(const TabMaking *making, const float *slope, unsigned first,
                      const TabTrait *trait, unsigned n, float one, float *gradient)
{
    for (unsigned i = 0; i < n; i++)
        making->steps->add((float)trait[i].value / one, slope,
                           gradient + (size_t)(first + trait[i].number) * making->hidden,
                           making->hidden);
}

void tab_making_start(TabMaking *making, const TabRowTraits *traits, const float *learned)
{
    const TabMakerRows at = tab_maker_rows(making->hidden);
    if (traits->rows > making->room) {
        size_t n = (size_t)traits->rows * making->hidden;
        making->touched = g_renew(uint32_t, making->touched, traits->rows);
        making->made = g_renew(bool, making->made, traits->rows);
        making->row = g_renew(float, making->row, n);
        making->middle = g_renew(float, making->middle, n);
        g_free(making->gradient);
        making->gradient = g_new0(float, n);
        making->room = traits->rows;
    }
    memset(making->made, 0, traits->rows * sizeof making->made[0]);
    making->traits = traits;
    making->n = 0;
    memcpy(making->ground, learned + (size_t)at.start * making->hidden,
           making->hidden * sizeof(float));
    add_traits(making, learned, at.into, traits->of_rules.trait, traits->of_rules.n, INTO_ONE,
               making->ground);
}

void tab_making_need(TabMaking *making, const float *learned, unsigned row)
{
    if (making->made[row])
        return;
    const TabMakerRows at = tab_maker_rows(making->hidden);
    const TabRowTraits *traits = making->traits;
    const TabTrait *trait = traits->trait + traits->first[row];
    unsigned n = traits->first[row + 1] - traits->first[row], hidden = making->hidden;
    float *middle = making->middle + (size_t)row * hidden;
    float *made = making->row + (size_t)row * hidden;
    making->made[row] = true;
    making->touched[making->n++] = row;
    memset(made, 0, hidden * sizeof(float));
    if (!n)
        return;
    memcpy(middle, making->ground, hidden * sizeof(float));
    add_traits(making, learned, at.into, trait, n, INTO_ONE, middle);
    for (unsigned k = 0; k < hidden; k++)
        middle[k] = CLAMP(middle[k], 0, TAB_MAKER_MOST) / TAB_MAKER_FROM;
    making->steps->combine(middle, learned + (size_t)at.from * hidden, made, hidden);
    add_traits(making, learned, at.plain, trait, n, PLAIN_ONE, made);
}

void tab_making_finish(TabMaking *making, const float *learned, float *gradient)
{
    const TabMakerRows at = tab_maker_rows(making->hidden);
    const TabRowTraits *traits = making->traits;
    unsigned hidden = making->hidden;
    float ground[TAB_MAX_HIDDEN] = {0}; /* gradient of the common part */
    for (unsigned i = 0; i < making->n; i++) {
        unsigned row = making->touched[i], n = traits->first[row + 1] - traits->first[row];
        const TabTrait *trait = traits->trait + traits->first[row];
        const float *middle = making->middle + (size_t)row * hidden;
        float *slope = making->gradient + (size_t)row * hidden, back[TAB_MAX_HIDDEN];
        if (n) {
            pass_back(making, slope, at.plain, trait, n, PLAIN_ONE, gradient);
            making->steps->separate(middle, learned + (size_t)at.from * hidden, slope,
                                    gradient + (size_t)at.from * hidden, back, hidden);
            for (unsigned k = 0; k < hidden; k++) {
                back[k] = middle[k] < MOST ? back[k] / TAB_MAKER_FROM : 0;
                ground[k] += back[k];
            }
            pass_back(making, back, at.into, trait, n, INTO_ONE, gradient);
        }
        memset(slope, 0, hidden * sizeof(float));
    }
    making->steps->add(1, ground, gradient + (size_t)at.start * hidden, hidden);
    pass_back(making, ground, at.into, traits->of_rules.trait, traits->of_rules.n, INTO_ONE,
              gradient);
}
