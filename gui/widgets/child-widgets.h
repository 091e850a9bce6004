// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget that is no container of GTK's does with its children.
#pragma once

#include <gtk/gtk.h>

/* Lets go of all children, as `dispose` must before it chains up. */
void tab_child_widgets_unparent(GtkWidget *parent);

/* Takes the keyboard from them, if one has it. GTK would give it to whatever comes first in the
 * window when they vanish; from nowhere the table guides it to the next step. */
void tab_child_widgets_give_focus_away(GtkWidget *parent);
