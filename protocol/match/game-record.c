// SPDX-License-Identifier: GPL-3.0-or-later
// Tags, opening and notes of the games of a match.
#include "protocol/match/game-record.h"

#include "protocol/rules/opening.h"

#define MAX_DEPTH 1000000 /* what an engine tells of its depth is believed so far */

/* Throws the opening: who throws follows from the rules. */
static GArray *throw_opening(const TabRules *rules, TabGameSticks *sticks)
{
    GArray *throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    TabOpeningState opening = tab_opening_new(&rules->set);
    while (!opening.decided && throws->len < TAB_RECORD_MAX_OPENING) {
        TabRecordThrow thrown = {(uint8_t)opening.thrower,
                                 (uint8_t)tab_game_sticks_opening(sticks)};
        tab_opening_add(&opening, thrown.index);
        g_array_append_val(throws, thrown);
    }
    return throws;
}

static TabRecord *begin(const TabMatchSettings *settings, const TabPairing *pairing,
                        TabGameSticks *sticks)
{
    const TabRules *rules = g_ptr_array_index(settings->rules, pairing->rules);
    gint number = tab_match_settings_opening(settings, pairing);
    if (number >= 0)
        return tab_record_new_from(
            rules, tab_openings_get(settings->openings, pairing->rules, (guint)number));
    g_autoptr(GArray) opening = throw_opening(rules, sticks);
    return tab_record_new(rules, (const TabRecordThrow *)(void *)opening->data, opening->len);
}

/* One tag if both seats have the same limits. */
static void set_time_controls(TabRecord *record, const TabMatchSettings *settings,
                              const TabPairing *pairing)
{
    const TabEntrant *white = g_ptr_array_index(settings->entrants, pairing->engine[TAB_WHITE]);
    const TabEntrant *black = g_ptr_array_index(settings->entrants, pairing->engine[TAB_BLACK]);
    g_autofree char *of_white = tab_time_control_to_string(&white->control);
    g_autofree char *of_black = tab_time_control_to_string(&black->control);
    if (g_str_equal(of_white, of_black)) {
        tab_record_set_tag(record, "TimeControl", of_white);
    } else {
        tab_record_set_tag(record, "WhiteTimeControl", of_white);
        tab_record_set_tag(record, "BlackTimeControl", of_black);
    }
}

TabRecord *tab_game_record_new(const TabMatchSettings *settings, const TabPairing *pairing,
                               const char *const names[2], TabGameSticks *sticks)
{
    TabRecord *record = begin(settings, pairing, sticks);
    g_autofree char *round = g_strdup_printf("%u", pairing->number);
    g_autofree char *seed =
        g_strdup_printf("%" G_GUINT64_FORMAT, tab_schedule_seed(settings->seed, pairing->set));
    g_autofree char *max_turns = g_strdup_printf("%u", settings->max_turns);
    tab_record_set_tag(record, "Event", settings->event);
    tab_record_set_tag(record, "Round", round);
    tab_record_set_tag(record, "Date", settings->date);
    tab_record_set_tag(record, "White", names[TAB_WHITE]);
    tab_record_set_tag(record, "Black", names[TAB_BLACK]);
    tab_record_set_tag(record, "Sticks", tab_stick_source_text(settings->sticks));
    tab_record_set_tag(record, "Seed", seed);
    tab_record_set_tag(record, "MaxTurns", max_turns);
    set_time_controls(record, settings, pairing);
    return record;
}

void tab_game_record_note(TabRecordNode *node, const TabInfo *info, gboolean times,
                          gint64 elapsed_us, const TabClock *clock)
{
    if (info->fields & TAB_INFO_WIN)
        tab_record_set_number(node, "eval", CLAMP(info->win, 0, 1), 4);
    if (info->fields & TAB_INFO_DEPTH && info->depth >= 0)
        tab_record_set_number(node, "depth", (double)MIN(info->depth, MAX_DEPTH), 0);
    if (!times)
        return;
    tab_record_set_number(node, "emt", (double)elapsed_us / 1e6, 3);
    if (tab_clock_counts(clock))
        tab_record_set_number(node, "clk", (double)clock->left_us / 1e6, 3);
}
