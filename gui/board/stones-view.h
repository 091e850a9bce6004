// SPDX-License-Identifier: GPL-3.0-or-later
// A few stones in a row, overlapping when there are many: a player's colour, or the pieces taken.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/types.h"

#define TAB_TYPE_STONES_VIEW (tab_stones_view_get_type())
G_DECLARE_FINAL_TYPE(TabStonesView, tab_stones_view, TAB, STONES_VIEW, GtkWidget)

/* `size`: pixels of a stone's field. */
void tab_stones_view_set_size(TabStonesView *self, guint size);
/* One stone, or a king, that never changes. */
GtkWidget *tab_stones_view_new_single(TabSide side, TabRank rank, guint size);
GtkWidget *tab_stones_view_new_king(TabSide side, guint size);
void tab_stones_view_show(TabStonesView *self, TabSide side, guint count);
