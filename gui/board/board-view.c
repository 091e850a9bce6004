// SPDX-License-Identifier: GPL-3.0-or-later
// The board of a game: shows it, animates plays, and lets a person choose and move stones.
#include "gui/board/board-view.h"

#include <glib/gi18n.h>

#include "gui/board/board-scene.h"
#include "gui/board/play-flight.h"
#include "gui/board/theme.h"
#include "gui/model/wording.h"
#include "gui/model/number-text.h"
#include "protocol/rules/threats.h"

#define DRAG_THRESHOLD 8.0 /* pixels: less is a click */

struct _TabBoardView {
    TabPaintedBoard parent;
    TabDocument *document;
    TabBoardScene scene;
    GSettings *settings;
    double threats[TAB_MAX_CELLS]; /* chances to be captured, if they are shown */
    gboolean enabled, waiting;
    gboolean names_cells; /* whatever the settings say */

    TabBoardChoice choice;
    unsigned hover; /* cell under the pointer, or TAB_NO_CELL */

    gboolean dragging;      /* what is chosen hangs at the pointer … */
    double drag_x, drag_y;  /* … which is here */
    gboolean pressed_again; /* what was chosen already: a click that is no drag goes on to its top
                               piece */

    TabPlayFlight flight;
    double pace;         /* of this flight, as in theme.h */
    gint64 flight_start; /* µs of the frame clock, 0 before the first frame */
    guint tick;          /* 0: nothing is on its way */
    gboolean landed;     /* what is, has arrived */
    gboolean dropped;    /* the next play was dropped in its place and does not slide */

    TabPosition suggested_from;
    GArray *suggestion; /* of TabPlay, from there on; NULL: none */
    GPtrArray *arrows;  /* of TabTurnArrow, over a turn that is looked at; NULL: none */
    int near;           /* the side at the bottom, -1: it follows from the game */
};

G_DEFINE_FINAL_TYPE(TabBoardView, tab_board_view, TAB_TYPE_PAINTED_BOARD)

