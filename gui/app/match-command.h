// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui --match: hands a match between two engines over to tab-match; no GTK, no display.
#pragma once

#include <gio/gio.h>

#include "gui/model/game-setup.h"

G_BEGIN_DECLS

/* Becomes tab-match, which plays the match of these options between the engines of `setup`; comes
 * back with an error only: G_OPTION_ERROR_BAD_VALUE if --match is no number of games, G_SPAWN_ERROR
 * if there is no tab-match. */
void tab_match_command_run(GVariantDict *options, const TabGameSetup *setup, GError **error);

G_END_DECLS
