// SPDX-License-Identifier: GPL-3.0-or-later
// What a new game is made of: rules, who sits where, sticks and seed.
#include "gui/model/game-setup.h"

#include <glib/gi18n-lib.h>

#include "protocol/rules/cast.h"

#define LOT_STREAM 0x6c6f74 /* of the seed's random numbers, far from those of sticks */

bool tab_player_parse(const char *text, TabPlayer *player, GError **error)
{
    if (g_str_equal(text, "human") || g_str_equal(text, "engine")) {
        *player = (TabPlayer){.engine = text[0] == 'e', .level = -1};
        return true;
    }
    guint64 level;
    if (g_str_has_prefix(text, "engine:") &&
        g_ascii_string_to_unsigned(text + strlen("engine:"), 10, 0, TAB_MAX_LEVEL, &level, NULL)) {
        *player = (TabPlayer){.engine = true, .level = (int)level};
        return true;
    }
    /* Translators: an error on the command line; human and engine stay as they are. */
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                _("“%s” is no player: human, engine or engine:<0–10> is expected"), text);
    return false;
}

char *tab_player_to_string(const TabPlayer *player)
{
    if (!player->engine)
        return g_strdup("human");
    return player->level < 0 ? g_strdup("engine") : g_strdup_printf("engine:%d", player->level);
}

TabGameSetup *tab_game_setup_new(void)
{
    TabGameSetup *setup = g_new0(TabGameSetup, 1);
    setup->rules = g_strdup("standard");
    setup->player[TAB_WHITE].level = setup->player[TAB_BLACK].level = -1;
    setup->sticks = g_strdup("fair");
    setup->movetime = 800;
    setup->max_turns = 1000;
    return setup;
}

TabGameSetup *tab_game_setup_copy(const TabGameSetup *setup)
{
    TabGameSetup *copy = g_memdup2(setup, sizeof *setup);
    copy->rules = g_strdup(setup->rules);
    copy->position = g_strdup(setup->position);
    copy->sticks = g_strdup(setup->sticks);
    for (int side = 0; side < 2; side++) {
        copy->name[side] = g_strdup(setup->name[side]);
        copy->engine[side] =
            setup->engine[side] ? tab_engine_config_copy(setup->engine[side]) : NULL;
    }
    return copy;
}

void tab_game_setup_free(TabGameSetup *setup)
{
    if (!setup)
        return;
    g_free(setup->rules);
    g_free(setup->position);
    g_free(setup->sticks);
    for (int side = 0; side < 2; side++) {
        g_free(setup->name[side]);
        g_clear_pointer(&setup->engine[side], tab_engine_config_free);
    }
    g_free(setup);
}

static void write_player(const TabGameSetup *setup, TabSide side, const char *engine_name,
                         TabRecord *record)
{
    static const char *const names[2] = {"White", "Black"};
    static const char *const seats[2] = {"WhiteSeat", "BlackSeat"};
    static const char *const engines[2] = {"WhiteEngine", "BlackEngine"};
    static const char *const sticks[2] = {"WhiteSticks", "BlackSticks"};
    const TabPlayer *player = &setup->player[side];
    const TabEngineConfig *engine = player->engine ? setup->engine[side] : NULL;
    /* in a file that may be read anywhere: not translated */
    const char *person = setup->name[side] ? setup->name[side] : "Human";
    g_autofree char *seat = tab_player_to_string(player);
    tab_record_set_tag(record, names[side], player->engine ? engine_name : person);
    tab_record_set_tag(record, seats[side], seat);
    tab_record_set_tag(record, engines[side], engine ? engine->name : NULL);
    tab_record_set_tag(record, sticks[side], setup->real[side] ? "real" : NULL);
}

void tab_game_setup_write_tags(const TabGameSetup *setup, const TabStickSource *source,
                               const char *const engines[2], TabRecord *record)
{
    TabClock clock = tab_clock_new(&setup->control);
    bool has_clock = tab_clock_counts(&clock) || setup->control.movetime_ms;
    bool all_real = setup->real[TAB_WHITE] && setup->real[TAB_BLACK];
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, setup->seed);
    g_autofree char *control = tab_time_control_to_string(&setup->control);
    g_autofree char *limit = g_strdup_printf("%u", setup->max_turns);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *date = g_date_time_format(now, "%Y.%m.%d");
    write_player(setup, TAB_WHITE, engines[TAB_WHITE], record);
    write_player(setup, TAB_BLACK, engines[TAB_BLACK], record);
    if (!tab_record_get_tag(record, "Date"))
        tab_record_set_tag(record, "Date", date);
    tab_record_set_tag(record, "Sticks", tab_stick_source_text(source));
    tab_record_set_tag(record, "Seed", all_real ? NULL : seed);
    tab_record_set_tag(record, "TimeControl", has_clock ? control : NULL);
    tab_record_set_tag(record, "MaxTurns", limit);
}

void tab_game_setup_exchange(TabGameSetup *setup)
{
    TabGameSetup before = *setup;
    for (int side = 0; side < 2; side++) {
        setup->name[side] = before.name[1 - side];
        setup->player[side] = before.player[1 - side];
        setup->engine[side] = before.engine[1 - side];
        setup->real[side] = before.real[1 - side];
    }
}

uint64_t tab_game_setup_random_seed(void)
{
    return (uint64_t)g_random_int_range(1, 1000000000);
}

bool tab_game_setup_lot(uint64_t seed)
{
    TabRandom random = tab_random_new_stream(seed, LOT_STREAM);
    return tab_random_below(&random, 2) == 1;
}
