// SPDX-License-Identifier: GPL-3.0-or-later
// The sticks, shells or dice of a throw: they tumble, settle, and lie; a click asks for a throw.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/cast.h"

#define TAB_TYPE_STICKS_VIEW (tab_sticks_view_get_type())
G_DECLARE_FINAL_TYPE(TabSticksView, tab_sticks_view, TAB, STICKS_VIEW, GtkWidget)

/* Signals: "settled" (), a throw has come to rest; "clicked" (). */

/* The sticks of this cast (borrowed; NULL: none) lie there as before any throw. */
void tab_sticks_view_set_cast(TabSticksView *self, const TabCast *cast);
/* Lets them fall so that they show this kind of throw, or of dice these, to the side that throws;
 * `seed` decides how they lie. */
void tab_sticks_view_throw(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n,
                           guint32 seed);
/* Lays them down so, without a fall. */
void tab_sticks_view_lay(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n,
                         guint32 seed);
/* Whether they show this, or will when they have fallen. */
gboolean tab_sticks_view_shows(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n);
/* Whether they still tumble. */
gboolean tab_sticks_view_is_busy(TabSticksView *self);
/* The height it asks for, in pixels. */
void tab_sticks_view_set_height(TabSticksView *self, int height);
/* Whether they show a throw that is no longer of interest. */
void tab_sticks_view_set_faded(TabSticksView *self, gboolean faded);
