// SPDX-License-Identifier: GPL-3.0-or-later
// What the window lacks here, said once: a session bus, letters of a language. All else works on.
#pragma once

#include <gtk/gtk.h>

/* Chooses what works without a session bus, where there is none and the person has chosen nothing
 * else. Before any use of GSettings and of GTK, and while there are no threads. Returns what is to
 * be said of it, lines in the reader's language, or NULL; free with g_free. */
char *tab_surroundings_prepare(void);

/* Words for people, in English, where the fonts of this machine lack letters in which the window
 * speaks: those of their own language could not be read. */
typedef struct {
    const char *title, *detail;
} TabSurroundingsFault;

/* NULL: the letters are there. */
const TabSurroundingsFault *tab_surroundings_find_fault(GtkWidget *widget);
