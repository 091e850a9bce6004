// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the levels.
#include "engine/levels.h"

typedef struct {
    TabWeakness weakness;
    unsigned elo;
} Step;

/* Three ladders of tests/strength.py levels, of some 5000 games each at 29 noises, gave a smooth
 * curve of the Elo by the noise; these are its values in even steps. */
static const Step levels[TAB_LEVELS_TOP + 1] = {
    {{34, 1}, TAB_LEVELS_LEAST_ELO},
    {{8.3, 1}, 260},
    {{4.4, 1}, 365},
    {{2.7, 1}, 470},
    {{1.72, 1}, 575},
    {{1.12, 1}, 680},
    {{0.73, 1}, 785},
    {{0.465, 1}, 890},
    {{0.28, 1}, 995},
    {{0.145, 1}, 1100},
    {{0, 0}, TAB_LEVELS_MOST_ELO},
};

/* Between level 9 and the top, best first: no noise, and so many turns ahead. From three turns on
 * play is that of the top, as far as can be measured. */
static const Step no_noise[] = {{{0, 2}, 1185}, {{0, 1}, 1165}};

TabWeakness tab_levels_weakness(unsigned level)
{
    return levels[MIN(level, TAB_LEVELS_TOP)].weakness;
}

unsigned tab_levels_elo(unsigned level)
{
    return levels[MIN(level, TAB_LEVELS_TOP)].elo;
}

TabWeakness tab_levels_weakness_for_elo(unsigned elo)
{
    if (elo >= levels[TAB_LEVELS_TOP].elo)
        return levels[TAB_LEVELS_TOP].weakness;
    for (unsigned i = 0; i < G_N_ELEMENTS(no_noise); i++)
        if (elo >= no_noise[i].elo)
            return no_noise[i].weakness;
    elo = MAX(elo, levels[0].elo);
    unsigned above = 1;
    while (levels[above].elo <= elo)
        above++;
    const Step *low = &levels[above - 1], *high = &levels[above];
    if (above == TAB_LEVELS_TOP)
        high = &no_noise[G_N_ELEMENTS(no_noise) - 1];
    double part = ((double)elo - low->elo) / ((double)high->elo - low->elo);
    double noise = low->weakness.noise + part * (high->weakness.noise - low->weakness.noise);
    return (TabWeakness){noise, low->weakness.depth};
}
