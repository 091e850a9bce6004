// SPDX-License-Identifier: GPL-3.0-or-later
// What the plays of recorded turns have taken: found by playing them again, and remembered.
#include "gui/model/turn-captures.h"

#include "protocol/game/game.h"

struct _TabTurnCaptures {
    TabRecord *record;
    TabGame *game;     /* after the turn that was looked at last; NULL: none was */
    GHashTable *known; /* by node: GBytes, NULL for nothing taken */
};

TabTurnCaptures *tab_turn_captures_new(TabRecord *record)
{
    TabTurnCaptures *self = g_new0(TabTurnCaptures, 1);
    self->record = record;
    self->known = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_bytes_unref);
    return self;
}

void tab_turn_captures_forget(TabTurnCaptures *self)
{
    g_clear_pointer(&self->game, tab_game_free);
    g_hash_table_remove_all(self->known);
}

void tab_turn_captures_free(TabTurnCaptures *self)
{
    tab_turn_captures_forget(self);
    g_hash_table_unref(self->known);
    g_free(self);
}

/* The game before the turn of `node`, with its throws and plays. */
static void play_turn(TabTurnCaptures *self, TabRecordNode *node)
{
    if (!self->game || self->game->end || self->game->node != node->parent) {
        g_clear_pointer(&self->game, tab_game_free);
        self->game = tab_game_new_on(self->record, node, TAB_MAX_NUMBER);
        return;
    }
    tab_game_take_throws(self->game, node);
    tab_game_play_turn(self->game, node->turn, NULL);
}

/* Of the open turn. */
static GBytes *count(const TabGame *game)
{
    guint n = game->turn.plays->len, sum = 0;
    int enemy = 1 - game->turn.situation.position.side;
    g_autofree guint8 *taken = g_new0(guint8, n + 1);
    for (guint i = 0; i < n; i++) {
        const TabPosition *before = &tab_game_nth_play(game, i)->before,
                          *after =
                              i + 1 < n ? &tab_game_nth_play(game, i + 1)->before : &game->position;
        taken[i] = (guint8)(before->pieces[enemy] - after->pieces[enemy]);
        sum += taken[i];
    }
    return sum ? g_bytes_new(taken, n) : NULL;
}

GBytes *tab_turn_captures_get(TabTurnCaptures *self, TabRecordNode *node)
{
    gpointer known;
    if (!node->turn)
        return NULL;
    if (g_hash_table_lookup_extended(self->known, node, NULL, &known))
        return known;
    play_turn(self, node);
    GBytes *taken = count(self->game);
    g_hash_table_insert(self->known, node, taken);
    tab_game_end_turn(self->game);
    return taken;
}
