// SPDX-License-Identifier: GPL-3.0-or-later
// Lets go of children.
#include "gui/child-widgets.h"

void tab_child_widgets_unparent(GtkWidget *parent)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(parent)))
        gtk_widget_unparent(child);
}
