// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes throws, positions and turns, and draws boards. Text that is not canonical is
// refused, never mended.
#include "protocol/rules/notation.h"

#include <string.h>

#include "protocol/rules/translatable.h"

static const char rank_letters[2][5] = {"NMTF", "nmtf"};
static const char king_letters[] = {'\0', 'K', 'k', 'X'}; /* by TabKingOf */

/* The letter of the king if he stands on `cell`, else 0. */
static char king_on(const TabPosition *position, unsigned cell)
{
    return position->king_of && position->king == cell ? king_letters[position->king_of] : '\0';
}

/* Reads a decimal number without leading zeros, 0 … max; advances `text`. -1 if there is none. */
static int64_t read_number(const char **text, int64_t max)
{
    const char *p = *text;
    int64_t number = 0;
    if (!g_ascii_isdigit(*p) || (*p == '0' && g_ascii_isdigit(p[1])))
        return -1;
    for (; g_ascii_isdigit(*p); p++) {
        number = number * 10 + (*p - '0');
        if (number > max)
            return -1;
    }
    *text = p;
    return number;
}

/* Positions are written at every turn of a match: without printf, which costs as much as all the
 * rest. */
static void append_number(GString *text, unsigned number)
{
    if (number >= 10)
        append_number(text, number / 10);
    g_string_append_c(text, (char)('0' + number % 10));
}

/* Boards. */

static void append_pile(TabSide side, TabPile pile, GString *text)
{
    unsigned height = tab_pile_height(pile);
    if (height == 1) {
        g_string_append_c(text, rank_letters[side][tab_pile_rank(pile, 0)]);
        return;
    }
    g_string_append(text, pile & TAB_PILE_LOOSE ? "~(" : "(");
    for (unsigned i = height; i-- > 0;)
        g_string_append_c(text, rank_letters[side][tab_pile_rank(pile, i)]);
    g_string_append_c(text, ')');
}

static void append_row(const TabPosition *position, const TabRow *row, GString *text)
{
    unsigned empty = 0;
    for (unsigned i = 0; i <= row->length; i++) {
        unsigned cell = row->first + i;
        int owner = i < row->length ? tab_position_owner(position, cell) : TAB_WHITE;
        char king = i < row->length ? king_on(position, cell) : '\0';
        if (owner < 0 && !king) {
            empty++;
            continue;
        }
        if (empty)
            append_number(text, empty);
        empty = 0;
        if (king)
            g_string_append_c(text, king);
        else if (i < row->length)
            append_pile((TabSide)owner, position->pile[cell], text);
    }
}

void tab_notation_append_board(const TabRules *rules, const TabPosition *position, GString *text)
{
    for (unsigned r = rules->board.n_rows; r-- > 0;) {
        append_row(position, &rules->board.rows[r], text);
        if (r)
            g_string_append_c(text, '/');
    }
}

/* How many characters a cell takes in a drawing: "." for an empty one, "~MT" for a loose pile. */
static unsigned drawn_width(const TabPosition *position, unsigned cell)
{
    if (tab_position_owner(position, cell) < 0)
        return 1;
    return tab_pile_height(position->pile[cell]) + (position->pile[cell] & TAB_PILE_LOOSE ? 1 : 0);
}

static void draw_cell(const TabPosition *position, unsigned cell, unsigned width, GString *line)
{
    int owner = tab_position_owner(position, cell);
    TabPile pile = position->pile[cell];
    g_string_append_c(line, ' ');
    if (owner < 0)
        g_string_append_c(line, king_on(position, cell) ? king_on(position, cell) : '.');
    else if (pile & TAB_PILE_LOOSE)
        g_string_append_c(line, '~');
    for (unsigned i = owner < 0 ? 0 : tab_pile_height(pile); i-- > 0;)
        g_string_append_c(line, rank_letters[owner][tab_pile_rank(pile, i)]);
    for (unsigned used = drawn_width(position, cell); used < width; used++)
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
    const TabBoard *board = &rules->board;
    unsigned width = 2; /* of the columns' numbers */
    int left = 0;       /* where the row that begins furthest left begins */
    for (unsigned cell = 0; cell < position->cells; cell++)
        width = MAX(width, drawn_width(position, cell));
    for (unsigned r = 0; r < board->n_rows; r++)
        left = MIN(left, board->rows[r].x);
    for (unsigned r = board->n_rows; r-- > 0;) {
        const TabRow *row = &board->rows[r];
        g_string_append_printf(text, "%c %s", (char)('a' + r), row->rising ? "->" : "<-");
        for (int x = left; x < row->x; x++)
            g_string_append_printf(text, " %-*s", (int)width, "");
        for (unsigned i = 0; i < row->length; i++)
            draw_cell(position, row->first + i, width, text);
        end_line(text);
    }
    g_string_append(text, "    ");
    for (int x = left; x < 0; x++)
        g_string_append_printf(text, " %-*s", (int)width, "");
    for (unsigned column = 1; column <= board->columns; column++)
        g_string_append_printf(text, " %-*u", (int)width, column);
    end_line(text);
}

