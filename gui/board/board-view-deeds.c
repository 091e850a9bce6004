// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does on the board, by pointer, keys or a screen reader, and why some of it is not
// allowed.
#include <glib/gi18n.h>

#include "gui/board/board-view-private.h"
#include "gui/model/refusal.h"

#define DRAG_THRESHOLD 8.0 /* pixels: less is a click */

/* --- choosing and moving --- */

static void select_cell(TabBoardView *self, unsigned cell, gboolean top)
{
    self->choice.selected = cell;
    self->choice.top = top;
    tab_board_view_refresh(self);
}

gboolean tab_board_view_unselect(TabBoardView *self)
{
    if (self->choice.selected == TAB_NO_CELL)
        return FALSE;
    select_cell(self, TAB_NO_CELL, FALSE);
    return TRUE;
}

/* Why what is chosen does not go to `cell`, or what stands there does not move. */
static void explain(TabBoardView *self, const TabBoardChoice *choice, unsigned cell)
{
    const TabGame *game = tab_game_session_get_game(self->session);
    const TabPosition *position = &game->position;
    int owner = tab_position_owner(position, cell);
    bool aims = choice->selected != TAB_NO_CELL && owner != position->side;
    if (owner < 0 && !aims) {
        tab_board_view_notice(self, ""); /* what was said of another cell is over */
        return;
    }
    g_autofree char *text =
        aims ? tab_refusal_target(game, choice->selected, choice->top, cell, choice->throw_index)
             : tab_refusal_stone(game, cell, choice->throw_index);
    tab_board_view_notice(self, text);
}

static const char *hint_for_pile(TabBoardView *self, bool whole, bool top)
{
    if (self->choice.top)
        return _("The top stone alone is chosen.");
    return whole && top ? _("The whole pile is chosen; the stone beside it is its top one.") : "";
}

gboolean tab_board_view_take_up(TabBoardView *self, unsigned cell, gboolean want_top)
{
    bool whole, top;
    tab_board_choice_find_parts(&self->choice, cell, &whole, &top);
    if (!whole && !top) {
        TabBoardChoice before = self->choice;
        tab_board_view_unselect(self);
        explain(self, &before, cell);
        return FALSE;
    }
    select_cell(self, cell, top && (want_top || !whole));
    tab_board_view_notice(self, hint_for_pile(self, whole, top));
    return TRUE;
}

static gboolean move_to(TabBoardView *self, unsigned cell)
{
    TabPlay play;
    if (!tab_board_choice_find_play(&self->choice, cell, &play))
        return FALSE;
    tab_board_view_notice(self, "");
    self->choice.selected = TAB_NO_CELL;
    return tab_game_session_play(self->session, &play);
}

/* A click on `cell`, or Enter with the focus there. */
static void choose(TabBoardView *self, unsigned cell, TabHitPart part)
{
    gboolean again = cell == self->choice.selected;
    if (again && part == TAB_HIT_TOP) {
        tab_board_view_take_up(self, cell, TRUE);
    } else if (again) {
        bool whole, top;
        tab_board_choice_find_parts(&self->choice, cell, &whole, &top);
        if (whole && top && !self->choice.top)
            tab_board_view_take_up(self, cell, TRUE); /* once more: the top piece alone */
        else if (tab_board_view_unselect(self))
            tab_board_view_notice(self, "");
    } else if (!move_to(self, cell)) {
        tab_board_view_take_up(self, cell, FALSE);
    }
}

/* Why the board does not answer now. */
static void explain_waiting(TabBoardView *self)
{
    if (!self->session || !self->enabled || self->tick)
        return;
    g_autofree char *waiting = tab_refusal_waiting(self->session);
    g_autofree char *real =
        tab_game_session_can_enter_throw(self->session) ? tab_refusal_throw(self->session) : NULL;
    if (waiting || real || tab_game_session_can_throw(self->session))
        tab_board_view_notice(self, waiting ? waiting : real ? real : _("Throw the sticks first."));
}

/* --- pointer --- */

