// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget that is no container of GTK's does with its children.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets go of all children, as `dispose` must before it chains up. */
void tab_child_widgets_unparent(GtkWidget *parent);

G_END_DECLS
