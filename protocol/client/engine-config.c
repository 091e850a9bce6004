// SPDX-License-Identifier: GPL-3.0-or-later
// Engine configurations as values, and their key file.
#include "protocol/client/engine-config.h"

#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/codec/option.h"
#include "protocol/files/output-file.h"
#include "protocol/files/own-place.h"

#define OPTION_PREFIX "option."
#define PRESS_PREFIX "press."
#define ENV_PREFIX "env."
#define UNSET_PREFIX "unset."

#define SHOWN_MAX 300 /* characters of a file that an error shows */

static void free_pair(gpointer data)
{
    char **pair = data;
    g_free(pair[0]);
    g_free(pair[1]);
    g_free(pair);
}

TabEngineConfig *tab_engine_config_new(const char *const *argv)
{
    g_return_val_if_fail(argv && argv[0], NULL);
    TabEngineConfig *config = g_new0(TabEngineConfig, 1);
    config->argv = g_strdupv((char **)argv);
    config->options = g_ptr_array_new_with_free_func(free_pair);
    config->environment = g_ptr_array_new_with_free_func(free_pair);
    config->unknown = g_ptr_array_new_with_free_func(free_pair);
    config->processes = TAB_ENGINE_PROCESSES;
    config->open_files = TAB_ENGINE_OPEN_FILES;
    config->file_mib = TAB_ENGINE_FILE_MIB;
    return config;
}

static void append_pair(GPtrArray *pairs, const char *name, const char *value)
{
    char **pair = g_new(char *, 2);
    pair[0] = g_strdup(name);
    pair[1] = g_strdup(value);
    g_ptr_array_add(pairs, pair);
}

static void copy_pairs(GPtrArray *to, const GPtrArray *from)
{
    for (guint i = 0; i < from->len; i++) {
        char *const *pair = g_ptr_array_index(from, i);
        append_pair(to, pair[0], pair[1]);
    }
}

TabEngineConfig *tab_engine_config_copy(const TabEngineConfig *config)
{
    TabEngineConfig *copy = tab_engine_config_new((const char *const *)config->argv);
    copy->name = g_strdup(config->name);
    copy->said_name = g_strdup(config->said_name);
    copy->directory = g_strdup(config->directory);
    copy->memory_mib = config->memory_mib;
    copy->cpu_seconds = config->cpu_seconds;
    copy->processes = config->processes;
    copy->open_files = config->open_files;
    copy->file_mib = config->file_mib;
    copy->sandbox = config->sandbox;
    copy->disabled = config->disabled;
    copy->failed = config->failed;
    copy->inherit_env = config->inherit_env;
    copy_pairs(copy->options, config->options);
    copy_pairs(copy->environment, config->environment);
    copy_pairs(copy->unknown, config->unknown);
    return copy;
}

void tab_engine_config_free(TabEngineConfig *config)
{
    if (!config)
        return;
    g_free(config->name);
    g_free(config->said_name);
    g_strfreev(config->argv);
    g_free(config->directory);
    g_ptr_array_unref(config->options);
    g_ptr_array_unref(config->environment);
    g_ptr_array_unref(config->unknown);
    g_free(config);
}

/* The index of the pair of this name, or -1. Names of options compare without case. */
static int find_named_pair(const GPtrArray *pairs, const char *name, gboolean is_option)
{
    for (guint i = 0; i < pairs->len; i++) {
        const char *other = *(char **)g_ptr_array_index(pairs, i);
        if (is_option ? tab_option_name_equal(other, name) : !strcmp(other, name))
            return (int)i;
    }
    return -1;
}

static void set_pair(GPtrArray *pairs, const char *name, const char *value, gboolean is_option)
{
    int old = find_named_pair(pairs, name, is_option);
    append_pair(pairs, name, value); /* first: the texts may be the old pair's */
    if (old >= 0)
        g_ptr_array_remove_index(pairs, (guint)old);
}

void tab_engine_config_set_option(TabEngineConfig *config, const char *name, const char *value)
{
    set_pair(config->options, name, value, TRUE);
}

const char *tab_engine_config_get_option(const TabEngineConfig *config, const char *name)
{
    int i = find_named_pair(config->options, name, TRUE);
    return i < 0 ? NULL : ((char *const *)g_ptr_array_index(config->options, (guint)i))[1];
}

