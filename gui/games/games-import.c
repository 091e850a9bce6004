// SPDX-License-Identifier: GPL-3.0-or-later
// Brings files of games into the database, in a thread, and tells what became of them.
#include "gui/games/games-import.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gui/files/background.h"
#include "gui/files/file-dialog.h"
#include "gui/widgets/label-text.h"
#include "protocol/database/import.h"
#include "protocol/files/output-file.h"

#define TOLD 200 /* broken games whose faults are listed */

/* What is asked for, and what became of it. */
typedef struct {
    char *path; /* of the database */
    GPtrArray *files;
    goffset bytes, done; /* of all files, and of those that have been read */
    TabProgress *progress;
    TabImportCounts counts;
    GString *faults; /* of broken games, a line each */
    guint told;
    GError *error; /* NULL: all was read, or a person has stopped it */
} Import;

static void free_import(gpointer data)
{
    Import *import = data;
    g_free(import->path);
    g_ptr_array_unref(import->files);
    g_string_free(import->faults, TRUE);
    g_clear_error(&import->error);
    g_free(import);
}

/* --- in the thread --- */

static void on_broken(const char *source, const char *message, gpointer data)
{
    Import *import = data;
    g_autofree char *name = g_path_get_basename(source);
    g_autofree char *shown = g_filename_display_name(name);
    if (import->told++ < TOLD)
        g_string_append_printf(import->faults, "%s: %s\n", shown, message);
}

static gboolean on_progress(const TabImportCounts *counts, guint games, guint64 bytes,
                            gpointer data)
{
    Import *import = data;
    return tab_progress_step(
        import->progress, (double)(import->done + (goffset)bytes) / (double)MAX(import->bytes, 1),
        NULL);
}

/* -1 and an error if it cannot be read, or is a folder or a pipe. */
static int open_file(const char *name, GError **error)
{
    struct stat status;
    int fd = g_open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0) {
        tab_output_file_fail(TAB_FILE_OPEN, name, error);
        return -1;
    }
    if (!fstat(fd, &status) && S_ISREG(status.st_mode))
        return fd;
    close(fd);
    g_autofree char *shown = g_filename_display_name(name);
    /* Translators: a folder, or the like, where a file is wanted. */
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("“%s” is not a file."), shown);
    return -1;
}

static gboolean import_file(Import *import, TabDatabase *database, const char *name, GError **error)
{
    const TabImportHooks hooks = {
        .on_broken = on_broken, .on_progress = on_progress, .data = import};
    struct stat status = {0};
    int fd = open_file(name, error);
    if (fd < 0)
        return FALSE;
    fstat(fd, &status);
    gboolean ok = tab_database_import(database, fd, name, &hooks, &import->counts, error);
    close(fd);
    import->done += status.st_size;
    return ok;
}

/* Adds to the counts of `input`, which it gives back: what came in before a fault stays. */
static gpointer import_files(gpointer input, TabProgress *progress, GError **error)
{
    Import *import = input;
    struct stat status;
    g_autofree char *folder = g_path_get_dirname(import->path);
    g_mkdir_with_parents(folder, 0700); /* a fault shows when the file is opened */
    g_autoptr(TabDatabase) database =
        tab_database_open(import->path, TAB_DATABASE_WRITE, &import->error);
    import->progress = progress;
    for (guint i = 0; i < import->files->len; i++)
        if (!g_stat(g_ptr_array_index(import->files, i), &status))
            import->bytes += status.st_size;
    for (guint i = 0; database && !import->error && i < import->files->len; i++) {
        if (tab_progress_is_cancelled(progress))
            break;
        import_file(import, database, g_ptr_array_index(import->files, i), &import->error);
    }
    return import;
}

/* --- what is told --- */

static char *sum_up(const Import *import)
{
    const TabImportCounts *counts = &import->counts;
    GString *text = g_string_new(NULL);
    if (import->error)
        g_string_append_printf(text, "%s\n\n", import->error->message);
    g_string_append_printf(
        text, ngettext("%u game was added.", "%u games were added.", counts->added), counts->added);
    if (counts->known)
        g_string_append_printf(
            text,
            /* Translators: behind the number of games that were added. */
            ngettext("\n%u was there already.", "\n%u were there already.", counts->known),
            counts->known);
    if (counts->broken)
        g_string_append_printf(text,
                               /* Translators: behind the number of games that were added. */
                               ngettext("\n%u is broken, and was left out:",
                                        "\n%u are broken, and were left out:", counts->broken),
                               counts->broken);
    return g_string_free(text, FALSE);
}

