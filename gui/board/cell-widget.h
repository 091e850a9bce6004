// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of the board for keyboard and screen reader: it has focus, a label and an action, and
// draws nothing.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TAB_TYPE_CELL_WIDGET (tab_cell_widget_get_type())
G_DECLARE_FINAL_TYPE(TabCellWidget, tab_cell_widget, TAB, CELL_WIDGET, GtkWidget)

/* Signal: "activated" (), by a key or a screen reader. */
GtkWidget *tab_cell_widget_new(guint cell);
guint tab_cell_widget_get_cell(TabCellWidget *self);
/* Sets what is said about it. */
void tab_cell_widget_set_label(TabCellWidget *self, const char *label);

G_END_DECLS
