// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs about files: the desktop's own, and the question before a game is lost.
#include "gui/files/file-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gui/model/game-file.h"
#include "gui/widgets/fault-dialog.h"
#include "protocol/painter/paint-diagram.h"

#define SUGGESTED ".png" /* the suffix of the name that is suggested for a picture */

static void add_filter(GtkFileChooser *chooser, const char *name, const char *pattern)
{
    g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, name);
    gtk_file_filter_add_pattern(filter, pattern);
    gtk_file_chooser_add_filter(chooser, filter);
}

static void begin_in(GtkFileChooserNative *dialog, const char *folder)
{
    g_autoptr(GFile) file = g_file_new_for_path(folder);
    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), file, NULL);
}

void tab_file_dialog_begin_in(GtkFileChooserNative *dialog, const char *key, GUserDirectory usual)
{
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    g_autofree char *last = g_settings_get_string(settings, key);
    g_autofree char *folder = tab_game_file_find_folder(last, usual);
    begin_in(dialog, folder);
}

void tab_file_dialog_remember(const char *key, const char *path)
{
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_utf8_validate(folder, -1, NULL)) /* settings hold no other */
        g_settings_set_string(settings, key, folder);
}

GtkFileChooserNative *tab_file_dialog_new(GtkWindow *parent, GtkFileChooserAction action,
                                          const char *beside, const char *name)
{
    GtkFileChooserNative *native = gtk_file_chooser_native_new(
        action == GTK_FILE_CHOOSER_ACTION_SAVE ? _("Save Game") : _("Open Game"), parent, action,
        NULL, NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    add_filter(GTK_FILE_CHOOSER(native), _("Tâb games"), "*.tab");
    add_filter(GTK_FILE_CHOOSER(native), _("All files"), "*");
    if (beside) {
        g_autofree char *folder = g_path_get_dirname(beside);
        begin_in(native, folder);
    } else
        tab_file_dialog_begin_in(native, "games-folder", G_USER_DIRECTORY_DOCUMENTS);
    if (name)
        gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(native), name);
    return native;
}

char *tab_file_dialog_find_path(GFile *file, GtkWindow *parent, const char *fault)
{
    char *path = g_file_get_path(file);
    if (path)
        return path;
    g_autofree char *uri = g_file_get_uri(file);
    g_autoptr(GError) error = g_error_new(G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                                          /* Translators: an address. */
                                          _("“%s” is not a file of this computer."), uri);
    tab_fault_dialog_show(parent, fault, error);
    return NULL;
}

char *tab_file_dialog_get_path(GtkNativeDialog *dialog, int response, const char *fault)
{
    g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog))
                                : NULL;
    return file
               ? tab_file_dialog_find_path(file, gtk_native_dialog_get_transient_for(dialog), fault)
               : NULL;
}

char *tab_file_dialog_get_save_path(GtkNativeDialog *dialog, int response)
{
    g_autofree char *path =
        tab_file_dialog_get_path(dialog, response, _("The game could not be saved"));
    g_autofree char *name = path ? g_path_get_basename(path) : NULL;
    return !path || strchr(name, '.') ? g_steal_pointer(&path) : g_strconcat(path, ".tab", NULL);
}

gboolean tab_file_dialog_asks_again(GtkNativeDialog *dialog, const char *path)
{
    g_autoptr(GFile) chosen = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autoptr(GFile) file = g_file_new_for_path(path);
    if (g_file_equal(chosen, file) || !g_file_query_exists(file, NULL))
        return FALSE;
    g_autofree char *name = g_file_get_basename(file);
    g_autoptr(GFile) folder = g_file_get_parent(file);
    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), folder, NULL);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    gtk_native_dialog_show(dialog);
    return TRUE;
}

/* --- pictures --- */

void tab_file_dialog_add_format(GtkFileChooser *chooser, const char *name, const char *suffix)
{
    g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
    g_autofree char *pattern = g_strconcat("*", suffix, NULL);
    gtk_file_filter_set_name(filter, name);
    gtk_file_filter_add_pattern(filter, pattern);
    g_object_set_data(G_OBJECT(filter), "suffix", (gpointer)suffix);
    gtk_file_chooser_add_filter(chooser, filter);
}

void tab_file_dialog_add_pictures(GtkFileChooser *chooser)
{
    tab_file_dialog_add_format(chooser, _("PNG picture"), SUGGESTED);
    tab_file_dialog_add_format(chooser, _("SVG drawing"), ".svg");
    tab_file_dialog_add_format(chooser, _("PDF document"), ".pdf");
}

char *tab_file_dialog_name_picture(GtkFileChooser *chooser, const char *path)
{
    GtkFileFilter *filter = gtk_file_chooser_get_filter(chooser);
    const char *suffix = filter ? g_object_get_data(G_OBJECT(filter), "suffix") : NULL;
    if (suffix && g_str_has_suffix(path, SUGGESTED)) {
        g_autofree char *stem = g_strndup(path, strlen(path) - strlen(SUGGESTED));
        return g_strconcat(stem, suffix, NULL);
    }
    if (tab_paint_diagram_format(path) >= 0 || g_str_has_suffix(path, ".txt"))
        return g_strdup(path);
    return g_strconcat(path, suffix ? suffix : SUGGESTED, NULL);
}

/* --- a name for an entry --- */

static void on_browsed(GtkNativeDialog *native, int response, GtkEditable *entry)
{
    g_autofree char *path =
        tab_file_dialog_get_path(native, response, _("The file could not be opened"));
    if (path)
        gtk_editable_set_text(entry, path);
    g_object_unref(native);
}

void tab_file_dialog_browse(GtkEditable *entry, const char *title, GtkFileChooserAction action)
{
    GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(entry)));
    GtkFileChooserNative *native = gtk_file_chooser_native_new(title, window, action, NULL, NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    g_signal_connect_object(native, "response", G_CALLBACK(on_browsed), entry, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}

/* --- the question --- */

GtkWidget *tab_file_dialog_new_question(GtkWindow *parent, const char *name, gboolean of_match)
{
    /* Translators: a file's name. */
    g_autofree char *title = name ? g_strdup_printf(_("Save the changes to “%s”?"), name)
                             : of_match
                                 /* Translators: several games between two players. */
                                 ? g_strdup(_("Save this match?"))
                                 : g_strdup(_("Save this game?"));
    GtkWidget *question =
        gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                               GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", title);
    GtkDialog *dialog = GTK_DIALOG(question);
    gtk_message_dialog_format_secondary_text(
        GTK_MESSAGE_DIALOG(question), "%s",
        name ? _("What was changed since it was saved last would be lost.")
             : _("It has no file yet, and would be lost."));
    gtk_dialog_add_button(dialog, _("_Cancel"), GTK_RESPONSE_CANCEL);
    gtk_widget_add_css_class(gtk_dialog_add_button(dialog, _("_Discard"), GTK_RESPONSE_NO),
                             "destructive-action");
    gtk_dialog_add_button(dialog, _("_Save"), GTK_RESPONSE_YES);
    gtk_dialog_set_default_response(dialog, GTK_RESPONSE_YES);
    return question;
}
