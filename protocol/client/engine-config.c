// SPDX-License-Identifier: GPL-3.0-or-later
// Engine configurations as values, and their key file.
#include "protocol/client/engine-config.h"

#include <string.h>

#include "protocol/codec/option.h"

#define OPTION_PREFIX "option."
#define PRESS_PREFIX "press."

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
    return config;
}

static void add_pair(TabEngineConfig *config, const char *name, const char *value)
{
    char **pair = g_new(char *, 2);
    pair[0] = g_strdup(name);
    pair[1] = g_strdup(value);
    g_ptr_array_add(config->options, pair);
}

TabEngineConfig *tab_engine_config_copy(const TabEngineConfig *config)
{
    TabEngineConfig *copy = tab_engine_config_new((const char *const *)config->argv);
    copy->name = g_strdup(config->name);
    copy->directory = g_strdup(config->directory);
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        add_pair(copy, pair[0], pair[1]);
    }
    return copy;
}

void tab_engine_config_free(TabEngineConfig *config)
{
    if (!config)
        return;
    g_free(config->name);
    g_strfreev(config->argv);
    g_free(config->directory);
    g_ptr_array_unref(config->options);
    g_free(config);
}

/* The index of an option's pair, or -1. */
static int find_pair(const TabEngineConfig *config, const char *name)
{
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        if (tab_option_name_equal(pair[0], name))
            return (int)i;
    }
    return -1;
}

void tab_engine_config_set_option(TabEngineConfig *config, const char *name, const char *value)
{
    int old = find_pair(config, name);
    add_pair(config, name, value); /* first: the texts may be the old pair's */
    if (old >= 0)
        g_ptr_array_remove_index(config->options, (guint)old);
}

const char *tab_engine_config_get_option(const TabEngineConfig *config, const char *name)
{
    int i = find_pair(config, name);
    return i < 0 ? NULL : ((char *const *)g_ptr_array_index(config->options, (guint)i))[1];
}

/* --- the project's own engine --- */

/* Where engines may be, as seen from the folder of a program: build tree, then install. */
static const char *const places[] = {".",          "engine",         "../engine", "../../engine",
                                     "../libexec", "../libexec/tab", "../bin"};

char *tab_engine_config_find_program(const char *name)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
    for (guint i = 0; folder && i < G_N_ELEMENTS(places); i++) {
        g_autofree char *relative = g_build_filename(folder, places[i], name, NULL);
        g_autofree char *path = g_canonicalize_filename(relative, "/");
        if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test(path, G_FILE_TEST_IS_DIR))
            return g_steal_pointer(&path);
    }
    return g_find_program_in_path(name);
}

char *tab_engine_config_user_file(void)
{
    return g_build_filename(g_get_user_config_dir(), "tab", "engines.ini", NULL);
}

/* --- escaping of groups and keys, which a key file leaves bare --- */

static char *escape(const char *text)
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
static char *unescape(const char *text)
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

static gboolean fail(const char *path, const char *group, const char *key, const char *what,
                     GError **error)
{
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "%s: [%s] %s: %s", path,
                group, key, what);
    return FALSE;
}

/* Takes in one key of a group; `command` has been read. */
static gboolean load_key(TabEngineConfig *config, GKeyFile *file, const char *path,
                         const char *group, const char *key, GError **error)
{
    gboolean is_option = g_str_has_prefix(key, OPTION_PREFIX);
    gboolean is_press = g_str_has_prefix(key, PRESS_PREFIX);
    gboolean is_name = !strcmp(key, "name"), is_directory = !strcmp(key, "directory");
    if (!is_option && !is_press && !is_name && !is_directory)
        return TRUE;
    g_autoptr(GError) cause = NULL;
    g_autofree char *value = g_key_file_get_string(file, group, key, &cause);
    if (cause) /* a bad escape gives a value all the same */
        return fail(path, group, key, cause->message, error);
    if (is_name) {
        g_free(config->name);
        config->name = *value ? g_steal_pointer(&value) : NULL;
    } else if (is_directory) {
        g_free(config->directory);
        config->directory = *value ? g_steal_pointer(&value) : NULL;
    } else {
        g_autofree char *name = unescape(key + strlen(is_option ? OPTION_PREFIX : PRESS_PREFIX));
        if (!*name)
            return fail(path, group, key, "an option needs a name", error);
        if (is_press && strcmp(value, "true") != 0)
            return strcmp(value, "false") == 0 ||
                   fail(path, group, key, "is neither true nor false", error);
        tab_engine_config_set_option(config, name, is_option ? value : NULL);
    }
    return TRUE;
}

static TabEngineConfig *load_group(GKeyFile *file, const char *path, const char *group,
                                   GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_auto(GStrv) argv = g_key_file_get_string_list(file, group, "command", NULL, &cause);
    if (cause || !argv[0] || !*argv[0]) {
        fail(path, group, "command", cause ? cause->message : "is empty", error);
        return NULL;
    }
    g_autoptr(TabEngineConfig) config = tab_engine_config_new((const char *const *)argv);
    config->name = unescape(group);
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
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &cause)) {
        if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
            return g_steal_pointer(&configs);
        g_propagate_prefixed_error(error, g_steal_pointer(&cause), "%s: ", path);
        return NULL;
    }
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++) {
        TabEngineConfig *config = load_group(file, path, *group, error);
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
    g_autofree char *base = escape(name && *name ? name : "engine");
    char *group = g_strdup(base);
    for (guint n = 2; g_key_file_has_group(file, group); n++) {
        g_free(group);
        group = g_strdup_printf("%s (%u)", base, n);
    }
    return group;
}

static void save_config(GKeyFile *file, const TabEngineConfig *config)
{
    g_autofree char *group = choose_group(file, config->name);
    g_autofree char *shown = unescape(group);
    g_key_file_set_string_list(file, group, "command", (const char *const *)config->argv,
                               g_strv_length(config->argv));
    if (g_strcmp0(shown, config->name) != 0)
        g_key_file_set_string(file, group, "name", config->name ? config->name : "");
    if (config->directory)
        g_key_file_set_string(file, group, "directory", config->directory);
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        g_autofree char *name = escape(pair[0]);
        g_autofree char *key = g_strconcat(pair[1] ? OPTION_PREFIX : PRESS_PREFIX, name, NULL);
        g_key_file_set_string(file, group, key, pair[1] ? pair[1] : "true");
    }
}

gboolean tab_engine_config_save(GPtrArray *configs, const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    for (guint i = 0; i < configs->len; i++)
        save_config(file, g_ptr_array_index(configs, i));
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot make the folder %s", folder);
        return FALSE;
    }
    gsize length;
    g_autofree char *text = g_key_file_to_data(file, &length, NULL);
    return g_file_set_contents_full(path, text, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT,
                                    0600, error);
}
