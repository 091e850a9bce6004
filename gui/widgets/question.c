// SPDX-License-Identifier: GPL-3.0-or-later
// A question over a window that two buttons answer.
#include "gui/widgets/question.h"

#include "gui/widgets/label-text.h"

GtkWidget *tab_question_new(GtkWidget *widget, const char *title, const char *detail,
                            const char *cancel, const char *accept)
{
    GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(gtk_widget_get_root(widget)),
                                               GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                               GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", title);
    g_autofree char *shown =
        detail ? tab_label_text_direct(detail, gtk_widget_get_direction(dialog)) : NULL;
    if (shown)
        gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", shown);
    gtk_dialog_add_button(GTK_DIALOG(dialog), cancel, GTK_RESPONSE_CANCEL);
    gtk_dialog_add_button(GTK_DIALOG(dialog), accept, GTK_RESPONSE_ACCEPT);
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_CANCEL);
    return dialog;
}

void tab_question_warn(GtkWidget *question)
{
    GtkWidget *accept =
        gtk_dialog_get_widget_for_response(GTK_DIALOG(question), GTK_RESPONSE_ACCEPT);
    gtk_widget_add_css_class(accept, "destructive-action");
}
