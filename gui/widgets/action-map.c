// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of a window or of a part of it, by their names.
#include "gui/widgets/action-map.h"

void tab_action_map_add(GActionMap *map, const TabAction *actions, guint n, gpointer data)
{
    for (guint i = 0; i < n; i++) {
        const char *type = actions[i].parameter;
        g_autoptr(GSimpleAction) action =
            g_simple_action_new(actions[i].name, type ? G_VARIANT_TYPE(type) : NULL);
        g_signal_connect_swapped(action, "activate", actions[i].activate, data);
        g_action_map_add_action(map, G_ACTION(action));
    }
}

void tab_action_map_enable(GActionMap *map, const char *name, gboolean enabled)
{
    GAction *action = g_action_map_lookup_action(map, name);
    g_return_if_fail(G_IS_SIMPLE_ACTION(action));
    g_simple_action_set_enabled(G_SIMPLE_ACTION(action), enabled);
}
