// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: header, table, panes, and its actions.
#include "gui/app/window.h"

#include <glib/gi18n.h>

#include "gui/app/browser-page.h"
#include "gui/app/side-panes.h"
#include "gui/app/surroundings.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/analysis/analysis-pane.h"
#include "gui/model/analysis-live.h"
#include "gui/ending/ending-page.h"
#include "gui/engines/engine-actions.h"
#include "gui/files/export-actions.h"
#include "gui/files/file-actions.h"
#include "gui/games/games-actions.h"
#include "gui/widgets/label-text.h"
#include "gui/table/game-tree-view.h"
#include "gui/table/game-view.h"
#include "gui/table/hint-action.h"
#include "gui/lessons/lesson-window.h"
#include "gui/match/engine-match-window.h"
#include "gui/match/match-bar.h"
#include "gui/match/match-window.h"
#include "gui/problems/problem-window.h"
#include "gui/model/position-text.h"
#include "gui/model/wording.h"
#include "gui/new-game/new-game-dialog.h"
#include "gui/files/position-editor.h"
#include "gui/preferences/preferences-dialog.h"
#include "gui/files/recent-menu.h"
#include "gui/new-game/rules-dialog.h"
#include "gui/table/message-bar.h"
#include "gui/table/mistake-actions.h"
#include "gui/table/side-layout.h"
#include "gui/table/stick-statistics-dialog.h"
#include "gui/table/turn-actions.h"
#include "gui/table/tutor-bar.h"

#define SPACIOUS 760 /* pixels: room for the game menu's name beside the title */
#define NARROW 560   /* under it the title has no room beside all buttons */

struct _TabWindow {
    GtkApplicationWindow parent;
    GtkHeaderBar *header_bar;
    GtkBox *content;
    GtkCenterBox *bar;         /* of a narrow window, below the table */
    GtkWidget *doings, *panes; /* buttons: in the header, or in the bar */
    GtkWidget *title, *subtitle;
    GtkWidget *pause_button;
    GtkMenuButton *game_menu_button, *menu_button;
    GtkButton *new_game_button;
    TabGameView *game;
    TabEndingPage *ending;
    TabGameTreeView *turns;
    TabAnalysisPane *analysis;
    TabSideLayout *layout;
    TabSidePanes *side;
    GtkWidget *back_button; /* from a page to the table */
    TabMessageBar *message;
    TabMessageBar *damage;   /* of the game that was left */
    TabMessageBar *storing;  /* whether games go into the list of games */
    TabMessageBar *lacking;  /* what is missing on this machine */
    TabMessageBar *stand_in; /* which engine plays in another's place */
    TabMessageBar *keeping;  /* whether the game is being kept for the next time */
    TabTutorBar *tutor;
    TabMatchBar *match;
    TabMatchStudy *study;    /* of the match that is played */
    GtkWindow *match_window; /* NULL: it is not open */
    GtkWidget *offer;        /* of a lesson, to those who start the program for the first time */
    GtkWindow *lessons, *problems; /* NULL: they are not open */
    GMenu *recent_menu;
    TabFileActions *files;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabWindow, tab_window, GTK_TYPE_APPLICATION_WINDOW)

static TabGameSession *get_shown_session(TabWindow *self)
{
    return tab_game_view_get_session(self->game);
}

/* --- what is shown --- */

/* The engine that is started again on demand: one that is down, the one to move, or the other;
 * -1: none sits here. */
static int find_engine(TabGameSession *session)
{
    int lost = tab_game_session_find_lost(session);
    TabSide side = tab_game_side(tab_document_game(session->document));
    if (lost >= 0)
        return lost;
    return session->seat[side]                   ? (int)side
           : session->seat[tab_side_other(side)] ? (int)tab_side_other(side)
                                                 : -1;
}

static void show_names(TabWindow *self, TabGameSession *session)
{
    g_autofree char *title = tab_wording_title(session), *players = tab_wording_players(session);
    g_autofree char *file = tab_file_actions_get_title(self->files);
    g_autofree char *game = tab_wording_subtitle(session);
    g_autofree char *subtitle = g_strjoin(" · ", file ? file : game, file ? game : NULL, NULL);
    tab_label_text_set(self->title, players); /* their levels stand beside the board */
    tab_label_text_tip(self->title, title);
    tab_label_text_set(self->subtitle, subtitle);
    gtk_window_set_title(GTK_WINDOW(self), title);
}

