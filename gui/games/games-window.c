// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the list of all games in the database: looked for, sorted, imported, opened.
#include "gui/games/games-window.h"

#include <glib/gi18n.h>

#include "gui/games/game-columns.h"
#include "gui/games/game-heads.h"
#include "gui/games/game-line.h"
#include "gui/games/games-import.h"
#include "gui/games/openings-view.h"
#include "gui/games/record-view.h"
#include "gui/model/game-removal.h"
#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/question.h"
#include "gui/widgets/wrap-layout.h"

struct _TabGamesWindow {
    GtkWindow parent;
    GtkWidget *import_button, *analyse_button, *open_button, *remove_button;
    GtkEditable *search;
    GtkCheckButton *with_position;
    TabGameHeads *heads;
    GtkStack *views, *pages;
    TabOpeningsView *openings;
    TabRecordView *record;
    GtkWidget *scrolled, *words_page, *words, *details, *count;
    GtkListView *list;
    TabGameList *games;
    GtkSingleSelection *selection;
    gint64 chosen;  /* a game that is selected again when the list is another; 0: none */
    guint place;    /* of it: where it has gone, the game that is there now is selected */
    char *position; /* on the board */
};

G_DEFINE_FINAL_TYPE(TabGamesWindow, tab_games_window, GTK_TYPE_WINDOW)

static guint open_signal, analyse_signal;

/* --- what is shown --- */

static gboolean is_looking(TabGamesWindow *self)
{
    return *tab_game_list_get_words(self->games) || tab_game_list_get_position(self->games);
}

/* Why there is no list to be seen. */
static void show_words(TabGamesWindow *self, const GError *error)
{
    const char *words = error              ? _("The games cannot be read")
                        : is_looking(self) ? _("No game is found")
                                           : _("No games yet");
    const char *details =
        error              ? error->message
        : is_looking(self) ? ""
                           : _("The games that you finish come here by themselves. Others can be "
                               "imported from files.");
    tab_label_text_set(self->words, words);
    tab_label_text_show(self->details, details);
}

/* The first game of another list, or the one that was selected in the same, or its neighbour. */
static void on_replacing(TabGamesWindow *self, gboolean other)
{
    TabGameItem *item = gtk_single_selection_get_selected_item(self->selection);
    self->chosen = item && !other ? tab_game_item_get_number(item) : 0;
    self->place = gtk_single_selection_get_selected(self->selection);
    gtk_single_selection_set_selected(self->selection, GTK_INVALID_LIST_POSITION);
}

static void select_again(TabGamesWindow *self)
{
    int place = self->chosen ? tab_game_list_find(self->games, self->chosen) : 0;
    guint n = g_list_model_get_n_items(G_LIST_MODEL(self->games));
    guint instead = MIN(self->place, n - 1);
    self->chosen = 0;
    if (n && !gtk_single_selection_get_selected_item(self->selection))
        gtk_single_selection_set_selected(self->selection, place < 0 ? instead : (guint)place);
}

static void show_state(TabGamesWindow *self)
{
    select_again(self);
    const GError *error = tab_game_list_get_error(self->games);
    guint n = g_list_model_get_n_items(G_LIST_MODEL(self->games));
    g_autofree char *count = g_strdup_printf(ngettext("%u game", "%u games", n), n);
    gboolean empty = error || (!n && !tab_game_list_is_waiting(self->games));
    if (empty)
        show_words(self, error);
    gtk_stack_set_visible_child(self->pages, empty ? self->words_page : self->scrolled);
    tab_label_text_set(self->count, error ? "" : count);
    gtk_widget_set_sensitive(self->open_button, n > 0 && !error);
    gtk_widget_set_sensitive(self->analyse_button, n > 0 && !error);
    gtk_widget_set_sensitive(self->remove_button, n > 0 && !error);
    gtk_widget_set_sensitive(self->import_button, !error);
}

/* A line that is taken again is another game's. */
static void make_line(TabGamesWindow *self, GtkListItem *item)
{
    gtk_list_item_set_child(item, tab_game_line_new());
}

static void fill_line(TabGamesWindow *self, GtkListItem *item)
{
    tab_game_line_show(TAB_GAME_LINE(gtk_list_item_get_child(item)), gtk_list_item_get_item(item),
                       tab_game_list_get_position(self->games) != NULL);
}

static void empty_line(TabGamesWindow *self, GtkListItem *item)
{
    tab_game_line_show(TAB_GAME_LINE(gtk_list_item_get_child(item)), NULL, FALSE);
}

