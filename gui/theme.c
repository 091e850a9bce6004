// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the painter's themes fits the desktop's settings: dark or light, ordinary or high contrast.
#include "gui/theme.h"

static gboolean contains(const char *name, const char *part)
{
    g_autofree char *lower = g_ascii_strdown(name ? name : "", -1);
    return strstr(lower, part) != NULL;
}

/* Light words mean a dark theme, however it was chosen: the sand has to suit the words on it. */
static gboolean is_dark(GtkWidget *widget)
{
    GdkRGBA words;
    GtkRoot *root = gtk_widget_get_root(widget);
    gtk_style_context_get_color(gtk_widget_get_style_context(root ? GTK_WIDGET(root) : widget), &words);
    return 0.299f * words.red + 0.587f * words.green + 0.114f * words.blue > 0.5f;
}

TabBoardTheme tab_theme_current(GtkWidget *widget)
{
    g_autofree char *name = NULL;
    gboolean dark = is_dark(widget);
    g_object_get(gtk_widget_get_settings(widget), "gtk-theme-name", &name, NULL);
    if (contains(name, "contrast") || contains(name, "-hc"))
        return dark ? TAB_BOARD_CONTRAST_DARK : TAB_BOARD_CONTRAST;
    return dark ? TAB_BOARD_PETRA_NIGHT : TAB_BOARD_PETRA;
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
