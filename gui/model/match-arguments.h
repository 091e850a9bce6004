// SPDX-License-Identifier: GPL-3.0-or-later
// A match between the two engines of a game, as the command line of tab-match.
#pragma once

#include "gui/model/game-setup.h"

G_BEGIN_DECLS

/* `games` games between the engines that sit in `setup` (White's is named first, and wins count for
 * it), under its rules, with its seed, sticks and time for a turn; `record`: a file for the games,
 * or NULL. Begins with the program's name. Free with g_strfreev. */
char **tab_match_arguments(const TabGameSetup *setup, guint games, const char *record);

G_END_DECLS
