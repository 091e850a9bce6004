// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of a window or of a part of it, by their names.
#pragma once

#include <gio/gio.h>

/* Whether the action of that name, a GSimpleAction of the map, can be activated. */
void tab_action_map_enable(GActionMap *map, const char *name, gboolean enabled);
