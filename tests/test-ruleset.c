// SPDX-License-Identifier: GPL-3.0-or-later
// Rules strings and presets: the table of RULES.md 7, canonical strings, and every error with its
// offender.
#include "protocol/rules/ruleset.h"

#include <string.h>

/* The table of presets as the page has it: a row a switch, a column a preset. */
static const char *const names[] = {"standard", "walker", "bell",    "lane",  "ludii", "jordan",
                                    "tozeur",   "mzab",   "siryu",   "kioz",  "deleb", "tablan",
                                    "bakhri",   "daldos", "daldosa", "sahkku"};
static const struct {
    const char *key;
    const char *value[16];
} table[] = {
    {"columns",
     {"11", "9", "9", "9", "7", "8", "13", "20", "12", "22", "20", "12", "8", "16", "12", "15"}},
    {"pieces",
     {"11", "9", "9", "9", "7", "8", "13", "20", "12", "22", "20", "12", "8", "16", "12", "15"}},
    {"christians",
     {"yes", "yes", "yes", "yes", "no", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes",
      "yes", "yes", "yes"}},
    {"throws",
     {"collect", "collect", "collect", "collect", "at-once", "collect", "at-once", "at-once",
      "at-once", "at-once", "collect", "at-once", "at-once", "at-once", "at-once", "at-once"}},
    {"opening",
     {"first", "alternate", "alternate", "alternate", "alternate", "highest", "none", "none",
      "none", "none", "alternate", "none", "none", "none", "none", "none"}},
    {"opening-tab",
     {"counts", "counts", "counts", "counts", "spent", "spent", "spent", "spent", "spent", "spent",
      "counts", "spent", "spent", "spent", "spent", "spent"}},
    {"tab-duty",
     {"convert", "convert", "convert", "free", "free", "convert", "free", "free", "free", "first",
      "first", "free", "first", "free", "free", "free"}},
    {"save-tab",
     {"no", "no", "yes", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no",
      "no"}},
    {"stack-split",
     {"top", "top", "top", "top", "none", "top", "none", "none", "none", "none", "none", "none",
      "none", "none", "none", "none"}},
    {"stack-return",
     {"reduce", "reduce", "loosen", "reduce", "keep", "keep", "keep", "keep", "keep", "keep",
      "keep", "keep", "keep", "keep", "keep", "keep"}},
    {"return-test",
     {"backward", "backward", "revisit", "revisit", "backward", "backward", "backward", "backward",
      "backward", "backward", "backward", "backward", "backward", "backward", "backward",
      "backward"}},
    {"row4-entry",
     {"enemy-present", "enemy-present", "enemy-present", "enemy-present", "enemy-present", "open",
      "open", "open", "open", "open", "open", "open", "open", "open", "open", "open"}},
    {"row4-once",
     {"yes", "yes", "yes", "yes", "yes", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no",
      "no"}},
    {"row4-move",
     {"home-empty-single", "home-empty-single", "home-empty", "home-empty", "free", "last", "free",
      "free", "free", "free", "free", "free", "free", "free", "free", "free"}},
    {"row4-exit",
     {"same", "same", "same", "same", "same", "same", "same", "same", "same", "same", "same",
      "same", "same", "same", "same", "same"}},
    {"row4-safe",
     {"no", "no", "yes", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no",
      "no"}},
    {"jump-enemies",
     {"yes", "yes", "yes", "yes", "yes", "no", "yes", "yes", "yes", "yes", "no", "yes", "yes",
      "yes", "yes", "yes"}},
    {"rows", {"4", "4", "4", "4", "4", "4", "4", "4", "4", "4", "4", "4", "3", "3", "3", "3"}},
    {"prow",
     {"no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "yes", "no",
      "no"}},
    {"track",
     {"tab", "tab", "tab", "tab", "tab", "tab", "once", "once", "circle", "circle", "snake", "once",
      "eight", "circle", "circle", "circle"}},
    {"facing",
     {"half-turn", "half-turn", "half-turn", "half-turn", "half-turn", "half-turn", "half-turn",
      "half-turn", "half-turn", "half-turn", "half-turn", "half-turn", "half-turn", "mirror",
      "mirror", "half-turn"}},
    {"cast",
     {"tab", "tab", "tab", "tab", "tab", "tab", "six", "mzab", "siryu", "kioz", "tab", "tablan",
      "cowries", "two-dice", "two-dice", "three-dice"}},
    {"unlock",
     {"one", "one", "one", "one", "one", "one", "one", "one-six", "sir", "one", "one", "two", "one",
      "one", "one", "one"}},
    {"unlock-order",
     {"foremost", "foremost", "foremost", "foremost", "foremost", "foremost", "any", "any", "any",
      "any", "any", "any", "any", "any", "any", "foremost"}},
    {"stacking",
     {"pile", "pile", "pile", "pile", "pile", "pile", "none", "none", "none", "none", "none",
      "none", "none", "none", "none", "none"}},
    {"pass-own",
     {"yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes",
      "no", "no", "no"}},
    {"sleepers",
     {"taken", "taken", "taken", "taken", "taken", "taken", "taken", "taken", "taken", "taken",
      "taken", "taken", "taken", "taken", "taken", "taken"}},
    {"outside",
     {"any", "any", "any", "any", "any", "any", "any", "any", "any", "any", "any", "any", "one",
      "any", "any", "any"}},
    {"king",
     {"no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no",
      "yes"}},
    {"halves",
     {"no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "no", "yes", "no", "no", "no",
      "no"}},
    {"duty",
     {"must", "must", "must", "must", "must", "must", "must", "must", "must", "must", "may", "must",
      "must", "must", "must", "must"}},
    {"goal",
     {"capture", "capture", "capture", "capture", "capture", "capture", "capture", "capture",
      "capture", "capture", "capture", "fill", "capture", "capture", "capture", "capture"}},
};

