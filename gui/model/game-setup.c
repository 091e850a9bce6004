// SPDX-License-Identifier: GPL-3.0-or-later
// What a new game is made of: rules, who sits where, sticks and seed; from a record, from the
// settings, and back.
#include "gui/model/game-setup.h"

#include <glib/gi18n-lib.h>

#include "gui/model/engine-store.h"
#include "protocol/game/named-rules.h"
#include "protocol/rules/cast.h"
#include "protocol/rules/ending.h"

/* Where a record tells of a side. */
static const struct {
    const char *name, *seat, *engine, *sticks;
} tags[2] = {{"White", "WhiteSeat", "WhiteEngine", "WhiteSticks"},
             {"Black", "BlackSeat", "BlackEngine", "BlackSticks"}};

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
    setup->rules = g_strdup(tab_ruleset_preset_name(TAB_DEFAULT_PRESET));
    setup->player[TAB_WHITE].level = setup->player[TAB_BLACK].level = -1;
    setup->sticks = g_strdup("fair");
    setup->movetime = 800;
    setup->max_turns = TAB_MAX_TURNS;
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
        copy->missing[side] = g_strdup(setup->missing[side]);
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
        g_free(setup->missing[side]);
    }
    g_free(setup);
}

/* By which the engine is found again in the list; NULL: ours is, without one. */
static const char *name_to_find(const TabEngineConfig *engine)
{
    const char *name = engine ? tab_engine_store_name_of(engine) : TAB_ENGINE_STORE_OWN;
    return g_str_equal(name, TAB_ENGINE_STORE_OWN) ? NULL : name;
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
    for (int side = 0; side < 2; side++) {
        const TabPlayer *player = &setup->player[side];
        const TabEngineConfig *engine = player->engine ? setup->engine[side] : NULL;
        /* in a file that may be read anywhere: not translated */
        const char *person = setup->name[side] ? setup->name[side] : "Human";
        g_autofree char *seat = tab_player_to_string(player);
        tab_record_set_tag(record, tags[side].name, player->engine ? engines[side] : person);
        tab_record_set_tag(record, tags[side].seat, seat);
        tab_record_set_tag(record, tags[side].engine, name_to_find(engine));
        tab_record_set_tag(record, tags[side].sticks, setup->real[side] ? "real" : NULL);
    }
    if (!tab_record_get_tag(record, "Date"))
        tab_record_set_tag(record, "Date", date);
    tab_record_set_tag(record, "Sticks", tab_stick_source_text(source));
    tab_record_set_tag(record, "Seed", all_real ? NULL : seed);
    tab_record_set_tag(record, "TimeControl", has_clock ? control : NULL);
    tab_record_set_tag(record, "MaxTurns", limit);
    tab_match_place_write_tags(&setup->match, record);
}

