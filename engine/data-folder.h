// SPDX-License-Identifier: GPL-3.0-or-later
// Where the networks and endgame tables that came with this program lie.
#pragma once

#include <glib.h>

/* The folder `nets` or `tables`: beside the program in the build tree, or where it was installed,
 * wherever the whole was put. NULL if there is none. Free with g_free. */
char *tab_data_folder(const char *name);
