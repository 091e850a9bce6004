// SPDX-License-Identifier: GPL-3.0-or-later
// The table of tracks, and the tables of a board: White's track is walked cell by cell, once, and
// Black's follows.
#include "protocol/rules/board.h"

#include <string.h>

#include "protocol/rules/ruleset.h"
#include "protocol/rules/translatable.h"

enum { HOME, BACK, FRONT, ENEMY }; /* legs of Tâb's track */

#define LEG(row, rising, rank, next)                                                               \
    {                                                                                              \
        row, rising, rank, next, TAB_NO_LEG, false                                                 \
    }
/* The rank that the leg gives is the only one there. */
#define EXACT_LEG(row, rising, rank, next)                                                         \
    {                                                                                              \
        row, rising, rank, next, TAB_NO_LEG, true                                                  \
    }

const TabTrack tab_tracks[TAB_N_TRACKS][TAB_MAX_ROWS - 2] =
    {
        /* the two middle rows a circle, and the fork to row 4 */
        [TAB_TRACK_TAB][1] =
            {
                .text =
                    N_("As you see it, stones go to the right on your home row and on row 3, to "
                       "the left on row 2 and on row 4. From your home row they turn to row 2, "
                       "from there to row 3; at the end of row 3 they go back to row 2, or on to "
                       "row 4, and from row 4 back to row 3. No stone returns to its home row."),
                .n_legs = 4,
                .leg =
                    {
                        [HOME] = {1, true, TAB_RANK_M, BACK, TAB_NO_LEG},
                        [BACK] = {2, false, TAB_RANK_M, FRONT, TAB_NO_LEG},
                        [FRONT] = {3, true, TAB_RANK_T, BACK, ENEMY},
                        [ENEMY] = {4, false, TAB_RANK_F, FRONT, TAB_NO_LEG},
                    },
            },
        [TAB_TRACK_ONCE]
            [1] =
                {
                    .text = N_(
                        "As you see it, stones go to the right on your home row and on row 3, to "
                        "the left on row 2 and on row 4. Each row is walked once, and nothing goes "
                        "beyond the last cell of the enemy’s home row."),
                    .n_legs = 4,
                    .leg = {LEG(1, true, TAB_RANK_M, 1), LEG(2, false, TAB_RANK_M, 2),
                            LEG(3, true, TAB_RANK_M, 3), LEG(4, false, TAB_RANK_M, TAB_NO_LEG)},
                },
        [TAB_TRACK_CIRCLE]
            [0] =
                {
                    .text = N_(
                        "Stones go along your home row to the middle row, back along that to the "
                        "enemy’s home row, along that and to the middle row again, round and "
                        "round. "
                        "No stone returns to its home row."),
                    .n_legs = 3,
                    .leg = {LEG(1, true, TAB_RANK_M, 1), LEG(2, false, TAB_RANK_M, 2),
                            LEG(3, true, TAB_RANK_M, 1)},
                },
        [TAB_TRACK_CIRCLE]
            [1] =
                {
                    .text = N_(
                        "Stones go along your home row to row 2, back along that to row 3, along "
                        "that and to row 2 again, round and round. No stone goes to the enemy’s "
                        "home row, and none returns to its own."),
                    .n_legs = 3,
                    .leg = {LEG(1, true, TAB_RANK_M, 1), LEG(2, false, TAB_RANK_M, 2),
                            LEG(3, true, TAB_RANK_M, 1)},
                },
        /* three rows there and home again: T tells that a piece is on its way home */
        [TAB_TRACK_EIGHT]
            [0] =
                {
                    .text = N_(
                        "As you see it, stones go to the right on both home rows and to the left "
                        "on the middle row: from your home row to the middle row, to the enemy’s "
                        "home row, to the middle row again and back home, round and round."),
                    .n_legs = 4,
                    .leg = {EXACT_LEG(1, true, TAB_RANK_M, 1), EXACT_LEG(2, false, TAB_RANK_M, 2),
                            EXACT_LEG(3, true, TAB_RANK_M, 3), EXACT_LEG(2, false, TAB_RANK_T, 0)},
                },
        [TAB_TRACK_SNAKE]
            [1] =
                {
                    .text = N_(
                        "As you see it, stones go to the right on your home row and on row 3, to "
                        "the left on row 2 and on row 4: through all rows to the enemy’s home row, "
                        "then through row 3 and row 2 back home, round and round."),
                    .n_legs = 6,
                    .leg = {EXACT_LEG(1, true, TAB_RANK_M, 1), EXACT_LEG(2, false, TAB_RANK_M, 2),
                            EXACT_LEG(3, true, TAB_RANK_M, 3), EXACT_LEG(4, false, TAB_RANK_M, 4),
                            EXACT_LEG(3, true, TAB_RANK_T, 5), EXACT_LEG(2, false, TAB_RANK_T, 0)},
                },
};

