// SPDX-License-Identifier: GPL-3.0-or-later
// The table: board, players, sticks and throws of one game, laid out for any size, and the pace of
// the show.
#include "gui/table/game-view-private.h"

#include <glib/gi18n.h>

#include "gui/board/board-options.h"
#include "gui/widgets/child-widgets.h"
#include "gui/table/game-layout.h"
#include "gui/widgets/label-text.h"
#include "gui/model/game-tree.h"
#include "gui/model/wording.h"
#include "gui/board/theme.h"

#define PAUSE_MS 420       /* between the steps of an engine's turn, at normal speed */
#define PASS_PAUSE_MS 1300 /* to read that nothing can move */
#define LOW 470            /* height in pixels under which everything beside the board shrinks, */
#define NARROW 560         /* and width; a low table also has both players in one line */

G_DEFINE_FINAL_TYPE(TabGameView, tab_game_view, GTK_TYPE_WIDGET)

static guint changed_signal;

gboolean tab_game_view_is_busy(TabGameView *self)
{
    return tab_sticks_view_is_busy(self->sticks) || tab_board_view_is_busy(self->board);
}

/* 1 at normal speed, less if faster, 0 for no delay at all. */
static double get_pace(TabGameView *self)
{
    return tab_theme_pace(GTK_WIDGET(self));
}

static void update_pace(TabGameView *self)
{
    double pace = tab_theme_animates(GTK_WIDGET(self)) ? get_pace(self) : 0.0;
    tab_board_view_set_pace(self->board, pace);
    tab_sticks_view_set_pace(self->sticks, pace);
}

/* --- what is shown
 * ------------------------------------------------------------------------------------------------
 */

static TabSide far_side(TabGameView *self)
{
    TabBoardOptions options = tab_board_options_read(self->settings);
    return tab_side_other(tab_board_options_near_side(&options, self->session));
}

static unsigned playable_throws(TabGameView *self)
{
    if (tab_game_session_get_awaits(self->session) != TAB_AWAITS_PERSON)
        return 0;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_game_session_get_game(self->session), TAB_NO_CELL, -1);
    unsigned bits = 0;
    for (guint i = 0; i < plays->len; i++)
        bits |= 1u << g_array_index(plays, TabPlay, i).throw_index;
    return bits;
}

/* The last throw of the opening, once it lies there; then the throws of the turn. */
static void refresh_throws(TabGameView *self)
{
    const GArray *opening = tab_game_session_get_opening(self->session);
    gboolean falling = tab_sticks_view_is_busy(self->sticks);
    if (tab_game_session_get_phase(self->session) == TAB_PHASE_OPENING) {
        if (opening->len && !falling)
            tab_throws_row_show_single(
                self->throws, g_array_index(opening, TabRecordThrow, opening->len - 1).index);
        else
            tab_throws_row_show(self->throws, NULL, 0, 0);
        return;
    }
    tab_throws_row_show(self->throws, tab_game_session_get_game(self->session), falling ? 1 : 0,
                        falling ? 0 : playable_throws(self));
}

static char *caption_opening(TabGameView *self)
{
    const GArray *opening = tab_game_session_get_opening(self->session);
    if (!opening->len || tab_sticks_view_is_busy(self->sticks))
        return g_strdup(_("Opening"));
    TabSide side = g_array_index(opening, TabRecordThrow, opening->len - 1).side;
    g_autofree char *name = tab_wording_player(self->session, side);
    /* Translators: above a throw of the opening; a player's name. */
    return g_strdup_printf(_("Opening throw: %s"), name);
}

static void refresh_caption(TabGameView *self)
{
    g_autofree char *text = NULL;
    TabSide side = tab_game_session_get_side(self->session);
    g_autofree char *name = tab_wording_player(self->session, side);
    if (tab_game_session_get_phase(self->session) == TAB_PHASE_OPENING)
        text = caption_opening(self);
    else if (tab_game_session_get_seat(self->session, side) ||
             !tab_game_session_get_seat(self->session, tab_side_other(side)))
        /* Translators: above the row of throws; a player's name. */
        text = g_strdup_printf(_("Throws: %s"), name);
    else
        text = g_strdup(_("Your throws"));
    tab_label_text_set(self->caption, text);
    /* above nothing it would only ask what is missing; it keeps its place */
    gboolean empty = !gtk_widget_get_visible(GTK_WIDGET(self->throws));
    gtk_widget_set_opacity(self->caption, empty ? 0.0 : 1.0);
}

