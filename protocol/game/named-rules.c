// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own rulesets, each with a name, in a key file that window and match runner share.
#include "protocol/game/named-rules.h"

#include <string.h>

#include "protocol/files/output-file.h"
#include "protocol/game/key-file.h"
#include "protocol/rules/translatable.h"

#define KEY "rules"
#define MAX_NAME 60 /* characters */

static void free_named(gpointer data)
{
    TabNamedRules *named = data;
    g_free(named->name);
    g_free(named);
}

char *tab_named_rules_user_file(void)
{
    return g_build_filename(g_get_user_config_dir(), "tab", "rulesets.ini", NULL);
}

static bool has_forbidden(const char *name)
{
    for (const char *c = name; *c; c = g_utf8_next_char(c))
        if (strchr("[]:", *c) || g_unichar_iscntrl(g_utf8_get_char(c)))
            return true;
    return false;
}

static bool is_preset(const char *name)
{
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (!strcmp(name, tab_ruleset_preset_name(i)))
            return true;
    return false;
}

bool tab_named_rules_check_name(const char *name, GError **error)
{
    if (!g_utf8_validate(name, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("The name is not UTF-8."));
    g_autofree char *stripped = g_strstrip(g_strdup(name));
    if (!*stripped)
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("A ruleset needs a name."));
    if (strcmp(stripped, name))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("The name “%s” begins or ends with a blank."), name);
    if (g_utf8_strlen(name, -1) > MAX_NAME)
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("The name “%s” is longer than %d characters."), name, MAX_NAME);
    if (has_forbidden(name))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("The name “%s” holds one of [ ] : or a control character."),
                                name);
    return !is_preset(name) || tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                                N_("“%s” is the name of a preset."), name);
}

/* --- reading --- */

static TabNamedRules *load_group(GKeyFile *file, const char *path, const char *group,
                                 GError **error)
{
    TabRuleset set;
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = g_key_file_get_string(file, group, KEY, &cause);
    /* a bad escape gives a text all the same */
    if (cause || !tab_named_rules_check_name(group, &cause) ||
        !tab_ruleset_parse(text, &set, &cause)) {
        g_prefix_error(&cause, "[%s]: ", group);
        tab_rules_make_printable(cause);
        g_propagate_prefixed_error(error, g_steal_pointer(&cause), "%s: ", path);
        return NULL;
    }
    TabNamedRules *named = g_new(TabNamedRules, 1);
    *named = (TabNamedRules){.name = g_strdup(group), .set = set};
    return named;
}

static GPtrArray *load_all(GKeyFile *file, const char *path, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(free_named);
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++) {
        TabNamedRules *named = load_group(file, path, *group, error);
        if (!named)
            return NULL;
        g_ptr_array_add(list, named);
    }
    return g_steal_pointer(&list);
}

GPtrArray *tab_named_rules_load(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = tab_key_file_load(path, error);
    return file ? load_all(file, path, error) : NULL;
}

const TabNamedRules *tab_named_rules_find(GPtrArray *list, const char *name)
{
    for (guint i = 0; i < list->len; i++) {
        const TabNamedRules *named = g_ptr_array_index(list, i);
        if (!strcmp(named->name, name))
            return named;
    }
    return NULL;
}

/* --- writing --- */

/* The file for a change: all of it is good. */
static GKeyFile *open_to_change(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = tab_key_file_load(path, error);
    g_autoptr(GPtrArray) list = file ? load_all(file, path, error) : NULL;
    return list ? g_steal_pointer(&file) : NULL;
}

static bool check_there(GKeyFile *file, const char *name, GError **error)
{
    return g_key_file_has_group(file, name) ||
           tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                            N_("There is no ruleset called “%s” any more."), name);
}

bool tab_named_rules_save(const char *path, const char *name, const TabRuleset *set, GError **error)
{
    g_autofree char *rules = tab_ruleset_to_string(set);
    if (!tab_named_rules_check_name(name, error))
        return false;
    g_autoptr(GKeyFile) file = open_to_change(path, error);
    if (!file)
        return false;
    g_key_file_set_string(file, name, KEY, rules);
    return tab_output_file_replace_own_keys(path, file, error);
}

/* All keys of one group under another name; a GKeyFile cannot rename groups. */
static void copy_group(GKeyFile *file, const char *from, const char *to)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, from, NULL, NULL);
    g_autofree char *comment = g_key_file_get_comment(file, from, NULL, NULL);
    for (char **key = keys; key && *key; key++) {
        g_autofree char *value = g_key_file_get_value(file, from, *key, NULL);
        g_key_file_set_value(file, to, *key, value);
    }
    if (comment)
        g_key_file_set_comment(file, to, NULL, comment, NULL);
}

bool tab_named_rules_rename(const char *path, const char *name, const char *to, GError **error)
{
    if (!tab_named_rules_check_name(to, error))
        return false;
    g_autoptr(GKeyFile) file = open_to_change(path, error);
    if (!file || !check_there(file, name, error))
        return false;
    if (!strcmp(name, to))
        return true;
    if (g_key_file_has_group(file, to))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("There is a ruleset called “%s” already."), to);
    copy_group(file, name, to);
    g_key_file_remove_group(file, name, NULL);
    return tab_output_file_replace_own_keys(path, file, error);
}

bool tab_named_rules_remove(const char *path, const char *name, GError **error)
{
    g_autoptr(GKeyFile) file = open_to_change(path, error);
    if (!file || !check_there(file, name, error))
        return false;
    g_key_file_remove_group(file, name, NULL);
    return tab_output_file_replace_own_keys(path, file, error);
}

char *tab_named_rules_free_name(GPtrArray *list, const char *name)
{
    char *free_name = g_strdup(name);
    for (guint n = 2; tab_named_rules_find(list, free_name); n++) {
        g_autofree char *number = g_strdup_printf(" (%u)", n);
        glong room = MAX_NAME - (glong)strlen(number);
        g_autofree char *start = g_utf8_substring(name, 0, MIN(room, g_utf8_strlen(name, -1)));
        g_free(free_name);
        free_name = g_strconcat(g_strchomp(start), number, NULL);
    }
    return free_name;
}

bool tab_named_rules_parse(const char *path, const char *text, TabRuleset *set, GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (tab_ruleset_parse(text, set, &fault))
        return true;
    g_autoptr(GPtrArray) list =
        strchr(text, ':') ? g_ptr_array_new() : tab_named_rules_load(path, error);
    const TabNamedRules *named = list ? tab_named_rules_find(list, text) : NULL;
    if (named)
        *set = named->set;
    else if (list)
        g_propagate_error(error, g_steal_pointer(&fault));
    return named != NULL;
}
