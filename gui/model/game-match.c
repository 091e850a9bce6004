// SPDX-License-Identifier: GPL-3.0-or-later
// A match of several games between two seats, one game after the other in the window: its games,
// its score, and who sits where.
#include "gui/model/game-match.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gui/model/engine-store.h"
#include "protocol/game/record-text.h"

G_DEFINE_FINAL_TYPE(TabGameMatch, tab_game_match, G_TYPE_OBJECT)

/* --- beginning --- */

static TabGameMatch *make_match(TabGameSetup *setup, GPtrArray *earlier)
{
    TabGameMatch *self = g_object_new(TAB_TYPE_GAME_MATCH, NULL);
    self->setup = setup;
    self->earlier = earlier ? g_ptr_array_ref(earlier) : g_ptr_array_new_with_free_func(g_free);
    return self;
}

/* Two people without names are told apart by their seats, as their sides change. */
static void name_people(TabGameSetup *setup)
{
    if (setup->player[TAB_WHITE].engine || setup->player[TAB_BLACK].engine ||
        setup->name[TAB_WHITE] || setup->name[TAB_BLACK])
        return;
    /* Translators: two people at one board, who change sides; these names go into their records. */
    setup->name[TAB_WHITE] = g_strdup(_("Player 1"));
    setup->name[TAB_BLACK] = g_strdup(_("Player 2"));
}

TabGameMatch *tab_game_match_new(const TabGameSetup *setup)
{
    g_return_val_if_fail(setup->match.length != TAB_MATCH_SINGLE, NULL);
    TabGameSetup *first = tab_game_setup_copy(setup);
    first->match = (TabMatchPlace){.length = setup->match.length,
                                   .n = CLAMP(setup->match.n, 1, TAB_MATCH_MOST),
                                   .seed = setup->seed,
                                   .round = 1};
    name_people(first);
    return make_match(first, NULL);
}

TabGameMatch *tab_game_match_new_from_record(const TabRecord *record, GPtrArray *earlier,
                                             GPtrArray *engines)
{
    TabMatchPlace place;
    if (!tab_match_place_read_tags(&place, record))
        return NULL;
    TabGameSetup *setup = tab_game_setup_from_record(record, engines);
    tab_game_setup_seat_as_recorded(setup, record, engines);
    setup->match = place;
    return make_match(setup, earlier);
}

/* --- the games --- */

void tab_game_match_follow(TabGameMatch *self, TabGameSession *session)
{
    g_set_object(&self->session, session);
}

static TabRecordResult get_result(const TabGameMatch *self)
{
    return self->session ? self->session->document->record->result : TAB_RECORD_UNDECIDED;
}

TabMatchPlace tab_game_match_get_place(TabGameMatch *self)
{
    TabMatchPlace place = self->setup->match;
    tab_match_place_count(&place, get_result(self));
    return place;
}

gboolean tab_game_match_is_over(TabGameMatch *self)
{
    TabMatchPlace place = tab_game_match_get_place(self);
    return tab_match_place_is_over(&place);
}

gboolean tab_game_match_can_advance(TabGameMatch *self)
{
    return get_result(self) != TAB_RECORD_UNDECIDED && !tab_game_match_is_over(self);
}

static GPtrArray *copy_texts(const GPtrArray *texts)
{
    GPtrArray *copy = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < texts->len; i++)
        g_ptr_array_add(copy, g_strdup(texts->pdata[i]));
    return copy;
}

GPtrArray *tab_game_match_list_games(TabGameMatch *self)
{
    GPtrArray *games = copy_texts(self->earlier);
    if (self->session)
        g_ptr_array_add(games, tab_document_to_text(self->session->document));
    return games;
}

TabGameSetup *tab_game_match_advance(TabGameMatch *self)
{
    g_return_val_if_fail(tab_game_match_can_advance(self), NULL);
    GPtrArray *games = tab_game_match_list_games(self);
    g_ptr_array_unref(self->earlier);
    self->earlier = games;
    self->setup->match = tab_game_match_get_place(self);
    tab_match_place_advance(&self->setup->match);
    tab_game_setup_exchange(self->setup);
    self->setup->seed = tab_match_place_get_seed(&self->setup->match);
    g_clear_object(&self->session);
    return tab_game_setup_copy(self->setup);
}

/* The first record of a text; NULL: there is none. */
static TabRecord *read_first(const char *text)
{
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, strlen(text));
    return tab_record_reader_next(reader, NULL);
}

GPtrArray *tab_game_match_find_earlier(const TabRecord *record, const GPtrArray *texts)
{
    TabMatchPlace own, place;
    if (!tab_match_place_read_tags(&own, record))
        return NULL;
    g_autoptr(GPtrArray) by_round = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(by_round, (gint)own.round);
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        if (!strstr(text, "[MatchSeed \"")) /* it would take long to read them all */
            continue;
        g_autoptr(TabRecord) other = read_first(text);
        if (!other || !tab_match_place_read_tags(&place, other) ||
            !tab_match_place_is_same(&place, &own))
            continue;
        if (place.round > own.round)
            return NULL;
        if (place.round < own.round && other->result != TAB_RECORD_UNDECIDED &&
            !by_round->pdata[place.round])
            by_round->pdata[place.round] = g_strdup(text);
    }
    GPtrArray *earlier = g_ptr_array_new_with_free_func(g_free);
    for (guint round = 1; round < own.round; round++)
        if (by_round->pdata[round])
            g_ptr_array_add(earlier, g_steal_pointer(&by_round->pdata[round]));
    return earlier;
}

