// SPDX-License-Identifier: GPL-3.0-or-later
// Reads entrants in three layers, each over the one before: the stored engine, what is said for
// all, what is said for this one.
#include "protocol/match/entrant.h"

#include <math.h>
#include <string.h>

#include "protocol/text/keywords.h"

#define DAY_MS 86400000
#define MAX_MARGIN_MS 3600000
#define MAX_DEPTH 1000000
#define MAX_SYSTEM ((gint64)1 << 40) /* as in engines.ini */

/* The keys of an engine; those of `each` begin behind the first three. */
static const TabKeywordRule keys[] = {
    {"cmd", TAB_KEYWORD_VALUE, NULL},      {"conf", TAB_KEYWORD_VALUE, NULL},
    {"name", TAB_KEYWORD_VALUE, NULL},     {"dir", TAB_KEYWORD_VALUE, NULL},
    {"arg", TAB_KEYWORD_VALUE, NULL},      {"env", TAB_KEYWORD_NAMED, NULL},
    {"option", TAB_KEYWORD_NAMED, NULL},   {"tc", TAB_KEYWORD_VALUE, NULL},
    {"movetime", TAB_KEYWORD_VALUE, NULL}, {"st", TAB_KEYWORD_VALUE, NULL},
    {"depth", TAB_KEYWORD_VALUE, NULL},    {"nodes", TAB_KEYWORD_VALUE, NULL},
    {"ponder", TAB_KEYWORD_SWITCH, NULL},  {"margin", TAB_KEYWORD_VALUE, NULL},
    {"memory", TAB_KEYWORD_VALUE, NULL},   {"cpu", TAB_KEYWORD_VALUE, NULL},
    {NULL, TAB_KEYWORD_VALUE, NULL}};
#define EACH_KEYS (keys + 3)

void tab_entrant_free(TabEntrant *entrant)
{
    if (!entrant)
        return;
    tab_engine_config_free(entrant->config);
    g_free(entrant);
}

static TabEntrant *make_entrant(TabEngineConfig *config)
{
    TabEntrant *entrant = g_new0(TabEntrant, 1);
    entrant->config = config;
    entrant->margin_ms = -1;
    return entrant;
}

/* The program. */

/* Puts the place of a program that was named without one into its stead. */
static gboolean find_program(char **argv, const TabKeywords *keywords, const char *said,
                             GError **error)
{
    if (strchr(argv[0], '/'))
        return TRUE;
    char *found = tab_engine_config_find_program(argv[0]);
    if (!found)
        return tab_keywords_refuse(keywords, error, "%s: no program '%s' was found", said, argv[0]);
    g_free(argv[0]);
    argv[0] = found;
    return TRUE;
}

static TabEngineConfig *read_command(const TabKeywords *keywords, GError **error)
{
    const char *command = tab_keywords_get(keywords, "cmd");
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) cause = NULL;
    g_autofree char *said = g_strdup_printf("cmd=%s", command);
    if (!g_shell_parse_argv(command, NULL, &argv, &cause)) {
        tab_keywords_refuse(keywords, error, "%s: %s", said, cause->message);
        return NULL;
    }
    if (!*argv[0]) {
        tab_keywords_refuse(keywords, error, "%s: names no program", said);
        return NULL;
    }
    return find_program(argv, keywords, said, error)
               ? tab_engine_config_new((const char *const *)argv)
               : NULL;
}

static TabEngineConfig *copy_stored(const TabEngineConfig *stored, const TabKeywords *keywords,
                                    const char *said, GError **error)
{
    g_autoptr(TabEngineConfig) config = tab_engine_config_copy(stored);
    return find_program(config->argv, keywords, said, error) ? g_steal_pointer(&config) : NULL;
}

/* The engine of this name; the error lists those that there are. */
static TabEngineConfig *read_stored(const TabKeywords *keywords, GPtrArray *store, GError **error)
{
    const char *name = tab_keywords_get(keywords, "conf");
    g_autofree char *said = g_strdup_printf("conf=%s", name);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; store && i < store->len; i++) {
        const TabEngineConfig *config = g_ptr_array_index(store, i);
        if (!g_strcmp0(config->name, name))
            return copy_stored(config, keywords, said, error);
        if (config->name)
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", config->name);
    }
    if (names->len)
        tab_keywords_refuse(keywords, error, "%s is none of the stored engines: %s", said,
                            names->str);
    else
        tab_keywords_refuse(keywords, error, "%s: no engines are stored", said);
    return NULL;
}

