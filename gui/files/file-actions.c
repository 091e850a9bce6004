// SPDX-License-Identifier: GPL-3.0-or-later
// The game in the window as a file: opening, saving, the question before it is lost, and keeping it
// from one run to the next.
#include "gui/files/file-actions.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "gui/fault-dialog.h"
#include "gui/files/game-chooser.h"
#include "gui/model/game-choice.h"
#include "gui/model/resume.h"
#include "gui/files/recent-menu.h"

#define KEEP_AFTER 2 /* seconds after a change, so that a crash loses little */

/* What waits for an answer to the question. */
typedef struct {
    TabFileThen then;
    gpointer data;
    GDestroyNotify destroy;
} Wish;

struct _TabFileActions {
    GObject parent;
    GtkApplicationWindow *window;
    TabGameView *view;
    TabGameSession *session; /* that of the view, to hear of its changes */
    TabGameFile *file;       /* NULL: the game has none */
    guint64 saved, kept;     /* state of the session's changes when it was */
    GtkFileChooserNative *native;
    Wish wish;        /* .then NULL: none */
    guint keeper;     /* source that keeps the game, 0: none */
    gboolean title;   /* whether the title said that there is something to save */
    gboolean discard; /* a person does not want the game as it is */
    GCancellable *loading;
};

G_DEFINE_FINAL_TYPE(TabFileActions, tab_file_actions, G_TYPE_OBJECT)

enum { OPENED, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TabGameSession *get_session(TabFileActions *self)
{
    return tab_game_view_get_session(self->view);
}

/* --- what there is to save --- */

static gboolean is_changed(TabFileActions *self)
{
    return self->session && tab_game_session_get_changes(self->session) != self->saved;
}

/* A game without a file is worth a question while it goes on, or if somebody has written into it.
 */
static gboolean would_be_missed(TabFileActions *self, gboolean closing)
{
    if (!is_changed(self))
        return FALSE;
    if (self->file)
        return TRUE;
    const TabRecord *record = tab_game_session_get_record(self->session);
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

void tab_file_actions_keep(TabFileActions *self)
{
    g_clear_handle_id(&self->keeper, g_source_remove);
    if (!self->session)
        return;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = tab_resume_default_path();
    self->kept = tab_game_session_get_changes(self->session);
    if (self->discard)
        g_unlink(path);
    else if (!tab_resume_save(path, self->session, self->file, is_changed(self), &error))
        g_printerr("tab-gui: %s\n", error->message);
}

static gboolean on_keep(gpointer user_data)
{
    TabFileActions *self = user_data;
    self->keeper = 0;
    tab_file_actions_keep(self);
    return G_SOURCE_REMOVE;
}

static void on_session_changed(TabFileActions *self)
{
    if (tab_game_session_get_changes(self->session) != self->kept && !self->keeper)
        self->keeper = g_timeout_add_seconds(KEEP_AFTER, on_keep, self);
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
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_set_object(&self->session, get_session(self));
    self->saved = saved ? tab_game_session_get_changes(self->session) : G_MAXUINT64;
    self->kept = G_MAXUINT64;
    self->discard = FALSE;
    self->title = is_changed(self);
    g_signal_connect_swapped(self->session, "changed", G_CALLBACK(on_session_changed), self);
    g_signal_connect_swapped(self->session, "tree-changed", G_CALLBACK(on_session_changed), self);
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

static void write_file(TabFileActions *self)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = tab_game_session_to_text(self->session);
    if (!tab_game_file_save(self->file, text, &error)) {
        drop_wish(self);
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The game could not be saved"), error);
        return;
    }
    self->saved = tab_game_session_get_changes(self->session);
    self->title = FALSE;
    g_signal_emit(self, signals[CHANGED], 0);
    tab_recent_menu_add(tab_game_file_get_path(self->file));
    tab_file_actions_keep(self);
    grant_wish(self);
}

static char *with_suffix(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    return strchr(name, '.') ? g_strdup(path) : g_strconcat(path, ".tab", NULL);
}

static void on_save_as(GtkNativeDialog *native, int response, TabFileActions *self)
{
    g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(native))
                                : NULL;
    g_autofree char *chosen = file ? g_file_get_path(file) : NULL;
    g_clear_object(&self->native);
    if (!chosen) {
        drop_wish(self);
        return;
    }
    g_autofree char *path = with_suffix(chosen);
    tab_game_file_free(self->file);
    self->file = tab_game_file_new_single(path);
    write_file(self);
}

static void add_filters(GtkFileChooser *chooser)
{
    g_autoptr(GtkFileFilter) games = gtk_file_filter_new(), all = gtk_file_filter_new();
    gtk_file_filter_set_name(games, _("Tâb games"));
    gtk_file_filter_add_pattern(games, "*.tab");
    gtk_file_filter_set_name(all, _("All files"));
    gtk_file_filter_add_pattern(all, "*");
    gtk_file_chooser_add_filter(chooser, games);
    gtk_file_chooser_add_filter(chooser, all);
}

/* One at a time: the desktop's own dialogue. */
static void choose_file(TabFileActions *self, const char *title, GtkFileChooserAction action,
                        GCallback response)
{
    g_clear_object(&self->native);
    self->native = gtk_file_chooser_native_new(title, GTK_WINDOW(self->window), action, NULL, NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(self->native), TRUE);
    add_filters(GTK_FILE_CHOOSER(self->native));
    g_signal_connect(self->native, "response", response, self);
    if (self->file) {
        g_autoptr(GFile) file = g_file_new_for_path(tab_game_file_get_path(self->file));
        g_autoptr(GFile) folder = g_file_get_parent(file);
        gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(self->native), folder, NULL);
    }
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(self->native));
}