/* The side and rank of a piece's letter; false if it is none. */
static bool read_piece(char letter, int *side, TabRank *rank)
{
    for (*side = 0; *side < 2; ++*side)
        for (int i = 0; i < 4; i++)
            if (letter == rank_letters[*side][i]) {
                *rank = (TabRank)i;
                return true;
            }
    return false;
}

/* Puts a pile on a cell and counts its pieces; too many of them are refused before a counter can
 * run over. */
static bool put_pile(const TabRules *rules, TabPosition *position, int side, unsigned cell,
                     TabPile pile, GError **error)
{
    unsigned pieces = position->pieces[side] + tab_pile_height(pile);
    if (pieces > tab_ruleset_pieces(&rules->set))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("%s has more than %u stones"),
                                g_dgettext("tab", side == TAB_WHITE ? N_("White") : N_("Black")),
                                tab_ruleset_pieces(&rules->set));
    position->pieces[side] = (uint8_t)pieces;
    position->nasara[side] = (uint8_t)(position->nasara[side] + (pile == TAB_PILE_NASRANI));
    position->pile[cell] = pile;
    tab_cells_add(&position->occupied[side], cell);
    return true;
}

/* Reads `M`, `(MT)` or `~(MT)`. */
static bool read_pile(const char **text, int *side, TabPile *pile, GError **error)
{
    const char *p = *text;
    bool loose = *p == '~';
    TabRank rank;
    if (!loose && *p != '(') {
        if (!read_piece(*p, side, &rank))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("'%.*s' is no stone"),
                                    (int)(g_utf8_next_char(p) - p), p);
        *pile = TAB_PILE_SINGLE(rank);
        *text = p + 1;
        return true;
    }
    if (loose && *++p != '(')
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("no pile after '~'"));
    *pile = 1;
    *side = -1;
    for (p++; *p && *p != ')'; p++) {
        int owner;
        if (!read_piece(*p, &owner, &rank))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("'%.*s' is no stone"),
                                    (int)(g_utf8_next_char(p) - p), p);
        if (*side >= 0 && owner != *side)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("a pile of both sides"));
        if (*pile >> 2 * TAB_MAX_COLUMNS)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a pile of more than %d stones"), TAB_MAX_COLUMNS);
        *side = owner;
        *pile = *pile << 2 | rank;
    }
    if (!*p)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("a pile without ')'"));
    if (tab_pile_height(*pile) < 2)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("a pile of fewer than two stones in brackets"));
    *pile |= loose ? TAB_PILE_LOOSE : 0;
    *text = p + 1;
    return true;
}

/* The first king of a position whose rules have one; a letter for another one is no stone. */
static bool read_king(const TabRules *rules, char letter, TabPosition *position, unsigned cell)
{
    bool may = rules->king_cell != TAB_NO_CELL && !position->king_of;
    for (int of = TAB_KING_WHITE; of <= TAB_KING_FREE && may; of++)
        if (letter == king_letters[of]) {
            position->king_of = (uint8_t)of;
            position->king = (TabCell)cell;
            return true;
        }
    return false;
}

/* Reads row `r` up to '/' or the end. */
static bool read_row(const TabRules *rules, const char **text, unsigned r, TabPosition *position,
                     GError **error)
{
    const TabRow *row = &rules->board.rows[r];
    unsigned column = 0;
    bool after_run = false;
    while (**text && **text != '/') {
        if (g_ascii_isdigit(**text)) {
            int64_t run = read_number(text, row->length);
            if (run < 1 || after_run || column + (unsigned)run > row->length)
                return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                        N_("a wrong number of empty cells in row %c"), 'a' + r);
            column += (unsigned)run;
            after_run = true;
            continue;
        }
        int side = -1;
        TabPile pile = 0;
        if (column < row->length && read_king(rules, **text, position, row->first + column)) {
            ++*text;
            column++;
            after_run = false;
            continue;
        }
        if (!read_pile(text, &side, &pile, error))
            return false;
        if (column >= row->length)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("row %c is longer than %u cells"), 'a' + r, row->length);
        if (!put_pile(rules, position, side, row->first + column, pile, error))
            return false;
        column++;
        after_run = false;
    }
    return column == row->length ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("row %c has %u cells, not %u"),
                            'a' + r, column, row->length);
}

static bool read_board(const TabRules *rules, const char *text, TabPosition *position,
                       GError **error)
{
    unsigned n_rows = rules->board.n_rows;
    for (unsigned r = n_rows; r-- > 0;) {
        if (!read_row(rules, &text, r, position, error))
            return false;
        if (*text != (r ? '/' : '\0'))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    r ? N_("fewer than %u rows") : N_("more than %u rows"), n_rows);
        text += r > 0;
    }
    return true;
}

/* Throws and saved tâbs. */

void tab_notation_append_throws(const TabRules *rules, const TabThrows *throws, GString *text)
{
    if (!throws->n)
        g_string_append_c(text, '-');
    for (unsigned i = 0; i < throws->n; i++) {
        g_string_append(text, i ? "," : "");
        g_string_append(text, rules->cast.kind[throws->kind[i]].name);
    }
    if (throws->more)
        g_string_append_c(text, '+');
}