static void refresh_status(TabGameView *self)
{
    g_autofree char *text = NULL;
    if (tab_sticks_view_is_busy(self->sticks))
        text = g_strdup(_("The sticks are falling…"));
    else if (*self->notice)
        text = g_strdup(self->notice);
    else
        text = tab_wording_status(self->session);
    tab_label_text_set(self->status, text);
    gtk_widget_set_tooltip_text(self->status, text); /* it may be cut */
}

/* What the last turn did is told with the button that comes next. */
static void describe_throw(TabGameView *self)
{
    const TabRecordNode *node = tab_game_session_get_live_node(self->session);
    while (node && node->parent && !node->turn)
        node = node->parent;
    g_autofree char *text =
        node && node->parent ? tab_game_tree_describe(self->session, node) : g_strdup("");
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->throw_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Why the turn cannot end, or what ending it means, stands below the button; where there is no room
 * for that it is what the button says when asked. Its key would only cover the reason. */
static void show_reason(TabGameView *self)
{
    gboolean reason = *gtk_label_get_label(GTK_LABEL(self->reason)) != '\0';
    gtk_widget_set_visible(self->reason, reason && !self->low);
    gtk_widget_set_tooltip_text(self->end_button, !reason ? _("End your turn (E)")
                                                  : self->low
                                                      ? gtk_label_get_label(GTK_LABEL(self->reason))
                                                      : NULL);
}

static void refresh_deeds(TabGameView *self)
{
    gboolean enters = tab_game_view_may_enter(self);
    gtk_widget_set_visible(GTK_WIDGET(self->entry), enters);
    tab_throws_row_set_narrow(self->throws, enters);
    TabPhase phase = tab_game_session_get_phase(self->session);
    gboolean throws =
        phase == TAB_PHASE_OPENING || phase == TAB_PHASE_THROW || tab_game_view_throws_on(self);
    gtk_stack_set_visible_child(GTK_STACK(self->deed), phase == TAB_PHASE_REVIEW
                                                           ? self->review_button
                                                       : throws ? self->throw_button
                                                                : self->end_button);
    gboolean person = tab_game_session_get_awaits(self->session) == TAB_AWAITS_PERSON;
    bool watching = tab_game_session_get_seat(self->session, TAB_WHITE) &&
                    tab_game_session_get_seat(self->session, TAB_BLACK);
    gtk_widget_set_visible(self->deeds, phase == TAB_PHASE_REVIEW ||
                                            (phase != TAB_PHASE_OVER && !watching && !enters));
    gboolean ready = person && tab_game_session_can_end_turn(self->session);
    (ready ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(self->end_button,
                                                                     "suggested-action");
    g_autofree char *reason =
        throws || tab_game_view_is_busy(self) ? g_strdup("") : tab_wording_end_turn(self->session);
    gtk_label_set_label(GTK_LABEL(self->reason), reason);
    show_reason(self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->end_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, reason, -1);
}

/* Whether the keyboard may be taken to the next step: it is nowhere, on the board, or on a control,
 * maybe one that GTK chose when the one that had it vanished. */
static gboolean is_done_with(TabGameView *self, GtkWidget *focus)
{
    return !focus || focus == self->resume_button ||
           gtk_widget_is_ancestor(focus, self->controls) ||
           gtk_widget_is_ancestor(focus, GTK_WIDGET(self->board));
}

/* Puts the keyboard where the next step is: a screen reader then tells of it. */
static void guide_focus(TabGameView *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (!root || !is_done_with(self, focus))
        return;
    if (tab_game_session_is_paused(self->session))
        gtk_widget_grab_focus(self->resume_button);
    else if (tab_game_view_may_enter(self))
        gtk_root_set_focus(root, NULL); /* digits do it; Space, meant to throw, must type nothing */
    else if (tab_game_view_can_throw(self))
        gtk_widget_grab_focus(self->throw_button);
    else if (!tab_board_view_focus_movable(self->board) && tab_game_view_can_end_turn(self))
        gtk_widget_grab_focus(self->end_button);
}

static void refresh_players(TabGameView *self)
{
    TabSide far = far_side(self);
    tab_player_panel_show(self->far_panel, self->session, far);
    tab_player_panel_show(self->near_panel, self->session, tab_side_other(far));
}

/* Whether nothing has been thrown yet in this turn, or in the game. */
static bool is_unthrown(TabGameView *self)
{
    if (tab_game_session_get_phase(self->session) == TAB_PHASE_OPENING)
        return tab_game_session_get_opening(self->session)->len == 0;
    const TabGame *game = tab_game_session_get_game(self->session);
    return game->turn.situation.throws.n == 0;
}

/* The sticks show the last throw of the turn on the board also where they did not fall now: in a
 * game that is taken up, or looked back on. */
static void lay_sticks(TabGameView *self)
{
    const TabGame *game = tab_game_session_get_game(self->session);
    const TabThrows *throws = &game->turn.situation.throws;
    if (tab_sticks_view_is_busy(self->sticks) || !throws->n)
        return;
    int last = throws->index[throws->n - 1];
    if (tab_sticks_view_get_throw(self->sticks) != last)
        tab_sticks_view_lay(self->sticks, last, throws->n);
}

/* In a pause the board is covered: time that does not run is not for thinking. */
static void refresh_cover(TabGameView *self)
{
    gboolean paused = tab_game_session_is_paused(self->session);
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    if (root && paused != gtk_widget_get_visible(self->cover))
        gtk_root_set_focus(root, NULL); /* it goes where the next step is */
    gtk_widget_set_visible(self->cover, paused);
    gtk_widget_set_child_visible(GTK_WIDGET(self->board), !paused);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->board), GTK_ACCESSIBLE_STATE_HIDDEN, paused,
                                -1);
}

