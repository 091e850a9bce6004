// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where to, and writes the picture of a game's end there.
#pragma once

#include <gtk/gtk.h>

#include "gui/ending/ending-picture.h"

/* Takes the picture over. Faults are shown over the window. */
void tab_ending_export(GtkWindow *window, TabEndingPicture *picture);
