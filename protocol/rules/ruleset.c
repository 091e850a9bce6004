// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets: which values go together, and rules strings between text and value.
#include "protocol/rules/ruleset.h"

#include <string.h>

#include "protocol/rules/board.h"
#include "protocol/rules/translatable.h"

unsigned tab_ruleset_n_presets(void)
{
    return TAB_N_PRESETS;
}

const TabPreset *tab_ruleset_preset_row(unsigned preset)
{
    return preset < TAB_N_PRESETS ? &tab_presets[preset] : NULL;
}

const char *tab_ruleset_preset_name(unsigned preset)
{
    return preset < TAB_N_PRESETS ? tab_presets[preset].name : NULL;
}

TabRuleset tab_ruleset_preset(unsigned preset)
{
    TabRuleset set = {.preset = (uint8_t)preset};
    g_return_val_if_fail(preset < TAB_N_PRESETS, set);
    memcpy(set.value, tab_presets[preset].value, sizeof set.value);
    return set;
}

void tab_ruleset_set_columns(TabRuleset *ruleset, unsigned columns)
{
    bool full = tab_ruleset_pieces(ruleset) == tab_ruleset_columns(ruleset);
    ruleset->value[TAB_SWITCH_COLUMNS] = (uint8_t)columns;
    if (full || tab_ruleset_pieces(ruleset) > columns)
        ruleset->value[TAB_SWITCH_PIECES] = (uint8_t)columns;
}

const TabSwitchRow *tab_ruleset_switch(TabSwitch key)
{
    return (unsigned)key < TAB_N_SWITCHES ? &tab_switches[key] : NULL;
}

const char *tab_ruleset_value_name(TabSwitch key, unsigned value)
{
    return (unsigned)key < TAB_N_SWITCHES && value < TAB_MAX_VALUES
               ? tab_switches[key].value[value].name
               : NULL;
}

/* Whether the switch that decides about `key` has a value with which `key` matters. */
static bool matters(const TabRuleset *set, TabSwitch key)
{
    const TabSwitchRow *row = &tab_switches[key];
    return !row->needs.values || row->needs.values >> set->value[row->needs.key] & 1;
}

const char *tab_ruleset_idle(const TabRuleset *set, TabSwitch key)
{
    return matters(set, key) ? NULL : tab_switches[key].needs.else_says;
}

bool tab_ruleset_allows(const TabRuleset *set, TabSwitch key, unsigned value)
{
    const TabSwitchRow *row = &tab_switches[key];
    if (key == TAB_SWITCH_PIECES)
        return value >= row->least && value <= tab_ruleset_columns(set);
    if (row->most)
        return value >= row->least && value <= row->most;
    return tab_ruleset_value_name(key, value) &&
           (matters(set, key) || !row->needs.else_fixed || value == row->needs.else_value);
}

/* Reads a decimal number of at most two digits without leading zeros. */
static bool parse_number(const char *text, unsigned *number)
{
    size_t length = strlen(text);
    if (length < 1 || length > 2 || text[0] == '0' || strspn(text, "0123456789") != length)
        return false;
    *number = (unsigned)g_ascii_strtoull(text, NULL, 10);
    return true;
}

static bool parse_value(TabSwitch key, const char *text, uint8_t *value, GError **error)
{
    const TabSwitchRow *row = &tab_switches[key];
    unsigned number;
    if (row->most) {
        if (parse_number(text, &number) && number >= row->least && number <= row->most) {
            *value = (uint8_t)number;
            return true;
        }
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("the value of %s is not a number from %u to %d: '%s'"), row->key,
                                row->least, row->most, text);
    }
    for (unsigned i = 0; row->value[i].name; i++)
        if (!strcmp(text, row->value[i].name)) {
            *value = (uint8_t)i;
            return true;
        }
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("unknown value of %s: '%s'"), row->key,
                            text);
}

