// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a new game as it is remembered from one to the next, in GSettings.
#include "gui/model/game-choice.h"

#include <glib/gi18n-lib.h>

#include "gui/model/engine-store.h"
#include "protocol/rules/named-rules.h"

GPtrArray *tab_game_choice_engines(GError **error)
{
    GPtrArray *engines = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    g_autofree char *program = tab_engine_config_find_program("tab-engine");
    if (program)
        g_ptr_array_add(engines, tab_engine_config_new((const char *[]){program, NULL}));
    g_autofree char *path = tab_engine_config_user_file();
    g_autoptr(GPtrArray) others = tab_engine_config_load(path, error);
    for (guint i = 0; others && i < others->len; i++) {
        const TabEngineConfig *other = g_ptr_array_index(others, i);
        if (!other->disabled)
            g_ptr_array_add(engines, tab_engine_config_copy(other));
    }
    return engines;
}

void tab_game_choice_pick_engine(TabGameSetup *setup, TabSide side, GPtrArray *engines,
                                 const char *name)
{
    const TabEngineConfig *picked = engines->len ? g_ptr_array_index(engines, 0) : NULL;
    for (guint i = 0; i < engines->len; i++)
        if (g_str_equal(tab_engine_store_name_of(g_ptr_array_index(engines, i)), name))
            picked = g_ptr_array_index(engines, i);
    g_clear_pointer(&setup->engine[side], tab_engine_config_free);
    setup->engine[side] = picked ? tab_engine_config_copy(picked) : NULL;
}

/* The engines remembered, for a game without people or with one. */
static void load_engines(TabGameSetup *setup, GSettings *settings, TabSeating seating)
{
    static const char *const keys[2] = {[TAB_WHITE] = "white-engine", [TAB_BLACK] = "black-engine"};
    g_autoptr(GPtrArray) engines =
        tab_game_choice_engines(NULL); /* the dialog tells of a bad file */
    for (int side = 0; side < 2; side++) {
        g_autofree char *name = g_settings_get_string(
            settings, seating == TAB_SEATING_NONE ? keys[side] : "opponent-engine");
        tab_game_choice_pick_engine(setup, (TabSide)side, engines, name);
    }
}

TabSeating tab_game_choice_next_seating(GSettings *settings, TabSeating seating)
{
    if (seating != TAB_SEATING_TURNS)
        return seating;
    return g_settings_get_enum(settings, "last-side") == TAB_WHITE ? TAB_SEATING_BLACK
                                                                   : TAB_SEATING_WHITE;
}

static bool has_one_person(const TabGameSetup *setup)
{
    return setup->player[TAB_WHITE].engine != setup->player[TAB_BLACK].engine;
}

void tab_game_choice_remember_side(GSettings *settings, const TabGameSetup *setup)
{
    if (has_one_person(setup))
        g_settings_set_enum(settings, "last-side",
                            setup->player[TAB_WHITE].engine ? TAB_BLACK : TAB_WHITE);
}

TabGameSetup *tab_game_choice_load_again(GSettings *settings, const TabGameSetup *last)
{
    TabGameSetup *setup = tab_game_setup_copy(last);
    setup->seed = tab_game_setup_random_seed();
    if (has_one_person(last) && g_settings_get_enum(settings, "you-play") == TAB_SEATING_TURNS)
        tab_game_setup_exchange(setup);
    return setup;
}

void tab_game_choice_seat(TabGameSetup *setup, TabSeating seating, const int level[2])
{
    g_return_if_fail(seating != TAB_SEATING_TURNS);
    if (seating == TAB_SEATING_LOT)
        seating = tab_game_setup_lot(setup->seed) ? TAB_SEATING_WHITE : TAB_SEATING_BLACK;
    bool person[2] = {
        [TAB_WHITE] = seating == TAB_SEATING_WHITE || seating == TAB_SEATING_BOTH,
        [TAB_BLACK] = seating == TAB_SEATING_BLACK || seating == TAB_SEATING_BOTH,
    };
    for (int side = 0; side < 2; side++)
        setup->player[side] =
            (TabPlayer){.engine = !person[side], .level = person[side] ? -1 : level[side]};
}

