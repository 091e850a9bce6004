// SPDX-License-Identifier: GPL-3.0-or-later
// The application org.tabgame.Tab: its command line, its one window, and the actions of the whole
// program.
#pragma once

#include <gtk/gtk.h>

#define TAB_TYPE_APPLICATION (tab_application_get_type())
G_DECLARE_FINAL_TYPE(TabApplication, tab_application, TAB, APPLICATION, GtkApplication)

/* `lacking`: lines about what is missing here, told on standard error before there is a window;
 * NULL: none. */
TabApplication *tab_application_new(const char *lacking);
