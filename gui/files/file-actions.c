// SPDX-License-Identifier: GPL-3.0-or-later
// The game in the window as a file: opening, saving, the question before it is lost, and keeping it
// from one run to the next.
#include "gui/files/file-actions.h"

#include <glib/gi18n.h>

#include "gui/widgets/fault-dialog.h"
#include "gui/files/background.h"
#include "gui/files/file-dialog.h"
#include "gui/files/game-autosave.h"
#include "gui/files/game-opening.h"
#include "gui/files/game-saver.h"
#include "gui/files/recent-menu.h"
#include "gui/model/game-setup.h"

#define KEEP_AFTER 2 /* seconds after a change, so that a crash loses little */

/* What waits for an answer to the question. */
typedef struct {
    TabFileThen then;
    gpointer data;
    GDestroyNotify destroy;
} Wish;

struct _TabFileActions {
    GObject parent;
    GtkApplicationWindow *window; /* weak: NULL once it is gone */
    TabGameView *view;
    TabGameSession *session; /* that of the view, to hear of its changes */
    TabGameFile *file;       /* NULL: the game has none */
    guint64 saved, kept;     /* state of the session's changes when it was */
    GtkFileChooserNative *native;
    Wish wish;        /* .then NULL: none */
    gboolean closing; /* it is that the window closes */
    TabGameAutosave *autosave;
    guint keep;           /* source that has the game kept, 0: none */
    gboolean title;       /* whether the title said that there is something to save */
    gboolean discard;     /* a person does not want the game as it is */
    gboolean leaving;     /* the window is to close when the game is kept */
    TabProgress *reading; /* of a game or file; NULL: none was read yet */
    TabGameSaver *saver;
    GFile *to_open; /* when all is saved; NULL: none */
};

G_DEFINE_FINAL_TYPE(TabFileActions, tab_file_actions, G_TYPE_OBJECT)