static gboolean on_clock(gpointer user_data);

/* The next look at the clock that runs; with none, nothing wakes up. */
static void follow_clock(TabGameView *self)
{
    const TabGameClock *clock = tab_game_session_get_clock(self->session);
    gint64 ms = clock ? tab_game_clock_get_next_change(clock) : -1;
    g_clear_handle_id(&self->clock, g_source_remove);
    if (ms >= 0)
        self->clock = g_timeout_add((guint)ms, on_clock, self);
}

static gboolean on_clock(gpointer user_data)
{
    TabGameView *self = user_data;
    TabSide far = far_side(self);
    self->clock = 0;
    if (tab_game_session_check_time(self->session))
        return G_SOURCE_REMOVE;
    tab_player_panel_show_clock(self->far_panel, self->session, far);
    tab_player_panel_show_clock(self->near_panel, self->session, tab_side_other(far));
    follow_clock(self);
    return G_SOURCE_REMOVE;
}

static void refresh(TabGameView *self)
{
    if (!self->session)
        return;
    tab_game_session_hold_clock(self->session, tab_game_view_is_busy(self));
    follow_clock(self);
    refresh_cover(self);
    if (!tab_sticks_view_is_busy(self->sticks)) /* they would tell what falls */
        refresh_players(self);
    tab_board_view_set_enabled(self->board, !tab_sticks_view_is_busy(self->sticks));
    lay_sticks(self);
    tab_sticks_view_set_faded(self->sticks,
                              !tab_sticks_view_is_busy(self->sticks) && is_unthrown(self));
    refresh_throws(self);
    refresh_caption(self);
    refresh_status(self);
    refresh_deeds(self);
    describe_throw(self);
    g_signal_emit(self, changed_signal, 0);
    guide_focus(self);
}

void tab_game_view_set_notice(TabGameView *self, const char *text)
{
    g_free(self->notice);
    self->notice = g_strdup(text);
}

/* --- what goes by itself
 * ------------------------------------------------------------------------------------------- */

/* A person whose throws no stone can use passes without a click, if so set. */
static gboolean passes_by_itself(TabGameView *self)
{
    const TabGame *game = tab_game_session_get_game(self->session);
    return g_settings_get_boolean(self->settings, "auto-pass") &&
           tab_game_session_can_end_turn(self->session) && !game->turn.plays->len &&
           !tab_game_can_play(game);
}

static gboolean on_step(gpointer user_data)
{
    TabGameView *self = user_data;
    self->step = 0;
    tab_game_view_set_notice(self, "");
    if (!tab_game_session_advance(self->session) && passes_by_itself(self))
        tab_game_session_end_turn(self->session);
    return G_SOURCE_REMOVE;
}

/* Arranges the next step, if there is one and nothing else is still being shown. */
static void schedule(TabGameView *self)
{
    if (self->step || !self->session || tab_game_view_is_busy(self))
        return;
    double pause = 0.0;
    if (tab_game_session_get_awaits(self->session) == TAB_AWAITS_ADVANCE)
        pause = PAUSE_MS;
    else if (passes_by_itself(self))
        pause = PASS_PAUSE_MS;
    else
        return;
    /* behind drawing, so that every step is seen */
    self->step = g_timeout_add_full(G_PRIORITY_DEFAULT_IDLE, (guint)(pause * get_pace(self)),
                                    on_step, self, NULL);
}

static void on_settled(TabGameView *self)
{
    refresh(self);
    schedule(self);
}

