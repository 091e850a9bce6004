// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: what a position is, how it is written and when it is valid.
#include "tests/slow-position.h"

#include <string.h>

/* Views of the board. */

static int n_rows(const SlowRuleset *rules)
{
    return slow_ruleset_is(rules, SLOW_ROWS, "3") ? 3 : 4;
}

int slow_enemy_home(const SlowRuleset *rules)
{
    return n_rows(rules);
}

/* Row b, which is 2 for both, has one cell more with a prow. */
int slow_width(const SlowRuleset *rules, int relative_row)
{
    gboolean prow = relative_row == 2 && slow_ruleset_is(rules, SLOW_PROW, "yes");
    return rules->value[SLOW_COLUMNS] + prow;
}

/* The column as White would name it if that side were White; and back. */
static int turned(const SlowRuleset *rules, int side, int relative_row, int column)
{
    if (side == SLOW_BLACK && slow_ruleset_is(rules, SLOW_FACING, "half-turn"))
        return slow_width(rules, relative_row) - 1 - column;
    return column;
}

/* White goes right in rows a and c, left in b and d; and back. */
static int along(const SlowRuleset *rules, int relative_row, int column)
{
    return relative_row % 2 ? column : slow_width(rules, relative_row) - 1 - column;
}

SlowCell slow_cell(const SlowRuleset *rules, int side, int relative_row, int place)
{
    int column = along(rules, relative_row, place);
    return (SlowCell){side == SLOW_WHITE ? relative_row - 1 : n_rows(rules) - relative_row,
                      turned(rules, side, relative_row, column)};
}

int slow_relative_row(const SlowRuleset *rules, int side, SlowCell cell)
{
    return side == SLOW_WHITE ? cell.row + 1 : n_rows(rules) - cell.row;
}

int slow_place(const SlowRuleset *rules, int side, SlowCell cell)
{
    int row = slow_relative_row(rules, side, cell);
    return along(rules, row, turned(rules, side, row, cell.column));
}

/* What stands there. */

static gboolean is_piece_of(char letter, int side)
{
    return letter && strchr(side == SLOW_WHITE ? "NMTF" : "nmtf", letter) != NULL;
}

gboolean slow_has_pieces(const SlowPosition *position, SlowCell cell, int side)
{
    return is_piece_of(position->pile[cell.row][cell.column][0], side);
}

gboolean slow_has_locked(const SlowPosition *position, SlowCell cell, int side)
{
    return position->pile[cell.row][cell.column][0] == (side == SLOW_WHITE ? 'N' : 'n');
}

gboolean slow_has_king(const SlowPosition *position, SlowCell cell, int side)
{
    return position->pile[cell.row][cell.column][0] == (side == SLOW_WHITE ? 'K' : 'k');
}

gboolean slow_has_foreign_king(const SlowPosition *position, SlowCell cell, int side)
{
    return position->pile[cell.row][cell.column][0] == 'X' || slow_has_king(position, cell, !side);
}

int slow_count_piles(const SlowRuleset *rules, const SlowPosition *position, int side,
                     int relative_row)
{
    int n = 0;
    for (int place = 0; place < slow_width(rules, relative_row); place++)
        n += slow_has_pieces(position, slow_cell(rules, side, relative_row, place), side);
    return n;
}

int slow_count_pieces(const SlowRuleset *rules, const SlowPosition *position, int side)
{
    int n = 0;
    for (int row = 0; row < n_rows(rules); row++)
        for (int column = 0; column < SLOW_MAX_CELLS; column++)
            if (slow_has_pieces(position, (SlowCell){row, column}, side))
                n += (int)strlen(position->pile[row][column]);
    return n;
}

/* The king's first cell, whoever sees it. */
static SlowCell first_cell_of_king(const SlowRuleset *rules)
{
    return (SlowCell){1, rules->value[SLOW_COLUMNS] / 2};
}