static void save_as(TabFileActions *self)
{
    g_autofree char *name =
        self->file ? tab_game_file_get_name(self->file)
                   : tab_game_file_suggest_name(tab_game_session_get_record(self->session));
    choose_file(self, _("Save Game"), GTK_FILE_CHOOSER_ACTION_SAVE, G_CALLBACK(on_save_as));
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(self->native), name);
}

static void save(TabFileActions *self)
{
    if (self->file)
        write_file(self);
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
        self->file ? _("What was changed since it was saved last would be lost.")
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
    return would_be_missed(self, closing);
}

void tab_file_actions_ask(TabFileActions *self, gboolean closing, TabFileThen then, gpointer data,
                          GDestroyNotify destroy)
{
    drop_wish(self);
    self->wish = (Wish){then, data, destroy};
    if (would_be_missed(self, closing))
        put_question(self);
    else
        grant_wish(self);
}

/* --- opening --- */

/* A file that was read, on its way into the window. */
typedef struct {
    TabFileActions *self;
    char *path; /* NULL: the game has no file */
    GPtrArray *records;
    guint chosen;
} Opened;

static void free_opened(gpointer data)
{
    Opened *opened = data;
    g_object_unref(opened->self);
    g_free(opened->path);
    g_ptr_array_unref(opened->records);
    g_free(opened);
}

/* Shows a session that was made of a record, or why none could be. */
static gboolean show_session(TabFileActions *self, TabGameSession *session, const GError *error)
{
    if (!session) {
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The game could not be opened"), error);
        return FALSE;
    }
    g_signal_emit(self, signals[OPENED], 0, session);
    g_object_unref(session);
    return TRUE;
}

static TabGameSession *new_session(TabRecord *record, gint64 movetime, GError **error)
{
    g_autoptr(GPtrArray) engines = tab_game_choice_engines(NULL);
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(record, engines);
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    setup->movetime = movetime ? movetime : g_settings_get_int(settings, "think-time");
    return tab_game_session_new_from_record(record, setup, error);
}

static void show_opened(gpointer data)
{
    Opened *opened = data;
    TabFileActions *self = opened->self;
    g_autoptr(GError) error = NULL;
    TabGameFile *file =
        opened->path ? tab_game_file_new(opened->path, opened->records, opened->chosen) : NULL;
    /* the record goes over to the session; the array keeps the others */
    TabRecord *record = opened->records->pdata[opened->chosen];
    g_ptr_array_set_free_func(opened->records, NULL);
    for (guint i = 0; i < opened->records->len; i++)
        if (i != opened->chosen)
            tab_record_free(opened->records->pdata[i]);
    g_ptr_array_set_size(opened->records, 0);
    if (!show_session(self, new_session(record, 0, &error), error)) {
        tab_game_file_free(file);
        return;
    }
    if (file)
        tab_recent_menu_add(tab_game_file_get_path(file));
    take_file(self, file, file != NULL);
}

static void ask_and_show(Opened *opened)
{
    tab_file_actions_ask(opened->self, FALSE, show_opened, opened, free_opened);
}

static void on_game_chosen(TabGameChooser *chooser, guint index, Opened *opened)
{
    opened->chosen = index;
    g_signal_handlers_disconnect_by_data(chooser, opened); /* it is ours again */
    ask_and_show(opened);
}

static void on_chooser_gone(Opened *opened)
{
    free_opened(opened);
}

