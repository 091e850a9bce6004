// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the levels.
#include "engine/levels.h"

/* Noises were chosen, and Elos measured, by tests/strength.py levels. */
static const struct {
    TabWeakness weakness;
    unsigned elo;
} levels[TAB_LEVELS_TOP + 1] = {
    {{23, 1}, TAB_LEVELS_LEAST_ELO},
    {{8, 1}, 335},
    {{4.2, 1}, 450},
    {{2.4, 1}, 575},
    {{1.55, 1}, 695},
    {{1.05, 1}, 795},
    {{0.66, 1}, 895},
    {{0.43, 1}, 1000},
    {{0.265, 1}, 1110},
    {{0.2, 2}, 1215},
    {{0, 0}, TAB_LEVELS_MOST_ELO},
};

TabWeakness tab_levels_weakness(unsigned level)
{
    return levels[MIN(level, TAB_LEVELS_TOP)].weakness;
}

unsigned tab_levels_elo(unsigned level)
{
    return levels[MIN(level, TAB_LEVELS_TOP)].elo;
}

/* Between level 9 and the top: no noise, and so many turns ahead from such an Elo on, measured in
 * 600 games of each against level 9. Four turns are no stronger than three at this scale's
 * precision; what is left to the top comes from depth, for which there is no step in between. */
static const TabWeakness no_noise[] = {{0, 3}, {0, 2}};
static const unsigned no_noise_elo[] = {1299, 1278};

TabWeakness tab_levels_weakness_for_elo(unsigned elo)
{
    if (elo >= levels[TAB_LEVELS_TOP].elo)
        return levels[TAB_LEVELS_TOP].weakness;
    for (unsigned i = 0; i < G_N_ELEMENTS(no_noise); i++)
        if (elo >= no_noise_elo[i])
            return no_noise[i];
    elo = MAX(elo, levels[0].elo);
    unsigned above = 1;
    while (levels[above].elo <= elo)
        above++;
    const TabWeakness *low = &levels[above - 1].weakness, *high = &levels[above].weakness;
    double part =
        ((double)elo - levels[above - 1].elo) / ((double)levels[above].elo - levels[above - 1].elo);
    return (TabWeakness){low->noise + part * (high->noise - low->noise), low->depth};
}