static void place_rows(TabBoard *board, const TabBoardShape *shape)
{
    for (unsigned r = 0; r < shape->n_rows; r++) {
        bool prow = shape->prow && r == 1;
        uint8_t length = (uint8_t)(board->columns + prow);
        int8_t x = prow ? -1 : 0;
        board->rows[r] = (TabRow){board->cells, length, x, false};
        for (unsigned i = 0; i < length; i++)
            board->place[board->cells++] = (TabXY){(int8_t)(x + (int)i), (int8_t)r};
    }
}

/* What Black sees where White sees a cell: the rows are exchanged. */
static void fill_opposite(TabBoard *board, bool mirrored)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned row = tab_board_row(board, cell), column = tab_board_column(board, cell);
        const TabRow *other = &board->rows[board->n_rows - 1 - row];
        board->opposite[cell] =
            (TabCell)(other->first + (mirrored ? column : other->length - 1u - column));
    }
}

static TabCell leg_start(const TabBoard *board, const TabLeg *leg)
{
    const TabRow *row = &board->rows[leg->relative_row - 1];
    return (TabCell)(leg->rising ? row->first : row->first + row->length - 1);
}

TabStop tab_board_step(const TabBoard *board, TabStop at, int branch)
{
    const TabLeg *leg = &board->legs[at.leg];
    const TabRow *row = &board->rows[leg->relative_row - 1];
    unsigned column = at.cell - row->first;
    if (leg->rising ? column + 1 < row->length : column > 0)
        return (TabStop){(TabCell)(leg->rising ? at.cell + 1 : at.cell - 1), at.leg};
    int next = branch && leg->fork != TAB_NO_LEG ? leg->fork : leg->next;
    if (next == TAB_NO_LEG)
        return (TabStop){TAB_NO_CELL, next};
    return (TabStop){leg_start(board, &board->legs[next]), next};
}

/* Rows, and for every cell its place in the order of the track and its leg by rank: the first leg
 * that comes there, or that of the rank if there is one. */
static void fill_track(TabBoard *board)
{
    unsigned index = 0;
    memset(board->leg, TAB_NO_LEG, sizeof board->leg);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        board->relative_row[TAB_WHITE][cell] = (uint8_t)(tab_board_row(board, cell) + 1);
        board->path_index[TAB_WHITE][cell] = TAB_NO_CELL;
    }
    for (int l = 0; l < board->n_legs; l++) {
        TabStop at = {leg_start(board, &board->legs[l]), l};
        for (unsigned i = 0; i < board->rows[board->legs[l].relative_row - 1].length; i++) {
            bool first = board->path_index[TAB_WHITE][at.cell] == TAB_NO_CELL;
            if (first)
                board->path_index[TAB_WHITE][at.cell] = (uint8_t)index++;
            for (int rank = 0; rank < TAB_N_RANKS; rank++)
                if (first || rank == board->legs[l].rank)
                    board->leg[TAB_WHITE][at.cell][rank] = (int8_t)l;
            at = tab_board_step(board, at, 0);
        }
    }
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->path_index[TAB_WHITE][cell] == TAB_NO_CELL)
            board->path_index[TAB_WHITE][cell] = (uint8_t)index++; /* White never comes there */
}

/* A piece of one rank can be on the legs that give this rank, and on those that follow and change
 * nothing about it. A Nasrani stands where it began. */
