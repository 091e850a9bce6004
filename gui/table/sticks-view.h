// SPDX-License-Identifier: GPL-3.0-or-later
// The sticks of a throw: they tumble, settle, and lie flat or round; a click asks for a throw.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/cast.h"

#define TAB_TYPE_STICKS_VIEW (tab_sticks_view_get_type())
G_DECLARE_FINAL_TYPE(TabSticksView, tab_sticks_view, TAB, STICKS_VIEW, GtkWidget)

/* Signals: "settled" (), a throw has come to rest; "clicked" (). */

/* The sticks of this cast (borrowed; NULL: none) lie there as before any throw. */
void tab_sticks_view_set_cast(TabSticksView *self, const TabCast *cast);
/* Lets them fall so that they show the throw of this index; `seed` decides how they lie. */
void tab_sticks_view_throw(TabSticksView *self, int kind, guint32 seed);
/* Lays them down so, without a fall. */
void tab_sticks_view_lay(TabSticksView *self, int kind, guint32 seed);
/* The index of the throw that they show, or will when they have fallen; -1: none. */
int tab_sticks_view_get_throw(TabSticksView *self);
/* Whether they still tumble. */
gboolean tab_sticks_view_is_busy(TabSticksView *self);
/* The height it asks for, in pixels. */
void tab_sticks_view_set_height(TabSticksView *self, int height);
/* Whether they show a throw that is no longer of interest. */
void tab_sticks_view_set_faded(TabSticksView *self, gboolean faded);
