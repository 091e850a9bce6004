// SPDX-License-Identifier: GPL-3.0-or-later
// The game with panes at its trailing side: beside it where there is room for both, over it where
// not.
#pragma once

#include <gtk/gtk.h>

/* In a .ui file the first child is the game, one of type "side" holds the panes. The latter takes
 * its natural width and may ask for 0 (no pane is shown). A window can thus be as narrow as the
 * game alone allows. */
#define TAB_TYPE_SIDE_LAYOUT (tab_side_layout_get_type())
G_DECLARE_FINAL_TYPE(TabSideLayout, tab_side_layout, TAB, SIDE_LAYOUT, GtkWidget)