void tab_engine_config_set_environment(TabEngineConfig *config, const char *name, const char *value)
{
    g_return_if_fail(name && *name && !strchr(name, '='));
    set_pair(config->environment, name, value, FALSE);
}

/* --- the environment --- */

/* Whether every engine gets this variable. */
static gboolean is_for_engines(const char *name)
{
    static const char *const names[] = {"PATH",
                                        "HOME",
                                        "USER",
                                        "LOGNAME",
                                        "LANG",
                                        "LANGUAGE",
                                        "TZ",
                                        "TMPDIR",
                                        "XDG_DATA_HOME",
                                        "XDG_DATA_DIRS",
                                        "XDG_CONFIG_HOME",
                                        "XDG_CONFIG_DIRS",
                                        "XDG_CACHE_HOME",
                                        "XDG_STATE_HOME",
                                        NULL};
    return g_strv_contains(names, name) || g_str_has_prefix(name, "LC_");
}

GStrv tab_engine_config_environ(const TabEngineConfig *config)
{
    GStrv environment = g_get_environ();
    g_auto(GStrv) names = g_listenv();
    for (char **name = names; *name; name++)
        if ((!config->inherit_env && !is_for_engines(*name)) ||
            (config->sandbox && !strcmp(*name, "TMPDIR")))
            environment = g_environ_unsetenv(environment, *name);
    for (guint i = 0; i < config->environment->len; i++) {
        char *const *pair = g_ptr_array_index(config->environment, i);
        environment = pair[1] ? g_environ_setenv(environment, pair[0], pair[1], TRUE)
                              : g_environ_unsetenv(environment, pair[0]);
    }
    return environment;
}

/* --- the project's own engine --- */

/* Where engines may be, as seen from the folder of a program: build tree, then install. */
static const char *const places[] = {
    ".",          "engine",         "../engine", "../../engine",       "../protocol/runner",
    "../libexec", "../libexec/tab", "../bin",    "../protocol/client", "../client"};

char *tab_engine_config_find_program(const char *name)
{
    char *path = tab_own_place(places, G_N_ELEMENTS(places), name, TAB_OWN_PROGRAM);
    return path ? path : g_find_program_in_path(name);
}

char *tab_engine_config_user_file(void)
{
    return g_build_filename(g_get_user_config_dir(), "tab", "engines.ini", NULL);
}

/* --- escaping of groups and keys, which a key file leaves bare --- */

static char *escape_key(const char *text)
{
    GString *out = g_string_new(NULL);
    gsize length = strlen(text);
    for (gsize i = 0; i < length; i++) {
        guchar c = (guchar)text[i];
        gboolean edge = i == 0 || i == length - 1;
        if (strchr("%=[]", c) || g_ascii_iscntrl((char)c) || (edge && c == ' '))
            g_string_append_printf(out, "%%%02X", c);
        else
            g_string_append_c(out, (char)c);
    }
    return g_string_free(out, FALSE);
}

/* A % without two hexadecimal digits stands for itself. */
static char *unescape_key(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text; text++) {
        if (*text == '%' && g_ascii_isxdigit(text[1]) && g_ascii_isxdigit(text[2])) {
            int c = g_ascii_xdigit_value(text[1]) * 16 + g_ascii_xdigit_value(text[2]);
            g_string_append_c(out, c ? (char)c : '?');
            text += 2;
        } else {
            g_string_append_c(out, *text);
        }
    }
    char *bytes = g_string_free(out, FALSE);
    char *valid = g_utf8_make_valid(bytes, -1);
    g_free(bytes);
    return valid;
}

/* --- reading --- */

static gboolean refuse_config(const char *path, const char *group, const char *key,
                              const char *what, GError **error)
{
    g_autofree char *place = g_strdup_printf("[%s] %s: %s", group, key, what);
    g_autofree char *shown = tab_message_printable(place, -1, SHOWN_MAX);
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "%s: %s", path, shown);
    return FALSE;
}

/* A key with a name in it, as `option.<name>`. A switch is true or false, and sets no value. */
typedef struct {
    const char *prefix;
    gboolean is_switch, is_option; /* else a variable */
} PairKey;

