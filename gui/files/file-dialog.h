// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's own dialogs for files.
#pragma once

#include <gtk/gtk.h>

/* A dialogue to open a file or to save one, not shown yet; signal "response". It begins in the
 * folder of the file `beside` (NULL: wherever the desktop does), and to save with the name `name`.
 */
GtkFileChooserNative *tab_file_dialog_new(GtkWindow *parent, GtkFileChooserAction action,
                                          const char *beside, const char *name);
/* The path that was chosen to save, with ".tab" if it has no suffix; NULL if it is none of this
 * computer. Free with g_free. */
char *tab_file_dialog_get_save_path(GtkNativeDialog *dialog);
/* Whether `path`, made of what was chosen, is not just that and is a file already, so that nobody
 * was asked whether to write over it: then the dialogue stands there again with that name, and will
 * ask. From its "response". */
gboolean tab_file_dialog_asks_again(GtkNativeDialog *dialog, const char *path);
/* Opens the desktop's dialog for any file or folder over the window of `entry`, which gets the name
 * that is chosen. */
void tab_file_dialog_browse(GtkEditable *entry, const char *title, GtkFileChooserAction action);