/* What can be done with the match, before that is offered. */
static void enable_match(TabWindow *self, TabGameMatch *match)
{
    tab_action_map_enable(G_ACTION_MAP(self), "match", match != NULL);
    tab_action_map_enable(G_ACTION_MAP(self), "next-game",
                          match && tab_game_match_can_advance(match));
    tab_ending_page_set_match(self->ending, match);
}

/* The score, once what has ended the game has been seen; the page at its end tells it, too. */
static void show_match(TabWindow *self, TabGameMatch *match)
{
    gboolean over = get_shown_session(self)->document->live->end != TAB_END_NONE;
    if (over && tab_turn_controls_are_busy(tab_game_view_get_controls(self->game)))
        return;
    gboolean told = gtk_widget_get_visible(GTK_WIDGET(self->ending));
    tab_match_bar_show(self->match, told ? NULL : match);
    if (match && self->match_window)
        tab_match_window_show_match(TAB_MATCH_WINDOW(self->match_window), match);
}

static void show_title(TabWindow *self)
{
    TabGameSession *session = get_shown_session(self);
    if (!session)
        return;
    gboolean falling = tab_turn_controls_are_falling(tab_game_view_get_controls(self->game));
    if (!falling) /* it would tell that the opening is over */
        show_names(self, session);
    tab_action_map_enable(G_ACTION_MAP(self), "restart-engine", find_engine(session) >= 0);
    tab_action_map_enable(G_ACTION_MAP(self), "replace-engine",
                          tab_game_session_find_lost(session) >= 0);
    /* where time runs, or engines play without waiting for anybody, the pause has a button */
    gtk_widget_set_visible(self->pause_button,
                           tab_game_session_get_clock(session) ||
                               (session->seat[TAB_WHITE] && session->seat[TAB_BLACK]));
    tab_game_tree_view_set_falling(self->turns, falling);
    tab_turn_actions_refresh(G_ACTION_MAP(self), self->game);
    tab_mistake_actions_refresh(G_ACTION_MAP(self), self->game);
    tab_action_map_enable(G_ACTION_MAP(self), "analyse-game",
                          session->document->live->node->parent != NULL);
    TabSituation situation;
    g_autofree char *question = tab_analysis_live_find_question(session, &situation);
    tab_action_map_enable(G_ACTION_MAP(self), "roll-out", question != NULL);
    tab_action_map_enable(G_ACTION_MAP(self), "summary",
                          session->document->live->end != TAB_END_NONE);
    TabGameMatch *match = tab_file_actions_get_match(self->files);
    enable_match(self, match);
    tab_message_bar_refresh(self->message, self->game, tab_ending_page_follow(self->ending));
    show_match(self, match);
}

/* --- the header --- */

/* The width that the window has now, or is about to have. */
static int get_coming_width(TabWindow *self)
{
    GtkNative *native = GTK_NATIVE(self);
    GdkSurface *surface = gtk_native_get_surface(native);
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
    GdkMonitor *monitor = surface ? gdk_display_get_monitor_at_surface(display, surface) : NULL;
    GdkRectangle screen = {.width = SPACIOUS};
    int width, height;
    gtk_window_get_default_size(GTK_WINDOW(self), &width, &height);
    if (!gtk_window_is_maximized(GTK_WINDOW(self)) && !gtk_window_is_fullscreen(GTK_WINDOW(self)))
        return width;
    if (monitor)
        gdk_monitor_get_geometry(monitor, &screen);
    return screen.width;
}

static void put_in_header(TabWindow *self)
{
    gtk_center_box_set_start_widget(self->bar, NULL);
    gtk_center_box_set_end_widget(self->bar, NULL);
    gtk_box_remove(GTK_BOX(self->panes), GTK_WIDGET(self->menu_button));
    gtk_header_bar_pack_start(self->header_bar, self->doings);
    gtk_header_bar_pack_end(self->header_bar, GTK_WIDGET(self->menu_button));
    gtk_header_bar_pack_end(self->header_bar, self->panes);
}

static void put_in_bar(TabWindow *self)
{
    gtk_header_bar_remove(self->header_bar, self->doings);
    gtk_header_bar_remove(self->header_bar, self->panes);
    gtk_header_bar_remove(self->header_bar, GTK_WIDGET(self->menu_button));
    gtk_box_append(GTK_BOX(self->panes), GTK_WIDGET(self->menu_button));
    gtk_center_box_set_start_widget(self->bar, self->doings);
    gtk_center_box_set_end_widget(self->bar, self->panes);
}

