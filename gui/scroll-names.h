// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the scroll bars of all windows, which a screen reader would else call by their type.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* From now on names those of each window of the program when it is shown. To be called once. */
void tab_scroll_names_watch(void);

G_END_DECLS
