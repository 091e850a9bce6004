// SPDX-License-Identifier: GPL-3.0-or-later
// What a person chooses for the options that an engine declares.
#include "gui/model/engine-choices.h"

static char *const *find_pair(const TabEngineConfig *config, const char *name)
{
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        if (tab_option_name_equal(pair[0], name))
            return pair;
    }
    return NULL;
}

const char *tab_engine_choices_default(const TabOption *option)
{
    if (option->type == TAB_OPTION_BUTTON || (option->type == TAB_OPTION_CHECK && !option->value))
        return "false";
    return option->value ? option->value : "";
}

const char *tab_engine_choices_get(const TabEngineConfig *config, const TabOption *option)
{
    char *const *pair = find_pair(config, option->name);
    if (option->type == TAB_OPTION_BUTTON)
        return pair ? "true" : "false";
    return pair && pair[1] ? pair[1] : tab_engine_choices_default(option);
}

GPtrArray *tab_engine_choices_unknown(const TabEngineConfig *config, GPtrArray *declared)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        if (!tab_option_find(declared, pair[0]))
            g_ptr_array_add(names, pair[0]);
    }
    return names;
}

/* A number that was left empty where none is declared is no choice at all. */
static gboolean is_default(const TabOption *option, const char *value)
{
    return g_str_equal(value, tab_engine_choices_default(option));
}

static gboolean check(const TabOption *option, const char *value, GError **error)
{
    return option->type == TAB_OPTION_BUTTON || is_default(option, value) ||
           tab_option_check_value(option, value, error);
}

/* The options of the old configuration that stay as they are. */
static void keep_unchanged(TabEngineConfig *edited, const TabEngineConfig *config,
                           GPtrArray *declared, const char *const *values)
{
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        for (guint k = 0; k < declared->len; k++) {
            const TabOption *option = g_ptr_array_index(declared, k);
            if (tab_option_name_equal(option->name, pair[0]) && !is_default(option, values[k]) &&
                g_str_equal(values[k], tab_engine_choices_get(config, option)))
                tab_engine_config_set_option(edited, pair[0], pair[1]);
        }
    }
}

TabEngineConfig *tab_engine_choices_apply(const TabEngineConfig *config, GPtrArray *declared,
                                          const char *const *values, GError **error)
{
    g_autoptr(TabEngineConfig) edited = tab_engine_config_copy(config);
    g_ptr_array_set_size(edited->options, 0);
    keep_unchanged(edited, config, declared, values);
    for (guint i = 0; i < declared->len; i++) {
        const TabOption *option = g_ptr_array_index(declared, i);
        if (!check(option, values[i], error))
            return NULL;
        if (!is_default(option, values[i]) && !find_pair(edited, option->name))
            tab_engine_config_set_option(edited, option->name,
                                         option->type == TAB_OPTION_BUTTON ? NULL : values[i]);
    }
    return g_steal_pointer(&edited);
}