static const PairKey pair_keys[] = {{OPTION_PREFIX, FALSE, TRUE},
                                    {PRESS_PREFIX, TRUE, TRUE},
                                    {ENV_PREFIX, FALSE, FALSE},
                                    {UNSET_PREFIX, TRUE, FALSE}};

/* Takes in the value of such a key; what is wrong with it, or NULL. */
static const char *load_pair(TabEngineConfig *config, const PairKey *row, const char *key,
                             const char *value)
{
    g_autofree char *name = unescape_key(key + strlen(row->prefix));
    if (!*name)
        return row->is_option ? "an option needs a name" : "a variable needs a name";
    if (!row->is_option && strchr(name, '='))
        return "the name of a variable holds no =";
    if (row->is_switch && strcmp(value, "true") != 0)
        return strcmp(value, "false") ? "is neither true nor false" : NULL;
    set_pair(row->is_option ? config->options : config->environment, name,
             row->is_switch ? NULL : value, row->is_option);
    return NULL;
}

static const char *load_switch(gboolean *on, const char *value)
{
    *on = !strcmp(value, "true") || !strcmp(value, "yes");
    return *on || !strcmp(value, "false") || !strcmp(value, "no") ? NULL
                                                                  : "is neither true nor false";
}

/* Takes in one key of a group; `command` has been read. */
static gboolean load_key(TabEngineConfig *config, GKeyFile *file, const char *path,
                         const char *group, const char *key, GError **error)
{
    char **text = !strcmp(key, "name")        ? &config->name
                  : !strcmp(key, "said-name") ? &config->said_name
                  : !strcmp(key, "directory") ? &config->directory
                                              : NULL;
    guint64 *limit = !strcmp(key, "memory")      ? &config->memory_mib
                     : !strcmp(key, "cpu")       ? &config->cpu_seconds
                     : !strcmp(key, "processes") ? &config->processes
                     : !strcmp(key, "files")     ? &config->open_files
                     : !strcmp(key, "file-size") ? &config->file_mib
                                                 : NULL;
    const PairKey *pair = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(pair_keys); i++)
        if (g_str_has_prefix(key, pair_keys[i].prefix) && !strchr(key, '[')) /* key[language] */
            pair = &pair_keys[i];
    gboolean enabled, passed,
        *on = !strcmp(key, "enabled")       ? &enabled
              : !strcmp(key, "passed")      ? &passed
              : !strcmp(key, "inherit-env") ? &config->inherit_env
              : !strcmp(key, "sandbox")     ? &config->sandbox
                                            : NULL;
    if (!text && !limit && !pair && !on) {
        g_autofree char *unread = g_key_file_get_value(file, group, key, NULL);
        if (strcmp(key, "command") != 0)
            append_pair(config->unknown, key, g_strchomp(unread)); /* as a line's end takes them */
        return TRUE;
    }
    g_autoptr(GError) cause = NULL;
    g_autofree char *value = g_key_file_get_string(file, group, key, &cause);
    if (cause) /* a bad escape gives a value all the same */
        return refuse_config(path, group, key, cause->message, error);
    const char *fault = NULL;
    gint64 number;
    if (text) {
        g_free(*text);
        *text = *value ? g_steal_pointer(&value) : NULL;
    } else if (limit) {
        if (tab_message_parse_integer(value, strlen(value), key, 0, TAB_ENGINE_MAX_LIMIT, &number,
                                      &cause))
            *limit = (guint64)number;
        else
            fault = cause->message;
    } else if (pair) {
        fault = load_pair(config, pair, key, value);
    } else {
        fault = load_switch(on, value);
        if (on == &enabled)
            config->disabled = !enabled;
        if (on == &passed)
            config->failed = !passed;
    }
    return !fault || refuse_config(path, group, key, fault, error);
}

static TabEngineConfig *load_engine(GKeyFile *file, const char *path, const char *group,
                                    GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_auto(GStrv) argv = g_key_file_get_string_list(file, group, "command", NULL, &cause);
    if (cause || !argv[0] || !*argv[0]) {
        refuse_config(path, group, "command", cause ? cause->message : "is empty", error);
        return NULL;
    }
    g_autoptr(TabEngineConfig) config = tab_engine_config_new((const char *const *)argv);
    config->name = unescape_key(group);
    g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);
    for (char **key = keys; key && *key; key++) {
        if (!load_key(config, file, path, group, *key, error))
            return NULL;
    }
    return g_steal_pointer(&config);
}