/* The lines have another column. */
static void make_lines_anew(TabGamesWindow *self)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect_swapped(factory, "setup", G_CALLBACK(make_line), self);
    g_signal_connect_swapped(factory, "bind", G_CALLBACK(fill_line), self);
    g_signal_connect_swapped(factory, "unbind", G_CALLBACK(empty_line), self);
    gtk_list_view_set_factory(self->list, factory);
}

/* --- what a person does --- */

static void on_search(TabGamesWindow *self)
{
    tab_game_list_set_words(self->games, gtk_editable_get_text(self->search));
}

/* Whoever types in the list goes on in the search. */
static void on_search_started(TabGamesWindow *self)
{
    GtkEditable *text = gtk_editable_get_delegate(self->search);
    gtk_text_grab_focus_without_selecting(GTK_TEXT(text));
}

/* The game that is chosen, once its row is there; else NULL. */
static const TabStoredGame *get_chosen(TabGamesWindow *self)
{
    TabGameItem *item = gtk_single_selection_get_selected_item(self->selection);
    return item && !tab_game_list_is_waiting(self->games) ? tab_game_item_get_row(item) : NULL;
}

static void on_open(TabGamesWindow *self)
{
    const TabStoredGame *game = get_chosen(self);
    if (!game)
        return;
    gint64 number = game->number;
    int at = tab_game_list_get_position(self->games) ? game->at : -1;
    g_object_ref(self);
    g_signal_emit(self, open_signal, 0, number, at);
    gtk_window_close(GTK_WINDOW(self));
    g_object_unref(self);
}

static void on_position(TabGamesWindow *self)
{
    gboolean wanted = gtk_check_button_get_active(self->with_position);
    gboolean was = tab_game_list_get_position(self->games) != NULL;
    tab_game_list_set_position(self->games, wanted ? self->position : NULL);
    if (was != (tab_game_list_get_position(self->games) != NULL))
        make_lines_anew(self);
}

void tab_games_window_set_position(TabGamesWindow *self, const char *position)
{
    if (!g_strcmp0(self->position, position))
        return;
    g_free(self->position);
    self->position = g_strdup(position);
    on_position(self);
}

void tab_games_window_ask_position(TabGamesWindow *self)
{
    gtk_stack_set_visible_child_name(self->views, "games");
    gtk_check_button_set_active(self->with_position, TRUE);
}

void tab_games_window_refresh(TabGamesWindow *self)
{
    tab_game_list_refresh(self->games);
    tab_openings_view_refresh(self->openings);
    tab_record_view_refresh(self->record);
}

static void on_import(TabGamesWindow *self)
{
    tab_games_import_ask(GTK_WINDOW(self), tab_game_list_get_path(self->games),
                         G_CALLBACK(tab_games_window_refresh), G_OBJECT(self));
}

static void on_removed(gpointer owner, gpointer result, const GError *error)
{
    TabGamesWindow *self = owner;
    if (!self->games) /* the window is gone */
        return;
    tab_games_window_refresh(self);
    if (error)
        tab_fault_dialog_show(GTK_WINDOW(self), _("The game could not be removed"), error);
}

static void on_remove_answered(GtkDialog *question, int response, TabGamesWindow *self)
{
    TabStoredGame *game = g_object_steal_data(G_OBJECT(question), "game");
    gtk_window_destroy(GTK_WINDOW(question));
    if (response == GTK_RESPONSE_ACCEPT)
        tab_game_removal_run(game, tab_game_list_get_path(self->games), on_removed, G_OBJECT(self));
    else
        tab_stored_game_free(game);
}

