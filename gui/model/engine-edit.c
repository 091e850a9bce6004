// SPDX-License-Identifier: GPL-3.0-or-later
// How a person writes down how an engine is started, and with which options: read and checked.
#include "gui/model/engine-edit.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "protocol/client/sandbox.h"

G_DEFINE_QUARK(tab_engine_edit_error, tab_engine_edit_error)

TabEngineFields *tab_engine_fields_copy(const TabEngineFields *fields)
{
    TabEngineFields *copy = g_memdup2(fields, sizeof *fields);
    copy->name = g_strdup(fields->name);
    copy->program = g_strdup(fields->program);
    copy->arguments = g_strdup(fields->arguments);
    copy->folder = g_strdup(fields->folder);
    copy->environment = g_strdup(fields->environment);
    return copy;
}

void tab_engine_fields_free(TabEngineFields *fields)
{
    const char *owned[] = {fields->name, fields->program, fields->arguments, fields->folder,
                           fields->environment};
    for (guint i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free((gpointer)owned[i]);
    g_free(fields);
}

/* --- program, arguments, folder --- */

/* A relative path is one of the folder, as when it is started. */
static gboolean check_program(const char *program, const char *folder, GError **error)
{
    gboolean is_path = strchr(program, '/') != NULL;
    g_autofree char *on_path = is_path ? NULL : g_find_program_in_path(program);
    g_autofree char *here = g_canonicalize_filename(program, *folder ? folder : NULL);
    if (*program && (on_path || (is_path && g_file_test(here, G_FILE_TEST_IS_EXECUTABLE) &&
                                 !g_file_test(here, G_FILE_TEST_IS_DIR))))
        return TRUE;
    if (*program)
        g_set_error(error, TAB_ENGINE_EDIT_ERROR, TAB_ENGINE_EDIT_ERROR_COMMAND,
                    /* Translators: %s is the command as it was typed. */
                    _("There is no program “%s”."), program);
    else
        g_set_error(error, TAB_ENGINE_EDIT_ERROR, TAB_ENGINE_EDIT_ERROR_COMMAND,
                    _("A command is needed: the program that is the engine."));
    return FALSE;
}

/* The program and its arguments; a line without arguments is none. */
static char **split(const char *program, const char *arguments, GError **error)
{
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) cause = NULL;
    if (!g_shell_parse_argv(arguments, NULL, &words, &cause) &&
        !g_error_matches(cause, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
        g_set_error(error, TAB_ENGINE_EDIT_ERROR, TAB_ENGINE_EDIT_ERROR_COMMAND,
                    /* Translators: %s is what is wrong with the engine's arguments. */
                    _("The arguments cannot be understood: %s"), cause->message);
        return NULL;
    }
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, g_strdup(program));
    for (char **word = words; word && *word; word++)
        g_ptr_array_add(argv, g_strdup(*word));
    g_ptr_array_add(argv, NULL);
    return (char **)g_ptr_array_steal(argv, NULL);
}

/* Words that a shell leaves alone need no quotes. */
static gboolean needs_no_quotes(const char *word)
{
    if (!*word)
        return FALSE;
    for (; *word; word++)
        if (!g_ascii_isalnum(*word) && !strchr("-_=./:,+@%", *word))
            return FALSE;
    return TRUE;
}

char *tab_engine_edit_arguments(const TabEngineConfig *config)
{
    GString *line = g_string_new(NULL);
    for (char **word = config->argv + 1; *word; word++) {
        g_autofree char *quoted = needs_no_quotes(*word) ? g_strdup(*word) : g_shell_quote(*word);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quoted);
    }
    return g_string_free(line, FALSE);
}

/* --- the environment, a variable a line --- */

static gboolean fail_environment(const char *format, const char *name, GError **error)
{
    g_set_error(error, TAB_ENGINE_EDIT_ERROR, TAB_ENGINE_EDIT_ERROR_ENVIRONMENT, format, name);
    return FALSE;
}

/* Only a line feed and the backslash itself are written by one. */
static char *read_escapes(const char *text)
{
    GString *value = g_string_new(NULL);
    for (; *text; text++) {
        gboolean escape = text[0] == '\\' && (text[1] == 'n' || text[1] == '\\');
        text += escape;
        g_string_append_c(value, escape && *text == 'n' ? '\n' : *text);
    }
    return g_string_free(value, FALSE);
}

static gboolean read_variable(TabEngineConfig *config, const char *line, GError **error)
{
    const char *equals = strchr(line, '=');
    g_autofree char *name = equals ? g_strndup(line, (gsize)(equals - line)) : g_strdup(line);
    g_autofree char *value = equals ? read_escapes(equals + 1) : NULL;
    gboolean is_name = *name != '\0', twice = FALSE;
    for (const char *p = name; *p; p++)
        is_name &= *p != ' ' && !g_ascii_iscntrl(*p);
    for (guint i = 0; i < config->environment->len; i++)
        twice |= g_str_equal(((char *const *)config->environment->pdata[i])[0], name);
    if (!is_name)
        /* Translators: %s is a line as it was typed. */
        return fail_environment(_("“%s” does not begin with the name of a variable."), line, error);
    if (twice)
        /* Translators: %s is the name of a variable of the environment. */
        return fail_environment(_("The variable “%s” stands there twice."), name, error);
    tab_engine_config_set_environment(config, name, value);
    return TRUE;
}

