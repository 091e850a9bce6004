// SPDX-License-Identifier: GPL-3.0-or-later
// The board's themes to choose from, each with a small picture by the painter.
#pragma once

#include <gtk/gtk.h>

#define TAB_TYPE_THEME_CHOOSER (tab_theme_chooser_get_type())
G_DECLARE_FINAL_TYPE(TabThemeChooser, tab_theme_chooser, TAB, THEME_CHOOSER, GtkBox)

/* Made from .ui files; follows and sets "board-theme". */
