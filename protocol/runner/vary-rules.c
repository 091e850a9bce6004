// SPDX-License-Identifier: GPL-3.0-or-later
// Writes rules strings with one value after the other, and lets their reader judge.
#include "protocol/runner/vary-rules.h"

#include <string.h>

#include "protocol/game/named-rules.h"

TabRulesList *tab_rules_list_new(void)
{
    TabRulesList *list = g_new0(TabRulesList, 1);
    list->rules = g_ptr_array_new_with_free_func(g_free);
    list->left_out = g_ptr_array_new_with_free_func(g_free);
    return list;
}

void tab_rules_list_free(TabRulesList *list)
{
    g_ptr_array_unref(list->rules);
    g_ptr_array_unref(list->left_out);
    g_free(list);
}

static void leave_out(TabRulesList *list, const char *rules, const char *why)
{
    g_ptr_array_add(list->left_out, g_strdup_printf("%s: %s", rules, why));
}

/* `text`: as it was written. */
static void add_set(TabRulesList *list, const char *text, const TabRuleset *set)
{
    char *rules = tab_ruleset_to_string(set);
    if (g_ptr_array_find_with_equal_func(list->rules, rules, g_str_equal, NULL)) {
        g_autofree char *why = g_strdup_printf("the same as %s", rules);
        leave_out(list, text, why);
        g_free(rules);
    } else {
        g_ptr_array_add(list->rules, rules);
    }
}

gboolean tab_rules_list_add(TabRulesList *list, const char *text, GError **error)
{
    TabRuleset set;
    g_autofree char *own = tab_named_rules_user_file();
    if (!tab_named_rules_parse(own, text, &set, error))
        return FALSE;
    add_set(list, text, &set);
    return TRUE;
}

static const TabSwitchRow *find_switch(const char *key, TabSwitch *place, GError **error)
{
    g_autoptr(GString) keys = g_string_new(NULL);
    for (*place = 0; *place < TAB_N_SWITCHES; (*place)++) {
        const TabSwitchRow *row = tab_ruleset_switch(*place);
        if (!strcmp(row->key, key))
            return row;
        g_string_append_printf(keys, "%s%s", *place ? ", " : "", row->key);
    }
    tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                     "the rules have no switch '%s' to vary; there are %s", key, keys->str);
    return NULL;
}

/* The rules with `key` = `value`, whatever they say of it. */
static char *write_value(const char *rules, const char *key, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(rules, ":", 2);
    g_auto(GStrv) words = g_strsplit(parts[1] ? parts[1] : "", ",", -1);
    g_autofree char *before = g_strconcat(key, "=", NULL);
    GString *text = g_string_new(parts[0]);
    g_string_append_c(text, ':');
    for (GStrv word = words; *word; word++)
        if (**word && !g_str_has_prefix(*word, before))
            g_string_append_printf(text, "%s,", *word);
    g_string_append_printf(text, "%s%s", before, value);
    return g_string_free(text, FALSE);
}

static void add_value(TabRulesList *list, const char *rules, const char *key, const char *value)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = write_value(rules, key, value);
    if (tab_ruleset_parse(text, &set, &error))
        add_set(list, text, &set);
    else
        leave_out(list, text, error->message);
}

gboolean tab_rules_list_vary(TabRulesList *list, const char *key, GError **error)
{
    TabSwitch place;
    const TabSwitchRow *row = find_switch(key, &place, error);
    if (!row)
        return FALSE;
    g_autoptr(GPtrArray) before = g_steal_pointer(&list->rules);
    list->rules = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < before->len; i++) {
        for (guint value = 0; row->value[value].name; value++)
            add_value(list, before->pdata[i], key, row->value[value].name);
        for (guint value = row->least; row->most && value <= row->most; value++) {
            g_autofree char *number = g_strdup_printf("%u", value);
            add_value(list, before->pdata[i], key, number);
        }
    }
    return TRUE;
}
