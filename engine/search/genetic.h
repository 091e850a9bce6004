// SPDX-License-Identifier: GPL-3.0-or-later
// The opponent `genetic`: one turn chosen by a genetic algorithm over the ways to play its throws.
#pragma once

#include "engine/eval/genetic-score.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

/* The algorithm of Hassanat et al. (2018), cited in genetic-score.h. A genome is the throws of the
 * hand in an order, and for each of them an index into the plays that it has when its turn comes.
 * Where the paper's account leaves a choice:
 *
 * - The index is taken modulo the number of plays. Where a throw need not be used (all its plays
 *   are refusable, or it is a tâb that can be saved), to leave it is one play more.
 * - A throw that is left, or has no play when its turn comes, is tried again after the others, as
 *   long as anything moves: so every genome is a legal turn, and every legal turn has a genome.
 * - A genome that has been played out is kept as it was played. The first population is drawn
 *   uniformly: throws shuffled, indices at random.
 * - Crossover: each generation all genomes are paired at random. A pair has two children: each
 *   takes the first genes of one parent up to a random cut, then the throws that are missing in the
 *   order, and with the indices, of the other.
 * - Mutation: such a share of the children has either two genes exchanged or one index redrawn.
 * - Parents and children together are culled at the median; of equals there the children stay.
 *
 * It stops before the last generation only when there is nothing left to gain: when a genome wins
 * the game or, if the outcomes of the hand are few enough to be listed, scores as the best of them.
 * What the list finds is never played; the turn is always one that the genomes came upon. */
typedef struct {
    unsigned population;  /* even, 2 … 10000 */
    unsigned generations; /* bred from the first one */
    unsigned mutation;    /* percent of the children, 0–100 */
} TabGeneticPlan;

/* As published. */
#define TAB_GENETIC_PLAN ((TabGeneticPlan){.population = 500, .generations = 200, .mutation = 15})

/* What to choose, and within what limits. */
typedef struct {
    const TabRules *rules;
    const TabPosition *position; /* not finished */
    TabHand hand;                /* all throws of the turn, saved tâbs included; at least one */
    TabGeneticPlan plan;
    uint64_t seed;      /* of all chance; the same seed and nodes give the same turn */
    uint64_t max_nodes; /* boards to score at most, but one in any case; 0: no limit */
    /* Asked now and then, more often than once in a millisecond; false: enough. NULL: never. */
    bool (*go_on)(gpointer user_data);
    gpointer user_data;
} TabGeneticTask;

typedef struct {
    int score;            /* of the board after the turn */
    unsigned generations; /* that were bred */
    uint64_t nodes;       /* boards scored */
    TabTurn turn;
} TabGeneticAnswer;

/* Chooses a turn. The answer is always a legal one, however early it was told to stop. */
void tab_genetic_choose(const TabGeneticTask *task, TabGeneticAnswer *answer);

G_END_DECLS
