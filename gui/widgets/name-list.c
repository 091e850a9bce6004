// SPDX-License-Identifier: GPL-3.0-or-later
// Drop-down lists of names that people gave, which may be longer than there is room for, and of
// choices that then have a second line.
#include "gui/widgets/name-list.h"

#define MIN_CHARS 10 /* that much of a name is always seen */
#define MAX_CHARS 20 /* a button is not made wider for more */

static void on_name_setup(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer most)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    if (GPOINTER_TO_INT(most) > 0) {
        gtk_label_set_width_chars(GTK_LABEL(label), MIN_CHARS);
        gtk_label_set_max_width_chars(GTK_LABEL(label), GPOINTER_TO_INT(most));
    } else {
        gtk_label_set_wrap(GTK_LABEL(label), TRUE);
        gtk_label_set_lines(GTK_LABEL(label), 2);
    }
    gtk_list_item_set_child(item, label);
}

static void on_name_bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    GtkStringObject *name = gtk_list_item_get_item(item);
    gtk_label_set_label(GTK_LABEL(gtk_list_item_get_child(item)),
                        gtk_string_object_get_string(name));
}

static void cut(GtkDropDown *list, int most)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_name_setup), GINT_TO_POINTER(most));
    g_signal_connect(factory, "bind", G_CALLBACK(on_name_bind), NULL);
    gtk_drop_down_set_list_factory(list, gtk_drop_down_get_factory(list)); /* GTK's own */
    gtk_drop_down_set_factory(list, factory);
}

void tab_name_list_cut(GtkDropDown *list)
{
    cut(list, MAX_CHARS);
}

void tab_name_list_cut_at_need(GtkDropDown *list)
{
    if (!gtk_drop_down_get_list_factory(list))
        cut(list, -1);
}
