// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can happen within a turn while the enemy stands as it does, as a graph.
//
// Within a turn (throws=collect) only own pieces move; of the enemy's, piles can be captured. So
// all boards that a turn can pass through have the enemy's piles of its start, or fewer of them,
// and turns against one set of enemy piles can be worked out together without looking at any other.
// The nodes are these boards; node 0 stands for "the enemy has no piece left". The edges are plays
// of one throw.
#pragma once

#include "engine/tables/layers.h"

G_BEGIN_DECLS

/* One graph, in memory that grows to the largest made with it. Nodes 1 … n_full have all enemy
 * piles and all own pieces: they are the boards before the throw. For node v, `target[start[5 v +
 * t]]` up to `target[start[5 v + t + 1]]` are the nodes that a play of throw t leads to. */
typedef struct {
    uint32_t n_nodes, n_full; /* node 0 included */
    uint32_t *start;          /* 5 * n_nodes + 1 of them */
    uint32_t *target;
    uint8_t *must; /* by node: bit t set if throw t has a play that is not refusable (RULES.md 6);
                    * never the tâb's if that can be saved */
    uint64_t *before; /* by full node: its state; own tâbs not counted */
    uint64_t *after; /* by node: the state if the turn stops here; own saved tâbs not counted. Each
                      * of them adds `after_step` (0 without save-tab) */
    uint64_t *after_step;
    uint64_t before_step; /* what each own saved tâb adds to `before` */
    uint8_t *stuck;   /* by full node: neither this side nor, after it, the other can ever play */
    uint8_t *blocked; /* by full node: this side has no play with any throw */
    size_t room_nodes, room_targets;
    uint32_t *node_of; /* by captured piles, own pieces and their number */
    size_t room_node_of;
    struct _TabTurnsPart *part; /* what node_of is made of */
} TabTurns;

TabTurns *tab_turns_new(void);
void tab_turns_free(TabTurns *turns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTurns, tab_turns_free)

/* With no more nodes than this a graph can always be made: they have some forty plays each at most.
 */
#define TAB_TURNS_MOST_NODES 50000000u

/* The graph of turns of `own` pieces against the enemy of number `enemy_number` among
 * tab_index_boards(index, 0, enemy), which has saved `enemy_saved` tâbs. All states that it can
 * lead to must be in `layers`. False if the graph is too large. */
bool tab_turns_make(TabTurns *turns, const TabIndex *index, const TabLayers *layers, unsigned own,
                    unsigned enemy, uint64_t enemy_number, unsigned enemy_saved);

/* A copy of the graph in no more memory than it needs, which nothing can be made in; and that
 * memory.
 */
TabTurns *tab_turns_copy(const TabTurns *turns);
uint64_t tab_turns_size(const TabTurns *turns);

/* Nodes that a graph can have at most. */
uint64_t tab_turns_most_nodes(const TabIndex *index, unsigned own, unsigned enemy);

/* Whether neither side has a play with any throw. */
bool tab_turns_is_stuck(const TabRules *rules, const TabPosition *position);

G_END_DECLS
