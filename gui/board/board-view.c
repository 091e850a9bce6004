// SPDX-License-Identifier: GPL-3.0-or-later
// The board of a game: shows it, animates plays, and lets a person choose and move stones.
#include "gui/board/board-view-private.h"

#include <glib/gi18n.h>

#include "gui/board/board-labels.h"
#include "gui/board/painted-board.h"
#include "gui/board/theme.h"

G_DEFINE_FINAL_TYPE(TabBoardView, tab_board_view, GTK_TYPE_WIDGET)

enum { SETTLED, LANDED, NOTICE, N_SIGNALS };
static guint signals[N_SIGNALS];

void tab_board_view_notice(TabBoardView *self, const char *text)
{
    g_signal_emit(self, signals[NOTICE], 0, text);
}

gboolean tab_board_view_may_move(TabBoardView *self)
{
    return self->session && self->enabled && !self->tick &&
           tab_game_session_get_phase(self->session) == TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self->session) == TAB_AWAITS_PERSON;
}

/* --- what the painter is to show --- */

static void build_still(TabBoardView *self)
{
    TabBoardSceneParts parts = {.choice = &self->choice,
                                .options = &self->options,
                                .may_move = tab_board_view_may_move(self),
                                .hover = self->hover,
                                .focus = self->focus,
                                .dragging = self->dragging,
                                .drag_x = self->drag_x,
                                .drag_y = self->drag_y,
                                .suggested_from = &self->suggested_from,
                                .suggestion = self->suggestion,
                                .threats = self->options.threats ? self->threats : NULL};
    tab_board_scene_build(&self->scene, &parts);
}

static void build_model(TabBoardView *self, double ms)
{
    TabBoardModel *model = &self->scene.model;
    tab_board_marks_clear(model, &self->scene.trails);
    model->theme = tab_theme_current(GTK_WIDGET(self));
    model->show_coordinates = self->options.coordinates || self->names_cells;
    if (!self->session)
        return;
    if (self->tick)
        tab_play_flight_show(&self->flight, ms, model);
    else
        build_still(self);
}

void tab_board_view_redraw(TabBoardView *self)
{
    build_model(self, 0.0);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void find_threats(TabBoardView *self)
{
    memset(self->threats, 0, sizeof self->threats);
    if (self->options.threats && self->session)
        tab_board_options_find_threats(self->session, self->threats);
}

void tab_board_view_refresh(TabBoardView *self)
{
    find_threats(self);
    for (unsigned c = 0; c < self->grid.n; c++) {
        g_autofree char *label = tab_board_labels_describe(
            &self->choice, c, tab_board_view_may_move(self), self->threats[c]);
        tab_cell_widget_set_label(TAB_CELL_WIDGET(self->grid.cell[c]), label);
    }
    tab_board_view_redraw(self);
}

void tab_board_view_set_suggestion(TabBoardView *self, const TabPosition *before,
                                   const GArray *plays)
{
    if (!plays && !self->suggestion)
        return;
    g_clear_pointer(&self->suggestion, g_array_unref);
    if (plays) {
        self->suggestion = g_array_copy((GArray *)plays);
        self->suggested_from = *before;
    }
    if (!self->tick) /* else it is shown when the stones lie still */
        tab_board_view_redraw(self);
}

/* --- keyboard --- */

static unsigned focused_cell(TabBoardView *self)
{
    return tab_cell_grid_get_focused(&self->grid, GTK_WIDGET(self));
}

static void on_focus_changed(TabBoardView *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    gboolean visible = root && gtk_window_get_focus_visible(GTK_WINDOW(root));
    unsigned focus = visible ? focused_cell(self) : TAB_NO_CELL;
    if (focus == self->focus)
        return;
    self->focus = focus;
    tab_board_view_redraw(self);
}

gboolean tab_board_view_focus_movable(TabBoardView *self)
{
    if (!tab_board_view_may_move(self))
        return FALSE;
    g_autoptr(GArray) plays = tab_board_choice_list_plays(&self->choice, TAB_NO_CELL);
    if (!plays->len || focused_cell(self) != TAB_NO_CELL)
        return plays->len > 0;
    return gtk_widget_grab_focus(self->grid.cell[g_array_index(plays, TabPlay, 0).from]);
}

/* Tab leaves the board in one step, and comes back to the cell that had the focus. */
static gboolean tab_board_view_focus(GtkWidget *widget, GtkDirectionType direction)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    if (!self->grid.n || focused_cell(self) != TAB_NO_CELL)
        return FALSE;
    GtkWidget *child = gtk_widget_get_focus_child(widget);
    return gtk_widget_grab_focus(child ? child : self->grid.cell[0]);
}