SlowPosition slow_position_start(const SlowRuleset *rules, int side)
{
    SlowPosition position = {.side = side, .number = 1};
    gboolean locked = slow_ruleset_is(rules, SLOW_CHRISTIANS, "yes");
    for (int place = 0; place < rules->value[SLOW_PIECES]; place++) {
        SlowCell white = slow_cell(rules, SLOW_WHITE, 1, place);
        SlowCell black = slow_cell(rules, SLOW_BLACK, 1, place);
        position.pile[white.row][white.column][0] = locked ? 'N' : 'M';
        position.pile[black.row][black.column][0] = locked ? 'n' : 'm';
    }
    if (slow_ruleset_is(rules, SLOW_KING, "yes")) {
        SlowCell cell = first_cell_of_king(rules);
        position.pile[cell.row][cell.column][0] = 'X';
    }
    if (slow_ruleset_is(rules, SLOW_OPENING_TAB, "counts")) {
        position.throws[position.n_throws++] = 1;
        position.more = slow_ruleset_is(rules, SLOW_THROWS, "collect");
    }
    return position;
}

/* Writing. */

void slow_position_write_board(const SlowRuleset *rules, const SlowPosition *position,
                               GString *text)
{
    for (int row = n_rows(rules) - 1; row >= 0; row--) {
        int empty = 0, width = slow_width(rules, row + 1);
        for (int column = 0; column < width; column++) {
            const char *pile = position->pile[row][column];
            empty += !*pile;
            if (empty && (*pile || column == width - 1)) {
                g_string_append_printf(text, "%d", empty);
                empty = 0;
            }
            if (strlen(pile) > 1)
                g_string_append_printf(text, "%s(%s)", position->loose[row][column] ? "~" : "",
                                       pile);
            else
                g_string_append(text, pile);
        }
        g_string_append_c(text, row ? '/' : ' ');
    }
    g_string_append(text, position->side == SLOW_WHITE ? "w " : "b ");
    if (position->saved[SLOW_WHITE] || position->saved[SLOW_BLACK])
        g_string_append_printf(text, "%d/%d", position->saved[SLOW_WHITE],
                               position->saved[SLOW_BLACK]);
    else
        g_string_append_c(text, '-');
}

void slow_position_write(const SlowRuleset *rules, const SlowPosition *position, GString *text)
{
    g_autoptr(GString) board = g_string_new(NULL);
    slow_position_write_board(rules, position, board);
    g_auto(GStrv) field = g_strsplit(board->str, " ", -1);
    g_string_append_printf(text, "%s %s ", field[0], field[1]);
    for (int i = 0; i < position->n_throws; i++)
        g_string_append_printf(text, "%s%s", i ? "," : "", slow_throw_name(position->throws[i]));
    g_string_append(text, position->n_throws ? position->more ? "+" : "" : "-");
    g_string_append_printf(text, " %s %d", field[2], position->number);
}

/* Reading. Nothing is valid that could be written in another way. */

/* Digits without a leading zero at `*p`, which moves behind them; -1 if there are none or more
 * than nine. */
static int read_number(const char **p)
{
    int number = 0, n = 0;
    if (**p == '0')
        return -1;
    for (; g_ascii_isdigit(**p); (*p)++, n++)
        if (n < 9)
            number = number * 10 + (**p - '0');
    return n == 0 || n > 9 ? -1 : number;
}

static gboolean read_pile(const SlowRuleset *rules, const char **p, char *pile, gboolean *loose)
{
    *loose = **p == '~';
    *p += *loose;
    gboolean many = **p == '(';
    *p += many;
    if (*loose && (!many || !slow_ruleset_is(rules, SLOW_STACK_RETURN, "loosen")))
        return FALSE;
    size_t n = many ? strcspn(*p, ")") : 1;
    if (many &&
        (n < 2 || n > 29 || (*p)[n] != ')' || slow_ruleset_is(rules, SLOW_STACKING, "none")))
        return FALSE;
    memcpy(pile, *p, n);
    *p += n + many;
    if (!many && strchr("XKk", *pile))
        return slow_ruleset_is(rules, SLOW_KING, "yes");
    for (size_t i = 0; i < n; i++)
        if (!is_piece_of(pile[i], g_ascii_islower(pile[0]) ? SLOW_BLACK : SLOW_WHITE))
            return FALSE;
    return TRUE;
}

