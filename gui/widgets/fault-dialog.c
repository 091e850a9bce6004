// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a person what could not be done, and why.
#include "gui/widgets/fault-dialog.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"
#include "protocol/rules/types.h"

/* What is wrong with a text, for those who did not write it: where and how stands in the details.
 * NULL: the error's own words are for everybody. */
static const char *in_short(const GError *error)
{
    static const char *const texts[] = {
        [TAB_RULES_ERROR_RULES] = N_("These are no rules of this game, or they hold a mistake."),
        [TAB_RULES_ERROR_POSITION] =
            N_("This is no position of this game, and no game, or it holds a mistake."),
        [TAB_RULES_ERROR_RECORD] = N_("This is no record of this game, or it holds a mistake."),
    };
    return error->domain == TAB_RULES_ERROR && error->code >= 0 &&
                   error->code < (int)G_N_ELEMENTS(texts) && texts[error->code]
               ? _(texts[error->code])
               : NULL;
}

static void add_details(GtkMessageDialog *dialog, const char *text)
{
    GtkWidget *label = gtk_label_new(text), *expander = gtk_expander_new(_("Details"));
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 1); /* the message above makes it wider */
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_expander_set_child(GTK_EXPANDER(expander), label);
    tab_widget_fold(GTK_EXPANDER(expander));
    gtk_box_append(GTK_BOX(gtk_message_dialog_get_message_area(dialog)), expander);
}

void tab_fault_dialog_show(GtkWindow *parent, const char *title, const GError *error)
{
    GtkWidget *dialog =
        gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                               GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", title);
    g_autofree char *text = tab_label_text_direct(error->message, gtk_widget_get_direction(dialog));
    const char *told = in_short(error);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", told ? told : text);
    if (told)
        add_details(GTK_MESSAGE_DIALOG(dialog), text);
    g_signal_connect(dialog, "response", G_CALLBACK(gtk_window_destroy), NULL);
    /* not the details, which come first: Enter puts the message away */
    gtk_widget_grab_focus(
        gtk_dialog_get_widget_for_response(GTK_DIALOG(dialog), GTK_RESPONSE_CLOSE));
    gtk_window_present(GTK_WINDOW(dialog));
}
