// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the painter's themes is shown: the one that was chosen, by day or by night as the
// desktop is, or high contrast where the desktop asks for it.
#include "gui/board/theme.h"

#include "gui/widgets/widget.h"

/* The settings of the game, kept with those of the desktop: every picture asks at every frame. */
static GSettings *get_settings(GtkWidget *widget)
{
    GObject *desktop = G_OBJECT(gtk_widget_get_settings(widget));
    GSettings *settings = g_object_get_data(desktop, "tab-settings");
    if (!settings) {
        settings = g_settings_new("org.tabgame.Tab");
        g_object_set_data_full(desktop, "tab-settings", settings, g_object_unref);
    }
    return settings;
}

/* Light words mean a dark theme, however it was chosen. */
gboolean tab_theme_is_dark(GtkWidget *widget)
{
    GdkRGBA words;
    GtkRoot *root = gtk_widget_get_root(widget);
    gtk_style_context_get_color(gtk_widget_get_style_context(root ? GTK_WIDGET(root) : widget),
                                &words);
    return 0.299f * words.red + 0.587f * words.green + 0.114f * words.blue > 0.5f;
}

TabBoardTheme tab_theme_of_choice(TabThemeChoice choice, gboolean dark)
{
    static const TabBoardTheme themes[TAB_N_THEME_CHOICES][2] = {
        [TAB_THEME_SAND] = {TAB_BOARD_SAND, TAB_BOARD_SAND_NIGHT},
        [TAB_THEME_PETRA] = {TAB_BOARD_PETRA, TAB_BOARD_PETRA_NIGHT},
        [TAB_THEME_WOOD] = {TAB_BOARD_WOOD, TAB_BOARD_WOOD_NIGHT},
        [TAB_THEME_PAPER] = {TAB_BOARD_PAPER, TAB_BOARD_PAPER_NIGHT},
        [TAB_THEME_CONTRAST] = {TAB_BOARD_CONTRAST, TAB_BOARD_CONTRAST},
        [TAB_THEME_CONTRAST_DARK] = {TAB_BOARD_CONTRAST_DARK, TAB_BOARD_CONTRAST_DARK},
    };
    return themes[CLAMP((int)choice, 0, TAB_N_THEME_CHOICES - 1)][dark ? 1 : 0];
}

static gboolean has_high_contrast(GtkWidget *widget)
{
    g_autofree char *name = NULL;
    const char *forced = g_getenv("GTK_THEME"); /* which GTK heeds before its settings */
    g_object_get(gtk_widget_get_settings(widget), "gtk-theme-name", &name, NULL);
    g_autofree char *lower = g_ascii_strdown(forced ? forced : name ? name : "", -1);
    return strstr(lower, "contrast") || strstr(lower, "-hc") || strstr(lower, ":hc");
}

TabBoardTheme tab_theme_current(GtkWidget *widget)
{
    gboolean dark = tab_theme_is_dark(widget);
    if (has_high_contrast(widget))
        return dark ? TAB_BOARD_CONTRAST_DARK : TAB_BOARD_CONTRAST;
    int choice = g_settings_get_enum(get_settings(widget), "board-theme");
    return tab_theme_of_choice((TabThemeChoice)choice, dark);
}

void tab_theme_watch(GtkWidget *widget, GCallback changed, gpointer object)
{
    GtkSettings *desktop = gtk_widget_get_settings(widget);
    g_signal_connect_object(desktop, "notify::gtk-theme-name", changed, object, G_CONNECT_SWAPPED);
    g_signal_connect_object(desktop, "notify::gtk-application-prefer-dark-theme", changed, object,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(get_settings(widget), "changed::board-theme", changed, object,
                            G_CONNECT_SWAPPED);
}

void tab_theme_fit_words(GtkWidget *widget)
{
    TabBoardTheme theme = tab_theme_current(widget);
    gboolean ground = tab_board_theme_is_dark(theme), words = tab_theme_is_dark(widget);
    tab_widget_set_class(widget, "light-words", ground && !words);
    tab_widget_set_class(widget, "dark-words", !ground && words);
    tab_widget_set_class(widget, "contrast",
                         theme == TAB_BOARD_CONTRAST || theme == TAB_BOARD_CONTRAST_DARK);
}

double tab_theme_pace(GtkWidget *widget)
{
    static const double paces[] = {0.0, 0.35, 1.0}; /* off, fast, normal */
    int speed = g_settings_get_enum(get_settings(widget), "animation-speed");
    return paces[CLAMP(speed, 0, 2)];
}

double tab_theme_motion_pace(GtkWidget *widget)
{
    gboolean animates;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animates, NULL);
    return animates ? tab_theme_pace(widget) : 0.0;
}