char *tab_notation_throws_to_words(const TabRules *rules, const TabThrows *throws)
{
    if (!throws->n)
        return NULL;
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < throws->n; i++) {
        if (i)
            g_string_append_c(text, ' ');
        g_string_append(text, rules->cast.kind[throws->kind[i]].name);
    }
    if (throws->more)
        g_string_append(text, " +");
    return g_string_free(text, FALSE);
}

static bool refuse_throws(const TabRules *rules, const char *text, GError **error)
{
    g_autofree char *names = tab_cast_list_kinds(&rules->cast);
    return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                            N_("'%s' are no throws: there are %s, with commas between them"), text,
                            names);
}

bool tab_notation_parse_throws(const TabRules *rules, const char *text, TabThrows *throws,
                               GError **error)
{
    TabThrows read = {.n = 0};
    const char *p = text;
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("the throws are not UTF-8"));
    if (!strcmp(text, "-")) {
        *throws = read;
        return true;
    }
    for (;; p++) {
        int index = tab_cast_kind(&rules->cast, p, &p);
        if (index < 0)
            return refuse_throws(rules, text, error);
        if (read.n == TAB_MAX_THROWS)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("more than %d throws"),
                                    TAB_MAX_THROWS);
        read.kind[read.n++] = (uint8_t)index;
        if (*p != ',')
            break;
    }
    if (*p == '+') {
        read.more = true;
        p++;
    }
    if (*p)
        return refuse_throws(rules, text, error);
    *throws = read;
    return true;
}

void tab_notation_append_saved(const TabPosition *position, GString *text)
{
    if (position->saved[TAB_WHITE] || position->saved[TAB_BLACK])
        g_string_append_printf(text, "%d/%d", position->saved[TAB_WHITE],
                               position->saved[TAB_BLACK]);
    else
        g_string_append_c(text, '-');
}

static bool read_saved(const char *text, TabPosition *position, GError **error)
{
    if (!strcmp(text, "-"))
        return true;
    if (strlen(text) != 3 || !g_ascii_isdigit(text[0]) || text[1] != '/' ||
        !g_ascii_isdigit(text[2]) || !strcmp(text, "0/0"))
        return tab_rules_refuse(
            error, TAB_RULES_ERROR_POSITION,
            N_("'%s' are no saved tâbs: White’s and Black’s are written like 2/0, none as -"),
            text);
    position->saved[TAB_WHITE] = (uint8_t)(text[0] - '0');
    position->saved[TAB_BLACK] = (uint8_t)(text[2] - '0');
    return true;
}

/* Situations: five fields. */

char *tab_notation_situation_to_string(const TabRules *rules, const TabSituation *situation)
{
    GString *text = g_string_sized_new(128);
    const TabPosition *position = &situation->position;
    tab_notation_append_board(rules, position, text);
    g_string_append(text, position->side == TAB_WHITE ? " w " : " b ");
    tab_notation_append_throws(rules, &situation->throws, text);
    g_string_append_c(text, ' ');
    tab_notation_append_saved(position, text);
    g_string_append_c(text, ' ');
    append_number(text, position->number);
    return g_string_free(text, FALSE);
}

char *tab_notation_position_to_string(const TabRules *rules, const TabPosition *position)
{
    TabSituation situation;
    situation.position = *position;
    situation.throws.n = 0;
    situation.throws.more = false;
    return tab_notation_situation_to_string(rules, &situation);
}

/* Reads the fields one by one into a situation of nothing. */
static bool read_fields(const TabRules *rules, char **field, TabSituation *situation,
                        GError **error)
{
    TabPosition *position = &situation->position;
    if (!read_board(rules, field[0], position, error))
        return false;
    if (strcmp(field[1], "w") && strcmp(field[1], "b"))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the side to move is w or b, not '%s'"), field[1]);
    position->side = (uint8_t)(field[1][0] == 'w' ? TAB_WHITE : TAB_BLACK);
    if (!tab_notation_parse_throws(rules, field[2], &situation->throws, error) ||
        !read_saved(field[3], position, error))
        return false;
    const char *number = field[4];
    int64_t value = read_number(&number, TAB_MAX_NUMBER);
    if (value < 1 || *number)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("'%s' is no turn number"),
                                field[4]);
    position->number = (uint32_t)value;
    return true;
}

bool tab_notation_parse_situation(const TabRules *rules, const char *text, TabSituation *situation,
                                  GError **error)
{
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("not UTF-8"));
    g_auto(GStrv) field = g_strsplit(text, " ", 6);
    if (g_strv_length(field) != 5)
        return tab_rules_refuse(
            error, TAB_RULES_ERROR_POSITION,
            N_("a position has five parts with one blank between them: the rows, the side to move, "
               "the throws, the saved tâbs, the turn number"));
    g_autofree TabSituation *read = g_new0(TabSituation, 1);
    read->position.cells = rules->board.cells;
    if (!read_fields(rules, field, read, error) || !tab_situation_validate(rules, read, error))
        return false;
    *situation = *read;
    return true;
}
