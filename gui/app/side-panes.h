// SPDX-License-Identifier: GPL-3.0-or-later
// The list of turns and the analysis: beside the table as a person wishes, or, where the window is
// too narrow for that, one of them as a page in the table's place.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/side-layout.h"

typedef struct TabSidePanes TabSidePanes;

/* Adds the actions show-turns, show-analysis and back-to-table to the window. `back` leads
 * from the page back to the table, and is seen there alone. All are borrowed. Free with
 * tab_side_panes_free(), before the widgets go. */
TabSidePanes *tab_side_panes_new(GtkApplicationWindow *window, TabSideLayout *layout,
                                 GtkWidget *turns, GtkWidget *analysis, GtkWidget *back);
void tab_side_panes_free(TabSidePanes *self);

/* Whether a page covers the table. */
gboolean tab_side_panes_cover_table(TabSidePanes *self);
/* From the page, if there is one, back to the table. FALSE: there is none. */
gboolean tab_side_panes_leave(TabSidePanes *self);
/* Writes into the settings what the next window is to show at its start. */
void tab_side_panes_save(TabSidePanes *self);
