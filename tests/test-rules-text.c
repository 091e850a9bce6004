// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets in words: every switch and value has its text, and every switch that matters is heard of
// in the rules of the game.
#include "gui/model/rules-text.h"
#include "rules-fixture.h"

#include <string.h>

static void test_switches(void)
{
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        const TabSwitchRow *row = tab_ruleset_switch((TabSwitch)key);
        guint n = 0;
        g_assert_cmpuint(strlen(row->title), >, 3);
        g_assert_cmpuint(strlen(row->explanation), >, 20);
        for (; row->value[n].name; n++) {
            g_assert_cmpuint(strlen(row->value[n].text), >, 3);
            for (guint other = 0; other < n; other++)
                g_assert_cmpstr(row->value[n].text, !=, row->value[other].text);
        }
        g_assert_cmpuint(n, <, TAB_MAX_VALUES);
        g_assert_null(row->value[n].text);
        g_assert_cmpint(n == 0, ==, row->most > 0);
    }
}

static void test_presets(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        g_assert_cmpuint(strlen(tab_ruleset_preset_row(preset)->origin), >, 30);
        g_assert_cmpuint(strlen(tab_ruleset_preset_row(preset)->character), >, 30);
        g_assert_cmpstr(tab_rules_text_preset(preset), !=, tab_ruleset_preset_name(preset));
        g_assert_cmpuint(strlen(tab_rules_text_place(preset)), >, 3);
        /* two lines of a list */
        g_assert_cmpuint(strlen(tab_rules_text_gist(preset)), >, 30);
        g_assert_cmpint(g_utf8_strlen(tab_rules_text_gist(preset), -1), <, 90);
        TabRuleset set = tab_ruleset_preset(preset);
        g_autofree char *none = tab_rules_text_changes(&set);
        g_assert_cmpstr(none, ==, "");
    }
    g_assert_null(tab_ruleset_preset_row(tab_ruleset_n_presets()));
}

/* In steps that one would say. */
static void test_time(void)
{
    static const char *const times[][2] = {
        {"standard", "about 15 minutes"}, {"ludii", "about 5 minutes"},
        {"tablan", "about 25 minutes"},   {"siryu", "about 40 minutes"},
        {"kioz", "about 70 minutes"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(times); i++) {
        TabRuleset set;
        g_assert_true(tab_ruleset_parse(times[i][0], &set, NULL));
        g_autofree char *time = tab_rules_text_time(set.preset);
        g_assert_cmpstr(time, ==, times[i][1]);
    }
}

/* Accounts of Tâb come first, then its relatives. */
static void test_groups(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        const TabPreset *row = tab_ruleset_preset_row(preset);
        g_assert_true(row->is_relative == (row->value[TAB_SWITCH_TRACK] != TAB_TRACK_TAB));
        if (preset > 0)
            g_assert_true(row->is_relative >= row[-1].is_relative);
    }
}

/* Whoever has not seen the others does not know them by their keys. */
static void test_presets_in_words(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++)
        for (unsigned other = 0; other < tab_ruleset_n_presets(); other++) {
            g_autofree char *key = g_strdup_printf("\\b%s\\b", tab_ruleset_preset_name(other));
            const TabPreset *row = tab_ruleset_preset_row(preset);
            g_assert_false(g_regex_match_simple(key, row->origin, 0, 0));
            g_assert_false(g_regex_match_simple(key, row->character, 0, 0));
        }
}

/* With the board of the game itself, not of its preset; and it says when the rules are others. */
static void test_name(void)
{
    static const char *const names[][2] = {
        {"lane:columns=7", "Lane 1836 · 4×7"},
        {"lane:columns=7,pieces=5", "Lane 1836, changed · 4×7"},
        {"lane:columns=7,save-tab=yes", "Lane 1836, changed · 4×7"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(TabRules) rules = rules_for(names[i][0]);
        g_autofree char *name = tab_rules_text_name(rules);
        g_assert_cmpstr(name, ==, names[i][1]);
    }
}

static void test_changes(void)
{
    TabRuleset set = ruleset_for("walker:columns=11,save-tab=yes");
    g_autofree char *text = tab_rules_text_changes(&set);
    g_assert_cmpstr(text, ==, "Columns: 11; Unused tâbs: Are saved");
    set = ruleset_for("walker:pieces=4");
    g_autofree char *pieces = tab_rules_text_changes(&set);
    g_assert_cmpstr(pieces, ==, "Stones a side: 4");
}

static void test_allowed(void)
{
    TabRuleset set = ruleset_for("jordan");
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_OPENING_TAB, TAB_OPENING_TAB_COUNTS));
    g_assert_true(tab_ruleset_allows(&set, TAB_SWITCH_OPENING_TAB, TAB_OPENING_TAB_SPENT));
    g_assert_nonnull(tab_ruleset_idle(&set, TAB_SWITCH_OPENING_TAB));
    g_assert_true(tab_ruleset_allows(&set, TAB_SWITCH_PIECES, 8));
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_PIECES, 9));
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_PIECES, 0));
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_COLUMNS, 4));
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_COLUMNS, 30));
    g_assert_false(tab_ruleset_allows(&set, TAB_SWITCH_THROWS, 2));
}

