// SPDX-License-Identifier: GPL-3.0-or-later
// The header bar of the main window: what it names where there is room, and its place on a full
// screen.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A plain value, with borrowed widgets; part of the window, which outlives it. */
typedef struct {
    GtkWindow *window;
    GtkHeaderBar *bar;
    GtkBox *content; /* of the window, below its title bar */
    GtkButton *new_game;
    GtkMenuButton *game_menu;
} TabWindowHeader;

/* Fits the header now, and whenever the window is another size, maximized, or on the full screen.
 */
void tab_window_header_follow(TabWindowHeader *self);

G_END_DECLS