static void on_threw(TabGameView *self, int side, int throw_index)
{
    guint32 seed =
        (guint32)tab_game_session_get_setup(self->session)->seed + 977u * self->n_thrown++;
    tab_game_view_set_notice(self, "");
    update_pace(self);
    if (tab_game_session_is_real(self->session, (TabSide)side))
        tab_sticks_view_lay(self->sticks, throw_index, seed); /* they have fallen on the table */
    else
        tab_sticks_view_throw(self->sticks, throw_index, seed);
}

static void on_session_changed(TabGameView *self)
{
    update_pace(self);
    refresh(self);
    schedule(self);
}

void tab_game_view_name_cells(TabGameView *self)
{
    tab_board_view_name_cells(self->board);
}

void tab_game_view_say(TabGameView *self, const char *text)
{
    tab_game_view_set_notice(self, text);
    refresh_status(self);
}

static void on_throw_chosen(TabGameView *self, int throw_index)
{
    tab_board_view_set_throw(self->board, throw_index);
}

void tab_game_view_set_suggestion(TabGameView *self, const TabPosition *before, const GArray *plays)
{
    tab_board_view_set_suggestion(self->board, before, plays);
}

void tab_game_view_set_session(TabGameView *self, TabGameSession *session)
{
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_clear_handle_id(&self->step, g_source_remove);
    g_clear_handle_id(&self->clock, g_source_remove);
    tab_sticks_view_clear(self->sticks);
    tab_game_view_set_notice(self, "");
    self->n_thrown = 0;
    g_set_object(&self->session, session);
    tab_board_view_set_session(self->board, session);
    tab_sound_cues_set_session(self->sounds, session);
    if (!session)
        return;
    g_signal_connect_swapped(session, "threw", G_CALLBACK(on_threw), self);
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_session_changed), self);
    on_session_changed(self);
}

TabGameSession *tab_game_view_get_session(TabGameView *self)
{
    return self->session;
}

/* --- layout
 * -----------------------------------------------------------------------------------------------------------
 */

/* Room for two lines of status, also where there is one: the board stays where it is. */
static int status_height(TabGameView *self)
{
    g_autoptr(PangoLayout) lines = gtk_widget_create_pango_layout(self->status, "x\nx");
    int height;
    pango_layout_get_pixel_size(lines, NULL, &height);
    return height;
}

static void apply_compact(TabGameView *self)
{
    gboolean compact = self->compact;
    (compact ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(GTK_WIDGET(self), "compact");
    tab_player_panel_set_compact(self->far_panel, compact);
    tab_player_panel_set_compact(self->near_panel, compact);
    tab_throw_entry_set_compact(self->entry, compact);
    gtk_widget_set_visible(self->caption, !compact);
    tab_sticks_view_set_height(self->sticks, compact ? 66 : 122);
    gtk_label_set_lines(GTK_LABEL(self->status), self->low ? 1 : 2);
    gtk_label_set_wrap(GTK_LABEL(self->status), !self->low);
    gtk_widget_set_size_request(self->status, -1, self->low ? -1 : status_height(self));
    show_reason(self);
    if (self->session)
        refresh_players(self);
    gtk_box_set_spacing(GTK_BOX(self->middle), compact ? 2 : 6);
    gtk_box_set_spacing(GTK_BOX(self->deeds), compact ? 0 : 6);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

static gboolean on_restyle(gpointer user_data)
{
    TabGameView *self = user_data;
    self->restyle = 0;
    apply_compact(self);
    return G_SOURCE_REMOVE;
}

/* Styles must not change while sizes are being handed out; the next frame has the new ones. */
static void choose_compact(TabGameView *self, int width, int height)
{
    gboolean low = height < LOW, compact = low || width < NARROW;
    if (compact == self->compact && low == self->low)
        return;
    self->compact = compact;
    self->low = low;
    if (!self->restyle)
        self->restyle = g_idle_add_full(GTK_PRIORITY_RESIZE - 1, on_restyle, self, NULL);
}

static unsigned count_columns(TabGameView *self)
{
    return self->session ? tab_ruleset_columns(&tab_game_session_get_rules(self->session)->set)
                         : TAB_MAX_COLUMNS;
}

static void tab_game_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabGameView *self = TAB_GAME_VIEW(widget);
    choose_compact(self, width, height);
    TabGameLayout layout = {GTK_WIDGET(self->far_panel), GTK_WIDGET(self->near_panel),
                            GTK_WIDGET(self->board), self->controls, count_columns(self)};
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    tab_game_layout_allocate(&layout, width, height, self->low, mirrored);
    GtkAllocation board;
    gtk_widget_get_allocation(GTK_WIDGET(self->board), &board);
    gtk_widget_size_allocate(self->cover, &board, -1);
}

/* Small enough for a window of 600×400 whatever the children ask for now: they will shrink. */
static void tab_game_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                  int *minimum, int *natural, int *minimum_baseline,
                                  int *natural_baseline)
{
    gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
    *minimum = horizontal ? 440 : 270;
    *natural = horizontal ? 960 : 660;
}

