// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets: the table of switches, the table of presets, and rules strings between text and value.
#include "protocol/rules/ruleset.h"

#include <string.h>

#include "protocol/rules/translatable.h"

/* The switches, by TabSwitch; `names` ends with NULL and is empty for numbers. */
static const struct {
    const char *key;
    const char *names[5];
} switches[TAB_N_SWITCHES] = {
    {"columns", {NULL}},
    {"pieces", {NULL}},
    {"christians", {"no", "yes"}},
    {"throws", {"collect", "at-once"}},
    {"opening", {"alternate", "first", "highest"}},
    {"opening-tab", {"counts", "spent"}},
    {"tab-duty", {"convert", "free"}},
    {"save-tab", {"no", "yes"}},
    {"stack-split", {"none", "top"}},
    {"stack-return", {"keep", "reduce", "loosen"}},
    {"return-test", {"backward", "revisit"}},
    {"row4-entry", {"open", "enemy-present"}},
    {"row4-once", {"no", "yes"}},
    {"row4-move", {"free", "home-empty", "home-empty-single", "last"}},
    {"row4-exit", {"same", "one-home-pile"}},
    {"row4-safe", {"no", "yes"}},
    {"jump-enemies", {"no", "yes"}},
};

/* The presets of RULES.md 7, a row each, in the order of TabSwitch. */
static const struct {
    const char *name;
    uint8_t value[TAB_N_SWITCHES];
} presets[] = {
    {"standard",
     {11, 11, TAB_YES, TAB_THROWS_COLLECT, TAB_OPENING_FIRST, TAB_OPENING_TAB_COUNTS,
      TAB_DUTY_CONVERT, TAB_NO, TAB_STACK_SPLIT_TOP, TAB_RETURN_REDUCE, TAB_TEST_BACKWARD,
      TAB_ROW4_ENEMY_PRESENT, TAB_YES, TAB_ROW4_HOME_EMPTY_SINGLE, TAB_ROW4_EXIT_SAME, TAB_NO,
      TAB_YES}},
    {"walker",
     {9, 9, TAB_YES, TAB_THROWS_COLLECT, TAB_OPENING_ALTERNATE, TAB_OPENING_TAB_COUNTS,
      TAB_DUTY_CONVERT, TAB_NO, TAB_STACK_SPLIT_TOP, TAB_RETURN_REDUCE, TAB_TEST_BACKWARD,
      TAB_ROW4_ENEMY_PRESENT, TAB_YES, TAB_ROW4_HOME_EMPTY_SINGLE, TAB_ROW4_EXIT_SAME, TAB_NO,
      TAB_YES}},
    {"bell",
     {9, 9, TAB_YES, TAB_THROWS_COLLECT, TAB_OPENING_ALTERNATE, TAB_OPENING_TAB_COUNTS,
      TAB_DUTY_CONVERT, TAB_YES, TAB_STACK_SPLIT_TOP, TAB_RETURN_LOOSEN, TAB_TEST_REVISIT,
      TAB_ROW4_ENEMY_PRESENT, TAB_YES, TAB_ROW4_HOME_EMPTY, TAB_ROW4_EXIT_SAME, TAB_YES, TAB_YES}},
    {"lane",
     {9, 9, TAB_YES, TAB_THROWS_COLLECT, TAB_OPENING_ALTERNATE, TAB_OPENING_TAB_COUNTS,
      TAB_DUTY_FREE, TAB_NO, TAB_STACK_SPLIT_TOP, TAB_RETURN_REDUCE, TAB_TEST_REVISIT,
      TAB_ROW4_ENEMY_PRESENT, TAB_YES, TAB_ROW4_HOME_EMPTY, TAB_ROW4_EXIT_SAME, TAB_NO, TAB_YES}},
    {"ludii",
     {7, 7, TAB_NO, TAB_THROWS_AT_ONCE, TAB_OPENING_ALTERNATE, TAB_OPENING_TAB_SPENT, TAB_DUTY_FREE,
      TAB_NO, TAB_STACK_SPLIT_NONE, TAB_RETURN_KEEP, TAB_TEST_BACKWARD, TAB_ROW4_ENEMY_PRESENT,
      TAB_YES, TAB_ROW4_FREE, TAB_ROW4_EXIT_SAME, TAB_NO, TAB_YES}},
    {"jordan",
     {8, 8, TAB_YES, TAB_THROWS_COLLECT, TAB_OPENING_HIGHEST, TAB_OPENING_TAB_SPENT,
      TAB_DUTY_CONVERT, TAB_NO, TAB_STACK_SPLIT_TOP, TAB_RETURN_KEEP, TAB_TEST_BACKWARD,
      TAB_ROW4_OPEN, TAB_NO, TAB_ROW4_LAST, TAB_ROW4_EXIT_SAME, TAB_NO, TAB_NO}},
};

