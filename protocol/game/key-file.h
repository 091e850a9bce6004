// SPDX-License-Identifier: GPL-3.0-or-later
// Key files that a user may have changed by hand.
#pragma once

#include <glib.h>

/* The file with its comments; an empty one if there is none. G_FILE_ERROR, G_KEY_FILE_ERROR, in one
 * printable line that begins with the path. */
GKeyFile *tab_key_file_load(const char *path, GError **error);
