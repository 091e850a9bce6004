// SPDX-License-Identifier: GPL-3.0-or-later
// What can be played against one set of enemy piles, which many turns pass through.
//
// Within a turn (throws=collect) only own pieces move, and enemy piles are captured. So turns that
// begin against different enemies meet again once these have lost piles: what can be played then is
// the same. A *subgraph* is all of it for one set of enemy piles and one number of own pieces; the
// graph of a turn (turn-graph.h) is put together from the subgraphs of all that may be left of its
// enemy. Parts hold no values. They are made with the rules' own move generator, once as far as
// there is room, and do not depend on each other.
#pragma once

#include "engine/lab/solving/hand-box.h"
#include "engine/tables/layers.h"

/* The boards of a subgraph are those of tab_index_white_number that leave the enemy's cells free,
 * in their order. */
typedef struct {
    uint32_t n, n_plays; /* boards; plays of all of them */
    uint8_t *count;      /* by board and kind of throw (TAB_BOX_KINDS): plays */
    uint32_t *play; /* where each leads, board by board and throw by throw: TAB_SUBGRAPH_ … */
    uint8_t *must;  /* by board: bit t set if throw t has a play that is not refusable (RULES.md 6);
                     * never the tâb's if that can be saved */
    uint64_t *after;  /* by board: the state if the turn stops here, nobody having saved tâbs */
    uint64_t *before; /* the state before the throw; NULL where turns are not to begin */
    uint8_t *stuck;   /* neither this side nor, after it, the other can ever play; NULL likewise */
} TabSubgraph;

/* A play leads to a board of the subgraph with `captured` (0: nothing, else the pile by its cell,
 * from 1) less of the enemy and so many own pieces; if the enemy has nothing left, to board 0 of
 * it. */
#define TAB_SUBGRAPH_MOST_BOARDS (UINT32_C(1) << 25)

static inline uint32_t tab_subgraph_play(unsigned captured, unsigned own, uint32_t board)
{
    return (captured * TAB_INDEX_MOST_PIECES + own - 1) * TAB_SUBGRAPH_MOST_BOARDS + board;
}

static inline uint32_t tab_subgraph_board(uint32_t play)
{
    return play % TAB_SUBGRAPH_MOST_BOARDS;
}

/* The subgraphs of all turns of one number of own pieces against another, as far as they are kept.
 * Any thread may ask for them. Fields are for reading. */
typedef struct {
    const TabLayers *layers;
    unsigned own, enemy;
    unsigned least_own;                         /* the fewest own pieces that a turn can lead to */
    TabCells *cells[TAB_INDEX_MOST_PIECES + 1]; /* of White's boards, by pieces and number */
    /* By own and enemy pieces and number; NULL if it is not kept. */
    TabSubgraph **kept[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
    GMutex lock;                    /* of the rooms, and of writing to `kept` */
    uint64_t lower_room, full_room; /* bytes left */
} TabSubgraphs;

/* Turns of `own` pieces against `enemy`, in `layers`, which stay the caller's. Of what is made for
 * them at most `lower` bytes are kept of subgraphs with less than all of the enemy, and `full`
 * bytes of the others. */
TabSubgraphs *tab_subgraphs_new(const TabLayers *layers, unsigned own, unsigned enemy,
                                uint64_t lower, uint64_t full);
void tab_subgraphs_free(TabSubgraphs *subgraphs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSubgraphs, tab_subgraphs_free)

/* The subgraph of `own` pieces against `enemies`, a place without own pieces. It must be given
 * back. */
const TabSubgraph *tab_subgraphs_take(TabSubgraphs *subgraphs, unsigned own,
                                      const TabPlace *enemies);
void tab_subgraphs_give_back(TabSubgraphs *subgraphs, unsigned own, const TabPlace *enemies,
                             const TabSubgraph *subgraph);

/* Bytes in which all subgraphs have room: those with less than all of the enemy, and the others. */
uint64_t tab_subgraphs_lower_memory(const TabIndex *index, unsigned own, unsigned enemy);
uint64_t tab_subgraphs_full_memory(const TabIndex *index, unsigned own, unsigned enemy);

/* Whether neither side has a play with any throw. */
bool tab_subgraphs_is_stuck(const TabRules *rules, const TabPosition *position);
