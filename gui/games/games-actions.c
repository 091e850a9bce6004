// SPDX-License-Identifier: GPL-3.0-or-later
// The database of games in the main window: the list of all games, and one's own that go in when
// they end.
#include "gui/games/games-actions.h"

#include <glib/gi18n.h>

#include "gui/files/file-dialog.h"
#include "gui/games/games-analysis-window.h"
#include "gui/games/games-window.h"
#include "gui/model/finished-games.h"
#include "gui/model/position-text.h"
#include "gui/model/waiting-games.h"
#include "gui/widgets/action-map.h"
#include "protocol/rules/notation.h"

struct _TabGamesActions {
    GObject parent;
    GtkApplicationWindow *window; /* that has this */
    TabGameView *view;
    TabFileActions *files;
    TabGameList *list; /* stays as it was left; NULL: it was never opened */
    GtkWindow *shown;  /* the list's; weak, NULL: it is not open */
    TabFinishedGames *finished;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabGamesActions, tab_games_actions, G_TYPE_OBJECT)

static guint failed_signal;

/* --- many games, analysed --- */

static gpointer read_analysed(gpointer data, TabProgress *progress, GError **error)
{
    return tab_games_analysis_item_read(data, progress, error);
}

static void on_open_analysed(TabGamesActions *self, TabGamesAnalysisItem *game)
{
    tab_file_actions_open_read(self->files, read_analysed, g_object_ref(game), g_object_unref);
}

static void on_stored(TabGamesActions *self);