/* --- showing plays --- */

static void stop_flight(TabBoardView *self)
{
    if (!self->tick)
        return;
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
}

static void land(TabBoardView *self)
{
    if (!self->landed)
        g_signal_emit(self, signals[LANDED], 0, tab_play_flight_captures(&self->flight));
    self->landed = TRUE;
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (!self->flight_start)
        self->flight_start = now;
    double ms = (double)(now - self->flight_start) / 1000.0 / self->pace;
    if (ms >= tab_play_flight_landing(&self->flight))
        land(self);
    if (ms < tab_play_flight_duration(&self->flight)) {
        build_model(self, MAX(ms, 0.0));
        gtk_widget_queue_draw(widget);
        return G_SOURCE_CONTINUE;
    }
    self->tick = 0;
    tab_board_view_refresh(self);
    g_signal_emit(self, signals[SETTLED], 0);
    return G_SOURCE_REMOVE;
}

static void on_played(TabBoardView *self, const TabPosition *before, const TabPlay *play)
{
    stop_flight(self);
    self->choice.selected = TAB_NO_CELL;
    tab_play_flight_begin(&self->flight, tab_game_session_get_rules(self->session), before, play,
                          !self->dropped);
    self->landed = FALSE;
    if (self->pace <= 0.0 || !gtk_widget_get_mapped(GTK_WIDGET(self)) ||
        tab_play_flight_duration(&self->flight) <= 0.0) {
        land(self);
        return;
    }
    self->flight_start = 0;
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tick, NULL, NULL);
}

gboolean tab_board_view_is_busy(TabBoardView *self)
{
    return self->tick != 0;
}

/* --- the game shown --- */

static void on_session_changed(TabBoardView *self)
{
    if (!tab_board_view_may_move(self))
        self->choice.selected = TAB_NO_CELL;
    tab_board_view_refresh(self);
}

static void fill_grid(TabBoardView *self)
{
    self->layout.flipped = tab_board_options_near_side(&self->options, self->session) == TAB_BLACK;
    tab_cell_grid_fill(&self->grid, GTK_WIDGET(self), self->layout.columns, self->layout.flipped,
                       G_CALLBACK(tab_board_view_on_cell_activated), self);
    tab_board_view_refresh(self);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

/* Turning the board changes the order in which its cells are read. */
static void on_settings_changed(TabBoardView *self)
{
    gboolean turned = self->options.turned;
    self->options = tab_board_options_read(self->settings);
    if (self->session && turned != self->options.turned)
        fill_grid(self);
    else if (self->session)
        tab_board_view_refresh(self);
}

void tab_board_view_set_session(TabBoardView *self, TabGameSession *session)
{
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    stop_flight(self);
    tab_cell_grid_clear(&self->grid);
    g_set_object(&self->session, session);
    self->hover = self->focus = TAB_NO_CELL;
    tab_board_choice_init(&self->choice, session);
    if (!session)
        return;
    const TabRuleset *set = &tab_game_session_get_rules(session)->set;
    tab_board_model_init(&self->scene.model, tab_ruleset_columns(set));
    self->scene.model.show_sand = false;
    self->scene.model.show_history = set->value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_REVISIT;
    self->layout.columns = self->scene.model.columns;
    g_signal_connect_swapped(session, "played", G_CALLBACK(on_played), self);
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_session_changed), self);
    fill_grid(self);
}

