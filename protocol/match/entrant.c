// SPDX-License-Identifier: GPL-3.0-or-later
// Reads entrants in three layers, each over the one before: the stored engine, what is said for
// all, what is said for this one.
#include "protocol/match/entrant.h"

#include <math.h>
#include <string.h>

#include "protocol/client/program.h"
#include "protocol/text/keywords.h"

#define DAY_MS 86400000
#define MAX_MARGIN_MS 3600000
#define MAX_DEPTH 1000000

/* The keys of an engine; those of `each` begin behind the first three. */
static const TabKeywordRule keys[] = {
    {"cmd", TAB_KEYWORD_VALUE, NULL},          {"conf", TAB_KEYWORD_VALUE, NULL},
    {"name", TAB_KEYWORD_VALUE, NULL},         {"dir", TAB_KEYWORD_VALUE, NULL},
    {"arg", TAB_KEYWORD_VALUE, NULL},          {"env", TAB_KEYWORD_NAMED, NULL},
    {"option", TAB_KEYWORD_NAMED, NULL},       {"tc", TAB_KEYWORD_VALUE, NULL},
    {"movetime", TAB_KEYWORD_VALUE, NULL},     {"st", TAB_KEYWORD_VALUE, NULL},
    {"depth", TAB_KEYWORD_VALUE, NULL},        {"nodes", TAB_KEYWORD_VALUE, NULL},
    {"ponder", TAB_KEYWORD_SWITCH, NULL},      {"margin", TAB_KEYWORD_VALUE, "timemargin"},
    {"memory", TAB_KEYWORD_VALUE, NULL},       {"cpu", TAB_KEYWORD_VALUE, NULL},
    {"processes", TAB_KEYWORD_VALUE, NULL},    {"files", TAB_KEYWORD_VALUE, NULL},
    {"file-size", TAB_KEYWORD_VALUE, NULL},    {"sandbox", TAB_KEYWORD_SWITCH, NULL},
    {"inherit-env", TAB_KEYWORD_SWITCH, NULL}, {NULL, TAB_KEYWORD_VALUE, NULL}};
#define EACH_KEYS (keys + 3)

void tab_entrant_free(TabEntrant *entrant)
{
    if (!entrant)
        return;
    tab_engine_config_free(entrant->config);
    g_free(entrant);
}

/* The program. */

/* Puts the place of a program that was named without one into its stead; `name` is the engine's,
 * NULL: the program's. */
static gboolean locate_program(char **argv, const char *name, GError **error)
{
    if (strchr(argv[0], '/'))
        return TRUE;
    g_autoptr(GError) cause = NULL;
    char *found = tab_program_locate(argv[0], &cause);
    if (!found)
        return tab_keywords_refuse_value(error, "engine %s: %s", name ? name : argv[0],
                                         cause->message);
    g_free(argv[0]);
    argv[0] = found;
    return TRUE;
}

/* The engine of `cmd` or `conf`; the error lists the stored engines that there are. */
static TabEngineConfig *read_program(const TabKeywords *keywords, GPtrArray *store, GError **error)
{
    const char *command = tab_keywords_get(keywords, "cmd");
    const char *name = tab_keywords_get(keywords, "conf");
    if (!command == !name) {
        tab_keywords_refuse(keywords, error,
                            name ? "cmd=… and conf=… exclude each other"
                                 : "cmd=… or conf=… is needed");
        return NULL;
    }
    g_autoptr(TabEngineConfig) config = NULL;
    g_autofree char *said =
        g_strdup_printf("%s=%s", command ? "cmd" : "conf", command ? command : name);
    if (command) {
        g_auto(GStrv) argv = NULL;
        g_autoptr(GError) cause = NULL;
        if (!g_shell_parse_argv(command, NULL, &argv, &cause)) {
            tab_keywords_refuse(keywords, error, "%s: %s", said, cause->message);
            return NULL;
        }
        if (!*argv[0]) {
            tab_keywords_refuse(keywords, error, "%s: names no program", said);
            return NULL;
        }
        config = tab_engine_config_new((const char *const *)argv);
    } else {
        g_autoptr(GString) names = g_string_new(NULL);
        for (guint i = 0; store && i < store->len && !config; i++) {
            const TabEngineConfig *stored = g_ptr_array_index(store, i);
            const char *called = stored->name ? stored->name : stored->said_name;
            if (!g_strcmp0(called, name))
                config = tab_engine_config_copy(stored);
            else if (called)
                g_string_append_printf(names, "%s%s", names->len ? ", " : "", called);
        }
        if (!config && names->len)
            tab_keywords_refuse(keywords, error, "%s is none of the stored engines: %s", said,
                                names->str);
        else if (!config)
            tab_keywords_refuse(keywords, error, "%s: no engines are stored", said);
        if (!config)
            return NULL;
    }
    const char *called = tab_keywords_get(keywords, "name");
    return locate_program(config->argv, called ? called : config->name, error)
               ? g_steal_pointer(&config)
               : NULL;
}

