// SPDX-License-Identifier: GPL-3.0-or-later
// A board on which a position is set up: shows it, and tells which cell is meant.
#include "gui/files/position-board.h"

#include "gui/board/theme.h"
#include "gui/model/cell-text.h"

struct _TabPositionBoard {
    TabPaintedBoard parent;
    TabBoardModel model;
};

G_DEFINE_FINAL_TYPE(TabPositionBoard, tab_position_board, TAB_TYPE_PAINTED_BOARD)

enum { PUT, TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void tab_position_board_refresh(TabPaintedBoard *board)
{
    TabPositionBoard *self = TAB_POSITION_BOARD(board);
    unsigned focus = tab_painted_board_get_seen_focus(board);
    for (unsigned c = 0; c < TAB_MAX_CELLS; c++)
        self->model.cell[c].marks = c == focus ? TAB_MARK_FOCUS : 0;
    self->model.theme = tab_theme_current(GTK_WIDGET(self));
    tab_painted_board_show(board, &self->model);
}

void tab_position_board_show(TabPositionBoard *self, const TabRules *rules,
                             const TabPosition *position)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(self);
    const TabRules *before = tab_painted_board_get_rules(board);
    if (!before || before->board.cells != rules->board.cells) {
        tab_board_model_init(&self->model, NULL);
        tab_painted_board_set_rules(board, rules, FALSE);
    }
    self->model.show_history = rules->set.value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_REVISIT;
    tab_board_model_set_position(&self->model, position);
    for (unsigned c = 0; c < rules->board.cells; c++) {
        g_autofree char *text = tab_cell_text_describe_stones(rules, position, c);
        tab_painted_board_set_label(board, c, text);
    }
    tab_position_board_refresh(board);
}

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y, TabPositionBoard *self)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(self);
    TabCell cell = tab_board_layout_cell_at(tab_painted_board_get_layout(board), x, y);
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (cell == TAB_NO_CELL || button == GDK_BUTTON_MIDDLE)
        return;
    tab_painted_board_focus_cell(board, cell);
    g_signal_emit(self, signals[button == GDK_BUTTON_SECONDARY ? TAKEN : PUT], 0, (guint)cell);
}

static gboolean tab_position_board_press(TabPaintedBoard *board, unsigned cell, guint key)
{
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
        g_signal_emit(board, signals[PUT], 0, cell);
    else if (key == GDK_KEY_Delete || key == GDK_KEY_BackSpace || key == GDK_KEY_KP_Delete)
        g_signal_emit(board, signals[TAKEN], 0, cell);
    else
        return FALSE;
    return TRUE;
}

static void tab_position_board_activate(TabPaintedBoard *board, unsigned cell)
{
    g_signal_emit(board, signals[PUT], 0, cell);
}

static void tab_position_board_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                       int *minimum, int *natural, int *minimum_baseline,
                                       int *natural_baseline)
{
    tab_painted_board_measure(TAB_PAINTED_BOARD(widget), orientation, 280, 130, 0.8, minimum,
                              natural);
}

static void tab_position_board_class_init(TabPositionBoardClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    widget_class->measure = tab_position_board_measure;
    klass->parent_class.refresh = tab_position_board_refresh;
    klass->parent_class.press = tab_position_board_press;
    klass->parent_class.activate = tab_position_board_activate;
    signals[PUT] = g_signal_new("put", TAB_TYPE_POSITION_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    signals[TAKEN] = g_signal_new("taken", TAB_TYPE_POSITION_BOARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GRID);
    gtk_widget_class_set_css_name(widget_class, "board");
}

static void tab_position_board_init(TabPositionBoard *self)
{
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}
