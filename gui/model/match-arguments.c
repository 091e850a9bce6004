// SPDX-License-Identifier: GPL-3.0-or-later
// A match between the two engines of a game, as the command line of tab-match.
#include "gui/model/match-arguments.h"

#include "gui/model/engine-store.h"
#include "protocol/text/keywords.h"

/* The command as a line that a shell would split again. */
static char *quote_command(char **argv)
{
    GString *line = g_string_new(NULL);
    for (guint i = 0; argv[i]; i++) {
        g_autofree char *word = g_shell_quote(argv[i]);
        g_string_append_printf(line, i ? " %s" : "%s", word);
    }
    return g_string_free(line, FALSE);
}

static void append_pairs(GString *words, const char *key, GPtrArray *pairs)
{
    for (guint i = 0; i < pairs->len; i++) {
        char **pair = pairs->pdata[i];
        tab_keywords_append(words, key, pair[0], pair[1]);
    }
}

/* An engine without a name, by all that is known of it. */
static void append_command(GString *words, const TabEngineConfig *engine)
{
    g_autofree char *command = quote_command(engine->argv);
    tab_keywords_append(words, "cmd", NULL, command);
    if (engine->directory)
        tab_keywords_append(words, "dir", NULL, engine->directory);
    append_pairs(words, "option", engine->options);
    append_pairs(words, "env", engine->environment);
}

/* One seat as tab-match's --engine has it: an engine of the list by its name, with all that is set
 * there. */
static char *describe_seat(const TabGameSetup *setup, TabSide side)
{
    const TabEngineConfig *engine = setup->engine[side];
    GString *words = g_string_new(NULL);
    int level = setup->player[side].level;
    if (engine->name)
        tab_keywords_append(words, "conf", NULL, engine->name);
    else
        append_command(words, engine);
    if (level >= 0) {
        g_autofree char *text = g_strdup_printf("%d", level);
        g_autofree char *name =
            g_strdup_printf("%s level %d", tab_engine_store_name_of(engine), level);
        tab_keywords_append(words, "name", NULL, name);
        tab_keywords_append(words, "option", "Level", text);
    }
    return g_string_free(words, FALSE);
}

static void add(GStrvBuilder *arguments, const char *option, const char *value)
{
    g_strv_builder_add(arguments, option);
    g_strv_builder_add(arguments, value);
}

static void add_number(GStrvBuilder *arguments, const char *option, guint64 value)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, value);
    add(arguments, option, text);
}

/* The clock of the game if it has one, else the time that engines have for each turn. */
static void add_time(GStrvBuilder *arguments, const TabGameSetup *setup)
{
    const TabTimeControl *control = &setup->control;
    g_autofree char *clock = control->base_ms ? tab_time_control_to_string(control) : NULL;
    if (clock)
        add(arguments, "--tc", clock);
    else
        add_number(arguments, "--movetime",
                   (guint64)(control->movetime_ms ? control->movetime_ms : setup->movetime));
}

char **tab_match_arguments(const TabGameSetup *setup, guint games, const char *record)
{
    g_return_val_if_fail(setup->engine[TAB_WHITE] && setup->engine[TAB_BLACK], NULL);
    g_autoptr(GStrvBuilder) arguments = g_strv_builder_new();
    g_strv_builder_add(arguments, "tab-match");
    for (int side = 0; side < 2; side++) {
        g_autofree char *words = describe_seat(setup, (TabSide)side);
        add(arguments, "--engine", words);
    }
    add(arguments, "--rules", setup->rules);
    add(arguments, "--sticks", setup->sticks);
    add_number(arguments, "--games", games);
    add_time(arguments, setup);
    add_number(arguments, "--seed", setup->seed);
    if (record)
        add(arguments, "--record", record);
    return g_strv_builder_end(arguments);
}
