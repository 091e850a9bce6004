// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a position for a page of HTML.
#include "protocol/report/board-svg.h"

#include "protocol/rules/notation.h"
#include "protocol/text/html.h"

#define PITCH 22  /* between cells, in units of the picture */
#define MARGIN 14 /* at the left and below, for the names of rows and columns */

static void put_stone(GString *page, const char *class, int x, int y, TabPile pile)
{
    unsigned height = tab_pile_height(pile);
    gboolean new = tab_pile_rank(pile, 0) == TAB_RANK_N;
    g_string_append_printf(page, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"8\"/>", class, x, y);
    if (new)
        g_string_append_printf(page, "<circle class=\"new\" cx=\"%d\" cy=\"%d\" r=\"5\"/>", x, y);
    if (height > 1)
        g_string_append_printf(page, "<text class=\"%s\" x=\"%d\" y=\"%d\">%u</text>", class, x,
                               y + 4, height);
}

/* The letter of a row at its beginning, the number of a column below the lowest row. */
static void put_names(GString *page, const TabBoard *board, unsigned cell, int x, int y)
{
    char name[TAB_CELL_NAME];
    tab_board_cell_name(board, cell, name);
    if (cell == board->rows[tab_board_row(board, cell)].first)
        g_string_append_printf(page, "<text class=\"name\" x=\"%d\" y=\"%d\">%c</text>", MARGIN / 2,
                               y + 4, name[0]);
    if (board->place[cell].y == 0)
        g_string_append_printf(page, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", x,
                               y + PITCH, name + 1);
}

void tab_board_svg(GString *page, const TabRules *rules, const TabPosition *position)
{
    static const char *const classes[] = {"white", "black"};
    const TabBoard *board = &rules->board;
    int left = 0, right = 0, top = 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        left = MIN(left, board->place[cell].x);
        right = MAX(right, board->place[cell].x);
        top = MAX(top, board->place[cell].y);
    }
    g_autofree char *text = tab_notation_position_to_string(rules, position);
    int width = MARGIN + (right - left + 1) * PITCH, height = (top + 1) * PITCH + MARGIN;
    g_string_append_printf(page,
                           "<svg class=\"board\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                           "role=\"img\"><title>",
                           width, height, width, height);
    tab_html_text(page, text);
    g_string_append(page, "</title>");
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int x = MARGIN + (board->place[cell].x - left) * PITCH + PITCH / 2;
        int y = (top - board->place[cell].y) * PITCH + PITCH / 2;
        g_string_append_printf(page, "<circle class=\"pit\" cx=\"%d\" cy=\"%d\" r=\"9\"/>", x, y);
        put_names(page, board, cell, x, y);
        for (int side = TAB_WHITE; side <= TAB_BLACK; side++)
            if (position->occupied[side].word[cell / 64] >> cell % 64 & 1)
                put_stone(page, classes[side], x, y, position->pile[cell]);
        if (position->king_of != TAB_KING_NONE && position->king == cell)
            g_string_append_printf(
                page, "<rect class=\"king\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>", x - 6,
                y - 6);
    }
    g_string_append(page, "</svg>\n");
}