static gboolean read_row(const SlowRuleset *rules, const char *text, int row,
                         SlowPosition *position)
{
    int column = 0, width = slow_width(rules, row + 1);
    for (const char *p = text; *p;) {
        if (g_ascii_isdigit(*p)) {
            int empty = read_number(&p);
            if (empty < 0 || empty > width - column)
                return FALSE;
            column += empty;
        } else if (column == width || !read_pile(rules, &p, position->pile[row][column],
                                                 &position->loose[row][column])) {
            return FALSE;
        } else {
            column++;
        }
    }
    return column == width;
}

/* Section 2 of the one page, 8 of the other: where a piece of this rank may stand. */
static gboolean rank_fits(const SlowRuleset *rules, char rank, int row)
{
    gboolean tab = slow_ruleset_is(rules, SLOW_TRACK, "tab");
    gboolean eight = slow_ruleset_is(rules, SLOW_TRACK, "eight");
    gboolean snake = slow_ruleset_is(rules, SLOW_TRACK, "snake");
    gboolean circle = slow_ruleset_is(rules, SLOW_TRACK, "circle");
    if (rank == 'N')
        return row == 1 && slow_ruleset_is(rules, SLOW_CHRISTIANS, "yes");
    if (rank == 'M')
        return row <= (tab ? 2 : eight || circle ? 3 : 4);
    if (rank == 'T')
        return eight ? row == 2 : (tab || snake) && (row == 2 || row == 3);
    return tab && row >= 2;
}

/* Locked pieces stand single, and where only the foremost is unlocked behind all others. */
static gboolean locked_are_right(const SlowRuleset *rules, const SlowPosition *position, int side)
{
    gboolean behind = slow_ruleset_is(rules, SLOW_UNLOCK_ORDER, "foremost") &&
                      !slow_ruleset_is(rules, SLOW_TRACK, "eight") &&
                      !slow_ruleset_is(rules, SLOW_TRACK, "snake");
    gboolean others = FALSE;
    for (int place = 0; place < slow_width(rules, 1); place++) {
        SlowCell cell = slow_cell(rules, side, 1, place);
        const char *pile = position->pile[cell.row][cell.column];
        if (!slow_has_pieces(position, cell, side))
            continue;
        if (strpbrk(pile, "Nn") && (strlen(pile) > 1 || (behind && others)))
            return FALSE;
        others = others || !strpbrk(pile, "Nn");
    }
    return TRUE;
}

static gboolean pieces_are_right(const SlowRuleset *rules, const SlowPosition *position, int side)
{
    for (int row = 1; row <= n_rows(rules); row++)
        for (int place = 0; place < slow_width(rules, row); place++) {
            SlowCell cell = slow_cell(rules, side, row, place);
            if (!slow_has_pieces(position, cell, side))
                continue;
            for (const char *p = position->pile[cell.row][cell.column]; *p; p++)
                if (!rank_fits(rules, g_ascii_toupper(*p), row))
                    return FALSE;
        }
    return locked_are_right(rules, position, side) &&
           slow_count_pieces(rules, position, side) <= rules->value[SLOW_PIECES];
}

static gboolean king_is_right(const SlowRuleset *rules, const SlowPosition *position)
{
    int n = 0;
    SlowCell first = first_cell_of_king(rules);
    for (int row = 0; row < n_rows(rules); row++)
        for (int column = 0; column < SLOW_MAX_CELLS; column++) {
            char letter = position->pile[row][column][0];
            n += letter && strchr("XKk", letter);
            if (letter == 'X' && (row != first.row || column != first.column))
                return FALSE;
        }
    return n == slow_ruleset_is(rules, SLOW_KING, "yes");
}

