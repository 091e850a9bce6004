// SPDX-License-Identifier: GPL-3.0-or-later
// What a desktop does for windows, for those in a page of a web browser, where GTK leaves it out.
#include "gui/app/browser-page.h"

#ifdef GDK_WINDOWING_BROADWAY
#include <gdk/broadway/gdkbroadway.h>
#endif

GdkMonitor *tab_browser_page_find(GtkWidget *widget)
{
#ifdef GDK_WINDOWING_BROADWAY
    GdkDisplay *display = gtk_widget_get_display(widget);
    g_autoptr(GdkMonitor) page = NULL;
    if (GDK_IS_BROADWAY_DISPLAY(display))
        page = g_list_model_get_item(gdk_display_get_monitors(display), 0);
    return page;
#else
    (void)widget;
    return NULL;
#endif
}

static void present_newest(gpointer windows)
{
    for (guint i = g_list_model_get_n_items(windows); i > 0; i--) {
        g_autoptr(GtkWindow) window = g_list_model_get_item(windows, i - 1);
        if (gtk_widget_get_mapped(GTK_WIDGET(window))) {
            gtk_window_present(window);
            return;
        }
    }
}

/* When a dialogue of a page is gone, its keys go nowhere. */
static void on_windows_changed(GListModel *windows, guint position, guint removed)
{
    (void)position;
    if (removed)
        g_idle_add_once(present_newest, windows);
}

/* GTK 4.8 does not maximize a window of a page before it is mapped. */
void tab_browser_page_fill(GtkWindow *window)
{
    g_signal_connect_after(window, "map", G_CALLBACK(gtk_window_maximize), NULL);
    g_signal_connect_object(gtk_window_get_toplevels(), "items-changed",
                            G_CALLBACK(on_windows_changed), window, G_CONNECT_DEFAULT);
}