static void choose_game(Opened *opened)
{
    TabGameChooser *chooser =
        tab_game_chooser_new(GTK_WINDOW(opened->self->window), opened->records);
    g_signal_connect(chooser, "chosen", G_CALLBACK(on_game_chosen), opened);
    g_signal_connect_swapped(chooser, "destroy", G_CALLBACK(on_chooser_gone), opened);
    gtk_window_present(GTK_WINDOW(chooser));
}

static void choose_and_show(Opened *opened)
{
    if (opened->records->len > 1)
        choose_game(opened);
    else
        ask_and_show(opened);
}

static Opened *new_opened(TabFileActions *self, char *path, GPtrArray *records)
{
    Opened *opened = g_new0(Opened, 1);
    opened->self = g_object_ref(self);
    opened->path = path;
    opened->records = records;
    return opened;
}

static void load_in_thread(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    GError *error = NULL;
    GPtrArray *records = tab_record_load(data, &error);
    if (records)
        g_task_return_pointer(task, records, (GDestroyNotify)g_ptr_array_unref);
    else
        g_task_return_error(task, error);
}

static void on_loaded(GObject *source, GAsyncResult *result, gpointer data)
{
    TabFileActions *self = TAB_FILE_ACTIONS(source);
    g_autoptr(GError) error = NULL;
    GPtrArray *records = g_task_propagate_pointer(G_TASK(result), &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
    if (!records) {
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The file could not be opened"), error);
        return;
    }
    char *path = g_strdup(g_task_get_task_data(G_TASK(result)));
    choose_and_show(new_opened(self, path, records));
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
    if (self->loading)
        g_cancellable_cancel(self->loading);
    g_clear_object(&self->loading);
    self->loading = g_cancellable_new();
    g_autoptr(GTask) task = g_task_new(self, self->loading, on_loaded, NULL);
    g_task_set_task_data(task, g_steal_pointer(&path), g_free);
    g_task_run_in_thread(task, load_in_thread);
}

void tab_file_actions_show_records(TabFileActions *self, GPtrArray *records)
{
    choose_and_show(new_opened(self, NULL, records));
}

/* Whether there is anything to go on with: not in a game that is over and nowhere written down. */
static gboolean is_worth_resuming(const TabResume *kept)
{
    return kept->path || kept->record->result == TAB_RECORD_UNDECIDED ||
           tab_game_file_has_comments(kept->record);
}

/* The file that the game came from, read again, if it is still there; `*record` then becomes what
 * it holds now, unless the game was changed after it was saved. */
static TabGameFile *reopen_file(const TabResume *kept, TabRecord **record)
{
    g_autoptr(GPtrArray) records = kept->path ? tab_record_load(kept->path, NULL) : NULL;
    if (!records || kept->index >= records->len)
        return NULL;
    TabGameFile *file = tab_game_file_new(kept->path, records, kept->index);
    if (!kept->changed) {
        tab_record_free(*record);
        *record = g_steal_pointer(&records->pdata[kept->index]);
    }
    return file;
}

gboolean tab_file_actions_resume(TabFileActions *self)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = tab_resume_default_path();
    g_autoptr(TabResume) kept = tab_resume_load(path, &error);
    g_autoptr(TabGameFile) file = NULL;
    TabGameSession *session = NULL;
    if (kept && is_worth_resuming(kept)) {
        TabRecord *record = g_steal_pointer(&kept->record);
        file = reopen_file(kept, &record);
        session = new_session(record, kept->movetime, &error);
    }
    if (error)
        g_printerr("tab-gui: %s\n", error->message);
    if (!session)
        return FALSE;
    tab_resume_go_to_place(kept, session);
    g_signal_emit(self, signals[OPENED], 0, session);
    g_object_unref(session);
    gboolean saved = file && !kept->changed;
    take_file(self, g_steal_pointer(&file), saved);
    return TRUE;
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
    choose_file(user_data, _("Open Game"), GTK_FILE_CHOOSER_ACTION_OPEN,
                G_CALLBACK(on_open_chosen));
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
    g_clear_handle_id(&self->keeper, g_source_remove);
    if (self->loading)
        g_cancellable_cancel(self->loading);
    g_clear_object(&self->loading);
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
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
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_file_actions_init(TabFileActions *self)
{
}

TabFileActions *tab_file_actions_new(GtkApplicationWindow *window, TabGameView *view)
{
    TabFileActions *self = g_object_new(TAB_TYPE_FILE_ACTIONS, NULL);
    self->window = window;
    self->view = view;
    g_action_map_add_action_entries(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    g_signal_connect_object(target, "drop", G_CALLBACK(on_drop), self, 0);
    gtk_widget_add_controller(GTK_WIDGET(window), GTK_EVENT_CONTROLLER(target));
    return self;
}
