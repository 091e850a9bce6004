// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of a window or of a part of it, by their names.
#pragma once

#include <gio/gio.h>

/* What is done by one: `activate` is called with the data of tab_action_map_add(), and with a
 * GVariant of the type `parameter` (NULL: it takes none). */
typedef struct {
    const char *name;
    GCallback activate;
    const char *parameter;
} TabAction;

void tab_action_map_add(GActionMap *map, const TabAction *actions, guint n, gpointer data);

/* Whether the action of that name, a GSimpleAction of the map, can be activated. */
void tab_action_map_enable(GActionMap *map, const char *name, gboolean enabled);
