// SPDX-License-Identifier: GPL-3.0-or-later
// The games opened or saved last, as a menu.
#pragma once

#include <gtk/gtk.h>

/* Fills `menu` with the files of the desktop's list that this program has used, the latest first,
 * as targets of win.open-recent; follows that list as long as the menu lives. */
void tab_recent_menu_follow(GMenu *menu);
/* Puts a file at the head of that list. */
void tab_recent_menu_add(const char *path);
