// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the board lies in an area: a pure function of its size, the board and the
// viewer's side.
#include "protocol/painter/board-layout.h"

#include <math.h>

/* All in steps from cell to cell (pitch_x). */
#define EDGE_X 0.84   /* from the slab's edge to the first column: letters stand there */
#define EDGE_TOP 0.88 /* a pile of the upper row rises into it, and so do the first arrows */
#define EDGE_BOTTOM 0.86
#define PIT 0.415
#define STONE 0.335
#define NATURAL_PITCH 66.0

/* --- the board as it is seen --- */

/* Columns of the widest extent, and where it begins. */
static unsigned count_columns(const TabBoard *board, int *left)
{
    int end = 0;
    *left = board->rows[0].x;
    for (unsigned r = 0; r < board->n_rows; r++) {
        *left = MIN(*left, board->rows[r].x);
        end = MAX(end, board->rows[r].x + board->rows[r].length);
    }
    return (unsigned)(end - *left);
}

static void place_cells(TabBoardLayout *layout, const TabBoard *board, int left)
{
    for (unsigned c = 0; c < board->cells; c++) {
        int column = board->place[c].x - left, line = board->n_rows - 1 - board->place[c].y;
        layout->seen[c].column = (int8_t)(layout->flipped ? layout->columns - 1 - column : column);
        layout->seen[c].line = (int8_t)(layout->flipped ? board->n_rows - 1 - line : line);
    }
    unsigned n = 0;
    for (unsigned line = 0; line < board->n_rows; line++) {
        const TabRow *row = &board->rows[layout->flipped ? line : board->n_rows - 1 - line];
        for (unsigned i = 0; i < row->length; i++)
            layout->order[n++] =
                (TabCell)(row->first + (layout->flipped ? row->length - 1 - i : i));
    }
}

/* Which ways the sides' tracks lead in a row, seen at its middle. Where the sides go head-on, that
 * is both. */
static void find_ways(const TabBoardLayout *layout, const TabBoard *board, const TabRow *row,
                      TabRowSeen *seen)
{
    unsigned middle = row->first + row->length / 2u;
    for (int i = 0; i < 4; i++) {
        TabCell next = board->next[i / 2][middle][i % 2];
        if (next == TAB_NO_CELL || layout->seen[next].line != layout->seen[middle].line)
            continue;
        bool rightwards = layout->seen[next].column > layout->seen[middle].column;
        seen->rightwards |= rightwards;
        seen->leftwards |= !rightwards;
    }
}

static void describe_rows(TabBoardLayout *layout, const TabBoard *board)
{
    for (unsigned r = 0; r < board->n_rows; r++) {
        const TabRow *row = &board->rows[r];
        char name[TAB_CELL_NAME];
        unsigned leftmost = row->first + (layout->flipped ? row->length - 1u : 0u);
        layout->row[r] = (TabRowSeen){.letter = *tab_board_cell_name(board, row->first, name),
                                      .line = layout->seen[leftmost].line,
                                      .column = layout->seen[leftmost].column,
                                      .length = (int8_t)row->length};
        find_ways(layout, board, row, &layout->row[r]);
    }
}

/* A turn that one side makes by a fork and the other without is no fork. */
static void add_turn(TabBoardLayout *layout, TabCell from, TabCell to, bool fork)
{
    for (unsigned i = 0; i < layout->n_turns; i++)
        if (layout->turn[i].from == from && layout->turn[i].to == to) {
            layout->turn[i].fork &= fork;
            return;
        }
    if (layout->n_turns < TAB_MAX_TRACK_TURNS)
        layout->turn[layout->n_turns++] = (TabTrackTurn){from, to, fork};
}

static void find_turns(TabBoardLayout *layout, const TabBoard *board)
{
    for (int side = 0; side < 2; side++)
        for (unsigned c = 0; c < board->cells; c++)
            for (int branch = 0; branch < 2; branch++) {
                TabCell next = board->next[side][c][branch];
                if (next != TAB_NO_CELL && layout->seen[next].line != layout->seen[c].line)
                    add_turn(layout, (TabCell)c, next, branch != 0);
            }
}

/* --- sizes --- */

