// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the engines of the command line.
#include "protocol/match/engine-spec.h"

#include <string.h>

/* Cuts at commas that have no backslash before them, which goes. */
static GStrv split(const char *text)
{
    GStrvBuilder *parts = g_strv_builder_new();
    g_autoptr(GString) part = g_string_new(NULL);
    for (const char *p = text;; p++) {
        if (*p == '\\' && p[1] == ',') {
            g_string_append_c(part, *++p);
        } else if (*p && *p != ',') {
            g_string_append_c(part, *p);
        } else {
            g_strv_builder_add(parts, part->str);
            g_string_truncate(part, 0);
        }
        if (!*p)
            break;
    }
    GStrv strv = g_strv_builder_end(parts);
    g_strv_builder_unref(parts);
    return strv;
}

/* The program and its arguments; the program is looked for. */
static GStrv parse_command(const char *command, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) cause = NULL;
    if (!g_shell_parse_argv(command, NULL, &argv, &cause)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "cmd=%s: %s", command,
                    cause->message);
        return NULL;
    }
    if (!strchr(argv[0], '/')) {
        char *found = tab_engine_config_find_program(argv[0]);
        if (!found) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "cmd=%s: no program '%s' was found", command, argv[0]);
            return NULL;
        }
        g_free(argv[0]);
        argv[0] = found;
    }
    return g_steal_pointer(&argv);
}

/* The value of the last part with this key, or NULL. */
static const char *find_value(GStrv parts, const char *key)
{
    const char *value = NULL;
    gsize length = strlen(key);
    for (GStrv part = parts; *part; part++)
        if (g_str_has_prefix(*part, key) && (*part)[length] == '=')
            value = *part + length + 1;
    return value;
}

static gboolean check_keys(GStrv parts, GError **error)
{
    for (GStrv part = parts; *part; part++) {
        const char *equals = strchr(*part, '=');
        gboolean known =
            equals && (g_str_has_prefix(*part, "cmd=") || g_str_has_prefix(*part, "name=") ||
                       g_str_has_prefix(*part, "dir=") ||
                       (g_str_has_prefix(*part, "option.") && equals > *part + strlen("option.")));
        if (!known) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "engine: '%s' is none of cmd=…, name=…, dir=…, option.NAME=…", *part);
            return FALSE;
        }
    }
    return TRUE;
}

TabEngineConfig *tab_engine_spec_parse(const char *text, GError **error)
{
    g_auto(GStrv) parts = split(text);
    if (!check_keys(parts, error))
        return NULL;
    const char *command = find_value(parts, "cmd"), *name = find_value(parts, "name");
    const char *directory = find_value(parts, "dir");
    if (!command) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "engine '%s' has no cmd=…",
                    text);
        return NULL;
    }
    g_auto(GStrv) argv = parse_command(command, error);
    if (!argv)
        return NULL;
    TabEngineConfig *config = tab_engine_config_new((const char *const *)argv);
    config->name = name && *name ? g_strdup(name) : NULL;
    config->directory = g_strdup(directory);
    for (GStrv part = parts; *part; part++) {
        if (!g_str_has_prefix(*part, "option."))
            continue;
        const char *key = *part + strlen("option."), *equals = strchr(key, '=');
        g_autofree char *option = g_strndup(key, (gsize)(equals - key));
        tab_engine_config_set_option(config, option, equals + 1);
    }
    return config;
}
