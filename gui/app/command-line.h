// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of tab-gui: its options, and what they say about a game; no GTK.
#pragma once

#include <gio/gio.h>

#include "gui/model/game-setup.h"

/* Adds the options and the words around them in --help. Their values are found in the application's
 * dictionary of options by their long names. */
void tab_command_line_add_options(GApplication *application);

/* The value of an option with text, or NULL. Owned by the dictionary. */
const char *tab_command_line_text(GVariantDict *options, const char *name);
/* The file named without an option, as it was typed, or NULL. Owned by the dictionary. */
const char *tab_command_line_file(GVariantDict *options);

/* Sets G_OPTION_ERROR_BAD_VALUE; FALSE, so that it can be returned. */
gboolean tab_command_line_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* TRUE if the options go together; else G_OPTION_ERROR_BAD_VALUE names one that does not. */
gboolean tab_command_line_check(GVariantDict *options, GError **error);

/* Whether a game of the options is to begin without further questions, and whether they say
 * anything about one. */
gboolean tab_command_line_starts_at_once(GVariantDict *options);
gboolean tab_command_line_names_a_game(GVariantDict *options);

/* The remembered game, changed by what the options say; it can be started. NULL with
 * G_OPTION_ERROR_BAD_VALUE, TAB_RULES_ERROR or the fault of the file of engines, which name what is
 * wrong. */
TabGameSetup *tab_command_line_read_setup(GVariantDict *options, GError **error);