/* In a narrow window the buttons leave the header to its title, for a bar at the window's foot. */
static void place_buttons(TabWindow *self)
{
    gboolean narrow = get_coming_width(self) < NARROW;
    if (narrow == gtk_widget_get_visible(GTK_WIDGET(self->bar)))
        return;
    GtkWidget *moved[] = {self->doings, self->panes, GTK_WIDGET(self->menu_button)}, *focus = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(moved); i++) {
        g_object_ref(moved[i]);
        focus = focus ? focus : tab_widget_find_focus(moved[i]);
    }
    (narrow ? put_in_bar : put_in_header)(self);
    for (guint i = 0; i < G_N_ELEMENTS(moved); i++)
        g_object_unref(moved[i]);
    gtk_widget_set_visible(GTK_WIDGET(self->bar), narrow);
    if (focus)
        gtk_widget_grab_focus(focus);
}

/* A new game and the game menu are told by their names where there is room for them, and by icons
 * where the title needs the room. */
static void fit_header(TabWindow *self)
{
    gboolean spacious = get_coming_width(self) >= SPACIOUS;
    gboolean named = gtk_menu_button_get_label(self->game_menu_button) != NULL;
    if (spacious && !named)
        /* Translators: a menu: hint, pause, opening and saving games, … */
        gtk_menu_button_set_label(self->game_menu_button, _("_Game"));
    else if (!spacious)
        gtk_menu_button_set_icon_name(self->game_menu_button, "view-more-symbolic");
    if (spacious)
        gtk_button_set_label(self->new_game_button, _("_New Game"));
    else
        gtk_button_set_icon_name(self->new_game_button, "document-new-symbolic");
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->new_game_button),
                                   GTK_ACCESSIBLE_PROPERTY_LABEL, _("New Game"), -1);
    place_buttons(self);
}

/* GTK hides the title bar of a full screen. There the header is part of the window's content, so
 * that its title still tells the game's state, and its menus open by their keys. */
static void place_header(TabWindow *self)
{
    GtkWidget *header = GTK_WIDGET(self->header_bar);
    gboolean full = gtk_window_is_fullscreen(GTK_WINDOW(self));
    if (full == (gtk_widget_get_parent(header) == GTK_WIDGET(self->content)))
        return;
    GtkWidget *focus = tab_widget_find_focus(header);
    g_object_ref(header);
    if (full) {
        gtk_window_set_titlebar(GTK_WINDOW(self), gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0));
        gtk_box_prepend(self->content, header);
    } else {
        gtk_box_remove(self->content, header);
        gtk_window_set_titlebar(GTK_WINDOW(self), header);
    }
    g_object_unref(header);
    if (focus)
        gtk_widget_grab_focus(focus); /* unless it is the button that has just gone */
}

/* --- games --- */

/* The game before it ends. */
static void show_session(TabWindow *self, TabGameSession *session)
{
    if (get_shown_session(self))
        tab_game_session_close(get_shown_session(self));
    tab_side_panes_leave(self->side);
    /* it goes where the next step is, and not to the button that began the game */
    gtk_window_set_focus(GTK_WINDOW(self), NULL);
    tab_game_view_set_session(self->game, session);
    tab_game_tree_view_set_session(self->turns, session);
    gtk_widget_set_visible(GTK_WIDGET(self->stand_in), FALSE); /* of the game before */
    show_title(self);
}

TabFileActions *tab_window_get_files(TabWindow *self)
{
    return self->files;
}