static void tab_game_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabGameView *self = TAB_GAME_VIEW(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    cairo_t *cr =
        gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    tab_board_painter_set_scale(self->painter, gtk_widget_get_scale_factor(widget));
    tab_board_painter_draw_sand(self->painter, cr, tab_theme_current(widget), width, height);
    cairo_destroy(cr);
    GTK_WIDGET_CLASS(tab_game_view_parent_class)->snapshot(widget, snapshot);
}

static void on_theme_changed(GtkWidget *widget)
{
    tab_theme_fit_words(widget);
    gtk_widget_queue_draw(widget);
}

static void tab_game_view_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_game_view_parent_class)->root(widget);
    tab_theme_watch(widget, G_CALLBACK(on_theme_changed), widget);
    tab_theme_fit_words(widget);
}

static void tab_game_view_dispose(GObject *object)
{
    TabGameView *self = TAB_GAME_VIEW(object);
    if (self->sticks)
        tab_game_view_set_session(self, NULL);
    g_clear_handle_id(&self->restyle, g_source_remove);
    g_clear_pointer(&self->sounds, tab_sound_cues_free);
    tab_child_widgets_unparent(GTK_WIDGET(self));
    g_clear_object(&self->settings);
    g_clear_pointer(&self->painter, tab_board_painter_free);
    g_clear_pointer(&self->notice, g_free);
    self->sticks = NULL;
    G_OBJECT_CLASS(tab_game_view_parent_class)->dispose(object);
}

static void bind_children(GtkWidgetClass *widget_class)
{
    gtk_widget_class_bind_template_child(widget_class, TabGameView, far_panel);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, near_panel);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, board);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, sticks);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, throws);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, entry);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, cover);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, resume_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, controls);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, middle);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, deeds);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, caption);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, status);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, deed);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, throw_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, end_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, review_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, reason);
}

static void tab_game_view_class_init(TabGameViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_view_dispose;
    widget_class->measure = tab_game_view_measure;
    widget_class->size_allocate = tab_game_view_size_allocate;
    widget_class->snapshot = tab_game_view_snapshot;
    widget_class->root = tab_game_view_root;
    changed_signal = g_signal_new("changed", TAB_TYPE_GAME_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    g_signal_new("turn-ending", TAB_TYPE_GAME_VIEW, G_SIGNAL_RUN_LAST, 0,
                 g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
    g_type_ensure(TAB_TYPE_PLAYER_PANEL);
    g_type_ensure(TAB_TYPE_BOARD_VIEW);
    g_type_ensure(TAB_TYPE_STICKS_VIEW);
    g_type_ensure(TAB_TYPE_THROWS_ROW);
    g_type_ensure(TAB_TYPE_THROW_ENTRY);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/game-view.ui");
    bind_children(widget_class);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "game");
}

static void tab_game_view_init(TabGameView *self)
{
    self->painter = tab_board_painter_new();
    self->settings = g_settings_new("org.tabgame.Tab");
    self->notice = g_strdup("");
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    g_signal_connect_swapped(self->board, "settled", G_CALLBACK(on_settled), self);
    g_signal_connect_swapped(self->board, "notice", G_CALLBACK(tab_game_view_say), self);
    self->sounds = tab_sound_cues_new(self->board, self->settings);
    g_signal_connect_swapped(self->sticks, "settled", G_CALLBACK(on_settled), self);
    g_signal_connect_swapped(self->sticks, "clicked", G_CALLBACK(tab_game_view_throw), self);
    g_signal_connect_swapped(self->throws, "chosen", G_CALLBACK(on_throw_chosen), self);
    g_signal_connect_swapped(self->entry, "entered", G_CALLBACK(tab_game_view_enter_throw), self);
    g_signal_connect_object(self->settings, "changed", G_CALLBACK(update_pace), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->settings, "changed::turn-board", G_CALLBACK(refresh), self,
                            G_CONNECT_SWAPPED);
    /* Translators: what the table with board, sticks and players is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Game"),
                                   -1);
    apply_compact(self);
    update_pace(self);
}
