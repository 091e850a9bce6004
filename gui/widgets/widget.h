// SPDX-License-Identifier: GPL-3.0-or-later
// What GTK has no one call for: children let go of, the focus on one, a style class switched, an
// expander that is shut, a window that is there already.
#pragma once

#include <gtk/gtk.h>

/* Lets go of all children, as the `dispose` of a widget that is no container of GTK's must before
 * it chains up. */
void tab_widget_unparent_children(GtkWidget *parent);

/* The one below `parent` that has the keyboard, NULL: none has. Who puts `parent` elsewhere in the
 * window gives it back: GTK takes it from what moves. */
GtkWidget *tab_widget_find_focus(GtkWidget *parent);

/* Takes the keyboard from the children, if one has it. GTK would give it to whatever comes first in
 * the window when they vanish; from nowhere the table guides it to the next step. */
void tab_widget_drop_focus(GtkWidget *parent);

/* An expander lets go of its child whenever it is shut. GTK 4.8 offers the focus to the child all
 * the same, which is then in no window, and complains. */
void tab_widget_fold(GtkExpander *expander);

/* Calls `handler` with each window of the program at `signal` ("map", "realize"), from now on, for
 * as long as the program runs. Both are kept, not copied. */
typedef struct {
    const char *signal;
    GCallback handler;
} TabWindowWatch;
void tab_widget_watch_windows(const TabWindowWatch *watch);

/* The window of this type that stands over `parent`, NULL: there is none. */
GtkWindow *tab_widget_find_window(GtkWindow *parent, GType type);

/* Whether the widget has this style class. */
void tab_widget_set_class(GtkWidget *widget, const char *name, gboolean set);