static gboolean read_board(const SlowRuleset *rules, const char *text, SlowPosition *position)
{
    g_auto(GStrv) row = g_strsplit(text, "/", -1);
    if ((int)g_strv_length(row) != n_rows(rules))
        return FALSE;
    for (int i = 0; row[i]; i++)
        if (!read_row(rules, row[i], n_rows(rules) - 1 - i, position))
            return FALSE;
    return pieces_are_right(rules, position, SLOW_WHITE) &&
           pieces_are_right(rules, position, SLOW_BLACK) && king_is_right(rules, position) &&
           slow_count_pieces(rules, position, SLOW_WHITE) +
                   slow_count_pieces(rules, position, SLOW_BLACK) >
               0;
}

/* With `collect` a throw after which one casts again is followed by another, and no other is; all
 * dice of one cast are at hand together, in rising order. */
static gboolean throws_are_right(const SlowRuleset *rules, const SlowPosition *position)
{
    const int *throws = position->throws;
    int n = position->n_throws;
    for (int i = 0; i < n; i++)
        if (!slow_cast_shows(rules, throws[i]))
            return FALSE;
    if (slow_ruleset_is(rules, SLOW_THROWS, "at-once")) {
        for (int i = 1; i < n; i++)
            if (throws[i - 1] > throws[i])
                return FALSE;
        return n == slow_cast_n_dice(rules) && !position->more;
    }
    for (int i = 0; i < n; i++)
        if (slow_cast_again(rules, throws[i]) != (position->more || i < n - 1))
            return FALSE;
    return n + position->more <= SLOW_MAX_THROWS;
}

gboolean slow_throws_read(const SlowRuleset *rules, const char *text, SlowPosition *position)
{
    position->n_throws = 0;
    position->more = FALSE;
    if (!strcmp(text, "-"))
        return TRUE;
    position->more = g_str_has_suffix(text, "+");
    g_autofree char *list = g_strndup(text, strlen(text) - position->more);
    g_auto(GStrv) name = g_strsplit(list, ",", -1);
    if (!name[0] || g_strv_length(name) > SLOW_MAX_THROWS)
        return FALSE;
    for (int i = 0; name[i]; i++) {
        int thrown = slow_throw_named(name[i], strlen(name[i]));
        if (thrown < 0)
            return FALSE;
        position->throws[position->n_throws++] = thrown;
    }
    return throws_are_right(rules, position);
}

static gboolean read_saved(const SlowRuleset *rules, const char *text, SlowPosition *position)
{
    if (!strcmp(text, "-"))
        return TRUE;
    if (strlen(text) != 3 || !g_ascii_isdigit(text[0]) || text[1] != '/' ||
        !g_ascii_isdigit(text[2]) || !strcmp(text, "0/0"))
        return FALSE;
    position->saved[SLOW_WHITE] = text[0] - '0';
    position->saved[SLOW_BLACK] = text[2] - '0';
    return slow_ruleset_is(rules, SLOW_SAVE_TAB, "yes");
}

gboolean slow_position_read(const SlowRuleset *rules, const char *text, SlowPosition *position)
{
    memset(position, 0, sizeof *position);
    g_auto(GStrv) field = g_strsplit(text, " ", -1);
    if (g_strv_length(field) != 5 || (strcmp(field[1], "w") && strcmp(field[1], "b")))
        return FALSE;
    position->side = *field[1] == 'w' ? SLOW_WHITE : SLOW_BLACK;
    const char *number = field[4];
    position->number = read_number(&number);
    return position->number > 0 && !*number && read_board(rules, field[0], position) &&
           slow_throws_read(rules, field[2], position) && read_saved(rules, field[3], position);
}
