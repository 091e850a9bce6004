// SPDX-License-Identifier: GPL-3.0-or-later
// A question over a window that two buttons answer.
#pragma once

#include <gtk/gtk.h>

/* The dialogue over the window around `widget`, its keyboard on `cancel`; `detail` may be NULL; its
 * "response" is GTK_RESPONSE_ACCEPT for the button `accept`. To be connected and presented. */
GtkWidget *tab_question_new(GtkWidget *widget, const char *title, const char *detail,
                            const char *cancel, const char *accept);
/* Marks that what `accept` does cannot be undone. */
void tab_question_warn(GtkWidget *question);
