// SPDX-License-Identifier: GPL-3.0-or-later
// The score of the opponent `genetic`: a board after its turn in whole points, without any look
// ahead.
#pragma once

#include "protocol/rules/position.h"

G_BEGIN_DECLS

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

/* For boards of that width; `geometry` is not kept. */
void tab_genetic_score_init(TabGeneticScore *score, const TabGeometry *geometry);

/* The points of `board` for `mover`, who has just played. Saved tâbs and whose turn it is are no
 * matter. */
int tab_genetic_score(const TabGeneticScore *score, const TabPosition *board, TabSide mover);

G_END_DECLS
