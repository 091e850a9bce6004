// SPDX-License-Identifier: GPL-3.0-or-later
// A window in a page of a web browser.
#pragma once

#include <gtk/gtk.h>

/* The page that shows `widget`, as a monitor of that size, owned by the display; NULL: a desktop
 * shows it. */
GdkMonitor *tab_browser_page_find(GtkWidget *widget);
/* Makes `window`, which is not mapped yet, as large as its page, and gives keys to the window below
 * when one is closed. */
void tab_browser_page_fill(GtkWindow *window);
