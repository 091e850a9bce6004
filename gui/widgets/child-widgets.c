// SPDX-License-Identifier: GPL-3.0-or-later
// Lets go of children, and of the focus on one.
#include "gui/widgets/child-widgets.h"

void tab_child_widgets_unparent(GtkWidget *parent)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(parent)))
        gtk_widget_unparent(child);
}

void tab_child_widgets_give_focus_away(GtkWidget *parent)
{
    GtkRoot *root = gtk_widget_get_root(parent);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (focus && gtk_widget_is_ancestor(focus, parent))
        gtk_root_set_focus(root, NULL);
}