/* --- who sits where --- */

TabSide tab_game_match_side_in(guint round, guint seat)
{
    return (seat + round) % 2 ? TAB_WHITE : TAB_BLACK;
}

TabSide tab_game_match_get_side(TabGameMatch *self, guint seat)
{
    return tab_game_match_side_in(self->setup->match.round, seat);
}

guint tab_game_match_get_won(TabGameMatch *self, guint seat)
{
    return tab_game_match_get_place(self).won[tab_game_match_get_side(self, seat)];
}

/* --- words --- */

/* Whether who has this side is the only person. */
static gboolean is_you(TabGameMatch *self, TabSide side)
{
    const TabGameSetup *setup = self->setup;
    return !setup->player[side].engine && setup->player[tab_side_other(side)].engine;
}

/* As it is called where nobody else is. */
static char *name_alone(TabGameMatch *self, TabSide side)
{
    const TabGameSetup *setup = self->setup;
    if (is_you(self, side))
        return g_strdup(_("You"));
    if (!setup->player[side].engine)
        /* Translators: a person at the board who has no name. */
        return g_strdup(setup->name[side] ? setup->name[side] : _("Somebody"));
    return g_strdup(setup->engine[side] ? tab_engine_store_name_of(setup->engine[side])
                                        : TAB_ENGINE_STORE_OWN);
}

char *tab_game_match_name(TabGameMatch *self, guint seat)
{
    TabSide side = tab_game_match_get_side(self, seat), other = tab_side_other(side);
    g_autofree char *name = name_alone(self, side), *beside = name_alone(self, other);
    int level = self->setup->player[side].level;
    if (!g_str_equal(name, beside))
        return g_steal_pointer(&name);
    if (self->setup->player[side].engine && level >= 0 && level != self->setup->player[other].level)
        /* Translators: %s is an engine's name. */
        return g_strdup_printf(_("%s, level %d"), name, level);
    return g_strdup_printf("%s (%u)", name, seat + 1);
}

guint tab_game_match_get_first_told(TabGameMatch *self)
{
    return is_you(self, tab_game_match_get_side(self, 1)) ? 1 : 0;
}

char *tab_game_match_describe_length(const TabMatchPlace *place)
{
    if (place->length == TAB_MATCH_WINS)
        /* Translators: a match that ends when a player has won so many games. */
        return g_strdup_printf(ngettext("Match to %u win", "Match to %u wins", place->n), place->n);
    /* Translators: a match that ends when so many games are played. */
    return g_strdup_printf(ngettext("Match of %u game", "Match of %u games", place->n), place->n);
}

char *tab_game_match_describe_score(TabGameMatch *self)
{
    TabMatchPlace place = tab_game_match_get_place(self);
    guint seat = tab_game_match_get_first_told(self);
    g_autofree char *one = tab_game_match_name(self, seat),
                    *other = tab_game_match_name(self, 1 - seat);
    /* Translators: the players and the score of a match: "You – Tab Engine: 2 – 1". */
    g_autofree char *score =
        g_strdup_printf(_("%s – %s: %u – %u"), one, other, tab_game_match_get_won(self, seat),
                        tab_game_match_get_won(self, 1 - seat));
    if (!place.drawn)
        return g_steal_pointer(&score);
    g_autofree char *draws =
        g_strdup_printf(ngettext("%u draw", "%u draws", place.drawn), place.drawn);
    return g_strdup_printf("%s · %s", score, draws);
}

static char *describe_end(TabGameMatch *self, const TabMatchPlace *place)
{
    int leader = tab_match_place_find_leader(place);
    if (leader < 0)
        return g_strdup(_("The match is drawn"));
    guint seat = (int)tab_game_match_get_side(self, 0) == leader ? 0 : 1;
    if (is_you(self, (TabSide)leader))
        return g_strdup(_("You have won the match"));
    g_autofree char *name = tab_game_match_name(self, seat);
    /* Translators: a player's name. */
    return g_strdup_printf(_("%s has won the match"), name);
}

char *tab_game_match_describe_state(TabGameMatch *self)
{
    TabMatchPlace place = tab_game_match_get_place(self);
    if (tab_match_place_is_over(&place))
        return describe_end(self, &place);
    g_autofree char *length = tab_game_match_describe_length(&place);
    /* Translators: "Match to 3 wins · game 4". */
    return g_strdup_printf(_("%s · game %u"), length, place.round);
}

/* --- the object --- */

static void tab_game_match_finalize(GObject *object)
{
    TabGameMatch *self = TAB_GAME_MATCH(object);
    g_clear_object(&self->session);
    g_clear_pointer(&self->setup, tab_game_setup_free);
    g_clear_pointer(&self->earlier, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_game_match_parent_class)->finalize(object);
}

static void tab_game_match_class_init(TabGameMatchClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_match_finalize;
}

static void tab_game_match_init(TabGameMatch *self)
{
}
