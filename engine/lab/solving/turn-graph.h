// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can happen within a turn while the enemies stand as they do, as a graph.
//
// All boards that a turn can pass through have the enemy's piles of its start, or fewer of them
// (subgraphs.h), and turns against one set of enemy piles can be worked out together without
// looking at any other. Turns against many sets are worked out in one graph: what is left of these
// once piles are captured is in it only once. The nodes are these boards; node 0 stands for "the
// enemy has no piece left". The edges are plays of one throw. A graph is put together from pieces,
// which are the boards of one subgraph each, in an order in which plays never lead back to an
// earlier one.
#pragma once

#include "engine/lab/solving/subgraphs.h"

/* One graph, in memory that grows to the largest made with it. Nodes 1 … n_full have all enemy
 * piles and all own pieces: they are the boards before the throw. For node v, `target[start[v *
 * TAB_BOX_KINDS + t]]` up to `target[start[v * TAB_BOX_KINDS + t + 1]]` are the nodes that a play
 * of a throw of kind t leads to. */
typedef struct {
    uint32_t n_nodes, n_full; /* node 0 included */
    uint32_t *start;          /* TAB_BOX_KINDS * n_nodes + 1 of them */
    uint32_t *target;
    uint8_t *must;    /* by node: as in TabSubgraph */
    uint64_t *before; /* by full node: its state; own tâbs not counted */
    uint64_t *after; /* by node: the state if the turn stops here; own saved tâbs not counted. Each
                      * of them adds `after_step` (0 without save-tab) */
    uint64_t *after_step;
    uint64_t before_step; /* what each own saved tâb adds to `before` */
    uint8_t *stuck;       /* by full node: as in TabSubgraph */
    uint8_t *blocked;     /* by full node: this side has no play with any throw */
    uint32_t n_pieces; /* plays lead to nodes of the same piece or of a later one, or to node 0 */
    uint32_t *first;   /* piece i has the nodes first[i] … first[i + 1] - 1 */
    size_t room_nodes, room_targets, room_pieces;
} TabTurnGraph;

TabTurnGraph *tab_turn_graph_new(void);
void tab_turn_graph_free(TabTurnGraph *turns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTurnGraph, tab_turn_graph_free)

/* With no more nodes than this a graph can always be made: they have some forty plays each at most.
 */
#define TAB_TURN_GRAPH_MOST_NODES TAB_SUBGRAPH_MOST_BOARDS

/* The graph of the turns of `subgraphs` against `n_enemies` enemies by their numbers among
 * tab_index_boards(index, 0, enemy), each once, which have saved `enemy_saved` tâbs. All states
 * that it can lead to must be in the layers of `subgraphs`, and it must have at most
 * TAB_TURN_GRAPH_MOST_NODES. */
void tab_turn_graph_make(TabTurnGraph *turns, TabSubgraphs *subgraphs, const guint64 *enemies,
                         unsigned n_enemies, unsigned enemy_saved);

/* Nodes that a graph against one enemy can have at most. */
uint64_t tab_turn_graph_most_nodes(const TabIndex *index, unsigned own, unsigned enemy);

/* All numbers (guint64) of enemies, in an order in which neighbours have much in common: those come
 * one after the other whose piles stand in the same blocks of so many cells. */
GArray *tab_turn_graph_order(const TabIndex *index, unsigned enemy, unsigned cells);

/* Against how many of `n_enemies` enemies, from the first on, a graph of `most` nodes has room, 1
 * at least; it has no more than `nodes` then. */
unsigned tab_turn_graph_room(const TabIndex *index, unsigned own, unsigned enemy,
                             const guint64 *enemies, unsigned n_enemies, uint64_t most,
                             uint64_t *nodes);