static void fill_rows_of_rank(TabBoard *board)
{
    board->rows_of_rank[TAB_RANK_N] = 1 << 1;
    for (int rank = TAB_RANK_M; rank < TAB_N_RANKS; rank++) {
        unsigned reached = 0, before;
        for (int l = 0; l < board->n_legs; l++)
            reached |= board->legs[l].rank == rank ? 1u << l : 0;
        do {
            before = reached;
            for (int l = 0; l < board->n_legs; l++)
                for (int branch = 0; branch < 2 && reached >> l & 1; branch++) {
                    int next = branch ? board->legs[l].fork : board->legs[l].next;
                    if (next != TAB_NO_LEG && board->legs[next].rank <= rank &&
                        !board->legs[next].exact)
                        reached |= 1u << next;
                }
        } while (reached != before);
        for (int l = 0; l < board->n_legs; l++)
            if (reached >> l & 1)
                board->rows_of_rank[rank] |= (uint8_t)(1 << board->legs[l].relative_row);
    }
}

/* Notes that a way leaves one leg for another: the rank that this gives, and when it is a return.
 * Under `revisit` a group returns if one of its pieces has been on the row entered: always when it
 * comes down from a later row, and by rank when it goes up onto a leg that gives a rank of its own.
 */
static void cross(TabWay *way, const TabLeg *from, const TabLeg *to)
{
    unsigned return_at = from->relative_row > to->relative_row ? 0
                         : to->rank > TAB_RANK_M               ? to->rank
                                                               : TAB_NO_RETURN;
    way->return_at = (uint8_t)MIN(way->return_at, return_at);
    way->rank = to->exact ? to->rank : MAX(way->rank, to->rank);
    way->flags |= to->exact ? TAB_PLAY_EXACT : 0;
}

/* The leg on which a way along a branch begins: the cell's only one, or of its two the first for
 * branch 0 and the second for branch 1. */
static int first_leg(const TabBoard *board, TabCell cell, int branch)
{
    const int8_t *leg = board->leg[TAB_WHITE][cell];
    for (int rank = TAB_RANK_M; rank < TAB_N_RANKS && branch; rank++)
        if (leg[rank] != leg[TAB_RANK_N])
            return leg[rank];
    return leg[TAB_RANK_N];
}

/* Walks `steps` cells from `cell`, all of which become `path`; with branch 1 there is a way only if
 * the walk takes the fork or begins on a second leg. The fork is taken where the walk ends on it: a
 * long throw on a short board may pass it once before, and nobody goes onto row 4 and off it again
 * in one move (RULES.md 5, rule 4). */
static TabWay walk(const TabBoard *board, TabCell cell, int branch, unsigned steps,
                   TabCell path[TAB_MAX_PATH])
{
    const TabWay none = {.to = TAB_NO_CELL};
    TabWay way = {.to = TAB_NO_CELL, .rank = TAB_RANK_M, .return_at = TAB_NO_RETURN};
    TabStop at = {cell, first_leg(board, cell, branch)};
    bool second_leg = at.leg != first_leg(board, cell, 0);
    if (!steps || at.leg == TAB_NO_LEG)
        return none;
    path[0] = cell;
    for (unsigned i = 1; i <= steps; i++) {
        TabStop before = at;
        at = tab_board_step(board, at, branch && !second_leg && steps - i < board->columns);
        path[i] = at.cell;
        if (at.leg == before.leg)
            continue;
        if (at.leg == TAB_NO_LEG)
            return none; /* beyond the end */
        way.forks |= at.leg == board->legs[before.leg].fork;
        cross(&way, &board->legs[before.leg], &board->legs[at.leg]);
    }
    if (at.cell == cell || (branch && !second_leg && !way.forks))
        return none;
    way.to = at.cell;
    for (int rank = 0; rank < TAB_N_RANKS; rank++)
        if (board->leg[TAB_WHITE][cell][rank] == first_leg(board, cell, second_leg))
            way.ranks |= (uint8_t)(1 << rank);
    return way;
}

static TabCell opposite_cell(const TabBoard *board, TabCell cell)
{
    return cell == TAB_NO_CELL ? TAB_NO_CELL : board->opposite[cell];
}

void tab_board_path(const TabBoard *board, TabSide side, unsigned from, int branch, unsigned steps,
                    TabCell path[TAB_MAX_PATH])
{
    walk(board, side == TAB_WHITE ? (TabCell)from : board->opposite[from], branch, steps, path);
    for (unsigned i = 0; i <= steps && side == TAB_BLACK; i++)
        path[i] = opposite_cell(board, path[i]);
}