enum { SETTLED, LANDED, NOTICE, CHOSEN, ASKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Tells the window why something cannot be done; "": nothing. */
static void notice(TabBoardView *self, const char *text)
{
    g_signal_emit(self, signals[NOTICE], 0, text);
}

/* Whether a person can move stones now. */
static gboolean may_move(TabBoardView *self)
{
    return self->document && self->enabled && !self->waiting && !self->tick &&
           tab_document_phase(self->document) == TAB_PHASE_MOVE;
}

/* --- what is shown and said --- */

/* A chance (0–1) as it is shown: 0 only for none, 100 only for certain. */
static unsigned per_cent(double chance)
{
    if (chance <= 0.0)
        return 0;
    return chance > 1.0 - 1e-9 ? 100 : CLAMP((unsigned)(100.0 * chance + 0.5), 1, 99);
}

/* The chances of the arrows that capture, on their targets. */
static void show_chances(TabBoardView *self)
{
    for (guint i = 0; i < self->arrows->len; i++) {
        const TabTurnArrow *arrow = g_ptr_array_index(self->arrows, i);
        if (arrow->kind != TAB_ARROW_PLAY)
            self->scene.model.cell[arrow->path[arrow->n_path - 1]].threat =
                (uint8_t)per_cent(arrow->chance);
    }
}

/* The stones lie still. */
static void build_scene(TabBoardView *self)
{
    TabBoardScene *scene = &self->scene;
    const TabPosition *position = &tab_document_game(self->document)->position;
    gboolean chosen = self->choice.selected != TAB_NO_CELL;
    unsigned focus = tab_painted_board_get_seen_focus(TAB_PAINTED_BOARD(self));
    tab_board_model_set_position(&scene->model, position);
    if (may_move(self)) {
        tab_board_scene_add_choice(scene, &self->choice,
                                   self->hover != TAB_NO_CELL ? self->hover : focus,
                                   g_settings_get_boolean(self->settings, "show-ways"));
        if (self->hover != TAB_NO_CELL)
            scene->model.cell[self->hover].marks |= TAB_MARK_HOVER;
        if (self->dragging)
            tab_board_scene_hold(scene, &self->choice, self->drag_x, self->drag_y);
    }
    /* its ways would cross those of what is chosen or pointed at */
    if (g_settings_get_boolean(self->settings, "show-last-turn"))
        tab_board_scene_add_last_turn(scene, self->document,
                                      !chosen && !scene->model.n_paths && !self->arrows);
    if (self->suggestion && !chosen)
        tab_board_scene_add_suggestion(scene, self->document->record->rules, position,
                                       &self->suggested_from, self->suggestion);
    if (self->arrows)
        tab_board_scene_add_arrows(scene, self->arrows);
    for (unsigned c = 0; c < position->cells; c++)
        scene->model.cell[c].threat = (uint8_t)per_cent(self->threats[c]);
    if (self->arrows)
        show_chances(self);
    if (focus != TAB_NO_CELL)
        scene->model.cell[focus].marks |= TAB_MARK_FOCUS;
}

static void build_model(TabBoardView *self, double ms)
{
    TabBoardModel *model = &self->scene.model;
    tab_board_scene_clear(&self->scene);
    model->theme = tab_theme_current(GTK_WIDGET(self));
    model->show_coordinates =
        self->names_cells || g_settings_get_boolean(self->settings, "show-coordinates");
    if (!self->document)
        return;
    if (self->tick)
        tab_play_flight_show(&self->flight, ms, model);
    else
        build_scene(self);
}

static void redraw_board(TabBoardView *self)
{
    build_model(self, 0.0);
    tab_painted_board_show(TAB_PAINTED_BOARD(self), &self->scene.model);
}

/* A cell as a screen reader says it. Free with g_free. */
static char *describe_cell(TabBoardView *self, unsigned cell)
{
    const TabGame *game = tab_document_game(self->document);
    g_autofree char *text = tab_wording_cell(game, cell, may_move(self));
    GString *label = g_string_new(text);
    TabPlay play;
    if (may_move(self) && tab_board_choice_find_play(&self->choice, cell, &play)) {
        int steps = game->rules->cast.kind[play.kind].steps;
        g_string_append(label, tab_number_text_comma());
        if (play.flags & TAB_PLAY_REDUCE)
            /* Translators: added to a cell's name for screen readers; %d is the throw. */
            g_string_append_printf(label, _("target with %d, only the top stone arrives"), steps);
        else
            /* Translators: added to a cell's name for screen readers; %d is the throw. */
            g_string_append_printf(label, _("target with %d"), steps);
    }
    if (self->threats[cell] > 0.0) {
        g_autofree char *chance = tab_number_text_percent(per_cent(self->threats[cell]) / 100.0, 0);
        /* Translators: added to the name of a cell; the chance that the enemy captures what stands
         * there in its next turn, in per cent. */
        g_string_append_printf(label, _(", %s to be captured"), chance);
    }
    if (cell == self->choice.selected)
        /* Translators: added to the name of a cell whose stones are chosen to be moved. */
        g_string_append_printf(label, "%s%s", tab_number_text_comma(),
                               self->choice.top ? _("top stone selected") : _("selected"));
    return g_string_free(label, FALSE);
}

/* None before the first turn and after the last. */
static void find_threats(TabBoardView *self)
{
    const TabDocument *document = self->document;
    TabSticks sticks;
    memset(self->threats, 0, sizeof self->threats);
    if (!document || !g_settings_get_boolean(self->settings, "show-threats"))
        return;
    TabPhase phase = tab_document_phase(document);
    const char *text = tab_record_get_tag_or(document->record, "Sticks", "fair");
    if (phase == TAB_PHASE_OPENING || phase == TAB_PHASE_OVER ||
        !tab_sticks_parse(&document->record->rules->cast, text, &sticks, NULL))
        return;
    /* while a turn is played the other side throws next; before its throw, it does itself */
    TabSide side = tab_game_side(tab_document_game(document));
    tab_threats_find(document->record->rules, &tab_document_game(document)->position,
                     phase == TAB_PHASE_THROW ? side : tab_side_other(side), &sticks,
                     self->threats);
}

/* Shows and says everything anew. */
static void show_document(TabBoardView *self)
{
    if (!self->waiting) /* else the throw tells who may be captured next */
        find_threats(self);
    for (unsigned c = 0;
         self->document && c < tab_painted_board_get_layout(TAB_PAINTED_BOARD(self))->cells; c++) {
        g_autofree char *label = describe_cell(self, c);
        tab_painted_board_set_label(TAB_PAINTED_BOARD(self), c, label);
    }
    redraw_board(self);
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
        redraw_board(self);
}

void tab_board_view_set_arrows(TabBoardView *self, GPtrArray *arrows)
{
    if (!arrows && !self->arrows)
        return;
    g_clear_pointer(&self->arrows, g_ptr_array_unref);
    self->arrows = arrows ? g_ptr_array_ref(arrows) : NULL;
    if (!self->tick)
        redraw_board(self);
}

/* --- choosing and moving --- */

gboolean tab_board_view_unselect(TabBoardView *self)
{
    if (self->choice.selected == TAB_NO_CELL)
        return FALSE;
    self->choice.selected = TAB_NO_CELL;
    show_document(self);
    return TRUE;
}

static gboolean move_to(TabBoardView *self, unsigned cell)
{
    TabPlay play;
    if (!tab_board_choice_find_play(&self->choice, cell, &play))
        return FALSE;
    notice(self, "");
    self->choice.selected = TAB_NO_CELL;
    gboolean played = FALSE;
    g_signal_emit(self, signals[CHOSEN], 0, &play, &played);
    return played;
}

/* A click on `cell`, or Enter with the focus there. */
static void choose_cell(TabBoardView *self, unsigned cell, TabHitPart part)
{
    gboolean again = cell == self->choice.selected;
    if (!again && move_to(self, cell))
        return;
    g_autofree char *said = again ? tab_board_choice_click_again(&self->choice, part == TAB_HIT_TOP)
                                  : tab_board_choice_take_up(&self->choice, cell, false);
    show_document(self);
    notice(self, said);
}

/* Whoever plays is asked why the board does not answer now. */
static void ask_why(TabBoardView *self)
{
    if (self->document && !self->tick)
        g_signal_emit(self, signals[ASKED], 0);
}

/* --- pointer --- */

static unsigned hit(TabBoardView *self, double x, double y, TabHitPart *part)
{
    return tab_board_hit(tab_painted_board_get_layout(TAB_PAINTED_BOARD(self)), &self->scene.model,
                         x, y, part);
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, TabBoardView *self)
{
    TabHitPart part;
    unsigned cell = hit(self, x, y, &part);
    if (cell == TAB_NO_CELL)
        return;
    tab_painted_board_point_at(TAB_PAINTED_BOARD(self), cell);
    self->pressed_again = may_move(self) && cell == self->choice.selected && part == TAB_HIT_CELL;
    if (may_move(self) && !self->pressed_again)
        choose_cell(self, cell, part);
    else if (!may_move(self))
        ask_why(self);
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, TabBoardView *self)
{
    double x, y;
    if (!may_move(self) || self->choice.selected == TAB_NO_CELL ||
        !gtk_gesture_drag_get_start_point(gesture, &x, &y))
        return;
    if (!self->dragging &&
        (hypot(dx, dy) < DRAG_THRESHOLD || hit(self, x, y, NULL) != self->choice.selected))
        return;
    self->dragging = TRUE;
    self->drag_x = x + dx;
    self->drag_y = y + dy;
    self->hover = tab_board_layout_cell_at(tab_painted_board_get_layout(TAB_PAINTED_BOARD(self)),
                                           self->drag_x, self->drag_y);
    redraw_board(self);
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, TabBoardView *self)
{
    if (!self->dragging) {
        if (self->pressed_again && may_move(self))
            choose_cell(self, self->choice.selected, TAB_HIT_CELL);
        self->pressed_again = FALSE;
        return;
    }
    self->dragging = self->pressed_again = FALSE;
    unsigned cell = tab_board_layout_cell_at(tab_painted_board_get_layout(TAB_PAINTED_BOARD(self)),
                                             self->drag_x, self->drag_y);
    self->dropped = TRUE;
    if (cell == TAB_NO_CELL || cell == self->choice.selected || !move_to(self, cell))
        redraw_board(self);
    if (cell != TAB_NO_CELL && self->choice.selected != TAB_NO_CELL &&
        cell != self->choice.selected) {
        g_autofree char *why = tab_board_choice_explain(&self->choice, cell);
        notice(self, why);
    }
    self->dropped = FALSE;
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, TabBoardView *self)
{
    self->dragging = self->pressed_again = FALSE;
    redraw_board(self);
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, TabBoardView *self)
{
    unsigned cell = hit(self, x, y, NULL);
    if (cell == self->hover || self->dragging)
        return;
    self->hover = cell;
    redraw_board(self);
}

static void on_leave(GtkEventControllerMotion *controller, TabBoardView *self)
{
    if (self->hover == TAB_NO_CELL || self->dragging)
        return;
    self->hover = TAB_NO_CELL;
    redraw_board(self);
}

/* --- keyboard --- */

gboolean tab_board_view_focus_movable(TabBoardView *self)
{
    if (!may_move(self))
        return FALSE;
    g_autoptr(GArray) plays = tab_board_choice_list_plays(&self->choice, TAB_NO_CELL);
    if (!plays->len || tab_painted_board_get_focused(TAB_PAINTED_BOARD(self)) != TAB_NO_CELL)
        return plays->len > 0;
    return tab_painted_board_focus_cell(TAB_PAINTED_BOARD(self),
                                        g_array_index(plays, TabPlay, 0).from);
}

/* Whether a person who plays by the keyboard wants to go there next. */
static gboolean is_worth_a_jump(TabBoardView *self, unsigned cell)
{
    TabPlay play;
    bool whole, top;
    if (self->choice.selected != TAB_NO_CELL)
        return tab_board_choice_find_play(&self->choice, cell, &play);
    tab_board_choice_find_movable(&self->choice, cell, &whole, &top);
    return whole || top;
}

void tab_board_view_jump(TabBoardView *self, gboolean back)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(self);
    const TabBoardLayout *layout = tab_painted_board_get_layout(board);
    unsigned from = tab_painted_board_get_focused(board), place = 0;
    if (!gtk_widget_get_mapped(GTK_WIDGET(self)))
        return; /* nobody plays below a page */
    if (!may_move(self)) {
        ask_why(self);
        return;
    }
    while (place < layout->cells && layout->order[place] != from)
        place++;
    if (from == TAB_NO_CELL) /* in front of the first, or behind the last */
        place = back ? layout->cells : layout->cells - 1;
    for (unsigned i = 0; i < layout->cells; i++) {
        place = (place + (back ? layout->cells - 1 : 1)) % layout->cells;
        if (!is_worth_a_jump(self, layout->order[place]))
            continue;
        gtk_window_set_focus_visible(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))), TRUE);
        tab_painted_board_focus_cell(board, layout->order[place]);
        return;
    }
}