static void show_analysis(TabGamesActions *self, TabGamesAnalysis *analysis)
{
    GtkWidget *window =
        GTK_WIDGET(tab_games_analysis_window_new(GTK_WINDOW(self->window), analysis));
    g_signal_connect_object(window, "open", G_CALLBACK(on_open_analysed), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(window, "kept", G_CALLBACK(on_stored), self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(window));
}

static void on_analyse(TabGamesActions *self, const GArray *numbers)
{
    show_analysis(self, tab_games_analysis_new_stored(tab_game_list_get_path(self->list), numbers));
}

static void on_folder(GtkNativeDialog *native, int response, TabGamesActions *self)
{
    g_autofree char *path =
        tab_file_dialog_get_path(native, response, _("The file could not be opened"));
    g_autofree char *database = tab_database_default_path(TRUE);
    if (path)
        show_analysis(self, tab_games_analysis_new_folder(path, database));
    g_object_unref(native);
}

static void analyse_folder(TabGamesActions *self)
{
    GtkFileChooserNative *native = gtk_file_chooser_native_new(
        _("Analyse a Folder of Games"), GTK_WINDOW(self->window),
        /* Translators: the button that has an engine look at all games of a folder */
        GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Analyse"), NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    tab_file_dialog_begin_in(native, "games-folder", G_USER_DIRECTORY_DOCUMENTS);
    g_signal_connect_object(native, "response", G_CALLBACK(on_folder), self, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}

/* --- the list --- */

/* The position that the board shows, in five fields. New. */
static char *get_position(TabGamesActions *self)
{
    TabGameSession *session = tab_game_view_get_session(self->view);
    TabSituation situation;
    tab_position_text_situation(session, &situation);
    return tab_notation_situation_to_string(session->document->record->rules, &situation);
}

static void tell_position(TabGamesActions *self)
{
    if (!self->shown || !tab_game_view_get_session(self->view))
        return;
    g_autofree char *position = get_position(self);
    tab_games_window_set_position(TAB_GAMES_WINDOW(self->shown), position);
}

static void on_open(TabGamesActions *self, gint64 number, int at)
{
    tab_file_actions_open_stored(self->files, tab_game_list_get_path(self->list), number, at);
}

static void show_games(TabGamesActions *self)
{
    g_autofree char *path = tab_database_default_path(FALSE);
    if (!self->list)
        self->list = tab_game_list_new(path);
    if (!self->shown) {
        g_set_weak_pointer(&self->shown,
                           GTK_WINDOW(tab_games_window_new(GTK_WINDOW(self->window), self->list)));
        g_signal_connect_object(self->shown, "open", G_CALLBACK(on_open), self, G_CONNECT_SWAPPED);
        g_signal_connect_object(self->shown, "analyse", G_CALLBACK(on_analyse), self,
                                G_CONNECT_SWAPPED);
        tell_position(self);
    }
    gtk_window_present(self->shown);
}

static void show_games_with_position(TabGamesActions *self)
{
    show_games(self);
    tab_games_window_ask_position(TAB_GAMES_WINDOW(self->shown));
}

/* --- finished games --- */

static void on_stored(TabGamesActions *self)
{
    if (self->shown)
        tab_games_window_refresh(TAB_GAMES_WINDOW(self->shown));
}

static void on_failed(TabGamesActions *self, const GError *error, gboolean kept)
{
    g_autofree char *detail = g_strdup_printf(
        kept ? /* Translators: why a file cannot be written. */
            _("%s. The game is kept, and is tried again, also when Tâb is started the next time.")
             : /* Translators: why a file cannot be written. */
            _("%s. The game is still in this window, and is tried again with the next one."),
        error->message);
    g_signal_emit(self, failed_signal, 0, _("The game could not be put into the list of games"),
                  detail, NULL);
}

static void on_setting(TabGamesActions *self)
{
    tab_finished_games_enable(self->finished, g_settings_get_boolean(self->settings, "keep-games"));
}

/* --- the object --- */

static void tab_games_actions_finalize(GObject *object)
{
    TabGamesActions *self = TAB_GAMES_ACTIONS(object);
    g_clear_weak_pointer(&self->shown);
    g_clear_object(&self->list);
    g_clear_object(&self->finished);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_games_actions_parent_class)->finalize(object);
}

static void tab_games_actions_class_init(TabGamesActionsClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_games_actions_finalize;
    failed_signal = g_signal_new("failed", TAB_TYPE_GAMES_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
}

static void tab_games_actions_init(TabGamesActions *self)
{
    g_autofree char *path = tab_database_default_path(FALSE);
    g_autofree char *waiting = tab_waiting_games_default_path();
    self->settings = g_settings_new("org.tabgame.Tab");
    self->finished = tab_finished_games_new(path, waiting);
    g_signal_connect_swapped(self->settings, "changed::keep-games", G_CALLBACK(on_setting), self);
    on_setting(self);
}

TabGamesActions *tab_games_actions_add(GtkApplicationWindow *window, TabGameView *view,
                                       TabFileActions *files)
{
    static const TabAction actions[] = {
        {.name = "games", .activate = G_CALLBACK(show_games)},
        {.name = "games-with-position", .activate = G_CALLBACK(show_games_with_position)},
        {.name = "analyse-folder", .activate = G_CALLBACK(analyse_folder)},
    };
    TabGamesActions *self = g_object_new(TAB_TYPE_GAMES_ACTIONS, NULL);
    self->window = window;
    self->view = view;
    self->files = files;
    g_object_set_data_full(G_OBJECT(window), "games-actions", self, g_object_unref);
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    g_signal_connect_object(files, "opened", G_CALLBACK(tab_finished_games_follow), self->finished,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(view, "changed", G_CALLBACK(tell_position), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->finished, "stored", G_CALLBACK(on_stored), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->finished, "failed", G_CALLBACK(on_failed), self,
                            G_CONNECT_SWAPPED);
    /* the program does not end while something is written, though the window may be gone */
    GApplication *application = g_application_get_default();
    g_signal_connect_object(self->finished, "busy", G_CALLBACK(g_application_hold), application,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->finished, "idle", G_CALLBACK(g_application_release), application,
                            G_CONNECT_SWAPPED);
    return self;
}
