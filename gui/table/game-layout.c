// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the table go: board, players and controls, in a tall area and in a low one.
#include "gui/table/game-layout.h"

#include "protocol/painter/board-layout.h"

#define MARGIN 24      /* beside panels and controls */
#define MIN_COLUMN 760 /* what panels and controls need at least, where there is room */
#define SAND 44 /* above and below a board that is wider than high: stones are carried there */

static int height_of(GtkWidget *child, int width)
{
    int minimum, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, NULL, NULL);
    return MAX(minimum, natural);
}

static void place(GtkWidget *child, int x, int y, int width, int height)
{
    gtk_widget_size_allocate(child, &(GtkAllocation){x, y, MAX(width, 0), MAX(height, 0)}, -1);
}

/* The width of panels and controls: that of the slab in a board of this height, so that all stand
 * in line. */
static int column_width(const TabGameLayout *layout, int width, int board_height)
{
    TabBoardLayout board = tab_board_layout(width, MAX(board_height, 1), layout->columns, false);
    return CLAMP((int)board.board_width, MIN(MIN_COLUMN, width - 2 * MARGIN), width - 2 * MARGIN);
}

/* The height that a board of this width can use in so much room, with sand around it. */
static int board_height(const TabGameLayout *layout, int width, int room)
{
    TabBoardLayout board = tab_board_layout(width, MAX(room, 1), layout->columns, false);
    return MIN((int)board.board_height + 2 * SAND, room);
}

/* One player above the board, one below the controls; what a wide board leaves free is above and
 * below all of them, so that they stay together. */
static void allocate_tall(const TabGameLayout *layout, int width, int height)
{
    int inner = width - 2 * MARGIN;
    int far = height_of(layout->far_panel, inner), near = height_of(layout->near_panel, inner);
    int controls = height_of(layout->controls, MIN(inner, MIN_COLUMN));
    int room = height - 16 - far - near - controls, board = board_height(layout, width, room);
    int top = 8 + (room - board) / 2, bottom = top + far + board;
    inner = column_width(layout, width, board);
    int x = (width - inner) / 2;
    place(layout->far_panel, x, top, inner, far);
    place(layout->board, 0, top + far, width, board);
    place(layout->controls, x, bottom, inner, controls);
    place(layout->near_panel, x, bottom + controls, inner, near);
}

/* Both players in one line above the board. */
static void allocate_low(const TabGameLayout *layout, int width, int height, gboolean mirrored)
{
    int half = (width - 36) / 2;
    int panel = MAX(height_of(layout->far_panel, half), height_of(layout->near_panel, half));
    int controls = height_of(layout->controls, width - 24);
    place(layout->far_panel, mirrored ? 24 + half : 12, 2, half, panel);
    place(layout->near_panel, mirrored ? 12 : 24 + half, 2, half, panel);
    place(layout->board, 0, 2 + panel, width, height - 4 - panel - controls);
    place(layout->controls, 12, height - 2 - controls, width - 24, controls);
}

void tab_game_layout_allocate(const TabGameLayout *layout, int width, int height, gboolean low,
                              gboolean mirrored)
{
    if (low)
        allocate_low(layout, width, height, mirrored);
    else
        allocate_tall(layout, width, height);
}