/* Enter and Space act on the cell; Space goes on to the sticks when there is nothing to move. */
static gboolean tab_board_view_press(TabPaintedBoard *board, unsigned cell, guint key)
{
    gboolean acts = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space;
    if (!acts || !may_move(TAB_BOARD_VIEW(board)))
        return FALSE;
    choose_cell(TAB_BOARD_VIEW(board), cell, TAB_HIT_CELL);
    return TRUE;
}

static void tab_board_view_activate(TabPaintedBoard *board, unsigned cell)
{
    TabBoardView *self = TAB_BOARD_VIEW(board);
    if (may_move(self))
        choose_cell(self, cell, TAB_HIT_CELL);
    else
        ask_why(self);
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
        g_signal_emit(self, signals[LANDED], 0, self->flight.captures);
    self->landed = TRUE;
}

static gboolean on_flight_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    TabBoardView *self = TAB_BOARD_VIEW(widget);
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (!self->flight_start)
        self->flight_start = now;
    double ms = (double)(now - self->flight_start) / 1000.0 / self->pace;
    if (ms >= self->flight.landing)
        land(self);
    if (ms < self->flight.duration) {
        build_model(self, MAX(ms, 0.0));
        gtk_widget_queue_draw(widget);
        return G_SOURCE_CONTINUE;
    }
    self->tick = 0;
    show_document(self);
    g_signal_emit(self, signals[SETTLED], 0);
    return G_SOURCE_REMOVE;
}