static unsigned hit(TabBoardView *self, double x, double y, TabHitPart *part)
{
    return tab_board_hit(&self->layout, &self->scene.model, x, y, part);
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, TabBoardView *self)
{
    TabHitPart part;
    unsigned cell = hit(self, x, y, &part);
    if (cell == TAB_NO_CELL)
        return;
    gtk_widget_grab_focus(self->grid.cell[cell]);
    gtk_window_set_focus_visible(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))), FALSE);
    self->pressed_again =
        tab_board_view_may_move(self) && cell == self->choice.selected && part == TAB_HIT_CELL;
    if (tab_board_view_may_move(self) && !self->pressed_again)
        choose(self, cell, part);
    else if (!tab_board_view_may_move(self))
        explain_waiting(self);
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, TabBoardView *self)
{
    double x, y;
    if (!tab_board_view_may_move(self) || self->choice.selected == TAB_NO_CELL ||
        !gtk_gesture_drag_get_start_point(gesture, &x, &y))
        return;
    if (!self->dragging &&
        (hypot(dx, dy) < DRAG_THRESHOLD || hit(self, x, y, NULL) != self->choice.selected))
        return;
    self->dragging = TRUE;
    self->drag_x = x + dx;
    self->drag_y = y + dy;
    self->hover = tab_board_layout_cell_at(&self->layout, self->drag_x, self->drag_y);
    tab_board_view_redraw(self);
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, TabBoardView *self)
{
    if (!self->dragging) {
        if (self->pressed_again && tab_board_view_may_move(self))
            choose(self, self->choice.selected, TAB_HIT_CELL);
        self->pressed_again = FALSE;
        return;
    }
    self->dragging = self->pressed_again = FALSE;
    unsigned cell = tab_board_layout_cell_at(&self->layout, self->drag_x, self->drag_y);
    self->dropped = TRUE;
    if (cell == TAB_NO_CELL || cell == self->choice.selected || !move_to(self, cell))
        tab_board_view_redraw(self);
    if (cell != TAB_NO_CELL && self->choice.selected != TAB_NO_CELL &&
        cell != self->choice.selected)
        explain(self, &self->choice, cell);
    self->dropped = FALSE;
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, TabBoardView *self)
{
    self->dragging = self->pressed_again = FALSE;
    tab_board_view_redraw(self);
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, TabBoardView *self)
{
    unsigned cell = hit(self, x, y, NULL);
    if (cell == self->hover || self->dragging)
        return;
    self->hover = cell;
    tab_board_view_redraw(self);
}

static void on_leave(GtkEventControllerMotion *controller, TabBoardView *self)
{
    if (self->hover == TAB_NO_CELL || self->dragging)
        return;
    self->hover = TAB_NO_CELL;
    tab_board_view_redraw(self);
}

/* --- keyboard --- */

/* Enter and Space act on the cell; Space goes on to the sticks when there is nothing to move. */
static gboolean activate_focus(TabBoardView *self)
{
    unsigned cell = tab_cell_grid_get_focused(&self->grid, GTK_WIDGET(self));
    if (cell == TAB_NO_CELL || !tab_board_view_may_move(self))
        return FALSE;
    choose(self, cell, TAB_HIT_CELL);
    return TRUE;
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, TabBoardView *self)
{
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
        return FALSE;
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
        return activate_focus(self);
    return tab_cell_grid_press(&self->grid, GTK_WIDGET(self), &self->layout, key);
}

/* From a screen reader as well as by a key. */
void tab_board_view_on_cell_activated(TabCellWidget *widget, TabBoardView *self)
{
    gtk_widget_grab_focus(GTK_WIDGET(widget));
    if (tab_board_view_may_move(self))
        choose(self, tab_cell_widget_get_cell(widget), TAB_HIT_CELL);
    else
        explain_waiting(self);
}

void tab_board_view_listen(TabBoardView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);
    self->drag = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(self->drag), GDK_BUTTON_PRIMARY);
    g_signal_connect(self->drag, "drag-begin", G_CALLBACK(on_drag_begin), self);
    g_signal_connect(self->drag, "drag-update", G_CALLBACK(on_drag_update), self);
    g_signal_connect(self->drag, "drag-end", G_CALLBACK(on_drag_end), self);
    g_signal_connect(self->drag, "cancel", G_CALLBACK(on_drag_cancel), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(self->drag));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), self);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), self);
    gtk_widget_add_controller(widget, motion);
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_key), self);
    gtk_widget_add_controller(widget, key);
}
