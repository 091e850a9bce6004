// SPDX-License-Identifier: GPL-3.0-or-later
// The board drawn in letters, for terminals and mails.
#include "protocol/rules/notation.h"

/* How many characters a cell takes: "." for an empty one, "~MT" for a loose pile of two. */
static unsigned cell_width(const TabPosition *position, unsigned cell)
{
    if (tab_position_owner(position, cell) < 0)
        return 1;
    return tab_pile_height(position->pile[cell]) + (position->pile[cell] & TAB_PILE_LOOSE ? 1 : 0);
}

static void draw_cell(const TabPosition *position, unsigned cell, unsigned width, GString *line)
{
    static const char letters[2][5] = {"NMTF", "nmtf"};
    int owner = tab_position_owner(position, cell);
    TabPile pile = position->pile[cell];
    g_string_append_c(line, ' ');
    if (owner < 0)
        g_string_append_c(line, '.');
    else if (pile & TAB_PILE_LOOSE)
        g_string_append_c(line, '~');
    for (unsigned i = owner < 0 ? 0 : tab_pile_height(pile); i-- > 0;)
        g_string_append_c(line, letters[owner][tab_pile_rank(pile, i)]);
    for (unsigned used = cell_width(position, cell); used < width; used++)
        g_string_append_c(line, ' ');
}

static void end_line(GString *text)
{
    while (text->len && text->str[text->len - 1] == ' ')
        g_string_truncate(text, text->len - 1);
    g_string_append_c(text, '\n');
}

void tab_notation_draw_board(const TabRules *rules, const TabPosition *position, GString *text)
{
    static const char *const arrows[TAB_ROWS] = {"->", "<-", "->", "<-"};
    unsigned columns = rules->board.columns, width = 2; /* of the columns' numbers */
    for (unsigned cell = 0; cell < position->cells; cell++)
        width = MAX(width, cell_width(position, cell));
    for (unsigned row = TAB_ROWS; row-- > 0;) {
        g_string_append_printf(text, "%c %s", (char)('a' + row), arrows[row]);
        for (unsigned column = 0; column < columns; column++)
            draw_cell(position, row * columns + column, width, text);
        end_line(text);
    }
    g_string_append(text, "    ");
    for (unsigned column = 1; column <= columns; column++)
        g_string_append_printf(text, " %-*u", (int)width, column);
    end_line(text);
}
