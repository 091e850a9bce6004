// SPDX-License-Identifier: GPL-3.0-or-later
// Children in lines: beside each other where they fit, those that do not in lines below.
#pragma once

#include <gtk/gtk.h>

/* For the property "layout-manager" of any widget. Children that expand share what a line leaves
 * free, and stay in a line with others while their text there has a readable width; beside such
 * children a later line without them is at the trailing side. Such a widget is as narrow as its
 * widest child allows; it wishes to have all in one line, or the property "natural-width". */
#define TAB_TYPE_WRAP_LAYOUT (tab_wrap_layout_get_type())
G_DECLARE_FINAL_TYPE(TabWrapLayout, tab_wrap_layout, TAB, WRAP_LAYOUT, GtkLayoutManager)
