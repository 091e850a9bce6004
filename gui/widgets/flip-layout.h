// SPDX-License-Identifier: GPL-3.0-or-later
// Two parts beside each other where there is room for both, one below the other where not.
#pragma once

#include <gtk/gtk.h>

/* For the property "layout-manager" of a widget with two children. The first has its
 * natural width beside the second, or its natural height above it, but a share of all at most, and
 * the second the rest. The width alone decides how they stand. */
#define TAB_TYPE_FLIP_LAYOUT (tab_flip_layout_get_type())
G_DECLARE_FINAL_TYPE(TabFlipLayout, tab_flip_layout, TAB, FLIP_LAYOUT, GtkLayoutManager)