/* The rows stand a little further apart than the columns, more so on wide boards, which are low. */
static double row_ratio(unsigned columns)
{
    double wide = ((double)columns - 9.0) / (TAB_MAX_COLUMNS - 9.0);
    return 1.08 + 0.40 * CLAMP(wide, 0.0, 1.0);
}

static double slab_width(unsigned columns)
{
    return (double)(columns - 1) + 2.0 * EDGE_X;
}

static double slab_height(unsigned rows, unsigned columns)
{
    return (rows - 1) * row_ratio(columns) + EDGE_TOP + EDGE_BOTTOM;
}

TabBoardLayout tab_board_layout(double width, double height, const TabBoard *board, bool flipped)
{
    int left;
    unsigned columns = count_columns(board, &left);
    width = MAX(width, 1.0);
    height = MAX(height, 1.0);
    double margin = CLAMP(0.03 * MIN(width, height), 1.0, 28.0); /* of sand around the slab */
    double room_x = MAX(width - 2.0 * margin, 1.0), room_y = MAX(height - 2.0 * margin, 1.0);
    double pitch = MIN(room_x / slab_width(columns), room_y / slab_height(board->n_rows, columns));
    TabBoardLayout layout = {.width = width,
                             .height = height,
                             .flipped = flipped,
                             .n_rows = board->n_rows,
                             .columns = (uint8_t)columns,
                             .cells = board->cells};
    layout.board_width = pitch * slab_width(columns);
    layout.board_height = pitch * slab_height(board->n_rows, columns);
    layout.board_x = (width - layout.board_width) / 2.0;
    layout.board_y = (height - layout.board_height) / 2.0;
    layout.corner = 0.22 * pitch;
    layout.pitch_x = pitch;
    layout.pitch_y = pitch * row_ratio(columns);
    layout.first_x = layout.board_x + pitch * EDGE_X;
    layout.first_y = layout.board_y + pitch * EDGE_TOP;
    layout.pit_radius = pitch * PIT;
    layout.stone_radius = pitch * STONE;
    place_cells(&layout, board, left);
    describe_rows(&layout, board);
    find_turns(&layout, board);
    return layout;
}

void tab_board_layout_natural_size(const TabBoard *board, double *width, double *height)
{
    int left;
    unsigned columns = count_columns(board, &left);
    *width = NATURAL_PITCH * slab_width(columns) + 24.0;
    *height = NATURAL_PITCH * slab_height(board->n_rows, columns) + 24.0;
}

/* --- points --- */

void tab_board_layout_centre(const TabBoardLayout *layout, unsigned cell, double *x, double *y)
{
    *x = layout->first_x + layout->seen[cell].column * layout->pitch_x;
    *y = layout->first_y + layout->seen[cell].line * layout->pitch_y;
}

void tab_board_layout_along(const TabBoardLayout *layout, const TabCell *path, unsigned n,
                            double at, double *x, double *y)
{
    at = CLAMP(at, 0.0, (double)(n - 1));
    unsigned start = MIN((unsigned)at, n - 1), end = MIN(start + 1, n - 1);
    double x0, y0, x1, y1, part = at - start;
    tab_board_layout_centre(layout, path[start], &x0, &y0);
    tab_board_layout_centre(layout, path[end], &x1, &y1);
    *x = x0 + (x1 - x0) * part;
    *y = y0 + (y1 - y0) * part;
}

TabCell tab_board_layout_cell_in(const TabBoardLayout *layout, int column, int line)
{
    for (unsigned c = 0; c < layout->cells; c++)
        if (layout->seen[c].column == column && layout->seen[c].line == line)
            return (TabCell)c;
    return TAB_NO_CELL;
}

TabCell tab_board_layout_cell_at(const TabBoardLayout *layout, double x, double y)
{
    double column = floor((x - layout->first_x) / layout->pitch_x + 0.5);
    double line = floor((y - layout->first_y) / layout->pitch_y + 0.5);
    if (!(fabs(column) < TAB_MAX_CELLS && fabs(line) < TAB_MAX_CELLS))
        return TAB_NO_CELL; /* far away, or not a number */
    return tab_board_layout_cell_in(layout, (int)column, (int)line);
}
