// SPDX-License-Identifier: GPL-3.0-or-later
// What one backup of a unit is given, and what it fills in.
//
// For a state s the backup of two functions S and T is
//
//     B(S, T)(s) = sum over hands h of p(h) * max over the ends o of a turn with h of
//         1            if the enemy has no piece left in o,
//         1 - T(o)     if the other side moves next,
//         S(o)         if the same side throws again (only with throws=at-once).
//
// The chance to win V is the fixed point V = B(V, V), if there is but one (where one side alone can
// wait for ever there are more). States in which neither side can ever play again are worth one
// half, for such play counts one half and nothing else can happen.
#pragma once

#include "engine/lab/solving/hand-box.h"
#include "engine/tables/layers.h"

/* What all backups of a table have in common. */
typedef struct {
    const TabLayers *layers;
    TabSticks sticks;
    const TabHandBox *box; /* NULL with throws=at-once, where the single throws are all hands */
    unsigned threads;
    uint32_t ranks;  /* 0, or the most ends that are told apart: those of nearly the same worth then
                      * count as the best of them; not with throws=at-once */
    uint64_t nodes;  /* that a turn graph of more than one enemy may have at most */
    bool wide;       /* keep `high` of successors where it is not needed: for tests */
    uint64_t graphs; /* bytes of memory for parts of turn graphs (graph-parts.h) that are kept; with
                      * throws=at-once for lists of ends (single.h) */
    const char *scratch; /* folder for numbers of states that memory has no room for; NULL: none */
} TabBackupSetup;

/* Where the best turns of a unit lead within the unit: for the state with number start + s the
 * entries s * slots … of `state` (less the unit's start) and `chance`, likeliest first, ended by a
 * chance of 0 unless full. A chance is below 0 if the other side is to move there. They come from
 * the short hands and are rounded: enough to guess by, not to prove by. */
typedef struct {
    unsigned slots; /* at least as many as the cast has kinds of throw */
    uint32_t *state;
    uint8_t *high;   /* bits 32–39 of each state; NULL for units of at most 2^32 states */
    int16_t *chance; /* TAB_CHANCE_ONE stands for 1 */
} TabSuccessors;

#define TAB_CHANCE_ONE 16384
#define TAB_UNIT_MOST (UINT64_C(1) << 40) /* states of a unit that successors can be kept of */

static inline uint64_t tab_successors_state(const TabSuccessors *next, uint64_t at)
{
    return next->state[at] | (next->high ? (uint64_t)next->high[at] << 32 : 0);
}

static inline void tab_successors_set(TabSuccessors *next, uint64_t at, uint64_t state,
                                      double chance)
{
    next->state[at] = (uint32_t)state;
    next->chance[at] = (int16_t)(chance * TAB_CHANCE_ONE + (chance < 0 ? -0.5 : 0.5));
    if (next->high)
        next->high[at] = (uint8_t)(state >> 32);
}

/* What the turn graphs of a unit are made of, as far as it has room, for its next backup. */
typedef struct _TabBackupGraphs TabBackupGraphs;

typedef struct {
    const double *same, *turned; /* S and T by state; all of the unit and of smaller ones */
    double tail_worth;           /* what hands outside of the box are taken to be worth */
    double *value;               /* B by state, less the unit's start */
    double *other; /* NULL, or the same mean over the ends that are best by S and T, but of their
                    * worths by T and S (exchanged), hands outside of the box being worth 1 -
                    * tail_worth: as B(T, S) takes the best ends, it is at least this */
    double *off;   /* with `other`: by the mean of both worths, no end of a hand is better than the
                    * one that was taken by more than this */
    TabSuccessors *successors; /* NULL, or filled in */
    TabBackupGraphs *graphs;   /* those of this unit; NULL: only for this backup */
    GHashTable *changed; /* NULL, or a set of states of the unit (guint64, less its start): only for
                          * these and where turns may lead to one of them values are written; not
                          * with throws=at-once */
} TabBackup;
