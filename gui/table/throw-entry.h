// SPDX-License-Identifier: GPL-3.0-or-later
// The five throws as pictures of the sticks, to tell the program what real sticks show.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TAB_TYPE_THROW_ENTRY (tab_throw_entry_get_type())
G_DECLARE_FINAL_TYPE(TabThrowEntry, tab_throw_entry, TAB, THROW_ENTRY, GtkWidget)

/* Signal: "entered" (int throw_index). */

/* Small: pictures for a low window. */
void tab_throw_entry_set_compact(TabThrowEntry *self, gboolean compact);

G_END_DECLS