static void on_document_played(TabBoardView *self, const TabPosition *before, const TabPlay *play)
{
    stop_flight(self);
    self->choice.selected = TAB_NO_CELL;
    tab_play_flight_begin(&self->flight, self->document->record->rules, before, play,
                          !self->dropped);
    self->landed = FALSE;
    self->pace = tab_theme_motion_pace(GTK_WIDGET(self));
    if (self->pace <= 0.0 || !gtk_widget_get_mapped(GTK_WIDGET(self)) ||
        self->flight.duration <= 0.0) {
        land(self);
        return;
    }
    self->flight_start = 0;
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_flight_tick, NULL, NULL);
}

gboolean tab_board_view_is_busy(TabBoardView *self)
{
    return self->tick != 0;
}

/* --- the game shown --- */

static void on_document_changed(TabBoardView *self)
{
    if (self->waiting)
        return;
    if (!may_move(self))
        self->choice.selected = TAB_NO_CELL;
    show_document(self);
}

void tab_board_view_set_near_side(TabBoardView *self, int side)
{
    self->near = side;
}

/* The one that was set, or that of the only person at the board, or White; turned if so wished. */
TabSide tab_board_view_get_near_side(TabBoardView *self)
{
    bool black = self->near >= 0 ? self->near == TAB_BLACK
                                 : self->document->automatic[TAB_WHITE] &&
                                       !self->document->automatic[TAB_BLACK];
    bool turned = g_settings_get_boolean(self->settings, "turn-board");
    return black != turned ? TAB_BLACK : TAB_WHITE;
}