enum { OPENED, PASTED, CHANGED, RESUMED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- what there is to save --- */

static gboolean is_changed(TabFileActions *self)
{
    return self->session && self->session->document->changes != self->saved;
}

/* A game without a file is worth a question while it goes on, or if somebody has written into it.
 */
static gboolean would_be_missed(TabFileActions *self, gboolean closing)
{
    if (!is_changed(self))
        return FALSE;
    if (self->file)
        return TRUE;
    const TabRecord *record = self->session->document->record;
    return !closing && ((record->n_nodes && record->result == TAB_RECORD_UNDECIDED) ||
                        tab_game_file_has_comments(record));
}

char *tab_file_actions_get_title(TabFileActions *self)
{
    if (!self->file)
        return NULL;
    g_autofree char *name = tab_game_file_get_name(self->file);
    /* Translators: a file's name, with a mark for changes that are not saved. */
    return g_strdup_printf(is_changed(self) ? _("%s (not saved)") : "%s", name);
}

/* --- keeping it for the next run --- */

static void autosave_now(TabFileActions *self)
{
    g_clear_handle_id(&self->keep, g_source_remove);
    if (!self->session)
        return;
    self->kept = self->session->document->changes;
    tab_game_autosave_write(
        self->autosave,
        self->discard ? NULL : tab_kept_game_new(self->session, self->file, is_changed(self)));
}

static gboolean on_keep(gpointer user_data)
{
    TabFileActions *self = user_data;
    self->keep = 0;
    autosave_now(self);
    return G_SOURCE_REMOVE;
}

/* The window, out of sight since it was to close, closes; unless somebody has called it back. */
static void on_kept(TabFileActions *self)
{
    gboolean leaving = self->leaving;
    self->leaving = FALSE;
    if (leaving && self->window && !gtk_widget_get_visible(GTK_WIDGET(self->window)))
        gtk_window_destroy(GTK_WINDOW(self->window));
}

void tab_file_actions_leave(TabFileActions *self)
{
    /* a clock has run since the last change */
    if (self->session && (self->discard || tab_game_session_get_clock(self->session) ||
                          self->kept != self->session->document->changes))
        autosave_now(self);
    self->leaving = TRUE;
    gtk_widget_set_visible(GTK_WIDGET(self->window), FALSE);
    if (!tab_game_autosave_is_busy(self->autosave))
        on_kept(self);
}

static void on_session_changed(TabFileActions *self)
{
    if (self->session->document->changes != self->kept && !self->keep)
        self->keep = g_timeout_add_seconds(KEEP_AFTER, on_keep, self);
    if (is_changed(self) == self->title)
        return;
    self->title = !self->title;
    g_signal_emit(self, signals[CHANGED], 0);
}

/* The view's game is this file's (taken over; NULL: it has none), and as it is there if `saved`. */
static void take_file(TabFileActions *self, TabGameFile *file, gboolean saved)
{
    tab_game_file_free(self->file);
    self->file = file;
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_set_object(&self->session, tab_game_view_get_session(self->view));
    self->saved = saved ? self->session->document->changes : G_MAXUINT64;
    self->kept = G_MAXUINT64;
    self->discard = FALSE;
    self->title = is_changed(self);
    g_signal_connect_swapped(self->session, "changed", G_CALLBACK(on_session_changed), self);
    g_signal_connect_swapped(self->session->document, "tree-changed",
                             G_CALLBACK(on_session_changed), self);
    on_session_changed(self);
    g_signal_emit(self, signals[CHANGED], 0);
}

void tab_file_actions_forget_file(TabFileActions *self)
{
    take_file(self, NULL, FALSE);
}

/* --- wishes that wait for the question's answer --- */

static void drop_wish(TabFileActions *self)
{
    Wish wish = self->wish;
    self->wish = (Wish){0};
    if (wish.destroy)
        wish.destroy(wish.data);
}

static void grant_wish(TabFileActions *self)
{
    Wish wish = self->wish;
    self->wish = (Wish){0};
    if (wish.then)
        wish.then(wish.data);
    if (wish.destroy)
        wish.destroy(wish.data);
}

/* --- saving --- */

static void put_question(TabFileActions *self);

/* Who waited for the file may go on, unless something has been changed meanwhile. */
static void go_on(TabFileActions *self)
{
    if (self->wish.then && would_be_missed(self, self->closing))
        put_question(self);
    else
        grant_wish(self);
}

static void on_saved(TabFileActions *self, const TabGameFile *file, guint64 changes)
{
    if (!self->window)
        return;
    tab_game_file_free(self->file);
    self->file = tab_game_file_copy(file);
    self->saved = changes;
    self->title = is_changed(self);
    g_signal_emit(self, signals[CHANGED], 0);
    tab_recent_menu_add(file->path);
    autosave_now(self);
}

static void on_saver_idle(TabFileActions *self, gboolean all)
{
    g_autoptr(GFile) file = g_steal_pointer(&self->to_open);
    if (!self->window)
        return;
    if (all)
        go_on(self);
    else
        drop_wish(self);
    if (file)
        tab_file_actions_open(self, file);
}

/* Writes the game as it is now to this file (taken over), which becomes its own when it is there.
 */
static void write_file(TabFileActions *self, TabGameFile *file)
{
    tab_game_saver_save(self->saver, file, tab_document_to_text(self->session->document),
                        self->session->document->changes);
}

static void on_save_as(GtkNativeDialog *native, int response, TabFileActions *self)
{
    g_autofree char *path =
        response == GTK_RESPONSE_ACCEPT ? tab_file_dialog_get_save_path(native) : NULL;
    if (path && tab_file_dialog_asks_again(native, path))
        return;
    g_clear_object(&self->native);
    if (path)
        write_file(self, tab_game_file_new_single(path));
    else
        drop_wish(self);
}

/* One at a time. */
static void choose_file(TabFileActions *self, GtkFileChooserAction action, const char *name,
                        GCallback response)
{
    g_clear_object(&self->native);
    self->native = tab_file_dialog_new(GTK_WINDOW(self->window), action,
                                       self->file ? self->file->path : NULL, name);
    g_signal_connect(self->native, "response", response, self);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(self->native));
}

static void save_as(TabFileActions *self)
{
    g_autofree char *name = self->file
                                ? tab_game_file_get_name(self->file)
                                : tab_game_file_suggest_name(self->session->document->record);
    choose_file(self, GTK_FILE_CHOOSER_ACTION_SAVE, name, G_CALLBACK(on_save_as));
}

static void save(TabFileActions *self)
{
    const TabGameFile *last = tab_game_saver_get_file(self->saver);
    const TabGameFile *file = last ? last : self->file;
    if (file)
        write_file(self, tab_game_file_copy(file));
    else
        save_as(self);
}

/* --- the question --- */

static void on_answer(GtkDialog *dialog, int response, TabFileActions *self)
{
    gtk_window_destroy(GTK_WINDOW(dialog));
    if (response == GTK_RESPONSE_YES)
        save(self);
    else if (response == GTK_RESPONSE_NO) {
        self->discard = TRUE;
        grant_wish(self);
    } else
        drop_wish(self);
}

