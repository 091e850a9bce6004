// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what came with the running program, in the build tree or installed, wherever the whole was
// put.
#pragma once

#include <glib.h>

typedef enum { TAB_OWN_PROGRAM, TAB_OWN_FOLDER, TAB_OWN_FILE } TabOwnKind;

/* The first of such a name in these places, which are told from the folder of the running program.
 * NULL if there is none. Free with g_free. */
char *tab_own_place(const char *const *places, unsigned n_places, const char *name,
                    TabOwnKind kind);
