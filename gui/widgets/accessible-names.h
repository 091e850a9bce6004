// SPDX-License-Identifier: GPL-3.0-or-later
// Names for screen readers where GTK 4.8 itself gives bad ones, for all windows of the program.
#pragma once

#include <gtk/gtk.h>

/* From now on, whenever a window is shown: scroll bars get a name, and a button with a text is
 * called by it alone. To be called once. */
void tab_accessible_names_watch(void);
/* The same now for a widget and all in it, which comes into a window that is shown already. */
void tab_accessible_names_give(GtkWidget *widget);