static char *value_text(const TabRuleset *set, int key)
{
    const char *name = tab_ruleset_value_name((TabSwitch)key, set->value[key]);
    return name ? g_strdup(name) : g_strdup_printf("%d", set->value[key]);
}

static TabRuleset parse(const char *text)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    if (!tab_ruleset_parse(text, &set, &error))
        g_error("%s: %s", text, error->message);
    return set;
}

static void test_presets(void)
{
    g_assert_cmpuint(tab_ruleset_n_presets(), ==, G_N_ELEMENTS(names));
    g_assert_null(tab_ruleset_preset_name(G_N_ELEMENTS(names)));
    g_assert_cmpuint(G_N_ELEMENTS(table), ==, TAB_N_SWITCHES);
    for (unsigned preset = 0; preset < G_N_ELEMENTS(names); preset++) {
        TabRuleset set = tab_ruleset_preset(preset), read = parse(names[preset]);
        g_assert_cmpstr(tab_ruleset_preset_name(preset), ==, names[preset]);
        g_assert_cmpmem(&set, sizeof set, &read, sizeof read);
        for (int key = 0; key < TAB_N_SWITCHES; key++) {
            g_autofree char *value = value_text(&set, key);
            g_assert_cmpstr(tab_ruleset_switch((TabSwitch)key)->key, ==, table[key].key);
            g_assert_cmpstr(value, ==, table[key].value[preset]);
        }
        g_autofree char *text = tab_ruleset_to_string(&set);
        g_assert_cmpstr(text, ==, names[preset]);
    }
    g_assert_null(tab_ruleset_switch(TAB_N_SWITCHES));
    g_assert_null(tab_ruleset_value_name(TAB_N_SWITCHES, 0));
    g_assert_null(tab_ruleset_value_name(TAB_SWITCH_COLUMNS, 9));
    g_assert_null(tab_ruleset_value_name(TAB_SWITCH_STACK_RETURN, 3));
}

