// SPDX-License-Identifier: GPL-3.0-or-later
// What GTK has no one call for: children let go of, the focus on one, a style class switched, an
// expander that is shut, a window that is there already.
#include "gui/widgets/widget.h"

void tab_widget_unparent_children(GtkWidget *parent)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(parent)))
        gtk_widget_unparent(child);
}

GtkWidget *tab_widget_find_focus(GtkWidget *parent)
{
    GtkRoot *root = gtk_widget_get_root(parent);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    return focus && gtk_widget_is_ancestor(focus, parent) ? focus : NULL;
}

void tab_widget_drop_focus(GtkWidget *parent)
{
    if (tab_widget_find_focus(parent))
        gtk_root_set_focus(gtk_widget_get_root(parent), NULL);
}

void tab_widget_set_class(GtkWidget *widget, const char *name, gboolean set)
{
    (set ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(widget, name);
}

static void on_folded(GtkExpander *expander, GParamSpec *pspec, GtkWidget *child)
{
    gtk_expander_set_child(expander, gtk_expander_get_expanded(expander) ? child : NULL);
}

void tab_widget_fold(GtkExpander *expander)
{
    GtkWidget *child = g_object_ref(gtk_expander_get_child(expander));
    g_signal_connect_data(expander, "notify::expanded", G_CALLBACK(on_folded), child,
                          (GClosureNotify)(void (*)(void))g_object_unref, 0);
    on_folded(expander, NULL, child);
}

static void on_windows_changed(GListModel *windows, guint position, guint removed, guint added,
                               gpointer data)
{
    const TabWindowWatch *watch = data;
    for (guint i = 0; i < added; i++) {
        g_autoptr(GtkWindow) window = g_list_model_get_item(windows, position + i);
        g_signal_connect(window, watch->signal, watch->handler, NULL);
    }
}

void tab_widget_watch_windows(const TabWindowWatch *watch)
{
    g_signal_connect(gtk_window_get_toplevels(), "items-changed", G_CALLBACK(on_windows_changed),
                     (gpointer)watch);
}

GtkWindow *tab_widget_find_window(GtkWindow *parent, GType type)
{
    GListModel *windows = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
        g_autoptr(GtkWindow) window = g_list_model_get_item(windows, i);
        if (G_TYPE_CHECK_INSTANCE_TYPE(window, type) &&
            gtk_window_get_transient_for(window) == parent)
            return window; /* GTK has it */
    }
    return NULL;
}
