// SPDX-License-Identifier: GPL-3.0-or-later
// What a new game is made of: rules, who sits where, sticks and seed.
#include "gui/model/game-setup.h"

#include <glib/gi18n-lib.h>

#include "protocol/rules/sticks.h"

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
