// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the painter's themes is shown: the one that was chosen, by day or by night as the
// desktop is, or high contrast where the desktop asks for it.
#pragma once

#include <gtk/gtk.h>

#include "protocol/painter/board-painter.h"

/* The values of the setting "board-theme". */
typedef enum {
    TAB_THEME_SAND,
    TAB_THEME_PETRA,
    TAB_THEME_WOOD,
    TAB_THEME_PAPER,
    TAB_THEME_CONTRAST,      /* on white */
    TAB_THEME_CONTRAST_DARK, /* on black */
    TAB_N_THEME_CHOICES
} TabThemeChoice;

/* What is shown for a choice on a dark or light desktop without high contrast. */
TabBoardTheme tab_theme_of_choice(TabThemeChoice choice, gboolean dark);

TabBoardTheme tab_theme_current(GtkWidget *widget);
/* Whether the widget's window has light words on dark; high contrast aside. */
gboolean tab_theme_is_dark(GtkWidget *widget);

/* Calls `changed` (as for a "notify" signal, swapped) on `object` whenever the answer may have
 * changed, as long as that object lives. */
void tab_theme_watch(GtkWidget *widget, GCallback changed, gpointer object);

/* Gives a widget that shows words on the board's ground the style class that fits, "light-words" or
 * "dark-words", if the window's own words would not be legible there. */
void tab_theme_fit_words(GtkWidget *widget);

/* How long a step of the show takes, as set: 1 at normal speed, less if faster, 0 for none. */
double tab_theme_pace(GtkWidget *widget);
/* The same of what moves on the screen: 0 where the desktop wants no animations. */
double tab_theme_motion_pace(GtkWidget *widget);
