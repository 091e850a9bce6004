// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets: which values go together, and rules strings between text and value.
#include "protocol/rules/ruleset.h"

#include <string.h>

#include "protocol/rules/cast.h"
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

/* Whether a switch of piles has none to decide about. */
static bool lacks_piles(const TabRuleset *set, TabSwitch key)
{
    return tab_switches[key].of_piles && set->value[TAB_SWITCH_STACKING] == TAB_STACKING_NONE;
}

const char *tab_ruleset_idle(const TabRuleset *set, TabSwitch key)
{
    if (lacks_piles(set, key))
        return N_("It is for stones that make piles and go the way of Tâb.");
    return matters(set, key) ? NULL : tab_switches[key].needs.else_says;
}

/* What other switches leave to this one alone: true if there is such a value. */
static bool fixed_value(const TabRuleset *set, TabSwitch key, uint8_t *value)
{
    const TabSwitchRow *row = &tab_switches[key];
    *value = lacks_piles(set, key) ? row->without_piles : row->needs.else_value;
    return lacks_piles(set, key) || (row->needs.else_fixed && !matters(set, key));
}

static bool pair_holds(const TabRuleset *set, const TabSwitchPair *pair)
{
    unsigned other = set->value[pair->needs];
    return !(pair->values >> set->value[pair->key] & 1) ||
           (pair->among ? pair->among >> other & 1 : other % 2);
}

/* Whether the cast has a throw, or with `halves=yes` half of one, that unlocks. */
static bool can_unlock(const TabRuleset *set)
{
    TabCast cast = tab_casts[set->value[TAB_SWITCH_CAST]];
    tab_cast_make(&cast, set->value[TAB_SWITCH_UNLOCK], set->value[TAB_SWITCH_HALVES]);
    for (int t = 0; t < cast.n_uses; t++)
        if (cast.kind[t].unlocks)
            return true;
    return false;
}

/* The first of all conditions between switches that does not hold; `key` and `other` become those
 * that do not go together. */
static bool find_clash(const TabRuleset *set, TabSwitch *key, TabSwitch *other)
{
    for (unsigned i = 0; i < TAB_N_SWITCH_PAIRS; i++)
        if (!pair_holds(set, &tab_switch_pairs[i])) {
            *key = tab_switch_pairs[i].key;
            *other = tab_switch_pairs[i].needs;
            return true;
        }
    *key = TAB_SWITCH_UNLOCK;
    *other = TAB_SWITCH_CAST;
    return !can_unlock(set);
}

bool tab_ruleset_allows(const TabRuleset *set, TabSwitch key, unsigned value)
{
    const TabSwitchRow *row = &tab_switches[key];
    TabRuleset changed = *set;
    uint8_t fixed;
    TabSwitch one, other;
    if (key == TAB_SWITCH_PIECES)
        return value >= row->least && value <= tab_ruleset_columns(set);
    if (row->most ? value < row->least || value > row->most : !tab_ruleset_value_name(key, value))
        return false;
    if (fixed_value(set, key, &fixed))
        return value == fixed;
    tab_ruleset_set(&changed, key, value);
    return !find_clash(&changed, &one, &other);
}

/* A switch that others leave one value has that. */
static void set_fixed_values(TabRuleset *set)
{
    uint8_t fixed;
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (fixed_value(set, (TabSwitch)key, &fixed))
            set->value[key] = fixed;
}

void tab_ruleset_set(TabRuleset *ruleset, TabSwitch key, unsigned value)
{
    if (key == TAB_SWITCH_COLUMNS)
        tab_ruleset_set_columns(ruleset, value);
    else
        ruleset->value[key] = (uint8_t)value;
    set_fixed_values(ruleset);
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
static bool parse_setting(const char *setting, TabRuleset *set, uint64_t *seen, GError **error)
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
        *seen |= UINT64_C(1) << key;
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

/* Appends `key=value`. */
static void append_setting(const TabRuleset *set, int key, GString *text)
{
    unsigned value = set->value[key];
    g_string_append_printf(text, "%s=", tab_switches[key].key);
    if (tab_switches[key].most)
        g_string_append_printf(text, "%u", value);
    else
        g_string_append(text, tab_switches[key].value[value].name);
}

static bool refuse_pair(const TabRuleset *set, TabSwitch key, TabSwitch other, GError **error)
{
    g_autoptr(GString) one = g_string_new(NULL), two = g_string_new(NULL);
    append_setting(set, key, one);
    append_setting(set, other, two);
    return tab_rules_refuse(error, TAB_RULES_ERROR_RULES, N_("%s does not go with %s"), one->str,
                            two->str);
}

/* Fills in what follows from other switches: pieces follow columns, and a switch that another one
 * fixes has that value. */
static bool fill_in_values(TabRuleset *set, uint64_t seen, GError **error)
{
    TabSwitch key, other;
    if (!(seen >> TAB_SWITCH_PIECES & 1))
        set->value[TAB_SWITCH_PIECES] = set->value[TAB_SWITCH_COLUMNS];
    if (set->value[TAB_SWITCH_PIECES] > set->value[TAB_SWITCH_COLUMNS]) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_RULES,
                                N_("pieces=%d is more than there are columns: %d"),
                                set->value[TAB_SWITCH_PIECES], set->value[TAB_SWITCH_COLUMNS]);
    }
    if (find_clash(set, &key, &other))
        return refuse_pair(set, key, other, error);
    for (key = 0; key < TAB_N_SWITCHES; key++)
        if (seen >> key & 1 && lacks_piles(set, key) &&
            set->value[key] != tab_switches[key].without_piles)
            return refuse_pair(set, key, TAB_SWITCH_STACKING, error);
    set_fixed_values(set);
    return true;
}

bool tab_ruleset_parse(const char *text, TabRuleset *ruleset, GError **error)
{
    const char *colon = strchr(text, ':');
    g_autofree char *name = colon ? g_strndup(text, (gsize)(colon - text)) : g_strdup(text);
    TabRuleset set;
    uint64_t seen = 0;
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

bool tab_ruleset_changes_switch(const TabRuleset *ruleset)
{
    TabRuleset plain = tab_ruleset_preset(ruleset->preset);
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES &&
            plain.value[key] != ruleset->value[key])
            return true;
    return false;
}

bool tab_ruleset_same_turns(const TabRuleset *a, const TabRuleset *b)
{
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES && key != TAB_SWITCH_OPENING &&
            key != TAB_SWITCH_OPENING_TAB && a->value[key] != b->value[key])
            return false;
    return true;
}

/* The value that a switch has when the rules string does not name it. */
static uint8_t default_value(const TabRuleset *ruleset, int key)
{
    if (key == TAB_SWITCH_PIECES)
        return ruleset->value[TAB_SWITCH_COLUMNS];
    return lacks_piles(ruleset, (TabSwitch)key) ? tab_switches[key].without_piles
                                                : tab_presets[ruleset->preset].value[key];
}

char *tab_ruleset_to_string(const TabRuleset *ruleset)
{
    GString *text = g_string_new(tab_presets[ruleset->preset].name);
    char separator = ':';
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        if (ruleset->value[key] == default_value(ruleset, key))
            continue;
        g_string_append_c(text, separator);
        append_setting(ruleset, key, text);
        separator = ',';
    }
    return g_string_free(text, FALSE);
}
