// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the board lies in an area: a pure function of its size, the columns and the
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

static double slab_height(unsigned columns)
{
    return (TAB_ROWS - 1) * row_ratio(columns) + EDGE_TOP + EDGE_BOTTOM;
}

/* The sand left around the slab in an area whose smaller side is `side`. */
static double margin_of(double side)
{
    return CLAMP(0.03 * side, 1.0, 28.0);
}

TabBoardLayout tab_board_layout(double width, double height, unsigned columns, bool flipped)
{
    columns = CLAMP(columns, TAB_MIN_COLUMNS, TAB_MAX_COLUMNS);
    width = MAX(width, 1.0);
    height = MAX(height, 1.0);
    double margin = margin_of(MIN(width, height));
    double room_x = MAX(width - 2.0 * margin, 1.0), room_y = MAX(height - 2.0 * margin, 1.0);
    double pitch = MIN(room_x / slab_width(columns), room_y / slab_height(columns));
    TabBoardLayout layout = {
        .width = width, .height = height, .columns = columns, .flipped = flipped};
    layout.board_width = pitch * slab_width(columns);
    layout.board_height = pitch * slab_height(columns);
    layout.board_x = (width - layout.board_width) / 2.0;
    layout.board_y = (height - layout.board_height) / 2.0;
    layout.corner = 0.22 * pitch;
    layout.pitch_x = pitch;
    layout.pitch_y = pitch * row_ratio(columns);
    layout.first_x = layout.board_x + pitch * EDGE_X;
    layout.first_y = layout.board_y + pitch * EDGE_TOP;
    layout.pit_radius = pitch * PIT;
    layout.stone_radius = pitch * STONE;
    return layout;
}

void tab_board_layout_natural_size(unsigned columns, double *width, double *height)
{
    columns = CLAMP(columns, TAB_MIN_COLUMNS, TAB_MAX_COLUMNS);
    *width = NATURAL_PITCH * slab_width(columns) + 24.0;
    *height = NATURAL_PITCH * slab_height(columns) + 24.0;
}

void tab_board_layout_centre(const TabBoardLayout *layout, unsigned cell, double *x, double *y)
{
    unsigned seen = layout->flipped ? TAB_ROWS * layout->columns - 1 - cell : cell;
    unsigned row = seen / layout->columns, column = seen % layout->columns;
    *x = layout->first_x + column * layout->pitch_x;
    *y = layout->first_y + (TAB_ROWS - 1 - row) * layout->pitch_y;
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

TabCell tab_board_layout_cell_at(const TabBoardLayout *layout, double x, double y)
{
    double column = floor((x - layout->first_x) / layout->pitch_x + 0.5);
    double line = floor((y - layout->first_y) / layout->pitch_y + 0.5);
    if (column < 0.0 || column >= layout->columns || line < 0.0 || line >= TAB_ROWS)
        return TAB_NO_CELL;
    unsigned seen = (TAB_ROWS - 1 - (unsigned)line) * layout->columns + (unsigned)column;
    return (TabCell)(layout->flipped ? TAB_ROWS * layout->columns - 1 - seen : seen);
}
