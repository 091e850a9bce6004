// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a person choose a file or folder for an entry that holds its name.
#include "gui/files/file-browse.h"

static void on_chosen(GtkNativeDialog *native, int response, GtkEditable *entry)
{
    g_autoptr(GFile) file = NULL;
    if (response == GTK_RESPONSE_ACCEPT)
        file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(native));
    g_autofree char *path = file ? g_file_get_path(file) : NULL;
    if (path)
        gtk_editable_set_text(entry, path);
    g_object_unref(native);
}

void tab_file_browse(GtkEditable *entry, const char *title, GtkFileChooserAction action)
{
    GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(entry)));
    GtkFileChooserNative *native = gtk_file_chooser_native_new(title, window, action, NULL, NULL);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    g_signal_connect_object(native, "response", G_CALLBACK(on_chosen), entry, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}