GPtrArray *tab_engine_config_load(const char *path, GError **error)
{
    g_autoptr(GPtrArray) configs =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) cause = NULL;
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_TRANSLATIONS, &cause)) {
        if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
            return g_steal_pointer(&configs);
        g_autofree char *shown = tab_message_printable(cause->message, -1, SHOWN_MAX);
        g_set_error(error, cause->domain, cause->code, "%s: %s", path, shown);
        return NULL;
    }
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++) {
        TabEngineConfig *config = load_engine(file, path, *group, error);
        if (!config)
            return NULL;
        g_ptr_array_add(configs, config);
    }
    return g_steal_pointer(&configs);
}

/* --- writing --- */

/* A group of this name that the file does not have yet. */
static char *choose_group(GKeyFile *file, const char *name)
{
    g_autofree char *base = escape_key(name && *name ? name : "engine");
    char *group = g_strdup(base);
    for (guint n = 2; g_key_file_has_group(file, group); n++) {
        g_free(group);
        group = g_strdup_printf("%s (%u)", base, n);
    }
    return group;
}

static void save_pairs(GKeyFile *file, const char *group, GPtrArray *pairs, const char *prefix,
                       const char *switch_prefix)
{
    for (guint i = 0; i < pairs->len; i++) {
        char *const *pair = g_ptr_array_index(pairs, i);
        g_autofree char *name = escape_key(pair[0]);
        g_autofree char *key = g_strconcat(pair[1] ? prefix : switch_prefix, name, NULL);
        g_key_file_set_string(file, group, key, pair[1] ? pair[1] : "true");
    }
}

static void save_config(GKeyFile *file, const TabEngineConfig *config)
{
    g_autofree char *group = choose_group(file, config->name);
    g_autofree char *shown = unescape_key(group);
    g_key_file_set_string_list(file, group, "command", (const char *const *)config->argv,
                               g_strv_length(config->argv));
    if (g_strcmp0(shown, config->name) != 0)
        g_key_file_set_string(file, group, "name", config->name ? config->name : "");
    if (config->said_name)
        g_key_file_set_string(file, group, "said-name", config->said_name);
    if (config->directory)
        g_key_file_set_string(file, group, "directory", config->directory);
    save_pairs(file, group, config->options, OPTION_PREFIX, PRESS_PREFIX);
    save_pairs(file, group, config->environment, ENV_PREFIX, UNSET_PREFIX);
    if (config->inherit_env)
        g_key_file_set_string(file, group, "inherit-env", "yes");
    if (config->memory_mib)
        g_key_file_set_uint64(file, group, "memory", config->memory_mib);
    if (config->cpu_seconds)
        g_key_file_set_uint64(file, group, "cpu", config->cpu_seconds);
    if (config->processes != TAB_ENGINE_PROCESSES)
        g_key_file_set_uint64(file, group, "processes", config->processes);
    if (config->open_files != TAB_ENGINE_OPEN_FILES)
        g_key_file_set_uint64(file, group, "files", config->open_files);
    if (config->file_mib != TAB_ENGINE_FILE_MIB)
        g_key_file_set_uint64(file, group, "file-size", config->file_mib);
    if (config->sandbox)
        g_key_file_set_string(file, group, "sandbox", "yes");
    if (config->disabled)
        g_key_file_set_boolean(file, group, "enabled", FALSE);
    if (config->failed)
        g_key_file_set_boolean(file, group, "passed", FALSE);
    for (guint i = 0; i < config->unknown->len; i++) {
        char *const *pair = g_ptr_array_index(config->unknown, i);
        g_key_file_set_value(file, group, pair[0], pair[1]);
    }
}

gboolean tab_engine_config_save(GPtrArray *configs, const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    for (guint i = 0; i < configs->len; i++)
        save_config(file, g_ptr_array_index(configs, i));
    return tab_output_file_replace_own_keys(path, file, error);
}
