// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for numbers that change by what is meant for them alone.
#pragma once

#include <gtk/gtk.h>

/* Guards every number field in `widget`, or `widget` itself: a wheel that only passes over one does
 * not change it, and one left empty keeps the number from before, where GTK would read 0. */
void tab_number_fields_guard(GtkWidget *widget);