void tab_window_ask_new_game(TabWindow *self, const TabGameSetup *setup)
{
    TabNewGameDialog *dialog = tab_new_game_dialog_new(GTK_WINDOW(self), setup);
    g_signal_connect_object(dialog, "start", G_CALLBACK(tab_file_actions_replace_game), self->files,
                            G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

void tab_window_offer_lesson(TabWindow *self)
{
    gtk_widget_set_visible(self->offer, g_settings_get_boolean(self->settings, "offer-lesson"));
}

static void on_decline_lesson(TabWindow *self)
{
    g_settings_set_boolean(self->settings, "offer-lesson", FALSE);
}

/* However a lesson was come to, it need not be offered any more. */
static void on_offer_changed(TabWindow *self)
{
    if (g_settings_get_boolean(self->settings, "offer-lesson"))
        return;
    tab_widget_drop_focus(self->offer);
    gtk_widget_set_visible(self->offer, FALSE);
}

/* --- actions --- */

/* What is remembered of the game before is proposed. */
static void ask_new_game(TabWindow *self)
{
    tab_window_ask_new_game(self, NULL);
}

static void begin_next_game(TabWindow *self)
{
    tab_file_actions_advance_match(self->files);
}

/* In a match that is not over, its next game; after one, another match. */
static void play_again(TabWindow *self)
{
    TabGameMatch *match = tab_file_actions_get_match(self->files);
    if (match && tab_game_match_can_advance(match)) {
        begin_next_game(self);
        return;
    }
    const TabGameSession *session = get_shown_session(self);
    g_autoptr(TabGameSetup) last = tab_game_setup_copy(session->setup);
    if (!session->ours) { /* of a game that was over when it was opened its record tells */
        g_autoptr(GPtrArray) engines = tab_game_setup_engines(NULL);
        tab_game_setup_seat_as_recorded(last, session->document->record, engines);
    }
    g_autoptr(TabGameSetup) setup = tab_game_setup_load_again(self->settings, last);
    tab_file_actions_replace_game(self->files, setup);
}

static void open_match_window(TabWindow *self)
{
    TabGameMatch *match = tab_file_actions_get_match(self->files);
    if (!self->match_window)
        g_set_weak_pointer(&self->match_window,
                           GTK_WINDOW(tab_match_window_new(GTK_WINDOW(self), self->study)));
    tab_match_window_show_match(TAB_MATCH_WINDOW(self->match_window), match);
    gtk_window_present(self->match_window);
}

/* A key opens it, and closes it again. One that lies below another page is only uncovered. */
static void show_summary(TabWindow *self)
{
    gboolean uncovered = tab_side_panes_leave(self->side);
    if (gtk_widget_get_visible(GTK_WIDGET(self->ending)) && uncovered)
        return;
    if (tab_ending_page_close(self->ending, TRUE))
        return;
    tab_document_end_review(get_shown_session(self)->document);
    tab_widget_drop_focus(GTK_WIDGET(self->message)); /* it goes, and the page has it */
    tab_ending_page_open(self->ending);
    show_title(self);
}

/* Whoever wants to go through the turns has the list beside the board, where there is room. */
static void on_ending_left(TabWindow *self, gboolean review)
{
    if (review && !tab_side_layout_is_folded(self->layout))
        gtk_widget_set_visible(GTK_WIDGET(self->turns), TRUE);
    show_title(self);
}

static void edit_position(TabWindow *self)
{
    TabSituation situation;
    tab_position_text_situation(get_shown_session(self), &situation);
    TabPositionEditor *editor = tab_position_editor_new(
        GTK_WINDOW(self), get_shown_session(self)->document->record->rules, &situation,
        tab_board_view_get_near_side(tab_game_view_get_board(self->game)));
    g_signal_connect_object(editor, "edited", G_CALLBACK(tab_file_actions_replace_position),
                            self->files, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(editor));
}

static void show_lessons(TabWindow *self)
{
    if (!self->lessons) {
        g_set_weak_pointer(&self->lessons, GTK_WINDOW(tab_lesson_window_new(GTK_WINDOW(self))));
        g_signal_connect_object(self->lessons, "new-game", G_CALLBACK(ask_new_game), self,
                                G_CONNECT_SWAPPED);
    }
    gtk_window_present(self->lessons);
}

static void show_problems(TabWindow *self)
{
    if (!self->problems)
        g_set_weak_pointer(&self->problems, GTK_WINDOW(tab_problem_window_new(GTK_WINDOW(self))));
    gtk_window_present(self->problems);
}

static void show_preferences(TabWindow *self)
{
    gtk_window_present(GTK_WINDOW(tab_preferences_dialog_new(GTK_WINDOW(self))));
}

/* Built anew each time. One that waits hidden, as an application's "help overlay" does, would be a
 * window that GTK 4.8 hands to a screen reader without a path, and falls over it. */
static void show_shortcuts(TabWindow *self)
{
    g_autoptr(GtkBuilder) builder =
        gtk_builder_new_from_resource("/org/tabgame/Tab/shortcuts-window.ui");
    GtkWindow *shortcuts = GTK_WINDOW(gtk_builder_get_object(builder, "shortcuts_window"));
    gtk_window_set_transient_for(shortcuts, GTK_WINDOW(self));
    gtk_window_present(shortcuts);
}

static void open_game_menu(TabWindow *self)
{
    gtk_menu_button_popup(self->game_menu_button);
}

static void restart_engine(TabWindow *self)
{
    TabGameSession *session = get_shown_session(self);
    if (tab_game_session_restart_lost(session) == 0)
        tab_game_session_restart_engine(session, (TabSide)find_engine(session));
}

static void replace_engine(TabWindow *self)
{
    TabGameSession *session = get_shown_session(self);
    tab_game_session_replace_engine(session, (TabSide)tab_game_session_find_lost(session));
}

/* In the analysis, which is opened for it. */
static void analyse_game(TabWindow *self)
{
    if (!gtk_widget_get_visible(GTK_WIDGET(self->analysis)))
        g_action_group_activate_action(G_ACTION_GROUP(self), "show-analysis", NULL);
    tab_analysis_pane_analyse(self->analysis);
}

/* There, too. */
static void roll_out(TabWindow *self)
{
    if (!gtk_widget_get_visible(GTK_WIDGET(self->analysis)))
        g_action_group_activate_action(G_ACTION_GROUP(self), "show-analysis", NULL);
    tab_analysis_pane_roll_out(self->analysis);
}

static const TabAction actions[] = {
    {.name = "analyse-game", .activate = G_CALLBACK(analyse_game)},
    {.name = "roll-out", .activate = G_CALLBACK(roll_out)},
    {.name = "new-game", .activate = G_CALLBACK(ask_new_game)},
    {.name = "play-again", .activate = G_CALLBACK(play_again)},
    {.name = "next-game", .activate = G_CALLBACK(begin_next_game)},
    {.name = "match", .activate = G_CALLBACK(open_match_window)},
    {.name = "summary", .activate = G_CALLBACK(show_summary)},
    {.name = "edit-position", .activate = G_CALLBACK(edit_position)},
    {.name = "lessons", .activate = G_CALLBACK(show_lessons)},
    {.name = "problems", .activate = G_CALLBACK(show_problems)},
    {.name = "preferences", .activate = G_CALLBACK(show_preferences)},
    {.name = "shortcuts", .activate = G_CALLBACK(show_shortcuts)},
    {.name = "game-menu", .activate = G_CALLBACK(open_game_menu)},
    {.name = "restart-engine", .activate = G_CALLBACK(restart_engine)},
    {.name = "replace-engine", .activate = G_CALLBACK(replace_engine)},
};

/* Out of what lies above all else. */
static void step_back(TabWindow *self)
{
    TabGameSession *session = get_shown_session(self);
    if (tab_side_panes_leave(self->side) || tab_ending_page_close(self->ending, TRUE))
        return;
    if (session && session->document->review)
        tab_document_end_review(session->document);
    else if (!tab_turn_controls_cancel(tab_game_view_get_controls(self->game)))
        gtk_window_unfullscreen(GTK_WINDOW(self));
}

/* Plain keys, for what no focused widget has wanted. */
static gboolean on_plain_key(GtkEventControllerKey *controller, guint key, guint code,
                             GdkModifierType state, TabWindow *self)
{
    static const struct {
        guint key;
        const char *action;
        gboolean at_table; /* nobody plays on a table that is not seen */
    } keys[] = {
        {GDK_KEY_Page_Up, "previous-turn", FALSE},
        {GDK_KEY_Page_Down, "next-turn", FALSE},
        {GDK_KEY_Home, "first-turn", FALSE},
        {GDK_KEY_End, "last-turn", FALSE},
        {GDK_KEY_h, "hint", TRUE},
        {GDK_KEY_p, "pause", TRUE},
        {GDK_KEY_Pause, "pause", TRUE},
        {GDK_KEY_f, "turn-board", TRUE},
    };
    gboolean seen = gtk_widget_get_mapped(GTK_WIDGET(self->game));
    TabTurnControls *controls = tab_game_view_get_controls(self->game);
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (gdk_keyval_to_lower(key) == keys[i].key && (seen || !keys[i].at_table)) {
            g_action_group_activate_action(G_ACTION_GROUP(self), keys[i].action, NULL);
            return TRUE;
        }
    if (key == GDK_KEY_Escape)
        step_back(self);
    else if (seen && key == GDK_KEY_BackSpace)
        tab_turn_controls_undo(controls);
    else
        return seen && tab_turn_controls_press(controls, key);
    return TRUE;
}

/* --- the widget --- */

static gboolean tab_window_close_request(GtkWindow *window)
{
    TabWindow *self = TAB_WINDOW(window);
    int width, height;
    gtk_window_get_default_size(window, &width, &height);
    if (!tab_browser_page_find(GTK_WIDGET(self))) {
        g_settings_set(self->settings, "window-size", "(ii)", width, height);
        g_settings_set_boolean(self->settings, "window-maximized", gtk_window_is_maximized(window));
    }
    tab_side_panes_save(self->side);
    tab_file_actions_leave(self->files);
    return TRUE;
}

static void tab_window_dispose(GObject *object)
{
    TabWindow *self = TAB_WINDOW(object);
    if (self->game && get_shown_session(self))
        tab_game_session_close(get_shown_session(self));
    self->game = NULL;
    g_clear_pointer(&self->side, tab_side_panes_free);
    g_clear_weak_pointer(&self->lessons);
    g_clear_weak_pointer(&self->problems);
    g_clear_weak_pointer(&self->match_window);
    g_clear_object(&self->study);
    g_clear_object(&self->settings);
    g_clear_object(&self->files);
    G_OBJECT_CLASS(tab_window_parent_class)->dispose(object);
}

static void tab_window_class_init(TabWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_window_dispose;
    GTK_WINDOW_CLASS(klass)->close_request = tab_window_close_request;
    g_type_ensure(TAB_TYPE_ANALYSIS_PANE);
    g_type_ensure(TAB_TYPE_ENDING_PAGE);
    g_type_ensure(TAB_TYPE_GAME_TREE_VIEW);
    g_type_ensure(TAB_TYPE_GAME_VIEW);
    g_type_ensure(TAB_TYPE_SIDE_LAYOUT);
    g_type_ensure(TAB_TYPE_MATCH_BAR);
    g_type_ensure(TAB_TYPE_MESSAGE_BAR);
    g_type_ensure(TAB_TYPE_TUTOR_BAR);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabWindow, header_bar);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, content);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, bar);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, doings);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, panes);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, title);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, subtitle);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, pause_button);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, game_menu_button);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, new_game_button);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, menu_button);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, game);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, ending);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, turns);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, analysis);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, layout);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, back_button);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, message);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, damage);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, keeping);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, stand_in);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, storing);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, lacking);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, tutor);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, match);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, offer);
    gtk_widget_class_bind_template_child(widget_class, TabWindow, recent_menu);
    gtk_widget_class_bind_template_callback(widget_class, on_decline_lesson);
    gtk_widget_class_bind_template_callback(widget_class, on_ending_left);
    /* after the focused widget: texts have an undo of their own */
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo",
                                        NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                        "win.redo", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                        "win.copy-position", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                        "win.copy-game", NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste",
                                        NULL);
}