/* The rest. */

/* Puts what is said into the place of `*text`; nothing for the empty text. */
static void layer_text(char **text, const TabKeywords *keywords, const char *key)
{
    const char *said = tab_keywords_get(keywords, key);
    if (said) {
        g_free(*text);
        *text = *said ? g_strdup(said) : NULL;
    }
}

/* Arguments, variables and options, in their order. */
static gboolean read_lists(TabEngineConfig *config, const TabKeywords *keywords, GError **error)
{
    g_autoptr(GStrvBuilder) argv = g_strv_builder_new();
    g_strv_builder_addv(argv, (const char **)config->argv);
    for (guint i = 0; i < keywords->words->len; i++) {
        const TabKeyword *word = g_ptr_array_index(keywords->words, i);
        if (!strcmp(word->rule->key, "arg"))
            g_strv_builder_add(argv, word->value);
        else if (!strcmp(word->rule->key, "option"))
            tab_engine_config_set_option(config, word->name, word->value);
        else if (!strcmp(word->rule->key, "env") && strchr(word->name, '='))
            return tab_keywords_refuse(keywords, error,
                                       "env.%s: the name of a variable holds no =", word->name);
        else if (!strcmp(word->rule->key, "env"))
            tab_engine_config_set_environment(config, word->name, word->value);
    }
    g_strfreev(config->argv);
    config->argv = g_strv_builder_end(argv);
    return TRUE;
}

/* A limit of time replaces all that there were. Of movetime and st the one that stands last holds.
 */
static gboolean read_control(TabTimeControl *control, const TabKeywords *keywords, GError **error)
{
    const char *tc = tab_keywords_get(keywords, "tc");
    g_autoptr(GError) cause = NULL;
    double seconds = 0;
    if (tc || tab_keywords_find(keywords, "movetime") || tab_keywords_find(keywords, "st"))
        *control = (TabTimeControl){.nodes = control->nodes, .depth = control->depth};
    if (tc && !tab_time_control_parse(control, tc, &cause))
        return tab_keywords_refuse(keywords, error, "%s", cause->message);
    if (!tab_keywords_get_integer(keywords, "movetime", 0, DAY_MS, &control->movetime_ms, error) ||
        !tab_keywords_get_number(keywords, "st", 0, DAY_MS / 1000, &seconds, error))
        return FALSE;
    for (guint i = keywords->words->len; i-- > 0;) {
        const TabKeyword *word = g_ptr_array_index(keywords->words, i);
        if (!strcmp(word->rule->key, "movetime"))
            break;
        if (strcmp(word->rule->key, "st") != 0)
            continue;
        control->movetime_ms = (gint64)llround(seconds * 1000);
        if (!control->movetime_ms && seconds > 0)
            return tab_keywords_refuse(keywords, error, "st=%s is less than a millisecond",
                                       word->value);
        break;
    }
    return tab_keywords_get_integer(keywords, "depth", 0, MAX_DEPTH, &control->depth, error) &&
           tab_keywords_get_integer(keywords, "nodes", 0, G_MAXINT64, &control->nodes, error);
}

/* Limits of the system. */
static gboolean read_system_limits(TabEngineConfig *config, const TabKeywords *keywords,
                                   GError **error)
{
    const struct {
        const char *key;
        guint64 *limit;
    } limits[] = {{"memory", &config->memory_mib},
                  {"cpu", &config->cpu_seconds},
                  {"processes", &config->processes},
                  {"files", &config->open_files},
                  {"file-size", &config->file_mib}};
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        gint64 number = (gint64)*limits[i].limit;
        if (!tab_keywords_get_integer(keywords, limits[i].key, 0, TAB_ENGINE_MAX_LIMIT, &number,
                                      error))
            return FALSE;
        *limits[i].limit = (guint64)number;
    }
    return TRUE;
}

/* Puts one layer over what the entrant has. */
static gboolean apply_layer(TabEntrant *entrant, const TabKeywords *keywords, GError **error)
{
    TabEngineConfig *config = entrant->config;
    layer_text(&config->name, keywords, "name");
    layer_text(&config->directory, keywords, "dir");
    return read_lists(config, keywords, error) &&
           read_control(&entrant->control, keywords, error) &&
           tab_keywords_get_switch(keywords, "ponder", &entrant->ponder, error) &&
           tab_keywords_get_switch(keywords, "inherit-env", &config->inherit_env, error) &&
           tab_keywords_get_switch(keywords, "sandbox", &config->sandbox, error) &&
           tab_keywords_get_integer(keywords, "margin", 0, MAX_MARGIN_MS, &entrant->margin_ms,
                                    error) &&
           read_system_limits(config, keywords, error);
}

