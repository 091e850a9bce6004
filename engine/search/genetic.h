// SPDX-License-Identifier: GPL-3.0-or-later
// The opponent `genetic`: one turn chosen by a genetic algorithm over the ways to play its throws.
#pragma once

#include "protocol/rules/movegen.h"
#include "protocol/rules/cast.h"

/* --- the score: a board after the turn in whole points, without any look ahead --- */

/* The agent of A. B. Hassanat, G. Altarawneh, A. S. Tarawneh, H. Faris, M. B. Alhasanat, A. de
 * Voogt, B. Al-Rawashdeh, M. Alshamaileh and S. V. B. Prasath, "On Computerizing the Ancient Game
 * of Ṭāb", International Journal of Gaming and Computer-Mediated Simulations 10(3), 2018, from page
 * 20, doi:10.4018/IJGCMS.2018070102. Its terms, with the reading taken where they leave a
 * choice. A piece is a piece, also where it stands in a pile, and rows are those of the mover:
 *
 *   +4  an own piece on row 1, +2 on any other row; an enemy piece -4 on the enemy's own row 1 (the
 *       mover's row 4), -2 elsewhere;
 *   +2  an own piece on one of the three cells of row 2 that come last on the path;
 *   -4  an own piece in a pile of two or more: a pile of three costs 12. Enemy piles are no matter;
 *   +n  an own piece on row 4 that has n cells before it to the end of the row: columns - 1 at the
 *       entrance, 0 on the last cell;
 *   -2  an enemy piece within five cells behind an own piece, counted for each such pair of pieces.
 *       "Behind" goes along the path of the enemy: one to five steps take it there, at the fork by
 *       either branch. The rules that may hold it back (Nasara, row 4, cells in between) do not
 *       count, as only the board is looked at;
 *   -3  an own piece on row 4 when the enemy has three pieces or fewer;
 *
 * and a board without enemies is a game won, which beats every other one: the terms alone would
 * now and then leave the last piece standing. */

#define TAB_GENETIC_WON 1000000

/* What the score looks up; of one width, immutable once made. */
typedef struct {
    int8_t own[2][TAB_MAX_CELLS];      /* points of a piece of the mover, by the mover's side */
    int8_t enemy[2][TAB_MAX_CELLS];    /* points of a piece of its enemy */
    TabCells behind[2][TAB_MAX_CELLS]; /* cells within five behind a piece of the mover */
    TabCells row4[2];                  /* of the mover */
} TabGeneticScore;

/* For boards of that width; `board` is not kept. */
void tab_genetic_score_init(TabGeneticScore *score, const TabBoard *board);

/* The points of `board` for `mover`, who has just played. Saved tâbs and the side to move do not
 * matter. */
int tab_genetic_score(const TabGeneticScore *score, const TabPosition *board, TabSide mover);

/* --- the algorithm --- */

/* The algorithm of Hassanat et al. (2018), cited above. A genome is the throws of the
 * hand in an order, and for each of them an index into the plays that it has when its turn comes.
 * Where the paper's account leaves a choice:
 *
 * - The index is taken modulo the number of plays. Where a throw need not be used (all its plays
 *   are refusable, or it is a tâb that can be saved), leaving it is one play more.
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
