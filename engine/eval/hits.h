// SPDX-License-Identifier: GPL-3.0-or-later
// The exact chance that a side about to throw can land on a cell, from the distances of its piles.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

#define TAB_HITS_NEAR 16 /* distances that the quick table covers */
#define TAB_HITS_SAVED 3 /* saved tâbs that the quick table tells apart */
#define TAB_NO_DISTANCE 255
#define TAB_HITS_WALK 32 /* cells that are walked where own pieces stand in the way */
#define TAB_NO_STOP UINT16_MAX

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

/* All hands that a side can throw. "Tâbs usable" is false while it must use throws that unlock to
 * unlock (`tab-duty=convert` or `first`, and a Nasrani left): they are then left out of every hand.
 */
typedef struct {
    TabHitEntry *entries[2]; /* [tâbs usable], without saved tâbs; the chances sum to 1 - tail */
    unsigned n_entries[2];
    float unlocks; /* the chance that a hand has a throw that unlocks */
    float throws;  /* tab_sticks_mean */
    double tail;   /* chance of hands too long to be listed; below 10^-12 for fair sticks */
    /* Chance by set of distances 1–16 (bit d - 1); row 0: tâbs not usable, row 1 + s: usable and s
     * saved. */
    float *near[2 + TAB_HITS_SAVED];
} TabHitHands;

/* Tables for one ruleset and one set of sticks; immutable once made. */
typedef struct {
    TabRules *rules;
    TabHitHands *hands[2]; /* by side: the same ones where both throw alike */
    /* By side and cell. */
    uint8_t zone[2][TAB_MAX_CELLS]; /* TabZone */
    /* Shortest way along the path of `side` from one cell to another, either branch of a fork;
     * TAB_NO_DISTANCE: none. By side, and whether it begins on the second leg of the cell. */
    uint8_t distance[2][2][TAB_MAX_CELLS][TAB_MAX_CELLS];
    TabCells coming[2][2][TAB_MAX_CELLS]; /* the cells that have such a distance: where a pile may
                                             yet come */
    /* What stands on the track after a place, by branch of a fork, as White walks: places are
     * numbered leg × TAB_MAX_CELLS + cell. TAB_NO_STOP: the track ends, or there is no fork. */
    uint16_t next[TAB_MAX_LEGS * TAB_MAX_CELLS][2];
    bool stops_own;     /* pass-own=no: a piece stands in the way of those behind it */
    bool spares_nasara; /* sleepers=safe: nobody lands on an enemy Nasrani */
    bool binds; /* tab-duty: throws that unlock serve nothing else while a Nasrani is left */
    bool saves; /* save-tab=yes … */
    unsigned saved_steps; /* … and the steps of the throw that can be saved */
} TabHits;

/* The sticks are White's, as everywhere (tab_sticks_of_side). */
TabHits *tab_hits_new(const TabRules *rules, const TabSticks *sticks);
void tab_hits_free(TabHits *hits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHits, tab_hits_free)

/* Whether `side` may use throws that unlock for other moves. Under `tab-duty=first` it also may
 * while none of its Nasara can move, which is rare and not looked at. */
static inline bool tab_hits_tabs_usable(const TabHits *hits, const TabPosition *position,
                                        TabSide side)
{
    return !(hits->binds && position->nasara[side]);
}

/* How far the pile on `from` is from `cell`, or TAB_NO_DISTANCE. */
static inline unsigned tab_hits_distance(const TabHits *hits, const TabPosition *position,
                                         TabSide side, unsigned from, unsigned cell)
{
    bool second = tab_board_on_second_leg(&hits->rules->board, side, from,
                                          tab_pile_rank(position->pile[from], 0));
    return hits->distance[side][second][from][cell];
}

/* Whether a pile of `side` that goes from one cell to another leaves its home row for that. */
static inline bool tab_hits_leaves_home(const TabHits *hits, TabSide side, unsigned from,
                                        unsigned to)
{
    const TabBoard *board = &hits->rules->board;
    return hits->zone[side][from] == TAB_ZONE_HOME &&
           !(hits->zone[side][to] == TAB_ZONE_HOME &&
             board->path_index[side][to] > board->path_index[side][from]);
}

/* The pieces that walk: all piles other than Nasara but for those that must stay where they are. */
typedef struct {
    TabCells piles;
    TabCells barred; /* of these, those that may not enter the enemy's home row */
    bool stay_home;  /* none may leave its home row */
} TabWalkers;

/* With `stops_own`: by cell, the distances 1 … TAB_HITS_WALK (bit d - 1) from which these pieces
 * and the king of `side` can come there, if nothing of their own stands in the way; the king passes
 * what is his. Enemies in the way (`jump-enemies=no`) are not looked at. */
void tab_hits_walk(const TabHits *hits, const TabPosition *position, TabSide side,
                   const TabWalkers *walkers, uint32_t near[TAB_MAX_CELLS]);

/* Whether nothing may land on this pile of `side`, since it sleeps. */
static inline bool tab_hits_spared(const TabHits *hits, TabPile pile)
{
    return hits->spares_nasara && pile == TAB_PILE_NASRANI;
}

/* The distances from which `attacker` can come to `cell`, empty or an enemy's: from all its piles
 * other than Nasara and from its king; with `stops_own` as tab_hits_walk says. Enemies in the way
 * (`jump-enemies=no`) are not looked at. */
TabDistances tab_hits_distances(const TabHits *hits, const TabPosition *position, TabSide attacker,
                                unsigned cell);

/* The exact chance that some subset of the attacker's next hand, its saved tâbs included, sums to
 * one of `distances`. */
double tab_hits_chance(const TabHits *hits, const TabPosition *position, TabSide attacker,
                       TabDistances distances);

/* Where the track ends (`track=once`): the pieces of `side` that can certainly never be captured,
 * because all enemies have passed them, or they all enemies, for good. What else may stop an enemy
 * is not looked at. The board must be one whose track ends. */
unsigned tab_hits_lasting(const TabHits *hits, const TabPosition *position, TabSide side);

/* Whether the lasting pieces of a side are enough not to lose any more: to lose is to lose the last
 * one, or with `goal=fill` to have fewer than the enemy at the end. If both sides have enough the
 * game is drawn, however long it goes on. Where the track does not end they never are. */
static inline bool tab_hits_cannot_lose(const TabHits *hits, const TabPosition *position,
                                        TabSide side)
{
    if (!hits->rules->board.ends)
        return false;
    unsigned lasting = tab_hits_lasting(hits, position, side);
    return lasting && lasting >= (hits->rules->fill ? position->pieces[tab_side_other(side)] : 1);
}

/* Whether the game is drawn for that reason. */
static inline bool tab_hits_dead_draw(const TabHits *hits, const TabPosition *position)
{
    return tab_hits_cannot_lose(hits, position, TAB_WHITE) &&
           tab_hits_cannot_lose(hits, position, TAB_BLACK);
}

/* Whether the piles of `side` on the enemy's home row must stay there (rule 5, its conditions on
 * single pieces left out; `goal=fill`). */
bool tab_hits_row4_frozen(const TabRules *rules, const TabPosition *position, TabSide side);

/* The row of `near` for `attacker`. */
static inline const float *tab_hits_near(const TabHits *hits, const TabPosition *position,
                                         TabSide attacker)
{
    float *const *near = hits->hands[attacker]->near;
    if (!tab_hits_tabs_usable(hits, position, attacker))
        return near[0];
    return near[1 + (hits->saves ? MIN(position->saved[attacker], TAB_HITS_SAVED) : 0)];
}