void tab_game_setup_exchange(TabGameSetup *setup)
{
    TabGameSetup before = *setup;
    for (int side = 0; side < 2; side++) {
        setup->name[side] = before.name[1 - side];
        setup->player[side] = before.player[1 - side];
        setup->engine[side] = before.engine[1 - side];
        setup->missing[side] = before.missing[1 - side];
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

/* --- as it is remembered in the settings --- */

GPtrArray *tab_game_setup_engines(GError **error)
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

void tab_game_setup_pick_engine(TabGameSetup *setup, TabSide side, GPtrArray *engines,
                                const char *name)
{
    g_clear_pointer(&setup->engine[side], tab_engine_config_free);
    if (engines->len)
        setup->engine[side] =
            tab_engine_config_copy(engines->pdata[tab_engine_store_find(engines, name)]);
}

TabSeating tab_game_setup_next_seating(GSettings *settings, TabSeating seating)
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

void tab_game_setup_remember_side(GSettings *settings, const TabGameSetup *setup)
{
    if (has_one_person(setup))
        g_settings_set_enum(settings, "last-side",
                            setup->player[TAB_WHITE].engine ? TAB_BLACK : TAB_WHITE);
}

TabGameSetup *tab_game_setup_load_again(GSettings *settings, const TabGameSetup *last)
{
    TabGameSetup *setup = tab_game_setup_copy(last);
    setup->seed = tab_game_setup_random_seed();
    if (has_one_person(last) && g_settings_get_enum(settings, "you-play") == TAB_SEATING_TURNS)
        tab_game_setup_exchange(setup);
    return setup;
}

void tab_game_setup_seat(TabGameSetup *setup, TabSeating seating, const int level[2])
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

TabSeating tab_game_setup_get_seating(const TabGameSetup *setup)
{
    bool white = !setup->player[TAB_WHITE].engine, black = !setup->player[TAB_BLACK].engine;
    if (white && black)
        return TAB_SEATING_BOTH;
    return white ? TAB_SEATING_WHITE : black ? TAB_SEATING_BLACK : TAB_SEATING_NONE;
}

void tab_game_setup_set_real(TabGameSetup *setup, TabRealSticks real)
{
    for (int side = 0; side < 2; side++)
        setup->real[side] =
            real == TAB_REAL_ALL || (real == TAB_REAL_PEOPLE && !setup->player[side].engine);
}

TabRealSticks tab_game_setup_get_real(const TabGameSetup *setup)
{
    if (!setup->real[TAB_WHITE] && !setup->real[TAB_BLACK])
        return TAB_REAL_NONE;
    for (int side = 0; side < 2; side++)
        if (setup->player[side].engine && setup->real[side])
            return TAB_REAL_ALL;
    return TAB_REAL_PEOPLE;
}

void tab_game_setup_remember_terms(GSettings *settings, const TabGameSetup *setup)
{
    g_autofree char *clock = tab_time_control_to_string(&setup->control);
    g_settings_set_string(settings, "clock", clock);
    g_settings_set_enum(settings, "real-sticks", tab_game_setup_get_real(setup));
}

bool tab_game_setup_set_rules(TabGameSetup *setup, const char *rules, bool with_columns,
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
        tab_ruleset_set_columns(&set, (unsigned)columns);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&set);
    return true;
}

TabGameSetup *tab_game_setup_load(GSettings *settings)
{
    return tab_game_setup_load_as(settings, (TabSeating)g_settings_get_enum(settings, "you-play"));
}

TabGameSetup *tab_game_setup_load_as(GSettings *settings, TabSeating seating)
{
    static const char *const levels[2] = {"white-level", "black-level"}, *const engines[2] = {
                                                                             "white-engine",
                                                                             "black-engine"};
    bool alone = seating == TAB_SEATING_NONE; /* engines: each side its own */
    int level[2];
    TabGameSetup *setup = tab_game_setup_new();
    g_autofree char *rules = g_settings_get_string(settings, "rules"),
                    *clock = g_settings_get_string(settings, "clock");
    g_autoptr(GPtrArray) known = tab_game_setup_engines(NULL); /* the dialog tells of a bad file */
    for (int side = 0; side < 2; side++) {
        g_autofree char *name =
            g_settings_get_string(settings, alone ? engines[side] : "opponent-engine");
        level[side] = g_settings_get_int(settings, alone ? levels[side] : "opponent-level");
        tab_game_setup_pick_engine(setup, (TabSide)side, known, name);
    }
    setup->seed = tab_game_setup_random_seed();
    tab_game_setup_set_rules(setup, rules, false, 0, NULL);
    tab_game_setup_seat(setup, tab_game_setup_next_seating(settings, seating), level);
    tab_game_setup_set_real(setup, (TabRealSticks)g_settings_get_enum(settings, "real-sticks"));
    tab_time_control_from_string(&setup->control, clock, NULL); /* one that is no good is none */
    setup->movetime = g_settings_get_int(settings, "think-time");
    return setup;
}

/* --- from a record --- */

/* Who sat at a side, whether the game is over or not; FALSE: it does not say. */
static bool read_seat(const TabRecord *record, int side, TabPlayer *player)
{
    const char *seat = tab_record_get_tag(record, tags[side].seat);
    return seat && tab_player_parse(seat, player, NULL);
}

static void pick_recorded_engine(TabGameSetup *setup, int side, const TabRecord *record,
                                 GPtrArray *engines)
{
    const char *name = tab_record_get_tag(record, tags[side].engine); /* NULL: ours */
    const char *wanted = name ? name : TAB_ENGINE_STORE_OWN;
    tab_game_setup_pick_engine(setup, (TabSide)side, engines, name ? name : "");
    g_free(setup->missing[side]);
    setup->missing[side] = tab_engine_store_has(engines, wanted) ? NULL : g_strdup(wanted);
}

void tab_game_setup_seat_as_recorded(TabGameSetup *setup, const TabRecord *record,
                                     GPtrArray *engines)
{
    for (int side = 0; side < 2; side++) {
        TabPlayer player;
        if (!read_seat(record, side, &player) || !player.engine)
            continue;
        setup->player[side] = player;
        g_clear_pointer(&setup->name[side], g_free);
        pick_recorded_engine(setup, side, record, engines);
    }
}

char *tab_game_setup_take_stand_ins(TabGameSetup *setup)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    for (int side = 0; side < 2; side++) {
        g_autofree char *missing = g_steal_pointer(&setup->missing[side]);
        if (!missing || !setup->engine[side] || !setup->player[side].engine)
            continue;
        g_autofree char *line = g_strdup_printf(
            /* Translators: the first is the engine that is missing, the second the one that plays.
             */
            _("“%s” is not in the list of engines, or is switched off there. “%s” plays in its "
              "place."),
            missing, tab_engine_store_name_of(setup->engine[side]));
        if (!strstr(lines->str, line))
            g_string_append_printf(lines, "%s%s", lines->len ? "\n" : "", line);
    }
    return lines->len ? g_string_free(g_steal_pointer(&lines), FALSE) : NULL;
}

