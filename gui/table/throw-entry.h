// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of throw as pictures of the sticks, to tell the program what real sticks show.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/cast.h"

#define TAB_TYPE_THROW_ENTRY (tab_throw_entry_get_type())
G_DECLARE_FINAL_TYPE(TabThrowEntry, tab_throw_entry, TAB, THROW_ENTRY, GtkBox)

/* Signal: "entered" (int kind). */

/* The throws of this cast (borrowed; NULL: none). */
void tab_throw_entry_set_cast(TabThrowEntry *self, const TabCast *cast);
/* Who throws: of sticks of two colours each side counts its own. */
void tab_throw_entry_set_side(TabThrowEntry *self, TabSide side);
/* Small: pictures for a low window. */
void tab_throw_entry_set_compact(TabThrowEntry *self, gboolean compact);