/* Reads one `key=value` into `set` and marks the key in `seen`. */
static bool parse_setting(const char *setting, TabRuleset *set, unsigned *seen, GError **error)
{
    const char *equals = strchr(setting, '=');
    if (!equals || !equals[1]) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("key without value: '%s'"),
                                setting);
    }
    g_autofree char *key_text = g_strndup(setting, (gsize)(equals - setting));
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        if (strcmp(key_text, tab_switches[key].key))
            continue;
        if (*seen >> key & 1) {
            return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("key given twice: '%s'"),
                                    key_text);
        }
        *seen |= 1u << key;
        return parse_value((TabSwitch)key, equals + 1, &set->value[key], error);
    }
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("unknown key: '%s'"), key_text);
}

static bool parse_preset(const char *name, TabRuleset *set, GError **error)
{
    for (unsigned i = 0; i < TAB_N_PRESETS; i++)
        if (!strcmp(name, tab_presets[i].name)) {
            *set = tab_ruleset_preset(i);
            return true;
        }
    g_autoptr(GString) names = g_string_new(NULL);
    for (unsigned i = 0; i < TAB_N_PRESETS; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", tab_presets[i].name);
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("unknown preset: '%s'; there are %s"),
                            name, names->str);
}

/* Fills in what follows from other switches: pieces follow columns, and a switch that another one
 * fixes has that value. */
static bool fill_in_values(TabRuleset *set, unsigned seen, GError **error)
{
    if (!(seen >> TAB_SWITCH_PIECES & 1))
        set->value[TAB_SWITCH_PIECES] = set->value[TAB_SWITCH_COLUMNS];
    if (set->value[TAB_SWITCH_PIECES] > set->value[TAB_SWITCH_COLUMNS]) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("pieces=%d is more than there are columns: %d"),
                                set->value[TAB_SWITCH_PIECES], set->value[TAB_SWITCH_COLUMNS]);
    }
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (tab_switches[key].needs.else_fixed && !matters(set, (TabSwitch)key))
            set->value[key] = tab_switches[key].needs.else_value;
    return true;
}

bool tab_ruleset_parse(const char *text, TabRuleset *ruleset, GError **error)
{
    const char *colon = strchr(text, ':');
    g_autofree char *name = colon ? g_strndup(text, (gsize)(colon - text)) : g_strdup(text);
    TabRuleset set;
    unsigned seen = 0;
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("the rules string is not UTF-8"));
    if (!parse_preset(name, &set, error))
        return false;
    if (colon) {
        g_auto(GStrv) settings = g_strsplit(colon + 1, ",", TAB_N_SWITCHES + 1);
        if (!settings[0]) {
            return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("nothing after '%s:'"), name);
        }
        for (unsigned i = 0; settings[i]; i++)
            if (!parse_setting(settings[i], &set, &seen, error))
                return false;
    }
    if (!fill_in_values(&set, seen, error))
        return false;
    *ruleset = set;
    return true;
}

bool tab_ruleset_same_turns(const TabRuleset *a, const TabRuleset *b)
{
    if (tab_presets[a->preset].board != tab_presets[b->preset].board ||
        tab_presets[a->preset].cast != tab_presets[b->preset].cast)
        return false;
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES && key != TAB_SWITCH_OPENING &&
            key != TAB_SWITCH_OPENING_TAB && a->value[key] != b->value[key])
            return false;
    return true;
}

/* The value that a switch has when the rules string does not name it. */
static uint8_t default_value(const TabRuleset *ruleset, int key)
{
    return key == TAB_SWITCH_PIECES ? ruleset->value[TAB_SWITCH_COLUMNS]
                                    : tab_presets[ruleset->preset].value[key];
}

char *tab_ruleset_to_string(const TabRuleset *ruleset)
{
    GString *text = g_string_new(tab_presets[ruleset->preset].name);
    char separator = ':';
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        unsigned value = ruleset->value[key];
        if (value == default_value(ruleset, key))
            continue;
        g_string_append_printf(text, "%c%s=", separator, tab_switches[key].key);
        if (tab_switches[key].most)
            g_string_append_printf(text, "%u", value);
        else
            g_string_append(text, tab_switches[key].value[value].name);
        separator = ',';
    }
    return g_string_free(text, FALSE);
}