TabGameSetup *tab_game_setup_from_record(const TabRecord *record, GPtrArray *engines)
{
    TabGameSetup *setup = tab_game_setup_new();
    const char *seed = tab_record_get_tag(record, "Seed"),
               *limit = tab_record_get_tag(record, "MaxTurns");
    bool ours = tab_record_get_tag(record, tags[TAB_WHITE].seat) != NULL;
    guint64 turns;
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&record->rules->set);
    g_free(setup->sticks);
    setup->sticks = g_strdup(tab_record_get_tag_or(record, "Sticks", "fair"));
    if (!seed || !g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &setup->seed, NULL))
        setup->seed = tab_game_setup_random_seed();
    if (limit && g_ascii_string_to_unsigned(limit, 10, 1, TAB_MAX_NUMBER, &turns, NULL))
        setup->max_turns = (unsigned)turns;
    if (ours)
        tab_time_control_from_string(&setup->control,
                                     tab_record_get_tag_or(record, "TimeControl", "-"), NULL);
    if (ours)
        tab_match_place_read_tags(&setup->match, record);
    for (int side = 0; side < 2; side++) {
        const char *name = tab_record_get_tag_or(record, tags[side].name, "?");
        TabPlayer *player = &setup->player[side];
        setup->real[side] =
            ours && g_str_equal(tab_record_get_tag_or(record, tags[side].sticks, ""), "real");
        if (!read_seat(record, side, player))
            *player = (TabPlayer){.engine = false, .level = -1};
        if (record->result != TAB_RECORD_UNDECIDED) /* nothing is started; the level is told */
            player->engine = false;
        if (player->engine)
            pick_recorded_engine(setup, side, record, engines);
        else if (!g_str_equal(name, "?") && !g_str_equal(name, "Human"))
            setup->name[side] = g_strdup(name);
    }
    return setup;
}
