// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps openings by rules, position and hand, as White sees them.
#include "gui/model/opening-knowledge.h"

#include <string.h>

#include "protocol/files/input-file.h"
#include "protocol/files/own-place.h"

/* From the folder of the program: in the build tree, and installed. */
static const char *const places[] = {"../data", "../share/tab"};

/* What an opening is found by. */
typedef struct {
    uint8_t switches[TAB_N_SWITCHES];
    TabKey key;
    TabHand hand;
} Place;

struct _TabOpeningKnowledge {
    GPtrArray *openings;  /* of TabOpeningHand */
    GHashTable *by_place; /* const TabOpeningHand by Place */
};

static guint hash_place(gconstpointer data)
{
    const Place *place = data;
    guint64 hash = place->key.a;
    for (guint i = 0; i < G_N_ELEMENTS(place->hand.n); i++)
        hash = hash * 31 + place->hand.n[i];
    return (guint)(hash ^ hash >> 32);
}

static gboolean same_place(gconstpointer a, gconstpointer b)
{
    return !memcmp(a, b, sizeof(Place)); /* filled from zeros */
}

static Place place_of(const TabRules *rules, const TabSituation *situation)
{
    Place place;
    memset(&place, 0, sizeof place);
    memcpy(place.switches, rules->set.value, sizeof place.switches);
    place.key = tab_opening_key(rules, &situation->position);
    place.hand = tab_throws_hand(&situation->throws);
    return place;
}

char *tab_opening_knowledge_find_file(void)
{
    return tab_own_place(places, G_N_ELEMENTS(places), "openings.csv", TAB_OWN_FILE);
}

TabOpeningKnowledge *tab_opening_knowledge_read(const char *path, GError **error)
{
    g_autoptr(TabOpeningKnowledge) self = g_new0(TabOpeningKnowledge, 1);
    gsize length;
    self->openings = g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    self->by_place = g_hash_table_new_full(hash_place, same_place, g_free, NULL);
    g_autofree char *text = tab_input_file_read(path, &length, error);
    if (!text)
        return NULL;
    if (!tab_opening_table_read(text, length, self->openings, NULL, error)) {
        g_autofree char *name = g_filename_display_name(path);
        g_prefix_error(error, "%s: ", name);
        return NULL;
    }
    for (guint i = 0; i < self->openings->len; i++) {
        TabOpeningHand *opening = self->openings->pdata[i];
        Place place = place_of(opening->rules, &opening->situation);
        g_hash_table_insert(self->by_place, g_memdup2(&place, sizeof place), opening);
    }
    return g_steal_pointer(&self);
}

void tab_opening_knowledge_free(TabOpeningKnowledge *self)
{
    if (!self)
        return;
    g_hash_table_unref(self->by_place);
    g_ptr_array_unref(self->openings);
    g_free(self);
}

static TabCell opposite(const TabRules *rules, TabCell cell)
{
    return cell == TAB_NO_CELL ? cell : rules->board.opposite[cell];
}

/* The turn as the other side plays it. */
static char *turn_over(const TabOpeningHand *opening, const char *text)
{
    const TabRules *rules = opening->rules;
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after, before;
    if (!tab_notation_parse_turn(rules, &opening->situation, text, turn, &after, NULL))
        g_assert_not_reached(); /* it was checked as it was read */
    for (unsigned i = 0; i < turn->n_plays; i++) {
        TabPlay *play = &turn->plays[i];
        play->from = opposite(rules, play->from);
        play->to = opposite(rules, play->to);
        if (play->flags & TAB_PLAY_PUSH)
            play->push = opposite(rules, play->push);
    }
    tab_position_exchange_sides(rules, &before, &opening->situation.position);
    return tab_notation_turn_to_string(rules, &before, turn);
}

GArray *tab_opening_knowledge_look_up(const TabOpeningKnowledge *self, const TabRules *rules,
                                      const TabSituation *situation)
{
    Place place = place_of(rules, situation);
    const TabOpeningHand *opening = tab_throws_complete(&situation->throws)
                                        ? g_hash_table_lookup(self->by_place, &place)
                                        : NULL;
    if (!opening)
        return NULL;
    if (opening->situation.position.side == situation->position.side)
        return g_array_ref(opening->turns);
    GArray *turns = tab_rolled_turns_new();
    for (guint i = 0; i < opening->turns->len; i++) {
        TabRolledTurn turn = g_array_index(opening->turns, TabRolledTurn, i);
        turn.turn = turn_over(opening, turn.turn);
        g_array_append_val(turns, turn);
    }
    return turns;
}
