// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the painter's themes fits the desktop's settings: dark or light, ordinary or high contrast.
#include "gui/theme.h"

static gboolean contains(const char *name, const char *part)
{
    g_autofree char *lower = g_ascii_strdown(name ? name : "", -1);
    return strstr(lower, part) != NULL;
}

TabBoardTheme tab_theme_current(GtkWidget *widget)
{
    g_autofree char *name = NULL;
    gboolean dark;
    g_object_get(gtk_widget_get_settings(widget), "gtk-theme-name", &name,
                 "gtk-application-prefer-dark-theme", &dark, NULL);
    gboolean contrast = contains(name, "contrast") || contains(name, "-hc");
    dark = dark || contains(name, "dark") || contains(name, "inverse");
    if (contrast)
        return dark ? TAB_BOARD_CONTRAST_DARK : TAB_BOARD_CONTRAST;
    return dark ? TAB_BOARD_NIGHT : TAB_BOARD_DAY;
}

void tab_theme_watch(GtkWidget *widget, GCallback changed, gpointer object)
{
    GtkSettings *settings = gtk_widget_get_settings(widget);
    g_signal_connect_object(settings, "notify::gtk-theme-name", changed, object, G_CONNECT_SWAPPED);
    g_signal_connect_object(settings, "notify::gtk-application-prefer-dark-theme", changed, object,
                            G_CONNECT_SWAPPED);
}

gboolean tab_theme_animates(GtkWidget *widget)
{
    gboolean animates;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animates, NULL);
    return animates;
}
