// SPDX-License-Identifier: GPL-3.0-or-later
// What can be played against one set of enemy piles, which many turns pass through.
//
// Within a turn (throws=collect) only own pieces move, and enemy piles are captured. So turns that
// begin against different enemies meet again once these have lost piles: what can be played then is
// the same. A *part* is all of it for one set of enemy piles and one number of own pieces; the
// graph of a turn (turn-graph.h) is put together from the parts of all that may be left of its
// enemy. Parts hold no values. They are made with the rules' own move generator, once as far as
// there is room, and do not depend on each other.
#pragma once

#include "engine/lab/solving/hand-box.h"
#include "engine/tables/layers.h"

/* The boards of a part are those of tab_index_white_number that leave the enemy's cells free, in
 * their order. */
typedef struct {
    uint32_t n, n_plays; /* boards; plays of all of them */
    uint8_t *count;      /* by board and kind of throw (TAB_BOX_KINDS): plays */
    uint32_t *play; /* where each leads, board by board and throw by throw: TAB_GRAPH_PART_ … */
    uint8_t *must;  /* by board: bit t set if throw t has a play that is not refusable (RULES.md 6);
                     * never the tâb's if that can be saved */
    uint64_t *after;  /* by board: the state if the turn stops here, nobody having saved tâbs */
    uint64_t *before; /* the state before the throw; NULL where turns are not to begin */
    uint8_t *stuck;   /* neither this side nor, after it, the other can ever play; NULL likewise */
} TabGraphPart;

/* A play leads to a board of the part with `captured` (0: nothing, else the pile by its cell, from
 * 1) less of the enemy and so many own pieces; if the enemy has nothing left, to board 0 of it. */
#define TAB_GRAPH_PART_MOST_BOARDS (UINT32_C(1) << 25)

static inline uint32_t tab_graph_part_play(unsigned captured, unsigned own, uint32_t board)
{
    return (captured * TAB_INDEX_MOST_PIECES + own - 1) * TAB_GRAPH_PART_MOST_BOARDS + board;
}

static inline uint32_t tab_graph_part_board(uint32_t play)
{
    return play % TAB_GRAPH_PART_MOST_BOARDS;
}

/* The parts of all turns of one number of own pieces against another, as far as they are kept. Any
 * thread may ask for them. Fields are for reading. */
typedef struct {
    const TabLayers *layers;
    unsigned own, enemy;
    unsigned least_own;                         /* the fewest own pieces that a turn can lead to */
    TabCells *cells[TAB_INDEX_MOST_PIECES + 1]; /* of White's boards, by pieces and number */
    /* By own and enemy pieces and number; NULL if it is not kept. */
    TabGraphPart **kept[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
    GMutex lock;                    /* of the rooms, and of writing to `kept` */
    uint64_t lower_room, full_room; /* bytes left */
} TabGraphParts;

/* Turns of `own` pieces against `enemy`, in `layers`, which stay the caller's. Of what is made for
 * them at most `lower` bytes are kept of parts with less than all of the enemy, and `full` bytes of
 * the others. */
TabGraphParts *tab_graph_parts_new(const TabLayers *layers, unsigned own, unsigned enemy,
                                   uint64_t lower, uint64_t full);
void tab_graph_parts_free(TabGraphParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGraphParts, tab_graph_parts_free)

/* The part of `own` pieces against `enemies`, a place without own pieces. It must be given back. */
const TabGraphPart *tab_graph_parts_take(TabGraphParts *parts, unsigned own,
                                         const TabPlace *enemies);
void tab_graph_parts_give_back(TabGraphParts *parts, unsigned own, const TabPlace *enemies,
                               const TabGraphPart *part);

/* Bytes in which all parts have room: those with less than all of the enemy, and the others. */
uint64_t tab_graph_parts_lower_memory(const TabIndex *index, unsigned own, unsigned enemy);
uint64_t tab_graph_parts_full_memory(const TabIndex *index, unsigned own, unsigned enemy);

/* Whether neither side has a play with any throw. */
bool tab_graph_parts_is_stuck(const TabRules *rules, const TabPosition *position);
