// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a person choose a file or folder for an entry that holds its name.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the desktop's dialog over the window of `entry`, which gets the name that is chosen. */
void tab_file_browse(GtkEditable *entry, const char *title, GtkFileChooserAction action);

G_END_DECLS
