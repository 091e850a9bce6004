// SPDX-License-Identifier: GPL-3.0-or-later
// The exact chance that a side about to throw can land on a cell, from the distances of its piles.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

#define TAB_HITS_NEAR 16 /* distances that the quick table covers */
#define TAB_HITS_SAVED 3 /* saved tâbs that the quick table tells apart */
#define TAB_NO_DISTANCE 255

/* Distances in cells along the path, as sets: bit d for distance d, 1 ≤ d < 128. */
typedef struct {
    uint64_t low, high;
} TabDistances;

/* The parts of the board that evaluations tell apart, as one side sees them. */
typedef enum {
    TAB_ZONE_HOME = 1,   /* its home row */
    TAB_ZONE_NEXT,       /* the row after it */
    TAB_ZONE_FAR,        /* all that lies beyond, but for … */
    TAB_ZONE_ENEMY_HOME, /* … the enemy's home row */
    TAB_N_ZONES
} TabZone;

/* All hands of one kind: the sums that their subsets reach and the chance of that. */
typedef struct {
    TabDistances sums;
    double p;
} TabHitEntry;

/* Tables for one ruleset and one set of sticks; immutable once made. "Tâbs usable" is false while
 * the side must use them to convert (`tab-duty=convert` and a Nasrani left): they are then left out
 * of every hand. */
typedef struct {
    /* By side and cell. */
    uint8_t zone[2][TAB_MAX_CELLS]; /* TabZone */
    /* Shortest way along the path of `side` from one cell to another, either branch;
     * TAB_NO_DISTANCE: none. */
    uint8_t distance[2][TAB_MAX_CELLS][TAB_MAX_CELLS];
    bool convert;            /* tab-duty=convert */
    bool saves;              /* save-tab=yes … */
    unsigned saved_steps;    /* … and the steps of the throw that can be saved */
    TabHitEntry *entries[2]; /* [tâbs usable], without saved tâbs; the chances sum to 1 - tail */
    unsigned n_entries[2];
    double tail; /* chance of hands too long to be listed; below 10^-12 for fair sticks */
    /* Chance by set of distances 1–16 (bit d - 1); row 0: tâbs not usable, row 1 + s: usable and s
     * saved. */
    float *near[2 + TAB_HITS_SAVED];
} TabHits;

TabHits *tab_hits_new(const TabRules *rules, const TabSticks *sticks);
void tab_hits_free(TabHits *hits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHits, tab_hits_free)

/* Whether `side` may use tâbs for moves other than converting. */
static inline bool tab_hits_tabs_usable(const TabHits *hits, const TabPosition *position,
                                        TabSide side)
{
    return !(hits->convert && position->nasara[side]);
}

/* The distances from all piles of `attacker` other than Nasara to `cell`. */
TabDistances tab_hits_distances(const TabHits *hits, const TabPosition *position, TabSide attacker,
                                unsigned cell);

/* The exact chance that some subset of the attacker's next hand, its saved tâbs included, sums to
 * one of `distances`. */
double tab_hits_chance(const TabHits *hits, const TabPosition *position, TabSide attacker,
                       TabDistances distances);

/* Whether the piles of `side` on row 4 must stay there (rule 5, its conditions on single pieces
 * left out). */
bool tab_hits_row4_frozen(const TabRules *rules, const TabPosition *position, TabSide side);

/* The row of `near` for `attacker`. */
static inline const float *tab_hits_near(const TabHits *hits, const TabPosition *position,
                                         TabSide attacker)
{
    if (!tab_hits_tabs_usable(hits, position, attacker))
        return hits->near[0];
    return hits->near[1 + (hits->saves ? MIN(position->saved[attacker], TAB_HITS_SAVED) : 0)];
}
