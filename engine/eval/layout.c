// SPDX-License-Identifier: GPL-3.0-or-later
// Which learned weights make up each row of the first layer.
#include "engine/eval/features.h"

/* What a pile's code has in common with others: a Nasrani; at least one, two, three, four pieces; a
 * piece of rank T at most, of rank F; loose. Loose and flipped piles have a weight of their own. */
#define PILE_FACTORS 8
#define ENDS 8 /* distances from an end of a row that are told apart; further ones are one */

static const char *const names[TAB_N_LAYOUTS] = {"cells", "ends", "any"};

const char *tab_layout_name(unsigned layout)
{
    return layout < TAB_N_LAYOUTS ? names[layout] : NULL;
}

/* The places of `layout` that a slot belongs to; their number. */
static unsigned places_of(TabLayout layout, const TabBoard *board, unsigned slot, unsigned place[2])
{
    if (layout == TAB_LAYOUT_CELLS) {
        place[0] = slot;
        return 1;
    }
    unsigned cell = slot / 2, enemy = slot % 2, row = tab_board_row(board, cell);
    unsigned column = tab_board_column(board, cell), length = board->rows[row].length;
    unsigned front = MIN(column, ENDS - 1), rear = MIN(length - 1 - column, ENDS - 1);
    place[0] = ((row * 2 + 0) * ENDS + front) * 2 + enemy;
    place[1] = ((row * 2 + 1) * ENDS + rear) * 2 + enemy;
    return 2;
}

static unsigned count_places(TabLayout layout, const TabBoard *board)
{
    return layout == TAB_LAYOUT_CELLS ? 2u * board->cells : board->n_rows * 2u * ENDS * 2;
}

/* The factors of a pile's code, as a set. */
static unsigned factors_of_code(unsigned code)
{
    if (code == 0)
        return 1u << 0;
    unsigned height = (code - 1) % 4 + 1, rank = (code - 1) / 4 % 3;
    unsigned set = ((1u << height) - 1) << 1;
    return set | (rank ? 1u << (4 + rank) : 0) | (code > 12 ? 1u << 7 : 0);
}

/* Rows that are of no place on the board. */
static unsigned count_placeless(const TabBoard *board)
{
    return 2 * TAB_N_DENSE + 2 * TAB_COUNT_ROWS + 4 * TAB_NEAREST_ROWS +
           (board->ends ? 2 * TAB_COUNT_ROWS : 0);
}

unsigned tab_layout_factors(TabLayout layout, const TabRules *rules)
{
    unsigned places = count_places(layout, &rules->board);
    return places * (PILE_FACTORS + TAB_HIT_HEIGHTS) + count_placeless(&rules->board) +
           (rules->set.value[TAB_SWITCH_KING] ? places / 2 * TAB_N_KING_ROWS + 2 : 0);
}

/* The learned rows of the king's: of his cell, or of the chance to come to him. */
static unsigned expand_king(TabLayout layout, const TabBoard *board, unsigned row, unsigned first,
                            uint16_t factor[TAB_MAX_FACTORS])
{
    unsigned place[2], n = 0, cell_rows = board->cells * TAB_N_KING_ROWS;
    if (row >= cell_rows) {
        unsigned places = count_places(layout, board) / 2;
        factor[0] = (uint16_t)(first + places * TAB_N_KING_ROWS + row - cell_rows);
        return 1;
    }
    unsigned n_places = places_of(layout, board, 2 * (row / TAB_N_KING_ROWS), place);
    for (unsigned i = 0; i < n_places; i++)
        factor[n++] = (uint16_t)(first + place[i] / 2 * TAB_N_KING_ROWS + row % TAB_N_KING_ROWS);
    return n;
}

unsigned tab_layout_expand(TabLayout layout, const TabRules *rules, unsigned row,
                           uint16_t factor[TAB_MAX_FACTORS])
{
    const TabBoard *board = &rules->board;
    unsigned slots = 2u * board->cells, places = count_places(layout, board), place[2];
    unsigned set, per_place, first, slot, n = 0;
    if (row < slots * TAB_PILE_CODES) {
        slot = row / TAB_PILE_CODES;
        set = factors_of_code(row % TAB_PILE_CODES);
        per_place = PILE_FACTORS;
        first = 0;
    } else if (row - slots * TAB_PILE_CODES < slots * TAB_HIT_HEIGHTS) {
        slot = (row - slots * TAB_PILE_CODES) / TAB_HIT_HEIGHTS;
        set = (2u << (row - slots * TAB_PILE_CODES) % TAB_HIT_HEIGHTS) - 1;
        per_place = TAB_HIT_HEIGHTS;
        first = places * PILE_FACTORS;
    } else {
        row -= slots * (TAB_PILE_CODES + TAB_HIT_HEIGHTS);
        first = places * (PILE_FACTORS + TAB_HIT_HEIGHTS);
        unsigned placeless = count_placeless(board);
        if (row >= placeless)
            return expand_king(layout, board, row - placeless, first + placeless, factor);
        factor[0] = (uint16_t)(first + row); /* what has no place is learned as it is */
        return 1;
    }
    unsigned n_places = places_of(layout, board, slot, place);
    for (unsigned i = 0; i < n_places; i++)
        for (unsigned bit = 0; bit < per_place; bit++)
            if (set >> bit & 1)
                factor[n++] = (uint16_t)(first + place[i] * per_place + bit);
    return n;
}