static TabEngineConfig *read_program(const TabKeywords *keywords, GPtrArray *store, GError **error)
{
    gboolean has_command = tab_keywords_find(keywords, "cmd") != NULL;
    gboolean has_stored = tab_keywords_find(keywords, "conf") != NULL;
    if (has_command == has_stored) {
        tab_keywords_refuse(keywords, error,
                            has_command ? "cmd=… and conf=… exclude each other"
                                        : "cmd=… or conf=… is needed");
        return NULL;
    }
    return has_command ? read_command(keywords, error) : read_stored(keywords, store, error);
}

/* The rest. */

/* Puts what is said into the place of `*text`; nothing for the empty text. */
static void read_text(char **text, const TabKeywords *keywords, const char *key)
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
        else if (strcmp(word->rule->key, "env") != 0)
            continue;
        else if (strchr(word->name, '='))
            return tab_keywords_refuse(keywords, error,
                                       "env.%s: the name of a variable holds no =", word->name);
        else
            tab_engine_config_set_environment(config, word->name, word->value);
    }
    g_strfreev(config->argv);
    config->argv = g_strv_builder_end(argv);
    return TRUE;
}

/* The limit for each turn, by whichever of movetime and st stands last. */
static gboolean read_turn_time(TabTimeControl *control, const TabKeywords *keywords, GError **error)
{
    double seconds = 0;
    if (!tab_keywords_get_integer(keywords, "movetime", 0, DAY_MS, &control->movetime_ms, error) ||
        !tab_keywords_get_number(keywords, "st", 0, DAY_MS / 1000, &seconds, error))
        return FALSE;
    for (guint i = keywords->words->len; i-- > 0;) {
        const TabKeyword *word = g_ptr_array_index(keywords->words, i);
        if (!strcmp(word->rule->key, "movetime"))
            return TRUE;
        if (strcmp(word->rule->key, "st") != 0)
            continue;
        control->movetime_ms = (gint64)llround(seconds * 1000);
        return control->movetime_ms || seconds <= 0 ||
               tab_keywords_refuse(keywords, error, "st=%s is less than a millisecond",
                                   word->value);
    }
    return TRUE;
}

static gboolean read_control(TabTimeControl *control, const TabKeywords *keywords, GError **error)
{
    const char *tc = tab_keywords_get(keywords, "tc");
    g_autoptr(GError) cause = NULL;
    if (tc || tab_keywords_find(keywords, "movetime") || tab_keywords_find(keywords, "st"))
        *control = (TabTimeControl){.nodes = control->nodes, .depth = control->depth};
    if (tc && !tab_time_control_parse(control, tc, &cause))
        return tab_keywords_refuse(keywords, error, "%s", cause->message);
    return read_turn_time(control, keywords, error) &&
           tab_keywords_get_integer(keywords, "depth", 0, MAX_DEPTH, &control->depth, error) &&
           tab_keywords_get_integer(keywords, "nodes", 0, G_MAXINT64, &control->nodes, error);
}

static gboolean read_system(TabEngineConfig *config, const TabKeywords *keywords, GError **error)
{
    gint64 memory = (gint64)config->memory_mib, cpu = (gint64)config->cpu_seconds;
    if (!tab_keywords_get_integer(keywords, "memory", 0, MAX_SYSTEM, &memory, error) ||
        !tab_keywords_get_integer(keywords, "cpu", 0, MAX_SYSTEM, &cpu, error))
        return FALSE;
    config->memory_mib = (guint64)memory;
    config->cpu_seconds = (guint64)cpu;
    return TRUE;
}