/* An engine (taken over) with what is said for all, and for it. */
static TabEntrant *make_entrant(TabEngineConfig *config, const char *each,
                                const TabKeywords *keywords, GError **error)
{
    g_autoptr(TabEntrant) entrant = g_new0(TabEntrant, 1);
    entrant->config = config;
    entrant->margin_ms = -1;
    g_autoptr(TabKeywords) of_all =
        tab_keywords_parse("--each", each ? each : "", EACH_KEYS, error);
    if (!of_all || !apply_layer(entrant, of_all, error) || !apply_layer(entrant, keywords, error))
        return NULL;
    for (const char *p = config->name; p && *p; p++) /* it stands in lines and tables */
        if (g_ascii_iscntrl(*p)) {
            tab_keywords_refuse(keywords, error, "the name '%s' holds a control character",
                                config->name);
            return NULL;
        }
    if (config->name && *config->name && !config->name[strspn(config->name, " ")]) {
        tab_keywords_refuse(keywords, error, "the name '%s' is nothing but blanks", config->name);
        return NULL;
    }
    return g_steal_pointer(&entrant);
}

TabEntrant *tab_entrant_parse(const char *text, const char *each, GPtrArray *store, GError **error)
{
    if (!strpbrk(text, "=,") && *text) {
        tab_keywords_refuse_value(
            error, "engine: '%s' is no key=value; a program is written cmd=%s", text, text);
        return NULL;
    }
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("engine", text, keys, error);
    TabEngineConfig *config = keywords ? read_program(keywords, store, error) : NULL;
    return config ? make_entrant(config, each, keywords, error) : NULL;
}

gboolean tab_entrant_is_stored(const char *text)
{
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("engine", text, keys, NULL);
    return keywords && tab_keywords_get(keywords, "conf");
}

TabEntrant *tab_entrant_from_config(const TabEngineConfig *config, const char *each, GError **error)
{
    g_autoptr(TabKeywords) none = tab_keywords_parse("engine", "", keys, NULL);
    g_autoptr(TabEngineConfig) copy = tab_engine_config_copy(config);
    return locate_program(copy->argv, copy->name, error)
               ? make_entrant(g_steal_pointer(&copy), each, none, error)
               : NULL;
}

/* Writing. */

/* Quoted for a shell where that is needed. */
static char *quote_command(char *const *argv)
{
    static const char plain[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "/._-+:@%";
    GString *command = g_string_new(NULL);
    for (; *argv; argv++) {
        gboolean is_plain = **argv && strspn(*argv, plain) == strlen(*argv);
        g_autofree char *quoted = is_plain ? g_strdup(*argv) : g_shell_quote(*argv);
        g_string_append_printf(command, "%s%s", command->len ? " " : "", quoted);
    }
    return g_string_free(command, FALSE);
}

static void append_count(GString *text, const char *key, gint64 count)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, count);
    tab_keywords_append(text, key, NULL, number);
}

char *tab_entrant_to_string(const TabEntrant *entrant)
{
    const TabEngineConfig *config = entrant->config;
    const TabTimeControl *control = &entrant->control;
    g_autofree char *command = quote_command(config->argv);
    GString *text = g_string_new(NULL);
    tab_keywords_append(text, "cmd", NULL, command);
    if (config->name)
        tab_keywords_append(text, "name", NULL, config->name);
    if (config->directory)
        tab_keywords_append(text, "dir", NULL, config->directory);
    for (guint i = 0; i < config->environment->len; i++) {
        char *const *pair = g_ptr_array_index(config->environment, i);
        tab_keywords_append(text, "env", pair[0], pair[1]);
    }
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        tab_keywords_append(text, "option", pair[0], pair[1]);
    }
    if (control->base_ms) {
        TabTimeControl clock = *control;
        clock.movetime_ms = clock.nodes = clock.depth = 0;
        g_autofree char *tc = tab_time_control_to_string(&clock);
        tab_keywords_append(text, "tc", NULL, tc);
    }
    if (control->movetime_ms)
        append_count(text, "movetime", control->movetime_ms);
    if (control->depth)
        append_count(text, "depth", control->depth);
    if (control->nodes)
        append_count(text, "nodes", control->nodes);
    if (entrant->ponder)
        tab_keywords_append(text, "ponder", NULL, "yes");
    if (entrant->margin_ms >= 0)
        append_count(text, "margin", entrant->margin_ms);
    if (config->inherit_env)
        tab_keywords_append(text, "inherit-env", NULL, "yes");
    if (config->memory_mib)
        append_count(text, "memory", (gint64)config->memory_mib);
    if (config->cpu_seconds)
        append_count(text, "cpu", (gint64)config->cpu_seconds);
    if (config->processes != TAB_ENGINE_PROCESSES)
        append_count(text, "processes", (gint64)config->processes);
    if (config->open_files != TAB_ENGINE_OPEN_FILES)
        append_count(text, "files", (gint64)config->open_files);
    if (config->file_mib != TAB_ENGINE_FILE_MIB)
        append_count(text, "file-size", (gint64)config->file_mib);
    if (config->sandbox)
        tab_keywords_append(text, "sandbox", NULL, "yes");
    return g_string_free(text, FALSE);
}