TabSeating tab_game_choice_get_seating(const TabGameSetup *setup)
{
    bool white = !setup->player[TAB_WHITE].engine, black = !setup->player[TAB_BLACK].engine;
    if (white && black)
        return TAB_SEATING_BOTH;
    return white ? TAB_SEATING_WHITE : black ? TAB_SEATING_BLACK : TAB_SEATING_NONE;
}

void tab_game_choice_set_real(TabGameSetup *setup, TabRealSticks real)
{
    for (int side = 0; side < 2; side++)
        setup->real[side] =
            real == TAB_REAL_ALL || (real == TAB_REAL_PEOPLE && !setup->player[side].engine);
}

TabRealSticks tab_game_choice_get_real(const TabGameSetup *setup)
{
    if (!setup->real[TAB_WHITE] && !setup->real[TAB_BLACK])
        return TAB_REAL_NONE;
    for (int side = 0; side < 2; side++)
        if (setup->player[side].engine && setup->real[side])
            return TAB_REAL_ALL;
    return TAB_REAL_PEOPLE;
}

void tab_game_choice_load_terms(GSettings *settings, TabGameSetup *setup)
{
    g_autofree char *clock = g_settings_get_string(settings, "clock");
    setup->control = (TabTimeControl){0};
    tab_time_control_from_string(&setup->control, clock, NULL);
    tab_game_choice_set_real(setup, (TabRealSticks)g_settings_get_enum(settings, "real-sticks"));
}

void tab_game_choice_remember_terms(GSettings *settings, const TabGameSetup *setup)
{
    g_autofree char *clock = tab_time_control_to_string(&setup->control);
    g_settings_set_string(settings, "clock", clock);
    g_settings_set_enum(settings, "real-sticks", tab_game_choice_get_real(setup));
}

void tab_game_choice_set_columns(TabRuleset *set, unsigned columns)
{
    bool follows = tab_ruleset_pieces(set) == tab_ruleset_columns(set);
    set->value[TAB_SWITCH_COLUMNS] = (uint8_t)columns;
    if (follows || tab_ruleset_pieces(set) > columns)
        set->value[TAB_SWITCH_PIECES] = (uint8_t)columns;
}

bool tab_game_choice_set_rules(TabGameSetup *setup, const char *rules, bool with_columns,
                               int columns, GError **error)
{
    TabRuleset set;
    g_autofree char *own = tab_named_rules_user_file();
    if (!tab_named_rules_parse(own, rules, &set, error))
        return false;
    if (with_columns && (columns < TAB_MIN_COLUMNS || columns > TAB_MAX_COLUMNS)) {
        g_set_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES,
                    /* Translators: the board's width; two numbers. */
                    _("%d columns are not possible: %d to %d are"), columns, TAB_MIN_COLUMNS,
                    TAB_MAX_COLUMNS);
        return false;
    }
    if (with_columns)
        tab_game_choice_set_columns(&set, (unsigned)columns);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&set);
    return true;
}

TabGameSetup *tab_game_choice_load(GSettings *settings)
{
    return tab_game_choice_load_as(settings, (TabSeating)g_settings_get_enum(settings, "you-play"));
}

TabGameSetup *tab_game_choice_load_as(GSettings *settings, TabSeating seating)
{
    TabGameSetup *setup = tab_game_setup_new();
    g_autofree char *rules = g_settings_get_string(settings, "rules");
    int opponent = g_settings_get_int(settings, "opponent-level");
    int level[2] = {opponent, opponent};
    if (seating == TAB_SEATING_NONE) {
        level[TAB_WHITE] = g_settings_get_int(settings, "white-level");
        level[TAB_BLACK] = g_settings_get_int(settings, "black-level");
    }
    setup->seed = tab_game_setup_random_seed();
    tab_game_choice_set_rules(setup, rules, false, 0, NULL);
    tab_game_choice_seat(setup, tab_game_choice_next_seating(settings, seating), level);
    tab_game_choice_load_terms(settings, setup);
    setup->movetime = g_settings_get_int(settings, "think-time");
    load_engines(setup, settings, seating);
    return setup;
}
