// SPDX-License-Identifier: GPL-3.0-or-later
// The header bar of the main window: what it names where there is room, and its place on a full
// screen.
#include "gui/app/window-header.h"

#include <glib/gi18n.h>

#define SPACIOUS 760 /* pixels: room for the game menu's name beside the title */

/* The width that the window has now, or is about to have. */
static int get_width(TabWindowHeader *self)
{
    GtkNative *native = GTK_NATIVE(self->window);
    GdkSurface *surface = gtk_native_get_surface(native);
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self->window));
    GdkMonitor *monitor = surface ? gdk_display_get_monitor_at_surface(display, surface) : NULL;
    GdkRectangle screen = {.width = SPACIOUS};
    int width, height;
    gtk_window_get_default_size(self->window, &width, &height);
    if (!gtk_window_is_maximized(self->window) && !gtk_window_is_fullscreen(self->window))
        return width;
    if (monitor)
        gdk_monitor_get_geometry(monitor, &screen);
    return screen.width;
}

/* A new game and the game menu are told by their names where there is room for them, and by icons
 * where the title needs the room. */
static void fit(TabWindowHeader *self)
{
    gboolean spacious = get_width(self) >= SPACIOUS;
    gboolean named = gtk_menu_button_get_label(self->game_menu) != NULL;
    if (spacious && !named)
        /* Translators: a menu: hint, pause, opening and saving games, … */
        gtk_menu_button_set_label(self->game_menu, _("_Game"));
    else if (!spacious)
        gtk_menu_button_set_icon_name(self->game_menu, "view-more-symbolic");
    if (spacious)
        gtk_button_set_label(self->new_game, _("_New Game"));
    else
        gtk_button_set_icon_name(self->new_game, "document-new-symbolic");
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->new_game), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("New Game"), -1);
}

/* GTK hides the title bar of a full screen. There the header is part of the window's content, so
 * that its title still tells the game's state, and its menus open by their keys. */
static void place(TabWindowHeader *self)
{
    GtkWidget *header = GTK_WIDGET(self->bar);
    gboolean full = gtk_window_is_fullscreen(self->window);
    if (full == (gtk_widget_get_parent(header) == GTK_WIDGET(self->content)))
        return;
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(self->window));
    g_object_ref(header);
    if (full) {
        gtk_window_set_titlebar(self->window, gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0));
        gtk_box_prepend(self->content, header);
    } else {
        gtk_box_remove(self->content, header);
        gtk_window_set_titlebar(self->window, header);
    }
    g_object_unref(header);
    if (focus && gtk_widget_is_ancestor(focus, header))
        gtk_widget_grab_focus(focus); /* unless it is the button that has just gone */
}

void tab_window_header_follow(TabWindowHeader *self)
{
    fit(self);
    g_signal_connect_swapped(self->window, "notify::default-width", G_CALLBACK(fit), self);
    g_signal_connect_swapped(self->window, "notify::maximized", G_CALLBACK(fit), self);
    g_signal_connect_swapped(self->window, "notify::fullscreened", G_CALLBACK(fit), self);
    g_signal_connect_swapped(self->window, "notify::fullscreened", G_CALLBACK(place), self);
}
