// SPDX-License-Identifier: GPL-3.0-or-later
// Levels of play from beginner to full strength, and the Elo scale that a tournament gave them.
#pragma once

#include <glib.h>

#define TAB_LEVELS_TOP 10 /* full strength */

/* The Elos of level 0 and of the top level. */
#define TAB_LEVELS_LEAST_ELO 155
#define TAB_LEVELS_MOST_ELO 1205

/* How a level is weakened: it sees every position's chance to win through noise, the same
 * whenever it meets the position in one game, and looks no further ahead than so many turns. So it
 * sees what is plain and misjudges what is close. */
typedef struct {
    double noise; /* half-width of the triangular noise, in logits of the chance to win; 0: none */
    unsigned depth; /* turns looked ahead, the own one included; 0: no limit */
} TabWeakness;

/* Level 0 … TAB_LEVELS_TOP; more is TAB_LEVELS_TOP. */
TabWeakness tab_levels_weakness(unsigned level);

/* The level's Elo, by ladders such as that of engine/README.md. Play by chance is the zero of the
 * scale. */
unsigned tab_levels_elo(unsigned level);

/* The weakness for an Elo between two levels, by interpolation of the noise; for one below level 0
 * or above the top level that of these. */
TabWeakness tab_levels_weakness_for_elo(unsigned elo);
