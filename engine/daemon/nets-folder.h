// SPDX-License-Identifier: GPL-3.0-or-later
// Where the networks of this program lie.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder with the networks: beside the program in the build tree, or where they were installed,
 * wherever the whole was put. NULL if there is none. Free with g_free. */
char *tab_nets_folder(void);

G_END_DECLS