/* Puts one layer over what the entrant has. */
static gboolean apply(TabEntrant *entrant, const TabKeywords *keywords, GError **error)
{
    read_text(&entrant->config->name, keywords, "name");
    read_text(&entrant->config->directory, keywords, "dir");
    return read_lists(entrant->config, keywords, error) &&
           read_control(&entrant->control, keywords, error) &&
           tab_keywords_get_switch(keywords, "ponder", &entrant->ponder, error) &&
           tab_keywords_get_integer(keywords, "margin", 0, MAX_MARGIN_MS, &entrant->margin_ms,
                                    error) &&
           read_system(entrant->config, keywords, error);
}

/* A name stands in lines and tables. */
static gboolean check_name(const TabEntrant *entrant, const TabKeywords *keywords, GError **error)
{
    const char *name = entrant->config->name;
    for (const char *p = name; p && *p; p++)
        if (g_ascii_iscntrl(*p))
            return tab_keywords_refuse(keywords, error, "the name '%s' holds a control character",
                                       name);
    return TRUE;
}

static gboolean apply_each(TabEntrant *entrant, const char *each, GError **error)
{
    g_autoptr(TabKeywords) keywords =
        tab_keywords_parse("--each", each ? each : "", EACH_KEYS, error);
    return keywords && apply(entrant, keywords, error);
}

TabEntrant *tab_entrant_parse(const char *text, const char *each, GPtrArray *store, GError **error)
{
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("engine", text, keys, error);
    TabEngineConfig *config = keywords ? read_program(keywords, store, error) : NULL;
    if (!config)
        return NULL;
    g_autoptr(TabEntrant) entrant = make_entrant(config);
    return apply_each(entrant, each, error) && apply(entrant, keywords, error) &&
                   check_name(entrant, keywords, error)
               ? g_steal_pointer(&entrant)
               : NULL;
}

TabEntrant *tab_entrant_from_config(const TabEngineConfig *config, const char *each, GError **error)
{
    const char *name = config->name ? config->name : config->argv[0];
    g_autoptr(TabKeywords) none = tab_keywords_parse("engine", "", keys, NULL);
    TabEngineConfig *copy = copy_stored(config, none, name, error);
    if (!copy)
        return NULL;
    g_autoptr(TabEntrant) entrant = make_entrant(copy);
    return apply_each(entrant, each, error) && check_name(entrant, none, error)
               ? g_steal_pointer(&entrant)
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

static void append_pairs(GString *text, const char *key, GPtrArray *pairs)
{
    for (guint i = 0; i < pairs->len; i++) {
        char *const *pair = g_ptr_array_index(pairs, i);
        tab_keywords_append(text, key, pair[0], pair[1]);
    }
}

static void append_limit(GString *text, const char *key, gint64 limit)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, limit);
    if (limit)
        tab_keywords_append(text, key, NULL, number);
}

char *tab_entrant_to_string(const TabEntrant *entrant)
{
    const TabEngineConfig *config = entrant->config;
    const TabTimeControl *control = &entrant->control;
    g_autofree char *command = quote_command(config->argv);
    g_autofree char *margin = g_strdup_printf("%" G_GINT64_FORMAT, entrant->margin_ms);
    GString *text = g_string_new(NULL);
    tab_keywords_append(text, "cmd", NULL, command);
    if (config->name)
        tab_keywords_append(text, "name", NULL, config->name);
    if (config->directory)
        tab_keywords_append(text, "dir", NULL, config->directory);
    append_pairs(text, "env", config->environment);
    append_pairs(text, "option", config->options);
    if (control->base_ms) {
        g_autofree char *tc =
            tab_time_control_to_string(&(TabTimeControl){.base_ms = control->base_ms,
                                                         .increment_ms = control->increment_ms,
                                                         .turns = control->turns});
        tab_keywords_append(text, "tc", NULL, tc);
    }
    append_limit(text, "movetime", control->movetime_ms);
    append_limit(text, "depth", control->depth);
    append_limit(text, "nodes", control->nodes);
    if (entrant->ponder)
        tab_keywords_append(text, "ponder", NULL, "yes");
    if (entrant->margin_ms >= 0)
        tab_keywords_append(text, "margin", NULL, margin);
    append_limit(text, "memory", (gint64)config->memory_mib);
    append_limit(text, "cpu", (gint64)config->cpu_seconds);
    return g_string_free(text, FALSE);
}