static void put_question(TabFileActions *self)
{
    g_autofree char *name = self->file ? tab_game_file_get_name(self->file) : NULL;
    /* Translators: a file's name. */
    g_autofree char *title = name ? g_strdup_printf(_("Save the changes to “%s”?"), name)
                                  : g_strdup(_("Save this game?"));
    GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(self->window),
                                               GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                               GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", title);
    gtk_message_dialog_format_secondary_text(
        GTK_MESSAGE_DIALOG(dialog), "%s",
        name ? _("What was changed since it was saved last would be lost.")
             : _("It has no file yet, and would be lost."));
    gtk_dialog_add_button(GTK_DIALOG(dialog), _("_Cancel"), GTK_RESPONSE_CANCEL);
    GtkWidget *discard = gtk_dialog_add_button(GTK_DIALOG(dialog), _("_Discard"), GTK_RESPONSE_NO);
    gtk_dialog_add_button(GTK_DIALOG(dialog), _("_Save"), GTK_RESPONSE_YES);
    gtk_widget_add_css_class(discard, "destructive-action");
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_YES);
    g_signal_connect_object(dialog, "response", G_CALLBACK(on_answer), self, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

gboolean tab_file_actions_would_ask(TabFileActions *self, gboolean closing)
{
    return tab_game_saver_is_busy(self->saver) || would_be_missed(self, closing);
}

void tab_file_actions_ask(TabFileActions *self, gboolean closing, TabFileThen then, gpointer data,
                          GDestroyNotify destroy)
{
    drop_wish(self);
    self->wish = (Wish){then, data, destroy};
    self->closing = closing;
    if (!tab_game_saver_is_busy(self->saver)) /* else when that is done */
        go_on(self);
}

/* --- opening --- */

/* A game that was read, on its way into the window. */
typedef struct {
    TabFileActions *self;
    char *path; /* NULL: the game has no file */
    TabReadGames *games;
} Opened;

static void free_opened(gpointer data)
{
    Opened *opened = data;
    g_object_unref(opened->self);
    g_free(opened->path);
    tab_read_games_free(opened->games);
    g_free(opened);
}

/* The session of a record, which is taken over. */
static TabGameSession *new_session(TabRecord *record, gint64 movetime, GError **error)
{
    g_autoptr(GPtrArray) engines = tab_game_setup_engines(NULL);
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(record, engines);
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    setup->movetime = movetime ? movetime : g_settings_get_int(settings, "think-time");
    return tab_game_session_new_from_record(record, setup, error);
}

static void show_opened(gpointer data)
{
    Opened *opened = data;
    TabFileActions *self = opened->self;
    TabReadGames *games = opened->games;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSession) session = new_session(g_steal_pointer(&games->record), 0, &error);
    if (!session) {
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The game could not be opened"), error);
        return;
    }
    g_signal_emit(self, signals[OPENED], 0, session);
    if (opened->path)
        tab_recent_menu_add(opened->path);
    take_file(self,
              opened->path ? tab_game_file_new_from_texts(opened->path, games->texts, games->chosen)
                           : NULL,
              opened->path != NULL);
}

static void on_opened(gpointer owner, TabReadGames *games, const char *path)
{
    TabFileActions *self = owner;
    if (games->position) {
        g_signal_emit(self, signals[PASTED], 0, games->rules, games->position);
        tab_read_games_free(games);
        return;
    }
    Opened *opened = g_new0(Opened, 1);
    opened->self = g_object_ref(self);
    opened->path = g_strdup(path);
    opened->games = games;
    tab_file_actions_ask(self, FALSE, show_opened, opened, free_opened);
}

/* Only what was asked for last is read on. */
static void stop_reading(TabFileActions *self)
{
    if (self->reading)
        tab_progress_cancel(self->reading);
    g_clear_pointer(&self->reading, tab_progress_unref);
    g_clear_object(&self->to_open);
}

void tab_file_actions_open(TabFileActions *self, GFile *file)
{
    g_autofree char *path = g_file_get_path(file);
    if (!path) {
        g_autofree char *uri = g_file_get_uri(file);
        g_autoptr(GError) error = g_error_new(G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                                              /* Translators: an address. */
                                              _("“%s” is not a file of this computer."), uri);
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The file could not be opened"), error);
        return;
    }
    stop_reading(self);
    if (tab_game_saver_is_busy(
            self->saver)) /* it may be this file that is not yet as it is to be */
        g_set_object(&self->to_open, file);
    else
        self->reading = tab_game_opening_load(GTK_WINDOW(self->window), path, on_opened, self);
}

void tab_file_actions_paste(TabFileActions *self, GBytes *text, const TabRules *rules)
{
    stop_reading(self);
    self->reading = tab_game_opening_paste(GTK_WINDOW(self->window), text, rules, on_opened, self);
}

/* --- the game that was left --- */

static gpointer read_left_game(gpointer path, TabProgress *progress, GError **error)
{
    return tab_game_reading_resume(path, progress, error);
}

