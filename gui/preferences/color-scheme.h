// SPDX-License-Identifier: GPL-3.0-or-later
// Dark or light: as the desktop says, or as a person has chosen.
#pragma once

#include <gtk/gtk.h>

/* Keeps GTK's theme dark or light as the key color-scheme of the settings says, and where that is
 * `desktop` as the desktop's portal does (org.freedesktop.appearance, which GTK 4 does not follow
 * by itself), until it is freed. Without a portal nothing changes. */
typedef struct _TabColorScheme TabColorScheme;
TabColorScheme *tab_color_scheme_new(GSettings *settings);
void tab_color_scheme_free(TabColorScheme *scheme);