/* What is allowed is what can be read from text, and read back as it is. */
static void test_allowed_is_readable(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++)
        for (int key = TAB_SWITCH_CHRISTIANS; key < TAB_N_SWITCHES; key++)
            for (guint value = 0; value < 4; value++) {
                TabRuleset set = tab_ruleset_preset(preset), read;
                if (!tab_ruleset_allows(&set, (TabSwitch)key, value) ||
                    (key == TAB_SWITCH_OPENING && value == TAB_OPENING_HIGHEST))
                    continue;
                tab_ruleset_set(&set, (TabSwitch)key, value);
                g_autofree char *text = tab_ruleset_to_string(&set);
                g_assert_true(tab_ruleset_parse(text, &read, NULL));
                g_assert_cmpmem(&set, sizeof set, &read, sizeof read);
            }
}

/* Changing a switch that is not idle changes the sheet; changing one that is idle does not. */
static void test_sheet_says_all(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++)
        for (int key = 0; key < TAB_N_SWITCHES; key++)
            for (guint value = 0; value <= TAB_MAX_COLUMNS; value++) {
                TabRuleset set = tab_ruleset_preset(preset), other = set;
                if (tab_ruleset_allows(&set, (TabSwitch)key, value))
                    tab_ruleset_set(&other, (TabSwitch)key, value);
                if (value == set.value[key] || !tab_ruleset_allows(&set, (TabSwitch)key, value) ||
                    (key == TAB_SWITCH_COLUMNS && value < tab_ruleset_pieces(&set)))
                    continue;
                g_autofree char *sheet = tab_rules_text_sheet(&set);
                g_autofree char *changed = tab_rules_text_sheet(&other);
                gboolean same = strcmp(sheet, changed) == 0;
                if (same != (tab_ruleset_idle(&other, (TabSwitch)key) != NULL))
                    g_error("%s, %s=%u: %s", tab_ruleset_preset_name(preset),
                            tab_ruleset_switch((TabSwitch)key)->key, value,
                            same ? "the sheet does not say so"
                                 : "the sheet tells of an idle switch");
            }
}

static void test_sheet(void)
{
    TabRuleset set = ruleset_for("bell:columns=7");
    g_autofree char *sheet = tab_rules_text_sheet(&set);
    g_assert_nonnull(strstr(sheet, "four rows of 7 cells"));
    g_assert_nonnull(strstr(sheet, "can be saved for a later turn"));
    g_assert_nonnull(strstr(sheet, "comes loose"));
    g_assert_nonnull(strstr(sheet, "It is safe there"));
    g_autoptr(GPtrArray) sections = tab_rules_text_sections(&set);
    for (guint i = 0; i < sections->len; i++)
        g_assert_cmpuint(((TabRulesSection *)sections->pdata[i])->sentences->len, >, 0);
}

/* What is thrown has its name above the rules of throwing. */
static void test_things(void)
{
    static const char *const games[][2] = {
        {"walker", "The sticks"}, {"bakhri", "The shells"}, {"sahkku", "The dice"}};
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        TabRuleset set = ruleset_for(games[i][0]);
        g_autofree char *sheet = tab_rules_text_sheet(&set);
        for (guint k = 0; k < G_N_ELEMENTS(games); k++)
            g_assert_cmpint(strstr(sheet, games[k][1]) != NULL, ==, i == k);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rules-text/switches", test_switches);
    g_test_add_func("/rules-text/presets", test_presets);
    g_test_add_func("/rules-text/time", test_time);
    g_test_add_func("/rules-text/groups", test_groups);
    g_test_add_func("/rules-text/presets-in-words", test_presets_in_words);
    g_test_add_func("/rules-text/things", test_things);
    g_test_add_func("/rules-text/name", test_name);
    g_test_add_func("/rules-text/changes", test_changes);
    g_test_add_func("/rules-text/allowed", test_allowed);
    g_test_add_func("/rules-text/allowed-is-readable", test_allowed_is_readable);
    g_test_add_func("/rules-text/sheet-says-all", test_sheet_says_all);
    g_test_add_func("/rules-text/sheet", test_sheet);
    return g_test_run();
}
