// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over a narrow or low one: they are no larger, and fill it as its pages.
#pragma once

#include <gtk/gtk.h>

/* From now on: a window that stands over another one and would be wider gets that one's size when
 * it is first shown, and the buttons of a question are one below the other there; one that would be
 * higher gets its height; the words of all windows are fitted. To be called once. */
void tab_window_fit_watch(void);
/* Fits the words of a widget, and of all in it, that is not in its window yet when that is shown:
 * names of fields and of check buttons wrap, and the choice of a list may be cut. */
void tab_window_fit_words(GtkWidget *widget);