/* The faults of broken games, as far as they are listed. */
static GtkWidget *new_faults(const Import *import)
{
    GtkWidget *label = gtk_label_new(import->faults->str);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_yalign(GTK_LABEL(label), 0);
    return g_object_new(GTK_TYPE_SCROLLED_WINDOW, "child", label, "hscrollbar-policy",
                        GTK_POLICY_NEVER, "propagate-natural-height", TRUE, "max-content-height",
                        200, "min-content-height", 60, "min-content-width", 280, NULL);
}

static void tell(GtkWindow *window, const Import *import)
{
    gboolean failed = import->error || import->counts.broken;
    g_autofree char *text = sum_up(import);
    GtkWidget *dialog = gtk_message_dialog_new(
        window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
        failed ? GTK_MESSAGE_WARNING : GTK_MESSAGE_INFO, GTK_BUTTONS_CLOSE, "%s",
        import->error ? _("Not all games could be imported") : _("The games have been imported"));
    g_autofree char *shown = tab_label_text_direct(text, gtk_widget_get_direction(dialog));
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", shown);
    if (import->faults->len)
        gtk_box_append(GTK_BOX(gtk_message_dialog_get_message_area(GTK_MESSAGE_DIALOG(dialog))),
                       new_faults(import));
    g_signal_connect(dialog, "response", G_CALLBACK(gtk_window_destroy), NULL);
    gtk_widget_grab_focus(
        gtk_dialog_get_widget_for_response(GTK_DIALOG(dialog), GTK_RESPONSE_CLOSE));
    gtk_window_present(GTK_WINDOW(dialog));
}

/* --- asking --- */

/* Whoever wants the games, while files are chosen and read. */
typedef struct {
    GObject parent;
    GtkWindow *window; /* weak */
    char *path;
    GObject *owner; /* weak */
    void (*done)(gpointer owner);
} TabGamesImport;

typedef struct {
    GObjectClass parent;
} TabGamesImportClass;

#define TAB_TYPE_GAMES_IMPORT (tab_games_import_get_type())
GType tab_games_import_get_type(void);
G_DEFINE_TYPE(TabGamesImport, tab_games_import, G_TYPE_OBJECT)

static void tab_games_import_finalize(GObject *object)
{
    TabGamesImport *self = (TabGamesImport *)object;
    g_clear_weak_pointer(&self->window);
    g_clear_weak_pointer(&self->owner);
    g_free(self->path);
    G_OBJECT_CLASS(tab_games_import_parent_class)->finalize(object);
}

static void tab_games_import_class_init(TabGamesImportClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_games_import_finalize;
}

static void tab_games_import_init(TabGamesImport *self)
{
}

static void on_imported(gpointer owner, gpointer result, const GError *error)
{
    TabGamesImport *self = owner;
    if (self->window)
        tell(self->window, result);
    if (self->owner)
        self->done(self->owner);
}

/* The files that were chosen, unless one is none of this computer, which is told. */
static GPtrArray *list_files(GtkFileChooser *chooser, GtkWindow *window)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GListModel) chosen = gtk_file_chooser_get_files(chooser);
    for (guint i = 0; i < g_list_model_get_n_items(chosen); i++) {
        g_autoptr(GFile) file = g_list_model_get_item(chosen, i);
        char *path = tab_file_dialog_find_path(file, window, _("The file could not be opened"));
        if (!path)
            return NULL;
        g_ptr_array_add(files, path);
    }
    return g_steal_pointer(&files);
}

static void on_files(GtkNativeDialog *native, int response, TabGamesImport *self)
{
    g_autoptr(GPtrArray) files =
        response == GTK_RESPONSE_ACCEPT ? list_files(GTK_FILE_CHOOSER(native), self->window) : NULL;
    if (files && files->len && self->window) {
        Import *import = g_new0(Import, 1);
        import->path = g_strdup(self->path);
        import->files = g_steal_pointer(&files);
        import->faults = g_string_new(NULL);
        TabBackground job = {
            .window = self->window,
            /* Translators: while files of games are being read. */
            .title = _("Importing games…"),
            .work = import_files,
            .input = import,
            .free_input = free_import,
            .done = on_imported,
            .owner = self,
        };
        tab_progress_unref(tab_background_run(&job));
    }
    g_object_unref(native);
}

void tab_games_import_ask(GtkWindow *window, const char *path, GCallback done, GObject *owner)
{
    TabGamesImport *self = g_object_new(TAB_TYPE_GAMES_IMPORT, NULL);
    GtkFileChooserNative *native =
        tab_file_dialog_new(window, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    g_set_weak_pointer(&self->window, window);
    g_set_weak_pointer(&self->owner, owner);
    self->path = g_strdup(path);
    self->done = (void (*)(gpointer))done;
    gtk_native_dialog_set_title(GTK_NATIVE_DIALOG(native), _("Import Games"));
    gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(native), TRUE);
    g_signal_connect_data(native, "response", G_CALLBACK(on_files), self,
                          (GClosureNotify)(void (*)(void))g_object_unref, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}