static void on_remove(TabGamesWindow *self)
{
    const TabStoredGame *game = get_chosen(self);
    if (!game)
        return;
    g_autofree char *told =
        tab_game_columns_describe(gtk_single_selection_get_selected_item(self->selection), FALSE);
    g_autofree char *detail = g_strdup_printf(
        "%s\n\n%s", told,
        _("Its turns, comments and analyses are deleted. The file that it came from stays."));
    GtkWidget *question = tab_question_new(GTK_WIDGET(self), _("Remove this game from the list?"),
                                           detail, _("_Cancel"), _("_Remove"));
    tab_question_warn(question);
    g_object_set_data_full(G_OBJECT(question), "game", tab_stored_game_copy(game),
                           (GDestroyNotify)tab_stored_game_free);
    g_signal_connect_object(question, "response", G_CALLBACK(on_remove_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

/* All games that are found. */
static void on_analyse(TabGamesWindow *self)
{
    g_autoptr(GArray) numbers = tab_game_list_copy_numbers(self->games);
    g_signal_emit(self, analyse_signal, 0, numbers);
}

/* Down from the search into the list; letters typed there come back. */
static gboolean on_search_key(GtkEventControllerKey *controller, guint key, guint code,
                              GdkModifierType state, TabGamesWindow *self)
{
    if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
        return FALSE;
    gtk_widget_grab_focus(GTK_WIDGET(self->list));
    return TRUE;
}

static gboolean on_list_key(GtkEventControllerKey *controller, guint key, guint code,
                            GdkModifierType state, TabGamesWindow *self)
{
    if (key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete)
        return FALSE;
    on_remove(self);
    return TRUE;
}

/* Only of the list games can be opened. */
static void on_view(TabGamesWindow *self)
{
    gboolean list = !g_strcmp0(gtk_stack_get_visible_child_name(self->views), "games");
    gtk_widget_set_visible(self->open_button, list);
}

/* Another program may have changed the file meanwhile. */
static void on_active(TabGamesWindow *self)
{
    if (gtk_window_is_active(GTK_WINDOW(self)))
        tab_game_list_refresh(self->games);
}

/* --- the widget --- */

static void tab_games_window_dispose(GObject *object)
{
    TabGamesWindow *self = TAB_GAMES_WINDOW(object);
    if (self->games)
        g_signal_handlers_disconnect_by_data(self->games, self);
    g_clear_object(&self->selection);
    g_clear_object(&self->games);
    G_OBJECT_CLASS(tab_games_window_parent_class)->dispose(object);
}

static void tab_games_window_finalize(GObject *object)
{
    g_free(TAB_GAMES_WINDOW(object)->position);
    G_OBJECT_CLASS(tab_games_window_parent_class)->finalize(object);
}

static void tab_games_window_class_init(TabGamesWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_games_window_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_games_window_finalize;
    open_signal = g_signal_new("open", TAB_TYPE_GAMES_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT);
    analyse_signal = g_signal_new("analyse", TAB_TYPE_GAMES_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ARRAY);
    g_type_ensure(TAB_TYPE_GAME_HEADS);
    g_type_ensure(TAB_TYPE_OPENINGS_VIEW);
    g_type_ensure(TAB_TYPE_RECORD_VIEW);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/games-window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, import_button);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, analyse_button);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, open_button);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, remove_button);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, search);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, with_position);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, heads);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, views);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, openings);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, record);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, pages);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, scrolled);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, words_page);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, words);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, details);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, count);
    gtk_widget_class_bind_template_child(widget_class, TabGamesWindow, list);
    gtk_widget_class_bind_template_callback(widget_class, on_import);
    gtk_widget_class_bind_template_callback(widget_class, on_analyse);
    gtk_widget_class_bind_template_callback(widget_class, on_open);
    gtk_widget_class_bind_template_callback(widget_class, on_remove);
    gtk_widget_class_bind_template_callback(widget_class, on_position);
    gtk_widget_class_bind_template_callback(widget_class, on_view);
    gtk_widget_class_bind_template_callback(widget_class, on_search);
    gtk_widget_class_bind_template_callback(widget_class, on_search_started);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void add_keys(GtkWidget *widget, GCallback on_key, TabGamesWindow *self)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", on_key, self);
    gtk_widget_add_controller(widget, keys);
}

static void tab_games_window_init(TabGamesWindow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_search_entry_set_key_capture_widget(GTK_SEARCH_ENTRY(self->search), GTK_WIDGET(self->list));
    add_keys(GTK_WIDGET(self->search), G_CALLBACK(on_search_key), self);
    add_keys(GTK_WIDGET(self->list), G_CALLBACK(on_list_key), self);
    g_signal_connect(self, "notify::is-active", G_CALLBACK(on_active), NULL);
}

TabGamesWindow *tab_games_window_new(GtkWindow *parent, TabGameList *list)
{
    TabGamesWindow *self = g_object_new(TAB_TYPE_GAMES_WINDOW, "transient-for", parent, NULL);
    self->games = g_object_ref(list);
    tab_game_list_set_position(list, NULL);
    gtk_editable_set_text(self->search, tab_game_list_get_words(list));
    self->selection = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(list)));
    gtk_single_selection_set_autoselect(self->selection, FALSE);
    gtk_single_selection_set_can_unselect(self->selection, TRUE);
    make_lines_anew(self);
    gtk_list_view_set_model(self->list, GTK_SELECTION_MODEL(self->selection));
    tab_game_heads_set_list(self->heads, list);
    g_signal_connect_swapped(list, "changed", G_CALLBACK(show_state), self);
    g_signal_connect_swapped(list, "replacing", G_CALLBACK(on_replacing), self);
    tab_openings_view_set_path(self->openings, tab_game_list_get_path(list));
    tab_record_view_set_path(self->record, tab_game_list_get_path(list));
    tab_game_list_refresh(list);
    gtk_widget_grab_focus(GTK_WIDGET(self->search));
    return self;
}
