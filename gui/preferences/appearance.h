// SPDX-License-Identifier: GPL-3.0-or-later
// Dark or light, high contrast, no animations: as the desktop says; the first also as a person has
// chosen.
#pragma once

#include <gtk/gtk.h>

/* Keeps GTK's theme dark or light as the key color-scheme of the settings says, and where that is
 * `desktop` as the desktop's portal does (org.freedesktop.appearance, which GTK 4.8 does not follow
 * by itself), until it is freed; gives it high contrast and takes its animations away where the
 * portal says so. Without a portal nothing changes. */
typedef struct _TabAppearance TabAppearance;
TabAppearance *tab_appearance_new(GSettings *settings);
void tab_appearance_free(TabAppearance *appearance);