/* Turning the board changes the order in which its cells are read. */
static void turn_board(TabBoardView *self)
{
    if (!self->document)
        return;
    tab_painted_board_set_rules(TAB_PAINTED_BOARD(self), self->document->record->rules,
                                tab_board_view_get_near_side(self) == TAB_BLACK);
    show_document(self);
}

void tab_board_view_set_document(TabBoardView *self, TabDocument *document)
{
    if (self->document)
        g_signal_handlers_disconnect_by_data(self->document, self);
    stop_flight(self);
    g_set_object(&self->document, document);
    self->hover = TAB_NO_CELL;
    self->waiting = FALSE;
    tab_board_choice_init(&self->choice, document);
    if (!document) {
        tab_painted_board_set_rules(TAB_PAINTED_BOARD(self), NULL, FALSE);
        return;
    }
    const TabRules *rules = document->record->rules;
    tab_board_model_init(&self->scene.model, &rules->cast);
    self->scene.model.show_sand = false;
    self->scene.model.show_history = tab_rules_tells_t(rules);
    g_signal_connect_swapped(document, "played", G_CALLBACK(on_document_played), self);
    g_signal_connect_swapped(document, "changed", G_CALLBACK(on_document_changed), self);
    turn_board(self);
}

void tab_board_view_name_cells(TabBoardView *self)
{
    self->names_cells = TRUE;
    redraw_board(self);
}

void tab_board_view_set_enabled(TabBoardView *self, gboolean enabled)
{
    if (self->enabled == enabled)
        return;
    self->enabled = enabled;
    if (self->document)
        on_document_changed(self);
}

void tab_board_view_set_waiting(TabBoardView *self, gboolean waiting)
{
    if (self->waiting == waiting)
        return;
    self->waiting = waiting;
    if (self->document)
        on_document_changed(self);
}

void tab_board_view_set_throw(TabBoardView *self, int kind)
{
    if (self->choice.kind == kind || !self->document)
        return;
    self->choice.kind = kind;
    g_autofree char *said = NULL;
    if (self->choice.selected != TAB_NO_CELL)
        said = tab_board_choice_take_up(&self->choice, self->choice.selected, self->choice.top);
    show_document(self);
    if (said)
        notice(self, said);
}

/* --- the widget --- */

static void tab_board_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                   int *minimum, int *natural, int *minimum_baseline,
                                   int *natural_baseline)
{
    tab_painted_board_measure(TAB_PAINTED_BOARD(widget), orientation, 240, 120, 1.0, minimum,
                              natural);
}

static void tab_board_view_refresh(TabPaintedBoard *board)
{
    redraw_board(TAB_BOARD_VIEW(board));
}

static void tab_board_view_dispose(GObject *object)
{
    tab_board_view_set_document(TAB_BOARD_VIEW(object), NULL);
    G_OBJECT_CLASS(tab_board_view_parent_class)->dispose(object);
}

static void tab_board_view_finalize(GObject *object)
{
    TabBoardView *self = TAB_BOARD_VIEW(object);
    g_object_unref(self->settings);
    g_clear_pointer(&self->suggestion, g_array_unref);
    g_clear_pointer(&self->arrows, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_board_view_parent_class)->finalize(object);
}

static void tab_board_view_class_init(TabBoardViewClass *klass)
{
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    object_class->dispose = tab_board_view_dispose;
    object_class->finalize = tab_board_view_finalize;
    widget_class->measure = tab_board_view_measure;
    klass->parent_class.refresh = tab_board_view_refresh;
    klass->parent_class.press = tab_board_view_press;
    klass->parent_class.activate = tab_board_view_activate;
    signals[SETTLED] = g_signal_new("settled", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[LANDED] = g_signal_new("landed", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    signals[NOTICE] = g_signal_new("notice", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    signals[CHOSEN] = g_signal_new("chosen", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_BOOLEAN, 1, G_TYPE_POINTER);
    signals[ASKED] = g_signal_new("asked", TAB_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GRID);
    gtk_widget_class_set_css_name(widget_class, "board");
}

static void listen(TabBoardView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);
    GtkGesture *drag = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), GDK_BUTTON_PRIMARY);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), self);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), self);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), self);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), self);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), self);
    gtk_widget_add_controller(widget, motion);
}

static void tab_board_view_init(TabBoardView *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    g_signal_connect_object(self->settings, "changed", G_CALLBACK(show_document), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->settings, "changed::turn-board", G_CALLBACK(turn_board), self,
                            G_CONNECT_SWAPPED);
    self->hover = TAB_NO_CELL;
    self->near = -1;
    tab_board_choice_init(&self->choice, NULL);
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_VISIBLE);
    tab_board_model_init(&self->scene.model, NULL);
    listen(self);
}