/* A menu in a menu that is left by Escape keeps the focus in GTK 4.8, and with it all keys. */
static void on_menu_closed(GtkPopover *menu)
{
    GtkWidget *focus = gtk_root_get_focus(gtk_widget_get_root(GTK_WIDGET(menu)));
    if (!focus || gtk_widget_is_ancestor(focus, GTK_WIDGET(menu)))
        gtk_widget_grab_focus(gtk_widget_get_parent(GTK_WIDGET(menu)));
}

static void add_analysis(TabWindow *self)
{
    GtkApplicationWindow *window = GTK_APPLICATION_WINDOW(self);
    tab_analysis_pane_set_game(self->analysis, self->game);
    tab_ending_page_set_game(self->ending, self->game);
    tab_tutor_bar_set_game(self->tutor, self->game);
    tab_engine_actions_add(window, self->game);
    tab_hint_action_add(window, self->game);
    g_signal_connect_object(tab_engine_actions_get_store(window), "changed",
                            G_CALLBACK(tab_analysis_pane_reload_engines), self->analysis,
                            G_CONNECT_SWAPPED);
    /* Translators: in the list of engines whose log can be read. */
    tab_engine_actions_set_extra_log(window, tab_analysis_pane_get_log(self->analysis),
                                     _("Analysis"));
    tab_stick_statistics_dialog_add_action(window, self->game);
    tab_rules_dialog_add_action(window, self->game);
}