/* Shows it; false if there is none that can be shown. */
static gboolean show_left_game(TabFileActions *self, TabResume *left, GError **error)
{
    TabGameSession *session = new_session(g_steal_pointer(&left->record), left->movetime, error);
    if (!session)
        return FALSE;
    tab_resume_go_to_place(left, session);
    g_signal_emit(self, signals[OPENED], 0, session);
    g_object_unref(session);
    gboolean saved = left->file && !left->changed;
    take_file(self, g_steal_pointer(&left->file), saved);
    return TRUE;
}

static void on_left_game(gpointer owner, gpointer result, const GError *error)
{
    TabFileActions *self = owner;
    g_autoptr(TabResume) left = result;
    g_autoptr(GError) fault = NULL;
    if (!self->window)
        return;
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        gtk_window_destroy(GTK_WINDOW(self->window)); /* a new game would take its place */
        return;
    }
    gboolean shown = left && show_left_game(self, left, &fault);
    if (error)
        g_printerr("tab-gui: %s\n", error->message);
    if (fault)
        g_printerr("tab-gui: %s\n", fault->message);
    g_signal_emit(self, signals[RESUMED], 0, shown);
}

void tab_file_actions_resume(TabFileActions *self)
{
    TabBackground job = {
        .window = GTK_WINDOW(self->window),
        /* Translators: while the game of the last time is being read, when the program starts. */
        .title = _("Opening the game that you left…"),
        .work = read_left_game,
        .input = tab_resume_default_path(),
        .free_input = g_free,
        .free_result = (GDestroyNotify)tab_resume_free,
        .done = on_left_game,
        .owner = self,
    };
    stop_reading(self);
    self->reading = tab_background_run(&job);
}

/* --- actions --- */

static void on_open_chosen(GtkNativeDialog *native, int response, TabFileActions *self)
{
    g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(native))
                                : NULL;
    g_clear_object(&self->native);
    if (file)
        tab_file_actions_open(self, file);
}

static void on_open(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    choose_file(user_data, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, G_CALLBACK(on_open_chosen));
}

static void on_open_recent(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    g_autoptr(GFile) file = g_file_new_for_uri(g_variant_get_string(parameter, NULL));
    tab_file_actions_open(user_data, file);
}

static void on_save(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    save(user_data);
}

static void on_save_copy(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    save_as(user_data);
}

static const GActionEntry actions[] = {
    {.name = "open", .activate = on_open},
    {.name = "open-recent", .activate = on_open_recent, .parameter_type = "s"},
    {.name = "save", .activate = on_save},
    {.name = "save-as", .activate = on_save_copy},
};

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        TabFileActions *self)
{
    GSList *files = g_value_get_boxed(value); /* a GdkFileList */
    if (!files)
        return FALSE;
    tab_file_actions_open(self, files->data);
    return TRUE;
}

/* --- the object --- */

static void tab_file_actions_dispose(GObject *object)
{
    TabFileActions *self = TAB_FILE_ACTIONS(object);
    drop_wish(self);
    g_clear_handle_id(&self->keep, g_source_remove);
    stop_reading(self);
    if (self->autosave)
        g_signal_handlers_disconnect_by_data(self->autosave, self);
    g_clear_object(&self->autosave);
    if (self->saver)
        g_signal_handlers_disconnect_by_data(self->saver, self);
    g_clear_object(&self->saver);
    g_clear_weak_pointer(&self->window);
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_clear_object(&self->session);
    g_clear_object(&self->native);
    g_clear_pointer(&self->file, tab_game_file_free);
    G_OBJECT_CLASS(tab_file_actions_parent_class)->dispose(object);
}

static void tab_file_actions_class_init(TabFileActionsClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_file_actions_dispose;
    signals[OPENED] = g_signal_new("opened", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, TAB_TYPE_GAME_SESSION);
    signals[PASTED] = g_signal_new("pasted", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[RESUMED] = g_signal_new("resumed", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void tab_file_actions_init(TabFileActions *self)
{
}

TabFileActions *tab_file_actions_new(GtkApplicationWindow *window, TabGameView *view)
{
    TabFileActions *self = g_object_new(TAB_TYPE_FILE_ACTIONS, NULL);
    g_set_weak_pointer(&self->window, window);
    self->view = view;
    g_autofree char *path = tab_resume_default_path();
    self->autosave = tab_game_autosave_new(path);
    g_signal_connect_swapped(self->autosave, "idle", G_CALLBACK(on_kept), self);
    self->saver = tab_game_saver_new(GTK_WINDOW(window));
    g_signal_connect_swapped(self->saver, "saved", G_CALLBACK(on_saved), self);
    g_signal_connect_swapped(self->saver, "idle", G_CALLBACK(on_saver_idle), self);
    g_action_map_add_action_entries(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    g_signal_connect_object(target, "drop", G_CALLBACK(on_drop), self, 0);
    gtk_widget_add_controller(GTK_WIDGET(window), GTK_EVENT_CONTROLLER(target));
    return self;
}
