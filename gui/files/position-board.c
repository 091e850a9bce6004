// SPDX-License-Identifier: GPL-3.0-or-later
// A board on which a position is set up: shows it, and tells which cell is meant.
#include "gui/files/position-board.h"

#include <glib/gi18n.h>

#include "protocol/painter/board-painter.h"
#include "gui/board/cell-grid.h"
#include "gui/board/cell-widget.h"
#include "gui/board/painted-board.h"
#include "gui/model/cell-text.h"
#include "gui/board/theme.h"

struct _TabPositionBoard {
    GtkWidget parent;
    TabBoardPainter *painter;
    TabBoardLayout layout;
    TabBoardModel model;
    TabCellGrid grid;
};

G_DEFINE_FINAL_TYPE(TabPositionBoard, tab_position_board, GTK_TYPE_WIDGET)

enum { PUT, TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void redraw(TabPositionBoard *self)
{
    gboolean seen = gtk_widget_get_root(GTK_WIDGET(self)) &&
                    gtk_window_get_focus_visible(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))));
    unsigned focus = seen ? tab_position_board_get_focused(self) : TAB_NO_CELL;
    for (unsigned c = 0; c < self->grid.n; c++)
        self->model.cell[c].marks = c == focus ? TAB_MARK_FOCUS : 0;
    self->model.theme = tab_theme_current(GTK_WIDGET(self));
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

unsigned tab_position_board_get_focused(TabPositionBoard *self)
{
    return tab_cell_grid_get_focused(&self->grid, GTK_WIDGET(self));
}

static void on_cell_activated(TabCellWidget *cell, TabPositionBoard *self)
{
    g_signal_emit(self, signals[PUT], 0, tab_cell_widget_get_cell(cell));
}

void tab_position_board_show(TabPositionBoard *self, const TabRules *rules,
                             const TabPosition *position)
{
    unsigned columns = tab_ruleset_columns(&rules->set);
    if (!self->grid.n || columns != self->model.columns) {
        tab_board_model_init(&self->model, columns);
        self->layout.columns = columns;
        tab_cell_grid_fill(&self->grid, GTK_WIDGET(self), columns, false,
                           G_CALLBACK(on_cell_activated), self);
        gtk_widget_queue_resize(GTK_WIDGET(self));
    }
    self->model.show_history = rules->set.value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_REVISIT;
    tab_board_model_set_position(&self->model, position);
    for (unsigned c = 0; c < self->grid.n; c++) {
        g_autofree char *text = tab_cell_text_describe_stones(rules, position, c);
        tab_cell_widget_set_label(TAB_CELL_WIDGET(self->grid.cell[c]), text);
    }
    redraw(self);
}

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y, TabPositionBoard *self)
{
    TabCell cell = tab_board_layout_cell_at(&self->layout, x, y);
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (cell == TAB_NO_CELL || button == GDK_BUTTON_MIDDLE)
        return;
    gtk_widget_grab_focus(self->grid.cell[cell]);
    g_signal_emit(self, signals[button == GDK_BUTTON_SECONDARY ? TAKEN : PUT], 0, (guint)cell);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, TabPositionBoard *self)
{
    unsigned cell = tab_position_board_get_focused(self);
    if (cell == TAB_NO_CELL || state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
        return FALSE;
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
        g_signal_emit(self, signals[PUT], 0, cell);
    else if (key == GDK_KEY_Delete || key == GDK_KEY_BackSpace || key == GDK_KEY_KP_Delete)
        g_signal_emit(self, signals[TAKEN], 0, cell);
    else
        return tab_cell_grid_press(&self->grid, GTK_WIDGET(self), &self->layout, key);
    return TRUE;
}

/* Tab goes over the board in one step. */
static gboolean tab_position_board_focus(GtkWidget *widget, GtkDirectionType direction)
{
    TabPositionBoard *self = TAB_POSITION_BOARD(widget);
    GtkWidget *child = gtk_widget_get_focus_child(widget);
    if (!self->grid.n || tab_position_board_get_focused(self) != TAB_NO_CELL)
        return FALSE;
    return gtk_widget_grab_focus(child ? child : self->grid.cell[0]);
}

static void tab_position_board_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                       int *minimum, int *natural, int *minimum_baseline,
                                       int *natural_baseline)
{
    double width, height;
    tab_board_layout_natural_size(TAB_POSITION_BOARD(widget)->layout.columns, &width, &height);
    *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 280 : 130;
    *natural = MAX(*minimum,
                   (int)(orientation == GTK_ORIENTATION_HORIZONTAL ? width * 0.8 : height * 0.8));
}

static void tab_position_board_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabPositionBoard *self = TAB_POSITION_BOARD(widget);
    self->layout = tab_board_layout(width, height, self->layout.columns, false);
    tab_cell_grid_allocate(&self->grid, &self->layout);
}

static void tab_position_board_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabPositionBoard *self = TAB_POSITION_BOARD(widget);
    if (self->grid.n)
        tab_painted_board_snapshot(widget, snapshot, self->painter, &self->layout, &self->model);
}

static void tab_position_board_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_position_board_parent_class)->root(widget);
    tab_painted_board_watch_focus(widget, G_CALLBACK(redraw));
    tab_theme_watch(widget, G_CALLBACK(redraw), widget);
}

static void tab_position_board_dispose(GObject *object)
{
    tab_cell_grid_clear(&TAB_POSITION_BOARD(object)->grid);
    g_clear_pointer(&TAB_POSITION_BOARD(object)->painter, tab_board_painter_free);
    G_OBJECT_CLASS(tab_position_board_parent_class)->dispose(object);
}

static void tab_position_board_class_init(TabPositionBoardClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_position_board_dispose;
    widget_class->measure = tab_position_board_measure;
    widget_class->size_allocate = tab_position_board_size_allocate;
    widget_class->snapshot = tab_position_board_snapshot;
    widget_class->focus = tab_position_board_focus;
    widget_class->root = tab_position_board_root;
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
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
    self->painter = tab_board_painter_new();
    self->layout.columns = 11;
    /* Panels mirror for right-to-left readers, the board does not. */
    gtk_widget_set_direction(GTK_WIDGET(self), GTK_TEXT_DIR_LTR);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Board"),
                                   -1);
}
