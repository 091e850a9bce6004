// SPDX-License-Identifier: GPL-3.0-or-later
// Places kept here and there along the lines of a game, so that going to any turn of it replays
// few.
#include "gui/model/game-stops.h"

struct _TabGameStops {
    GHashTable *stops; /* of TabGameStop by TabRecordNode */
};

TabGameStops *tab_game_stops_new(void)
{
    TabGameStops *stops = g_new0(TabGameStops, 1);
    stops->stops = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return stops;
}

void tab_game_stops_free(TabGameStops *stops)
{
    if (!stops)
        return;
    g_hash_table_unref(stops->stops);
    g_free(stops);
}

void tab_game_stops_keep(TabGameStops *stops, const TabRecordNode *node, const TabGameStop *stop)
{
    if (stop->n_turns % TAB_STOP_DISTANCE || g_hash_table_size(stops->stops) >= TAB_MAX_STOPS)
        return;
    if (!g_hash_table_contains(stops->stops, node))
        g_hash_table_insert(stops->stops, (gpointer)node, g_memdup2(stop, sizeof *stop));
}

const TabGameStop *tab_game_stops_get(const TabGameStops *stops, const TabRecordNode *node)
{
    return g_hash_table_lookup(stops->stops, node);
}

void tab_game_stops_forget(TabGameStops *stops, const TabRecordNode *node)
{
    for (const TabRecordNode *one = node; one;) {
        g_hash_table_remove(stops->stops, one);
        if (one->child) {
            one = one->child;
            continue;
        }
        while (one != node && !one->next)
            one = one->parent;
        one = one == node ? NULL : one->next;
    }
}

void tab_game_stops_forget_all(TabGameStops *stops)
{
    g_hash_table_remove_all(stops->stops);
}