/* What is read, and how it is written. */
static const char *const canonical[][2] = {
    {"walker", "walker"},
    {"walker:columns=9", "walker"},
    {"walker:columns=9,pieces=9", "walker"},
    {"walker:columns=11", "walker:columns=11"},
    {"walker:columns=11,pieces=11", "walker:columns=11"},
    {"walker:pieces=11,columns=11", "walker:columns=11"},
    {"walker:columns=11,pieces=9", "walker:columns=11,pieces=9"},
    {"walker:columns=11,pieces=4", "walker:columns=11,pieces=4"},
    {"walker:pieces=4,columns=11", "walker:columns=11,pieces=4"},
    {"walker:pieces=4", "walker:pieces=4"},
    {"walker:pieces=1,columns=5", "walker:columns=5,pieces=1"},
    {"bell:columns=29", "bell:columns=29"},
    {"standard:stack-return=keep", "standard:stack-return=keep"},
    {"standard:stack-return=reduce", "standard"},
    {"lane:tab-duty=free,christians=yes", "lane"},
    {"lane:jump-enemies=no,christians=no", "lane:christians=no,jump-enemies=no"},
    {"walker:opening=highest", "walker:opening=highest,opening-tab=spent"},
    {"walker:opening=highest,opening-tab=spent", "walker:opening=highest,opening-tab=spent"},
    {"walker:opening=highest,opening-tab=counts", "walker:opening=highest,opening-tab=spent"},
    {"walker:opening-tab=counts,opening=highest", "walker:opening=highest,opening-tab=spent"},
    {"ludii:opening=highest", "ludii:opening=highest"},
    {"jordan:opening=first", "jordan:opening=first"},
    {"jordan:opening=first,opening-tab=counts", "jordan:opening=first,opening-tab=counts"},
    {"jordan:opening-tab=counts", "jordan"},
    {"tozeur:cast=kioz,track=circle", "tozeur:track=circle,cast=kioz"},
    {"daldos:columns=20,sleepers=safe", "daldos:columns=20,sleepers=safe"},
    {"sahkku:unlock-order=any,pass-own=yes", "sahkku:unlock-order=any,pass-own=yes"},
    {"walker:opening=none", "walker:opening=none,opening-tab=spent"},
    {"walker:stacking=none", "walker:stacking=none"},
    {"walker:stacking=none,save-tab=no,row4-entry=open", "walker:stacking=none"},
    {"tozeur:save-tab=no,stack-return=keep", "tozeur"},
    {"tozeur:track=tab,cast=tab,stacking=pile,row4-safe=yes",
     "tozeur:row4-safe=yes,track=tab,cast=tab,stacking=pile"},
    {"tablan:unlock=one", "tablan:unlock=one"},
    {"ludii:throws=collect,save-tab=yes,stack-split=top,stack-return=loosen,return-test=revisit,"
     "row4-entry=open,"
     "row4-once=no,row4-move=last,row4-exit=one-home-pile,row4-safe=yes,jump-enemies=no,columns=6,"
     "pieces=5,"
     "christians=yes,opening=first,opening-tab=counts,tab-duty=convert",
     "ludii:columns=6,pieces=5,christians=yes,throws=collect,opening=first,opening-tab=counts,tab-"
     "duty=convert,"
     "save-tab=yes,stack-split=top,stack-return=loosen,return-test=revisit,row4-entry=open,row4-"
     "once=no,"
     "row4-move=last,row4-exit=one-home-pile,row4-safe=yes,jump-enemies=no"},
};

static void test_canonical(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(canonical); i++) {
        TabRuleset set = parse(canonical[i][0]), again = parse(canonical[i][1]);
        g_autofree char *text = tab_ruleset_to_string(&set);
        g_assert_cmpstr(text, ==, canonical[i][1]);
        g_assert_cmpmem(&set, sizeof set, &again, sizeof again);
    }
}

/* Every preset with every value of every switch, alone, reads back. */
static void test_every_value(void)
{
    for (unsigned preset = 0; preset < G_N_ELEMENTS(names); preset++)
        for (int key = TAB_SWITCH_CHRISTIANS; key < TAB_N_SWITCHES; key++) {
            const char *value;
            for (unsigned v = 0; (value = tab_ruleset_value_name((TabSwitch)key, v)); v++) {
                g_autofree char *text =
                    g_strdup_printf("%s:%s=%s", names[preset], table[key].key, value);
                TabRuleset plain = tab_ruleset_preset(preset), set;
                if (!tab_ruleset_allows(&plain, (TabSwitch)key, v) &&
                    !tab_ruleset_switch((TabSwitch)key)->needs.else_fixed) {
                    g_assert_false(tab_ruleset_parse(text, &set, NULL));
                    continue;
                }
                set = parse(text);
                bool forced = key == TAB_SWITCH_OPENING_TAB &&
                              set.value[TAB_SWITCH_OPENING] >= TAB_OPENING_HIGHEST;
                g_assert_cmpuint(set.value[key], ==, forced ? TAB_OPENING_TAB_SPENT : v);
                g_autofree char *canonical_text = tab_ruleset_to_string(&set);
                TabRuleset again = parse(canonical_text);
                g_assert_cmpmem(&set, sizeof set, &again, sizeof again);
            }
        }
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++)
        for (unsigned pieces = 1; pieces <= columns; pieces++) {
            g_autofree char *text = g_strdup_printf("bell:columns=%u,pieces=%u", columns, pieces);
            TabRuleset set = parse(text);
            g_assert_cmpuint(tab_ruleset_columns(&set), ==, columns);
            g_assert_cmpuint(tab_ruleset_pieces(&set), ==, pieces);
        }
}

