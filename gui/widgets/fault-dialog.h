// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a person what could not be done, and why.
#pragma once

#include <gtk/gtk.h>

/* `title` says what, the error why. Returns at once. */
void tab_fault_dialog_show(GtkWindow *parent, const char *title, const GError *error);
