// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any lines `key=value` as settings of the window, the value as GVariant's text has
// it, as far as the schema allows it; a game comes of them for every seating.
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <string.h>

#include "gui/model/game-session.h"
#include "gui/model/game-setup.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GSettingsSchema *the_schema(void)
{
    static GSettingsSchema *schema;
    if (!schema) {
        g_autoptr(GError) error = NULL;
        g_autofree char *folder = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", NULL);
        g_autofree char *nobody = fuzz_path("nobody");
        g_setenv("XDG_CONFIG_HOME", nobody, TRUE); /* and so no engines and rules of anybody */
        g_autoptr(GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory(
            folder, g_settings_schema_source_get_default(), FALSE, &error);
        g_assert_no_error(error);
        schema = g_settings_schema_source_lookup(source, "org.tabgame.Tab", FALSE);
        g_assert_nonnull(schema);
    }
    return schema;
}

/* Sets what the schema allows: all else GSettings itself keeps away. */
static void set(GSettings *settings, const char *name, const char *text)
{
    if (!g_settings_schema_has_key(the_schema(), name))
        return;
    g_autoptr(GSettingsSchemaKey) key = g_settings_schema_get_key(the_schema(), name);
    g_autoptr(GVariant) value =
        g_variant_parse(g_settings_schema_key_get_value_type(key), text, NULL, NULL, NULL);
    if (value && g_settings_schema_key_range_check(key, value))
        g_settings_set_value(settings, name, value);
}

static void check_setup(TabGameSetup *setup, GSettings *settings)
{
    g_autoptr(GError) error = NULL;
    tab_game_setup_remember_terms(settings, setup);
    tab_game_setup_remember_side(settings, setup);
    for (int side = 0; side < 2; side++)
        setup->player[side].engine = false; /* none is to be started */
    g_assert_true(setup->max_turns > 0);
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    g_autoptr(TabGameSetup) again = tab_game_setup_load_again(settings, setup);
    g_assert_cmpstr(again->rules, ==, setup->rules);
    tab_game_session_close(session);
    g_object_unref(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!g_utf8_validate((const char *)data, (gssize)size, NULL))
        return 0; /* no text of GVariant */
    g_autoptr(GSettingsBackend) backend = g_memory_settings_backend_new();
    g_autoptr(GSettings) settings = g_settings_new_full(the_schema(), backend, NULL);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *equals = strchr(*line, '=');
        if (equals) {
            *equals = '\0';
            set(settings, *line, equals + 1);
        }
    }
    g_autoptr(TabGameSetup) usual = tab_game_setup_load(settings);
    check_setup(usual, settings);
    for (int seating = TAB_SEATING_WHITE; seating <= TAB_SEATING_NONE; seating++) {
        if (seating == TAB_SEATING_TURNS)
            continue; /* settled by the game before */
        g_autoptr(TabGameSetup) setup = tab_game_setup_load_as(settings, (TabSeating)seating);
        check_setup(setup, settings);
    }
    return 0;
}
