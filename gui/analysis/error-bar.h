// SPDX-License-Identifier: GPL-3.0-or-later
// An estimate drawn on a scale: a mark, one standard error to either side, and two.
#pragma once

#include <gtk/gtk.h>

#define TAB_TYPE_ERROR_BAR (tab_error_bar_get_type())
G_DECLARE_FINAL_TYPE(TabErrorBar, tab_error_bar, TAB, ERROR_BAR, GtkWidget)

GtkWidget *tab_error_bar_new(void);
/* On a scale from `low` to `high`, low < high, that runs from left to right in every language.
 * `other` is marked, too, to be compared with; NAN: none, or nothing is known (`value`). */
void tab_error_bar_set(TabErrorBar *self, double value, double error, double low, double high,
                       double other);
