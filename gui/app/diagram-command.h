// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui --export-diagram: a position, or a turn of a recorded game, drawn into a file; no GTK, no
// display.
#pragma once

#include <gio/gio.h>

#include "gui/model/game-setup.h"

/* Draws what the options name: the game of their file (as far as its end or --turn), else the
 * position that `setup` begins with. The file is written whole or not at all.
 * G_OPTION_ERROR_BAD_VALUE names an option that is no good; other errors what could not be read or
 * written. */
gboolean tab_diagram_command_run(GVariantDict *options, const TabGameSetup *setup, GError **error);
