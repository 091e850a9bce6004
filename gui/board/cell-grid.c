// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a board as child widgets, for keyboard and screen reader: made, laid out, and walked
// through by the arrow keys.
#include "gui/board/cell-grid.h"

#include "gui/board/cell-widget.h"

void tab_cell_grid_clear(TabCellGrid *grid)
{
    for (unsigned c = 0; c < grid->n; c++)
        gtk_widget_unparent(grid->cell[c]);
    grid->n = 0;
}

void tab_cell_grid_fill(TabCellGrid *grid, GtkWidget *board, unsigned columns, bool flipped,
                        GCallback activated, gpointer data)
{
    tab_cell_grid_clear(grid);
    grid->n = TAB_ROWS * columns;
    for (unsigned i = 0; i < grid->n; i++) {
        unsigned row = TAB_ROWS - 1 - i / columns, cell = row * columns + i % columns;
        if (flipped)
            cell = grid->n - 1 - cell;
        grid->cell[cell] = tab_cell_widget_new(cell);
        g_signal_connect(grid->cell[cell], "activated", activated, data);
        gtk_widget_set_parent(grid->cell[cell], board);
    }
}

void tab_cell_grid_allocate(TabCellGrid *grid, const TabBoardLayout *layout)
{
    int w = (int)layout->pitch_x, h = (int)layout->pitch_y;
    for (unsigned c = 0; c < grid->n; c++) {
        double x, y;
        tab_board_layout_centre(layout, c, &x, &y);
        gtk_widget_size_allocate(
            grid->cell[c], &(GtkAllocation){(int)(x - w / 2.0), (int)(y - h / 2.0), w, h}, -1);
    }
}

unsigned tab_cell_grid_get_focused(const TabCellGrid *grid, GtkWidget *board)
{
    GtkRoot *root = gtk_widget_get_root(board);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (!TAB_IS_CELL_WIDGET(focus) || gtk_widget_get_parent(focus) != board)
        return TAB_NO_CELL;
    return tab_cell_widget_get_cell(TAB_CELL_WIDGET(focus));
}

static gboolean move_focus(TabCellGrid *grid, GtkWidget *board, const TabBoardLayout *layout,
                           int right, int up)
{
    unsigned cell = tab_cell_grid_get_focused(grid, board);
    if (cell == TAB_NO_CELL)
        return FALSE;
    int sign = layout->flipped ? -1 : 1, columns = (int)layout->columns;
    int column = (int)cell % columns + sign * right, row = (int)cell / columns + sign * up;
    if (column < 0 || column >= columns || row < 0 || row >= TAB_ROWS)
        return TRUE;
    gtk_window_set_focus_visible(GTK_WINDOW(gtk_widget_get_root(board)), TRUE);
    gtk_widget_grab_focus(grid->cell[row * columns + column]);
    return TRUE;
}

gboolean tab_cell_grid_press(TabCellGrid *grid, GtkWidget *board, const TabBoardLayout *layout,
                             guint key)
{
    switch (key) {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
        return move_focus(grid, board, layout, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
        return move_focus(grid, board, layout, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
        return move_focus(grid, board, layout, 0, 1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
        return move_focus(grid, board, layout, 0, -1);
    default:
        return FALSE;
    }
}
