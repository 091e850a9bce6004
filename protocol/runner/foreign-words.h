// SPDX-License-Identifier: GPL-3.0-or-later
// Options of fastchess and cutechess-cli on the command line of `tab-match`.
#pragma once

#include <glib.h>

/* The words of a command line, its program first, with ours in the place of those of other match
 * runners that mean the same. One that means nothing here is an error (G_OPTION_ERROR) that says
 * what there is instead. Free with g_strfreev. */
GStrv tab_foreign_words_translate(char **argv, GError **error);
