// SPDX-License-Identifier: GPL-3.0-or-later
// Where settings schema, translations and help pages are: in the build folder, beside an install
// that was moved, or as configured.
#pragma once

#include <glib.h>

/* Makes GSettings find the schema that belongs to this program, unless the environment names one.
 * Before any use of GSettings. */
void tab_program_folders_use_schema(void);

/* The folder of the translations; `configured` if none lies near the program. Free with g_free. */
char *tab_program_folders_find_translations(const char *configured);

/* The address of the help pages for their viewer: "help:tab" where it finds them by itself, else
 * that of the folder near the program with the pages in the reader's language. NULL: there are
 * none. Free with g_free. */
char *tab_program_folders_find_help(void);

/* The folder of the game's sounds; NULL if they are nowhere. Free with g_free. */
char *tab_program_folders_find_sounds(void);
