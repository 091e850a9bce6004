// SPDX-License-Identifier: GPL-3.0-or-later
// A field for the seed of a game or a match, and the line below it that says what goes into it.
#pragma once

#include <gtk/gtk.h>

/* Reads the field; one that is empty leaves `seed` as it is. FALSE: what stands there is no seed.
 */
gboolean tab_seed_field_read(GtkEditable *field, guint64 *seed);
/* Shows in the field, in the line of words, and on the button that starts the game whether that can
 * be read; to be called at first and after each change. */
void tab_seed_field_show(GtkEditable *field, GtkWidget *words, GtkWidget *start);
