// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences in labels that run as the window's language does, also where they begin with a name in
// letters of the other direction.
#pragma once

#include <gtk/gtk.h>

/* The text as a label of this direction is to have it: "Layla: ارمِ العصي." would begin at the left,
 * and end with its full stop there, if nothing told Pango that it is Arabic. New. */
char *tab_label_text_direct(const char *text, GtkTextDirection direction);

/* Plays in notation, "d3–c1×3 a5–a6", for lines that wrap: each stays whole, but a long chain may
 * break at its dashes. New. */
char *tab_label_text_keep_plays(const char *notation);

/* Sets it; what a screen reader hears is the text as it is. */
void tab_label_text_set(GtkWidget *label, const char *text);
/* The same, with the label hidden as long as there is nothing to say (NULL or ""). */
void tab_label_text_show(GtkWidget *label, const char *text);
/* Sets it as the widget's tooltip (NULL: none). */
void tab_label_text_tip(GtkWidget *widget, const char *text);
/* From now on a label's text is its tooltip where not all of it is to be seen. */
void tab_label_text_tip_where_cut(GtkWidget *label);