static void tab_window_init(TabWindow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_label_text_tip_where_cut(self->subtitle);
    self->settings = g_settings_new("org.tabgame.Tab");
    self->study = tab_match_study_new();
    g_signal_connect_object(self->settings, "changed::offer-lesson", G_CALLBACK(on_offer_changed),
                            self, G_CONNECT_SWAPPED);
    int width, height;
    g_settings_get(self->settings, "window-size", "(ii)", &width, &height);
    gtk_window_set_default_size(GTK_WINDOW(self), width, height);
    GdkMonitor *page = tab_browser_page_find(GTK_WIDGET(self));
    if (page) {
        tab_browser_page_fill(GTK_WINDOW(self));
        g_signal_connect_object(page, "notify::geometry", G_CALLBACK(fit_header), self,
                                G_CONNECT_SWAPPED);
    } else if (g_settings_get_boolean(self->settings, "window-maximized")) {
        gtk_window_maximize(GTK_WINDOW(self));
    }
    fit_header(self);
    g_signal_connect(self, "notify::default-width", G_CALLBACK(fit_header), NULL);
    g_signal_connect(self, "notify::maximized", G_CALLBACK(fit_header), NULL);
    g_signal_connect(self, "notify::fullscreened", G_CALLBACK(fit_header), NULL);
    g_signal_connect(self, "notify::fullscreened", G_CALLBACK(place_header), NULL);
    g_signal_connect_after(gtk_menu_button_get_popover(self->game_menu_button), "closed",
                           G_CALLBACK(on_menu_closed), NULL);
    g_signal_connect_after(gtk_menu_button_get_popover(self->menu_button), "closed",
                           G_CALLBACK(on_menu_closed), NULL);
    g_autoptr(GPropertyAction) full_screen =
        g_property_action_new("full-screen", self, "fullscreened");
    g_action_map_add_action(G_ACTION_MAP(self), G_ACTION(full_screen));
    g_autoptr(GAction) turn_board = g_settings_create_action(self->settings, "turn-board");
    g_action_map_add_action(G_ACTION_MAP(self), turn_board);
    tab_action_map_add(G_ACTION_MAP(self), actions, G_N_ELEMENTS(actions), self);
    tab_turn_controls_install(tab_game_view_get_controls(self->game), GTK_APPLICATION_WINDOW(self));
    tab_turn_actions_install(G_ACTION_MAP(self), self->game);
    tab_mistake_actions_install(G_ACTION_MAP(self), self->game, self->turns);
    self->side =
        tab_side_panes_new(GTK_APPLICATION_WINDOW(self), self->layout, GTK_WIDGET(self->turns),
                           GTK_WIDGET(self->analysis), self->back_button);
    self->files = tab_file_actions_new(GTK_APPLICATION_WINDOW(self));
    g_signal_connect_object(self->files, "opened", G_CALLBACK(show_session), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->files, "changed", G_CALLBACK(show_title), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->files, "damaged", G_CALLBACK(tab_message_bar_tell), self->damage,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->files, "stand-in", G_CALLBACK(tab_message_bar_tell),
                            self->stand_in, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->files, "keeping", G_CALLBACK(tab_message_bar_tell), self->keeping,
                            G_CONNECT_SWAPPED);
    TabGamesActions *games =
        tab_games_actions_add(GTK_APPLICATION_WINDOW(self), self->game, self->files);
    g_signal_connect_object(games, "failed", G_CALLBACK(tab_message_bar_tell), self->storing,
                            G_CONNECT_SWAPPED);
    tab_engine_match_window_add_action(GTK_APPLICATION_WINDOW(self), self->files);
    tab_recent_menu_follow(self->recent_menu);
    tab_export_actions_add(GTK_APPLICATION_WINDOW(self), self->game);
    add_analysis(self);
    g_signal_connect_swapped(self->game, "changed", G_CALLBACK(show_title), self);
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_plain_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
}

/* The one window of the program says this once. */
static void tell_fault(TabWindow *self)
{
    const TabSurroundingsFault *fault = tab_surroundings_find_fault(GTK_WIDGET(self));
    if (!fault)
        return;
    g_printerr("tab-gui: %s. %s\n", fault->title, fault->detail);
    tab_message_bar_tell(self->lacking, fault->title, fault->detail, NULL);
}

TabWindow *tab_window_new(GtkApplication *application)
{
    TabWindow *self = g_object_new(TAB_TYPE_WINDOW, "application", application, NULL);
    tell_fault(self);
    return self;
}
