// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the help pages in the desktop's viewer of help.
#pragma once

#include <gtk/gtk.h>

/* Returns at once. Where there are no pages, or nothing that shows them, a dialog over `parent`
 * says what is missing. */
void tab_help_viewer_open(GtkWindow *parent);