/* A bad rules string, and what its message must name. */
static const char *const bad[][2] = {
    {"", "''"},
    {"chess", "'chess'"},
    {"Walker", "'Walker'"},
    {"walker ", "'walker '"},
    {" walker", "' walker'"},
    {"walker;columns=9", "'walker;columns=9'"},
    {":columns=9", "''"},
    {"walker:", "'walker:'"},
    {"walker:columns", "'columns'"},
    {"walker:columns=", "'columns='"},
    {"walker:=9", "''"},
    {"walker:columns=9,", "''"},
    {"walker:,columns=9", "''"},
    {"walker:columns=9,,pieces=3", "''"},
    {"walker:sticks=4", "'sticks'"},
    {"walker:rows=2", "rows"},
    {"walker:rows=5", "rows"},
    {"walker:rows=3", "track=tab"},
    {"walker:track=circle", "track=circle"},
    {"walker:cast=kioz", "cast=kioz"},
    {"walker:cast=kioz,opening=none", "cast=kioz"},
    {"walker:stacking=none,stack-split=top", "stack-split=top"},
    {"tozeur:save-tab=yes", "save-tab=yes"},
    {"tozeur:stacking=pile", "track=once"},
    {"tozeur:rows=3", "track=once"},
    {"bakhri:rows=4", "track=eight"},
    {"tozeur:unlock=sir", "unlock=sir"},
    {"tablan:unlock=one,halves=no", "unlock=one"},
    {"bakhri:prow=yes", "facing=half-turn"},
    {"daldos:rows=4", "prow=yes"},
    {"sahkku:columns=12", "columns=12"},
    {"sahkku:track=eight", "track=eight"},
    {"tozeur:king=yes", "king=yes"},
    {"daldos:throws=collect", "cast=two-dice"},
    {"kioz:goal=fill", "goal=fill"},
    {"walker:opening=none,goal=fill", "goal=fill"},
    {"walker:Columns=9", "'Columns'"},
    {"walker: columns=9", "' columns'"},
    {"walker:columns =9", "'columns '"},
    {"walker:columns=9:pieces=3", "'9:pieces=3'"},
    {"walker:columns=4", "'4'"},
    {"walker:columns=30", "'30'"},
    {"walker:columns=09", "'09'"},
    {"walker:columns=0", "'0'"},
    {"walker:columns=-9", "'-9'"},
    {"walker:columns=+9", "'+9'"},
    {"walker:columns=9.0", "'9.0'"},
    {"walker:columns=nine", "'nine'"},
    {"walker:columns=265", "'265'"},
    {"walker:columns=18446744073709551625", "'18446744073709551625'"},
    {"walker:pieces=0", "'0'"},
    {"walker:pieces=03", "'03'"},
    {"walker:pieces=30", "'30'"},
    {"walker:pieces=10", "pieces=10"},
    {"walker:columns=5,pieces=6", "pieces=6"},
    {"walker:columns=9,columns=9", "'columns'"},
    {"walker:save-tab=yes,columns=9,save-tab=no", "'save-tab'"},
    {"walker:save-tab=maybe", "'maybe'"},
    {"walker:save-tab=Yes", "'Yes'"},
    {"walker:save-tab=1", "'1'"},
    {"walker:save-tab=yes ", "'yes '"},
    {"walker:stack-return=reduce=keep", "'reduce=keep'"},
    {"walker:tab-duty=yes", "tab-duty"},
};

static void test_bad(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        TabRuleset set, before;
        memset(&set, 0x5a, sizeof set);
        before = set;
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_ruleset_parse(bad[i][0], &set, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
        if (!strstr(error->message, bad[i][1]))
            g_error("the message for '%s' does not name %s: %s", bad[i][0], bad[i][1],
                    error->message);
        g_assert_cmpmem(&set, sizeof set, &before, sizeof before);
        g_assert_false(tab_ruleset_parse(bad[i][0], &set, NULL));
    }
}

/* Who told a preset that there is not is told those that there are; an engine's error is a line of
 * at most 200 characters, code and all. */