void tab_board_view_name_cells(TabBoardView *self)
{
    self->names_cells = TRUE;
    tab_board_view_redraw(self);
}

void tab_board_view_set_enabled(TabBoardView *self, gboolean enabled)
{
    if (self->enabled == enabled)
        return;
    self->enabled = enabled;
    if (self->session)
        on_session_changed(self);
}

void tab_board_view_set_throw(TabBoardView *self, int throw_index)
{
    if (self->choice.throw_index == throw_index || !self->session)
        return;
    self->choice.throw_index = throw_index;
    if (self->choice.selected != TAB_NO_CELL)
        tab_board_view_take_up(self, self->choice.selected, self->choice.top);
    tab_board_view_refresh(self);
}

void tab_board_view_set_pace(TabBoardView *self, double pace)
{
    self->pace = pace;
}

/* --- the widget --- */

static void tab_board_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                   int *minimum, int *natural, int *minimum_baseline,
                                   int *natural_baseline)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    double width, height;
    tab_board_layout_natural_size(self->layout.columns, &width, &height);
    gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
    *minimum = horizontal ? 240 : 120;
    *natural = MAX(*minimum, (int)(horizontal ? width : height));
}

static void tab_board_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    self->layout = tab_board_layout(width, height, self->layout.columns, self->layout.flipped);
    tab_cell_grid_allocate(&self->grid, &self->layout);
}

static void tab_board_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    if (self->session)
        tab_painted_board_snapshot(widget, snapshot, self->painter, &self->layout,
                                   &self->scene.model);
}

static void tab_board_view_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_board_view_parent_class)->root(widget);
    tab_painted_board_watch_focus(widget, G_CALLBACK(on_focus_changed));
    tab_theme_watch(widget, G_CALLBACK(tab_board_view_redraw), widget);
}

static void tab_board_view_dispose(GObject *object)
{
    TabBoardView *self = TAB_BOARD_VIEW(object);
    tab_board_view_set_session(self, NULL);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_board_view_parent_class)->dispose(object);
}

static void tab_board_view_finalize(GObject *object)
{
    tab_board_painter_free(TAB_BOARD_VIEW(object)->painter);
    g_clear_pointer(&TAB_BOARD_VIEW(object)->suggestion, g_array_unref);
    G_OBJECT_CLASS(tab_board_view_parent_class)->finalize(object);
}

static void tab_board_view_class_init(TabBoardViewClass *klass)
{
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    object_class->dispose = tab_board_view_dispose;
    object_class->finalize = tab_board_view_finalize;
    widget_class->measure = tab_board_view_measure;
    widget_class->size_allocate = tab_board_view_size_allocate;
    widget_class->snapshot = tab_board_view_snapshot;
    widget_class->focus = tab_board_view_focus;
    widget_class->root = tab_board_view_root;
    signals[SETTLED] = g_signal_new("settled", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[LANDED] = g_signal_new("landed", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    signals[NOTICE] = g_signal_new("notice", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GRID);
    gtk_widget_class_set_css_name(widget_class, "board");
}

static void tab_board_view_init(TabBoardView *self)
{
    self->painter = tab_board_painter_new();
    self->settings = g_settings_new("org.tabgame.Tab");
    self->options = tab_board_options_read(self->settings);
    g_signal_connect_object(self->settings, "changed", G_CALLBACK(on_settings_changed), self,
                            G_CONNECT_SWAPPED);
    self->enabled = TRUE;
    self->pace = 1.0;
    self->hover = self->focus = TAB_NO_CELL;
    tab_board_choice_init(&self->choice, NULL);
    self->layout.columns = 11;
    tab_board_model_init(&self->scene.model, 11);
    /* Panels mirror for right-to-left readers, the board does not. */
    gtk_widget_set_direction(GTK_WIDGET(self), GTK_TEXT_DIR_LTR);
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_VISIBLE);
    /* Translators: what the board is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Board"),
                                   -1);
    tab_board_view_listen(self);
}