unsigned tab_ruleset_n_presets(void)
{
    return G_N_ELEMENTS(presets);
}

const char *tab_ruleset_preset_name(unsigned preset)
{
    return preset < G_N_ELEMENTS(presets) ? presets[preset].name : NULL;
}

TabRuleset tab_ruleset_preset(unsigned preset)
{
    TabRuleset set = {.preset = (uint8_t)preset};
    g_return_val_if_fail(preset < G_N_ELEMENTS(presets), set);
    memcpy(set.value, presets[preset].value, sizeof set.value);
    return set;
}

const char *tab_ruleset_switch_name(TabSwitch key)
{
    return (unsigned)key < TAB_N_SWITCHES ? switches[key].key : NULL;
}

const char *tab_ruleset_value_name(TabSwitch key, unsigned value)
{
    if ((unsigned)key >= TAB_N_SWITCHES)
        return NULL;
    for (unsigned i = 0; switches[key].names[i]; i++)
        if (i == value)
            return switches[key].names[i];
    return NULL;
}

static bool is_number(TabSwitch key)
{
    return key == TAB_SWITCH_COLUMNS || key == TAB_SWITCH_PIECES;
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
    unsigned number;
    if (is_number(key)) {
        unsigned least = key == TAB_SWITCH_COLUMNS ? TAB_MIN_COLUMNS : 1;
        if (parse_number(text, &number) && number >= least && number <= TAB_MAX_COLUMNS) {
            *value = (uint8_t)number;
            return true;
        }
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("the value of %s is not a number from %u to %d: '%s'"),
                                switches[key].key, least, TAB_MAX_COLUMNS, text);
    }
    for (unsigned i = 0; switches[key].names[i]; i++)
        if (!strcmp(text, switches[key].names[i])) {
            *value = (uint8_t)i;
            return true;
        }
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("unknown value of %s: '%s'"),
                            switches[key].key, text);
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
        if (strcmp(key_text, switches[key].key))
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
    for (unsigned i = 0; i < G_N_ELEMENTS(presets); i++)
        if (!strcmp(name, presets[i].name)) {
            *set = tab_ruleset_preset(i);
            return true;
        }
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("unknown preset: '%s'"), name);
}

/* Fills in what follows from other switches: pieces follow columns, `highest` forces `spent`. */
static bool settle(TabRuleset *set, unsigned seen, GError **error)
{
    if (!(seen >> TAB_SWITCH_PIECES & 1))
        set->value[TAB_SWITCH_PIECES] = set->value[TAB_SWITCH_COLUMNS];
    if (set->value[TAB_SWITCH_PIECES] > set->value[TAB_SWITCH_COLUMNS]) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("pieces=%d is more than columns=%d"),
                                set->value[TAB_SWITCH_PIECES], set->value[TAB_SWITCH_COLUMNS]);
    }
    if (set->value[TAB_SWITCH_OPENING] == TAB_OPENING_HIGHEST)
        set->value[TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_SPENT;
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
    if (!settle(&set, seen, error))
        return false;
    *ruleset = set;
    return true;
}

/* The value that a switch has when the rules string does not name it. */
static uint8_t default_value(const TabRuleset *ruleset, int key)
{
    return key == TAB_SWITCH_PIECES ? ruleset->value[TAB_SWITCH_COLUMNS]
                                    : presets[ruleset->preset].value[key];
}

char *tab_ruleset_to_string(const TabRuleset *ruleset)
{
    GString *text = g_string_new(presets[ruleset->preset].name);
    char separator = ':';
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        unsigned value = ruleset->value[key];
        if (value == default_value(ruleset, key))
            continue;
        g_string_append_printf(text, "%c%s=", separator, switches[key].key);
        if (is_number((TabSwitch)key))
            g_string_append_printf(text, "%u", value);
        else
            g_string_append(text, switches[key].names[value]);
        separator = ',';
    }
    return g_string_free(text, FALSE);
}