static void test_unknown_preset(void)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_ruleset_parse("chess", &set, &error));
    g_auto(GStrv) parts = g_strsplit(error->message, "there are ", 2);
    g_assert_nonnull(parts[1]);
    g_auto(GStrv) told = g_strsplit(parts[1], ", ", -1);
    g_assert_cmpuint(g_strv_length(told), ==, tab_ruleset_n_presets());
    for (unsigned i = 0; told[i]; i++)
        g_assert_cmpstr(told[i], ==, tab_ruleset_preset_name(i));
    g_assert_cmpuint(strlen(error->message), <, 180);
}

/* Bytes that are no text must not get into a message, which is shown and sent on. */
static void test_bad_bytes(void)
{
    static const char *const texts[] = {"\xff", "walker:\xc3=1", "walker:columns=\x80",
                                        "walker:\xff\xfe", "walker:columns=\xc3"};
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabRuleset set;
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_ruleset_parse(texts[i], &set, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
    }
}

/* Width, pieces and opening change no turn; any other switch does. */
static void test_changes_switch(void)
{
    static const struct {
        const char *rules;
        bool changes;
    } rows[] = {{"standard", false},
                {"lane:columns=9,pieces=7", false},
                {"lane:throws=at-once", true},
                {"standard:columns=9,throws=at-once", true}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabRuleset ruleset;
        g_assert_true(tab_ruleset_parse(rows[i].rules, &ruleset, NULL));
        g_autofree char *text = tab_ruleset_to_string(&ruleset);
        g_test_message("%s", text);
        g_assert_cmpint(tab_ruleset_changes_switch(&ruleset), ==, rows[i].changes);
    }
}

static void test_same_turns(void)
{
    static const struct {
        const char *one, *other;
        bool same;
    } pairs[] = {
        {"walker", "walker", true},
        {"walker:columns=7", "walker:columns=13,pieces=3", true},
        {"walker", "walker:opening=none", true},
        {"walker", "walker:opening-tab=spent", true},
        {"walker", "walker:tab-duty=free", false},
        {"walker", "walker:save-tab=yes", false},
        {"walker", "walker:stack-split=none", false},
        {"walker", "walker:row4-once=no", false},
        {"walker", "bell", false},
        {"daldos", "daldosa", false},
    };
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        TabRuleset one, other;
        g_assert_true(tab_ruleset_parse(pairs[i].one, &one, NULL));
        g_assert_true(tab_ruleset_parse(pairs[i].other, &other, NULL));
        g_assert_cmpint(tab_ruleset_same_turns(&one, &other), ==, pairs[i].same);
        g_assert_cmpint(tab_ruleset_same_turns(&other, &one), ==, pairs[i].same);
    }
}

/* An error that quotes anything is one line of valid text. */
static void test_printable(void)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"Tâb, ‘dukk’ 😀", "Tâb, ‘dukk’ 😀"},
        {"one\ntwo\tthree\x1b[31m", "one?two?three?[31m"},
        {"one\u2028two\u202eeerht", "one?two?eerht"},
        {"\u200f\u2067طاب\u2069", "\u200f\u2067طاب\u2069"},
        {"'\u2067eno\u2066two' is \u2068no\u2069 key", "'?eno?two' is \u2068no\u2069 key"},
        {"\u2069'\u2068\u2069\u2069'", "?'\u2068\u2069?'"},
        {"bytes \xff\xfe.", "bytes ??."},
        {"half a letter \xe2\x82", "half a letter ??"},
        {"a surrogate \xed\xa0\x80.", "a surrogate ???."},
        {"", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error =
            g_error_new_literal(TAB_RULES_ERROR, TAB_RULES_ERROR_RULES, rows[i].text);
        tab_rules_make_printable(error);
        g_assert_cmpstr(error->message, ==, rows[i].shown);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ruleset/presets", test_presets);
    g_test_add_func("/ruleset/canonical", test_canonical);
    g_test_add_func("/ruleset/every-value", test_every_value);
    g_test_add_func("/ruleset/bad", test_bad);
    g_test_add_func("/ruleset/unknown-preset", test_unknown_preset);
    g_test_add_func("/ruleset/bad-bytes", test_bad_bytes);
    g_test_add_func("/ruleset/printable", test_printable);
    g_test_add_func("/ruleset/changes-switch", test_changes_switch);
    g_test_add_func("/ruleset/same-turns", test_same_turns);
    return g_test_run();
}
