// SPDX-License-Identifier: GPL-3.0-or-later
// The question before a game is lost.
#include "gui/files/save-question.h"

#include <glib/gi18n.h>

GtkWidget *tab_save_question_new(GtkWindow *parent, const char *name)
{
    /* Translators: a file's name. */
    g_autofree char *title = name ? g_strdup_printf(_("Save the changes to “%s”?"), name)
                                  : g_strdup(_("Save this game?"));
    GtkWidget *dialog =
        gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
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
    return dialog;
}