/* The ways of one cell, White's and those of the opposite cell, Black's. */
static void fill_ways(TabBoard *board, const TabCast *cast, TabCell cell)
{
    TabCell path[TAB_MAX_PATH], black = board->opposite[cell];
    for (int branch = 0; branch < 2; branch++) {
        TabCell next = walk(board, cell, branch, 1, path).to;
        board->next[TAB_WHITE][cell][branch] = next;
        board->next[TAB_BLACK][black][branch] = opposite_cell(board, next);
        for (unsigned t = 0; t <= TAB_ONE_CELL; t++) {
            unsigned steps = t == TAB_ONE_CELL ? 1u : t < cast->n_uses ? cast->kind[t].steps : 0u;
            TabWay way = walk(board, cell, branch, steps, path);
            board->way[TAB_WHITE][t][cell][branch] = way;
            for (unsigned i = 1; i < steps && way.to != TAB_NO_CELL; i++) {
                if (path[i] == cell)
                    continue;
                tab_cells_add(&board->between[TAB_WHITE][t][cell][branch], path[i]);
                tab_cells_add(&board->between[TAB_BLACK][t][black][branch],
                              board->opposite[path[i]]);
            }
            way.to = opposite_cell(board, way.to);
            board->way[TAB_BLACK][t][black][branch] = way;
        }
    }
}

void tab_board_init(TabBoard *board, const TabBoardShape *shape, unsigned columns,
                    const TabCast *cast)
{
    memset(board, 0, sizeof *board);
    board->n_rows = shape->n_rows;
    board->columns = (uint8_t)columns;
    board->n_legs = shape->track->n_legs;
    memcpy(board->legs, shape->track->leg, sizeof board->legs);
    for (unsigned l = 0; l < board->n_legs; l++) {
        board->comes_home |= board->legs[l].next == 0 || board->legs[l].fork == 0;
        board->ends |= board->legs[l].next == TAB_NO_LEG;
    }
    place_rows(board, shape);
    fill_opposite(board, shape->mirrored);
    fill_track(board);
    fill_rows_of_rank(board);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        TabCell black = board->opposite[cell];
        board->relative_row[TAB_BLACK][black] = board->relative_row[TAB_WHITE][cell];
        board->path_index[TAB_BLACK][black] = board->path_index[TAB_WHITE][cell];
        memcpy(board->leg[TAB_BLACK][black], board->leg[TAB_WHITE][cell],
               sizeof board->leg[TAB_WHITE][cell]);
        fill_ways(board, cast, (TabCell)cell);
    }
    for (int side = 0; side < 2; side++)
        for (unsigned cell = 0; cell < board->cells; cell++)
            tab_cells_add(&board->row[side][board->relative_row[side][cell]], cell);
    for (unsigned r = 0; r < board->n_rows; r++) {
        unsigned first = board->rows[r].first;
        bool of_white = board->leg[TAB_WHITE][first][TAB_RANK_M] != TAB_NO_LEG;
        board->rows[r].rising =
            board->next[of_white ? TAB_WHITE : TAB_BLACK][first][0] == first + 1;
    }
}

const char *tab_board_cell_name(const TabBoard *board, unsigned cell, char buffer[TAB_CELL_NAME])
{
    unsigned number = tab_board_column(board, cell) + 1;
    char *p = buffer;
    *p++ = (char)('a' + tab_board_row(board, cell));
    if (number >= 10)
        *p++ = (char)('0' + number / 10);
    *p++ = (char)('0' + number % 10);
    *p = '\0';
    return buffer;
}

TabCell tab_board_cell_of_name(const TabBoard *board, const char *text, const char **end)
{
    unsigned number = 0;
    if (*text < 'a' || *text >= 'a' + board->n_rows || text[1] == '0')
        return TAB_NO_CELL;
    const TabRow *row = &board->rows[*text - 'a'];
    const char *p = text + 1;
    for (; g_ascii_isdigit(*p) && number <= row->length; p++)
        number = number * 10 + (unsigned)(*p - '0');
    if (number < 1 || number > row->length)
        return TAB_NO_CELL;
    *end = p;
    return (TabCell)(row->first + number - 1);
}
