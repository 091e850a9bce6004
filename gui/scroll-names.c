// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the scroll bars of all windows: GTK makes them itself, where no template reaches them.
#include "gui/scroll-names.h"

#include <glib/gi18n.h>

static void name_below(GtkWidget *widget)
{
    gboolean part = GTK_IS_RANGE(widget) && GTK_IS_SCROLLBAR(gtk_widget_get_parent(widget));
    if (part || GTK_IS_SCROLLBAR(widget))
        gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       _("Scroll bar"), -1);
    GtkWidget *child = gtk_widget_get_first_child(widget);
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

void tab_scroll_names_watch(void)
{
    g_signal_connect(gtk_window_get_toplevels(), "items-changed", G_CALLBACK(on_windows_changed),
                     NULL);
}
