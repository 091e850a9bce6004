// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a person what could not be done, and why.
#include "gui/widgets/fault-dialog.h"

#include "gui/widgets/label-text.h"

void tab_fault_dialog_show(GtkWindow *parent, const char *title, const GError *error)
{
    GtkWidget *dialog =
        gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                               GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", title);
    g_autofree char *text = tab_label_text_direct(error->message, gtk_widget_get_direction(dialog));
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", text);
    g_signal_connect(dialog, "response", G_CALLBACK(gtk_window_destroy), NULL);
    gtk_window_present(GTK_WINDOW(dialog));
}
