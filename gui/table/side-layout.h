// SPDX-License-Identifier: GPL-3.0-or-later
// The game with panes at its trailing side: beside it where there is room for both, and in its
// place where not.
#pragma once

#include <gtk/gtk.h>

/* In a .ui file the first child is the game, one of type "side" holds the panes. The latter takes
 * its natural width and may ask for 0 (no pane is shown). A window can thus be as narrow as the
 * game or a pane alone allows. */
#define TAB_TYPE_SIDE_LAYOUT (tab_side_layout_get_type())
G_DECLARE_FINAL_TYPE(TabSideLayout, tab_side_layout, TAB, SIDE_LAYOUT, GtkWidget)

/* Property "folded": there is no room for both, so a pane covers the game whole. */
gboolean tab_side_layout_is_folded(TabSideLayout *self);
/* Before its first allocation: its width will be about this. */
void tab_side_layout_expect_width(TabSideLayout *self, int width);
