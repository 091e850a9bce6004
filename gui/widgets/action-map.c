// SPDX-License-Identifier: GPL-3.0-or-later
// Looks actions up and changes them.
#include "gui/widgets/action-map.h"

void tab_action_map_enable(GActionMap *map, const char *name, gboolean enabled)
{
    GAction *action = g_action_map_lookup_action(map, name);
    g_return_if_fail(G_IS_SIMPLE_ACTION(action));
    g_simple_action_set_enabled(G_SIMPLE_ACTION(action), enabled);
}
