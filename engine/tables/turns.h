// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can happen within a turn while the enemies stand as they do, as a graph.
//
// All boards that a turn can pass through have the enemy's piles of its start, or fewer of them
// (parts.h), and turns against one set of enemy piles can be worked out together without looking at
// any other. Turns against many sets are worked out in one graph: what is left of these once piles
// are captured is in it only once. The nodes are these boards; node 0 stands for "the enemy has no
// piece left". The edges are plays of one throw.
#pragma once

#include "engine/tables/parts.h"

G_BEGIN_DECLS

/* One graph, in memory that grows to the largest made with it. Nodes 1 … n_full have all enemy
 * piles and all own pieces: they are the boards before the throw. For node v, `target[start[5 v +
 * t]]` up to `target[start[5 v + t + 1]]` are the nodes that a play of throw t leads to. */
typedef struct {
    uint32_t n_nodes, n_full; /* node 0 included */
    uint32_t *start;          /* 5 * n_nodes + 1 of them */
    uint32_t *target;
    uint8_t *must;    /* by node: as in TabPart */
    uint64_t *before; /* by full node: its state; own tâbs not counted */
    uint64_t *after; /* by node: the state if the turn stops here; own saved tâbs not counted. Each
                      * of them adds `after_step` (0 without save-tab) */
    uint64_t *after_step;
    uint64_t before_step; /* what each own saved tâb adds to `before` */
    uint8_t *stuck;       /* by full node: as in TabPart */
    uint8_t *blocked;     /* by full node: this side has no play with any throw */
    size_t room_nodes, room_targets, room_sets;
    struct _TabTurnsPiece *piece; /* what it is put together from */
} TabTurns;

TabTurns *tab_turns_new(void);
void tab_turns_free(TabTurns *turns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTurns, tab_turns_free)

/* With no more nodes than this a graph can always be made: they have some forty plays each at most.
 */
#define TAB_TURNS_MOST_NODES TAB_PART_MOST_BOARDS

/* The graph of the turns of `parts` against the `n_enemies` enemies from number `enemies` on, among
 * tab_index_boards(index, 0, enemy), which have saved `enemy_saved` tâbs. All states that it can
 * lead to must be in the layers of `parts`, and it must have at most TAB_TURNS_MOST_NODES. */
void tab_turns_make(TabTurns *turns, TabParts *parts, uint64_t enemies, unsigned n_enemies,
                    unsigned enemy_saved);

/* Nodes that a graph against one enemy can have at most. */
uint64_t tab_turns_most_nodes(const TabIndex *index, unsigned own, unsigned enemy);

/* Against how many enemies from number `first` on a graph of `most` nodes has room, 1 at least; it
 * has no more than `nodes` then. */
uint64_t tab_turns_room(const TabIndex *index, unsigned own, unsigned enemy, uint64_t first,
                        uint64_t most, uint64_t *nodes);

G_END_DECLS