static gboolean read_environment(TabEngineConfig *config, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_ptr_array_set_size(config->environment, 0);
    for (char **line = lines; *line; line++)
        if (line[0][strspn(*line, " \t\r")] && !read_variable(config, *line, error))
            return FALSE;
    return TRUE;
}

char *tab_engine_edit_environment(const TabEngineConfig *config)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < config->environment->len; i++) {
        char *const *pair = config->environment->pdata[i];
        g_string_append_printf(text, "%s%s%s", i ? "\n" : "", pair[0], pair[1] ? "=" : "");
        for (const char *p = pair[1] ? pair[1] : ""; *p; p++) {
            if (*p == '\n' || *p == '\\')
                g_string_append_c(text, '\\');
            g_string_append_c(text, *p == '\n' ? 'n' : *p);
        }
    }
    return g_string_free(text, FALSE);
}

/* --- all of it --- */

gboolean tab_engine_edit_is_same_program(const TabEngineConfig *one, const TabEngineConfig *other)
{
    return g_strv_equal((const char *const *)one->argv, (const char *const *)other->argv) &&
           g_strcmp0(one->directory, other->directory) == 0;
}

static gboolean has_same_bounds(const TabEngineConfig *one, const TabEngineConfig *other)
{
    return one->memory_mib == other->memory_mib && one->cpu_seconds == other->cpu_seconds &&
           one->processes == other->processes && one->open_files == other->open_files &&
           one->file_mib == other->file_mib && !one->sandbox == !other->sandbox &&
           !one->inherit_env == !other->inherit_env;
}

char *tab_engine_edit_sandbox_fault(void)
{
    g_autoptr(GError) error = NULL;
    return tab_sandbox_check(&error) ? NULL : g_strdup(error->message);
}

TabEngineConfig *tab_engine_edit_apply(const TabEngineConfig *config, const TabEngineFields *fields,
                                       GError **error)
{
    g_autofree char *command = g_strstrip(g_strdup(fields->program)),
                    *folder = g_strstrip(g_strdup(fields->folder)),
                    *name = g_strstrip(g_strdup(fields->name));
    if (*folder && !g_file_test(folder, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, TAB_ENGINE_EDIT_ERROR, TAB_ENGINE_EDIT_ERROR_FOLDER,
                    /* Translators: %s is a folder's name as it was typed. */
                    _("There is no folder “%s”."), folder);
        return NULL;
    }
    if (!check_program(command, folder, error))
        return NULL;
    g_auto(GStrv) argv = split(command, fields->arguments, error);
    if (!argv)
        return NULL;
    g_autoptr(TabEngineConfig) edited =
        config ? tab_engine_config_copy(config) : tab_engine_config_new((const char *const *)argv);
    if (!read_environment(edited, fields->environment, error))
        return NULL;
    g_strfreev(edited->argv);
    edited->argv = g_steal_pointer(&argv);
    edited->inherit_env = fields->inherit_env;
    edited->sandbox = fields->sandbox;
    edited->memory_mib = fields->memory_mib;
    edited->cpu_seconds = fields->cpu_seconds;
    edited->processes = fields->processes;
    edited->open_files = fields->open_files;
    edited->file_mib = fields->file_mib;
    g_free(edited->name);
    edited->name = *name ? g_steal_pointer(&name) : NULL;
    g_free(edited->directory);
    edited->directory = *folder ? g_steal_pointer(&folder) : NULL;
    if (!config || !tab_engine_edit_is_same_program(config, edited))
        g_clear_pointer(&edited->said_name, g_free); /* another program has another */
    g_autofree char *before = config ? tab_engine_edit_environment(config) : NULL,
                    *after = tab_engine_edit_environment(edited);
    if (!config || !tab_engine_edit_is_same_program(config, edited) || strcmp(before, after) != 0 ||
        !has_same_bounds(config, edited))
        edited->failed = FALSE; /* that may be mended now */
    return g_steal_pointer(&edited);
}

/* --- options that the engine declares --- */

static char *const *find_configured(const TabEngineConfig *config, const char *name)
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
    char *const *pair = find_configured(config, option->name);
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
    edited->failed = FALSE; /* that may be mended now */
    keep_unchanged(edited, config, declared, values);
    for (guint i = 0; i < declared->len; i++) {
        const TabOption *option = g_ptr_array_index(declared, i);
        if (is_default(option, values[i]))
            continue;
        if (option->type != TAB_OPTION_BUTTON && !tab_option_check_value(option, values[i], error))
            return NULL;
        if (!find_configured(edited, option->name))
            tab_engine_config_set_option(edited, option->name,
                                         option->type == TAB_OPTION_BUTTON ? NULL : values[i]);
    }
    return g_steal_pointer(&edited);
}
