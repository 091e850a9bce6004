// SPDX-License-Identifier: GPL-3.0-or-later
// Where a match of several games stands when one of its games begins, as the tags of that game's
// record have it.
#include "gui/model/match-place.h"

#include <string.h>

#include "protocol/rules/random.h"

#define MATCH_STREAM 0x6d61746368 /* of the seed's random numbers, far from those of sticks */
#define SEEDS 1000000000u         /* as many as a person can type (game-setup.h) */
#define MOST_ROUNDS 1000000u

static const char *const lengths[] = {[TAB_MATCH_WINS] = "wins=", [TAB_MATCH_GAMES] = "games="};

/* --- tags --- */

static void set_number(TabRecord *record, const char *tag, guint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);
    tab_record_set_tag(record, tag, text);
}

void tab_match_place_write_tags(const TabMatchPlace *place, TabRecord *record)
{
    if (place->length == TAB_MATCH_SINGLE)
        return;
    /* in a file that may be read anywhere: not translated */
    g_autofree char *event = g_strdup_printf(
        place->length == TAB_MATCH_WINS ? "Match to %u wins" : "Match of %u games", place->n);
    g_autofree char *length = g_strdup_printf("%s%u", lengths[place->length], place->n);
    g_autofree char *score =
        g_strdup_printf("%u-%u-%u", place->won[TAB_WHITE], place->won[TAB_BLACK], place->drawn);
    tab_record_set_tag(record, "Event", event);
    set_number(record, "Round", place->round);
    tab_record_set_tag(record, "Match", length);
    set_number(record, "MatchSeed", place->seed);
    tab_record_set_tag(record, "MatchScore", score);
}

static bool read_number(const char *text, guint64 least, guint64 most, guint *number)
{
    guint64 value;
    if (!text || !g_ascii_string_to_unsigned(text, 10, least, most, &value, NULL))
        return false;
    *number = (guint)value;
    return true;
}

static bool read_length(const char *text, TabMatchPlace *place)
{
    for (TabMatchLength length = TAB_MATCH_WINS; text && length <= TAB_MATCH_GAMES; length++)
        if (g_str_has_prefix(text, lengths[length])) {
            place->length = length;
            return read_number(text + strlen(lengths[length]), 1, TAB_MATCH_MOST, &place->n);
        }
    return false;
}

static bool read_score(const char *text, TabMatchPlace *place)
{
    g_auto(GStrv) parts = g_strsplit(text ? text : "", "-", 4);
    return g_strv_length(parts) == 3 &&
           read_number(parts[0], 0, MOST_ROUNDS, &place->won[TAB_WHITE]) &&
           read_number(parts[1], 0, MOST_ROUNDS, &place->won[TAB_BLACK]) &&
           read_number(parts[2], 0, MOST_ROUNDS, &place->drawn);
}

bool tab_match_place_read_tags(TabMatchPlace *place, const TabRecord *record)
{
    const char *seed = tab_record_get_tag(record, "MatchSeed");
    *place = (TabMatchPlace){.length = TAB_MATCH_SINGLE};
    bool good = read_length(tab_record_get_tag(record, "Match"), place) &&
                read_number(tab_record_get_tag(record, "Round"), 1, MOST_ROUNDS, &place->round) &&
                read_score(tab_record_get_tag(record, "MatchScore"), place) && seed &&
                g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &place->seed, NULL) &&
                place->won[TAB_WHITE] + place->won[TAB_BLACK] + place->drawn + 1 == place->round &&
                !tab_match_place_is_over(place); /* there is no game after the last */
    if (!good)
        *place = (TabMatchPlace){.length = TAB_MATCH_SINGLE};
    return good;
}

bool tab_match_place_is_same(const TabMatchPlace *one, const TabMatchPlace *other)
{
    return one->length != TAB_MATCH_SINGLE && one->length == other->length && one->n == other->n &&
           one->seed == other->seed;
}

/* --- from game to game --- */

void tab_match_place_count(TabMatchPlace *place, TabRecordResult result)
{
    place->won[TAB_WHITE] += result == TAB_RECORD_WHITE_WON;
    place->won[TAB_BLACK] += result == TAB_RECORD_BLACK_WON;
    place->drawn += result == TAB_RECORD_DRAWN;
}

void tab_match_place_advance(TabMatchPlace *place)
{
    guint white = place->won[TAB_WHITE];
    place->won[TAB_WHITE] = place->won[TAB_BLACK];
    place->won[TAB_BLACK] = white;
    place->round++;
}

guint64 tab_match_place_get_seed(const TabMatchPlace *place)
{
    if (place->round <= 1)
        return place->seed;
    TabRandom random = tab_random_new_stream(place->seed, MATCH_STREAM + place->round);
    return 1 + tab_random_below(&random, SEEDS - 1);
}

bool tab_match_place_is_over(const TabMatchPlace *place)
{
    guint games = place->won[TAB_WHITE] + place->won[TAB_BLACK] + place->drawn;
    return place->length == TAB_MATCH_WINS
               ? MAX(place->won[TAB_WHITE], place->won[TAB_BLACK]) >= place->n
               : games >= place->n;
}

int tab_match_place_find_leader(const TabMatchPlace *place)
{
    guint white = place->won[TAB_WHITE], black = place->won[TAB_BLACK];
    return white > black ? (int)TAB_WHITE : black > white ? (int)TAB_BLACK : -1;
}
