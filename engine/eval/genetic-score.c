// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a board for the opponent `genetic`; the header says what they are.
#include "engine/eval/genetic-score.h"

#include <string.h>

#define NEAR 5 /* cells behind a piece in which an enemy counts */
#define FEW 4  /* with fewer enemies than so many, row 4 is no place to be */

/* Notes `from` as behind every cell that `enemy` reaches from `cell` in `steps` more steps. */
static void mark_behind(TabCells behind[TAB_MAX_CELLS], const TabGeometry *geometry, TabSide enemy,
                        unsigned from, unsigned cell, unsigned steps)
{
    for (int branch = 0; branch < 2 && steps; branch++) {
        TabCell to = geometry->way[enemy][TAB_THROW_1][cell][branch].to;
        if (to == TAB_NO_CELL)
            continue;
        behind[to].word[from >> 6] |= UINT64_C(1) << (from & 63);
        mark_behind(behind, geometry, enemy, from, to, steps - 1);
    }
}

static int8_t own_points(const TabGeometry *geometry, TabSide side, unsigned cell)
{
    unsigned columns = geometry->columns, index = geometry->path_index[side][cell];
    switch (geometry->relative_row[side][cell]) {
    case 1:
        return 4;
    case 2:
        return index >= 2 * columns - 3 ? 2 + 2 : 2;
    case 4:
        return (int8_t)(2 + (4 * columns - 1 - index));
    default:
        return 2;
    }
}

void tab_genetic_score_init(TabGeneticScore *score, const TabGeometry *geometry)
{
    memset(score, 0, sizeof *score);
    for (int side = 0; side < 2; side++) {
        TabSide enemy = tab_side_other((TabSide)side);
        score->row4[side] = geometry->row[side][4];
        for (unsigned cell = 0; cell < geometry->cells; cell++) {
            score->own[side][cell] = own_points(geometry, (TabSide)side, cell);
            score->enemy[side][cell] = geometry->relative_row[enemy][cell] == 1 ? -4 : -2;
            mark_behind(score->behind[side], geometry, enemy, cell, cell, NEAR);
        }
    }
}

/* Pieces of the enemy on the cells `behind`. */
static int enemies_on(const TabPosition *board, TabSide enemy, const TabCells *behind)
{
    const TabCells *there = &board->occupied[enemy];
    TabCells cells = {{there->word[0] & behind->word[0], there->word[1] & behind->word[1]}};
    int n = 0;
    unsigned cell;
    TAB_CELLS_FOREACH(cells, cell)
    n += (int)tab_pile_height(board->pile[cell]);
    return n;
}

int tab_genetic_score(const TabGeneticScore *score, const TabPosition *board, TabSide mover)
{
    TabSide enemy = tab_side_other(mover);
    if (!board->pieces[enemy])
        return TAB_GENETIC_WON;
    bool few = board->pieces[enemy] < FEW;
    int points = 0;
    unsigned cell;
    TAB_CELLS_FOREACH(board->occupied[mover], cell)
    {
        int height = (int)tab_pile_height(board->pile[cell]), piece = score->own[mover][cell];
        piece -= 2 * enemies_on(board, enemy, &score->behind[mover][cell]);
        piece -= height > 1 ? 4 : 0;
        piece -= few && tab_cells_has(&score->row4[mover], cell) ? 3 : 0;
        points += height * piece;
    }
    TAB_CELLS_FOREACH(board->occupied[enemy], cell)
    points += (int)tab_pile_height(board->pile[cell]) * score->enemy[mover][cell];
    return points;
}
