// SPDX-License-Identifier: GPL-3.0-or-later
// Names for screen readers where GTK 4.8 itself gives bad ones: it calls a scroll bar by its type,
// and a button by its text with the underscore of the mnemonic, and then by the text once more.
#include "gui/accessible-names.h"

#include <glib/gi18n.h>

#define SEEN "tab-accessible-names"

static gboolean is_part_of_scroll_bar(GtkWidget *widget)
{
    return GTK_IS_SCROLLBAR(widget) ||
           (GTK_IS_RANGE(widget) && GTK_IS_SCROLLBAR(gtk_widget_get_parent(widget)));
}

/* What is left is the relation to the label in it. */
static void forget_text(GtkWidget *button)
{
    gtk_accessible_reset_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static void name(GtkWidget *widget)
{
    if (g_object_get_data(G_OBJECT(widget), SEEN))
        return;
    g_object_set_data(G_OBJECT(widget), SEEN, GINT_TO_POINTER(TRUE));
    if (is_part_of_scroll_bar(widget)) {
        gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       _("Scroll bar"), -1);
    } else if (GTK_IS_BUTTON(widget) && gtk_button_get_label(GTK_BUTTON(widget))) {
        forget_text(widget);
        g_signal_connect(widget, "notify::label", G_CALLBACK(forget_text), NULL);
    }
}

static void name_below(GtkWidget *widget)
{
    GtkWidget *child = gtk_widget_get_first_child(widget);
    name(widget);
    for (; child; child = gtk_widget_get_next_sibling(child))
        name_below(child);
}

static void on_windows_changed(GListModel *windows, guint position, guint removed, guint added)
{
    for (guint i = 0; i < added; i++) {
        g_autoptr(GtkWidget) window = g_list_model_get_item(windows, position + i);
        g_signal_connect(window, "map", G_CALLBACK(name_below), NULL);
    }
}

void tab_accessible_names_watch(void)
{
    g_signal_connect(gtk_window_get_toplevels(), "items-changed", G_CALLBACK(on_windows_changed),
                     NULL);
}
