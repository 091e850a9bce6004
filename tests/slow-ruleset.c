// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: which rulesets there are and which switches go together.
#include "tests/slow-ruleset.h"

#include <string.h>

#define TAB_PRESETS 6
#define PRESETS 16

static const struct {
    const char *key;
    const char *values[10];
} switches[SLOW_N_SWITCHES] = {
    {"columns", {NULL}},
    {"pieces", {NULL}},
    {"christians", {"yes", "no"}},
    {"throws", {"collect", "at-once"}},
    {"opening", {"alternate", "first", "highest", "none"}},
    {"opening-tab", {"counts", "spent"}},
    {"tab-duty", {"convert", "free", "first"}},
    {"save-tab", {"no", "yes"}},
    {"stack-split", {"top", "none"}},
    {"stack-return", {"reduce", "loosen", "keep"}},
    {"return-test", {"backward", "revisit"}},
    {"row4-entry", {"enemy-present", "open"}},
    {"row4-once", {"yes", "no"}},
    {"row4-move", {"home-empty-single", "home-empty", "free", "last"}},
    {"row4-exit", {"same", "one-home-pile"}},
    {"row4-safe", {"no", "yes"}},
    {"jump-enemies", {"yes", "no"}},
    {"rows", {"4", "3"}},
    {"prow", {"no", "yes"}},
    {"track", {"tab", "once", "circle", "eight", "snake"}},
    {"facing", {"half-turn", "mirror"}},
    {"cast",
     {"tab", "kioz", "six", "mzab", "siryu", "tablan", "cowries", "two-dice", "three-dice"}},
    {"unlock", {"one", "one-six", "two", "sir"}},
    {"unlock-order", {"foremost", "any"}},
    {"stacking", {"pile", "none"}},
    {"pass-own", {"yes", "no"}},
    {"sleepers", {"taken", "safe"}},
    {"outside", {"any", "one"}},
    {"king", {"no", "yes"}},
    {"halves", {"no", "yes"}},
    {"duty", {"must", "may"}},
    {"goal", {"capture", "fill"}},
};

/* The tables of presets as the pages have them. What the first leaves out has the first value of
 * its switch, what the second leaves out the value that it has wherever it means nothing. */
static const char *const tab_presets[] = {
    "switch|standard|walker|bell|lane|ludii|jordan",
    "columns|11|9|9|9|7|8",
    "christians|yes|yes|yes|yes|no|yes",
    "throws|collect|collect|collect|collect|at-once|collect",
    "opening|first|alternate|alternate|alternate|alternate|highest",
    "opening-tab|counts|counts|counts|counts|spent|spent",
    "tab-duty|convert|convert|convert|free|free|convert",
    "save-tab|no|no|yes|no|no|no",
    "stack-split|top|top|top|top|none|top",
    "stack-return|reduce|reduce|loosen|reduce|keep|keep",
    "return-test|backward|backward|revisit|revisit|backward|backward",
    "row4-entry|enemy-present|enemy-present|enemy-present|enemy-present|enemy-present|open",
    "row4-once|yes|yes|yes|yes|yes|no",
    "row4-move|home-empty-single|home-empty-single|home-empty|home-empty|free|last",
    "row4-exit|same|same|same|same|same|same",
    "row4-safe|no|no|yes|no|no|no",
    "jump-enemies|yes|yes|yes|yes|yes|no",
};
static const char *const family_presets[] = {
    "switch|tozeur|mzab|siryu|kioz|deleb|tablan|bakhri|daldos|daldosa|sahkku",
    "columns|13|20|12|22|20|12|8|16|12|15",
    "christians|yes|yes|yes|yes|yes|yes|yes|yes|yes|yes",
    "throws|at-once|at-once|at-once|at-once|collect|at-once|at-once|at-once|at-once|at-once",
    "opening|none|none|none|none|alternate|none|none|none|none|none",
    "opening-tab|spent|spent|spent|spent|counts|spent|spent|spent|spent|spent",
    "tab-duty|free|free|free|first|first|free|first|free|free|free",
    "jump-enemies|yes|yes|yes|yes|no|yes|yes|yes|yes|yes",
    "rows|4|4|4|4|4|4|3|3|3|3",
    "prow|no|no|no|no|no|no|no|yes|no|no",
    "track|once|once|circle|circle|snake|once|eight|circle|circle|circle",
    "facing|half-turn|half-turn|half-turn|half-turn|half-turn|half-turn|half-turn|mirror|mirror|"
    "half-turn",
    "cast|six|mzab|siryu|kioz|tab|tablan|cowries|two-dice|two-dice|three-dice",
    "unlock|one|one-six|sir|one|one|two|one|one|one|one",
    "unlock-order|any|any|any|any|any|any|any|any|any|foremost",
    "stacking|none|none|none|none|none|none|none|none|none|none",
    "pass-own|yes|yes|yes|yes|yes|yes|yes|no|no|no",
    "sleepers|taken|taken|taken|taken|taken|taken|taken|taken|taken|taken",
    "outside|any|any|any|any|any|any|one|any|any|any",
    "king|no|no|no|no|no|no|no|no|no|yes",
    "halves|no|no|no|no|no|yes|no|no|no|no",
    "duty|must|must|must|must|may|must|must|must|must|must",
    "goal|capture|capture|capture|capture|capture|fill|capture|capture|capture|capture",
};

/* What the switches of Tâb's piles and row 4 are where they mean nothing. */
static const struct {
    int key;
    const char *value;
} without_piles[] = {
    {SLOW_SAVE_TAB, "no"},          {SLOW_STACK_SPLIT, "none"}, {SLOW_STACK_RETURN, "keep"},
    {SLOW_RETURN_TEST, "backward"}, {SLOW_ROW4_ENTRY, "open"},  {SLOW_ROW4_ONCE, "no"},
    {SLOW_ROW4_MOVE, "free"},       {SLOW_ROW4_EXIT, "same"},   {SLOW_ROW4_SAFE, "no"},
};

/* What each cast shows, and after what one casts again. */
static const struct {
    const char *name;
    int n_dice;
    const char *shows, *again;
} casts[] = {
    {"tab", 1, "6 1 2 3 4", "1 4 6"},     {"kioz", 1, "4 1 2 2 6", "1 4 6"},
    {"six", 1, "0 1 2 3 4 5 6", ""},      {"mzab", 1, "6 0 2 1 4 0 6", ""},
    {"siryu", 1, "6 s 0 3 0 5 6", "s 5"}, {"tablan", 1, "12 2 0 0 8", "2 8 12"},
    {"cowries", 1, "0 1 2 3 4", "1"},     {"two-dice", 2, "1 2 3 4", "1"},
    {"three-dice", 3, "1 2 3 4", ""},
};

/* Values. */

static int value_named(int key, const char *name)
{
    for (int i = 0; switches[key].values[i]; i++)
        if (!strcmp(switches[key].values[i], name))
            return i;
    return -1;
}

gboolean slow_ruleset_is(const SlowRuleset *rules, int key, const char *value)
{
    int place = value_named(key, value);
    g_assert(place >= 0);
    return rules->value[key] == place;
}

static void set_value(SlowRuleset *rules, int key, const char *value)
{
    rules->value[key] = value_named(key, value);
    g_assert(rules->value[key] >= 0);
}

static gboolean has_tab_piles(const SlowRuleset *rules)
{
    return slow_ruleset_is(rules, SLOW_TRACK, "tab") &&
           slow_ruleset_is(rules, SLOW_STACKING, "pile");
}

static gboolean means_nothing(const SlowRuleset *rules, int key)
{
    for (guint i = 0; i < G_N_ELEMENTS(without_piles); i++)
        if (without_piles[i].key == key)
            return !has_tab_piles(rules);
    return FALSE;
}

/* Presets. */

static int switch_named(const char *key)
{
    for (int i = 0; i < SLOW_N_SWITCHES; i++)
        if (!strcmp(switches[i].key, key))
            return i;
    return -1;
}

static void take_column(SlowRuleset *rules, const char *const *table, guint n_lines, int column)
{
    for (guint i = 1; i < n_lines; i++) {
        g_auto(GStrv) line = g_strsplit(table[i], "|", -1);
        int key = switch_named(line[0]);
        g_assert(key >= 0);
        if (key == SLOW_COLUMNS)
            rules->value[key] = (int)g_ascii_strtoll(line[column], NULL, 10);
        else
            set_value(rules, key, line[column]);
    }
}

static SlowRuleset ruleset_of_preset(int preset)
{
    SlowRuleset rules = {.preset = preset};
    if (preset < TAB_PRESETS) {
        take_column(&rules, tab_presets, G_N_ELEMENTS(tab_presets), preset + 1);
    } else {
        for (guint i = 0; i < G_N_ELEMENTS(without_piles); i++)
            set_value(&rules, without_piles[i].key, without_piles[i].value);
        take_column(&rules, family_presets, G_N_ELEMENTS(family_presets), preset - TAB_PRESETS + 1);
    }
    rules.value[SLOW_PIECES] = rules.value[SLOW_COLUMNS];
    return rules;
}

static char *preset_name(int preset)
{
    g_autofree char *heads =
        g_strconcat(tab_presets[0], family_presets[0] + strlen("switch"), NULL);
    g_auto(GStrv) names = g_strsplit(heads, "|", -1);
    return g_strdup(names[preset + 1]);
}

static int preset_named(const char *name)
{
    for (int i = 0; i < PRESETS; i++) {
        g_autofree char *other = preset_name(i);
        if (!strcmp(other, name))
            return i;
    }
    return -1;
}

/* Which switches go together. */

static void refuse_if(gboolean wrong, const char *words, GString *refused)
{
    if (wrong)
        g_string_append_printf(refused, "%s%s", refused->len ? " " : "", words);
}

static gboolean can_unlock(const SlowRuleset *rules)
{
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++)
        if (slow_cast_shows(rules, thrown) &&
            (slow_cast_unlocks(rules, thrown, FALSE) ||
             (slow_ruleset_is(rules, SLOW_HALVES, "yes") && thrown != SLOW_SIR && thrown > 0 &&
              thrown % 2 == 0 && slow_cast_unlocks(rules, thrown / 2, TRUE))))
            return TRUE;
    return FALSE;
}

static void refuse_pairs(const SlowRuleset *rules, GString *refused)
{
    gboolean tab_track = slow_ruleset_is(rules, SLOW_TRACK, "tab");
    gboolean once = slow_ruleset_is(rules, SLOW_TRACK, "once");
    gboolean circle = slow_ruleset_is(rules, SLOW_TRACK, "circle");
    gboolean eight = slow_ruleset_is(rules, SLOW_TRACK, "eight");
    gboolean tab_cast = slow_ruleset_is(rules, SLOW_CAST, "tab");
    gboolean piles = slow_ruleset_is(rules, SLOW_STACKING, "pile");
    gboolean three_rows = slow_ruleset_is(rules, SLOW_ROWS, "3");
    gboolean prow = slow_ruleset_is(rules, SLOW_PROW, "yes");
    gboolean king = slow_ruleset_is(rules, SLOW_KING, "yes");
    refuse_if(!tab_cast && !slow_ruleset_is(rules, SLOW_OPENING, "none"), "cast opening", refused);
    refuse_if(!tab_track && piles, "track stacking", refused);
    refuse_if(!tab_cast && piles, "cast stacking", refused);
    refuse_if(prow && !three_rows, "prow rows", refused);
    refuse_if(prow && !slow_ruleset_is(rules, SLOW_FACING, "mirror"), "prow facing", refused);
    refuse_if(king && !three_rows, "king rows", refused);
    refuse_if(king && rules->value[SLOW_COLUMNS] % 2 == 0, "king columns", refused);
    refuse_if(king && prow, "king prow", refused);
    refuse_if(king && !circle, "king track", refused);
    refuse_if(eight && !three_rows, "track rows", refused);
    refuse_if(!eight && !circle && three_rows, "track rows", refused);
    refuse_if(slow_cast_n_dice(rules) > 1 && !slow_ruleset_is(rules, SLOW_THROWS, "at-once"),
              "cast throws", refused);
    refuse_if(slow_ruleset_is(rules, SLOW_GOAL, "fill") && !once, "goal track", refused);
    refuse_if(!can_unlock(rules), "unlock cast halves", refused);
}

/* Texts. */

static int number_of(const char *text, int least, int most)
{
    char *end;
    if (!g_ascii_isdigit(*text) || *text == '0' || strlen(text) > 2)
        return -1;
    int number = (int)g_ascii_strtoll(text, &end, 10);
    return *end || number < least || number > most ? -1 : number;
}

/* One "key=value". */
static gboolean read_setting(const char *text, SlowRuleset *rules, gboolean *given, char **refused)
{
    const char *value = strchr(text, '=');
    g_autofree char *name = value ? g_strndup(text, (gsize)(value - text)) : g_strdup(text);
    int key = switch_named(name);
    *refused = g_strdup(name);
    if (key < 0 || !value || given[key])
        return FALSE;
    given[key] = TRUE;
    value++;
    if (key == SLOW_COLUMNS)
        rules->value[key] = number_of(value, 5, 29);
    else if (key == SLOW_PIECES)
        rules->value[key] = number_of(value, 1, 29);
    else
        rules->value[key] = value_named(key, value);
    if (rules->value[key] < 0) {
        g_free(*refused);
        *refused = g_strdup_printf("%s %s", name, value);
        return FALSE;
    }
    g_clear_pointer(refused, g_free);
    return TRUE;
}

/* What follows from the settings, and whether they go together. */
static gboolean complete(SlowRuleset *rules, const gboolean *given, char **refused)
{
    g_autoptr(GString) words = g_string_new(NULL);
    if (!given[SLOW_PIECES])
        rules->value[SLOW_PIECES] = rules->value[SLOW_COLUMNS];
    refuse_if(rules->value[SLOW_PIECES] > rules->value[SLOW_COLUMNS], "pieces columns", words);
    if (slow_ruleset_is(rules, SLOW_OPENING, "highest") ||
        slow_ruleset_is(rules, SLOW_OPENING, "none"))
        set_value(rules, SLOW_OPENING_TAB, "spent");
    for (guint i = 0; i < G_N_ELEMENTS(without_piles) && !has_tab_piles(rules); i++) {
        int key = without_piles[i].key;
        refuse_if(given[key] && !slow_ruleset_is(rules, key, without_piles[i].value),
                  switches[key].key, words);
        set_value(rules, key, without_piles[i].value);
    }
    refuse_pairs(rules, words);
    if (!words->len)
        return TRUE;
    *refused = g_strdup(words->str);
    return FALSE;
}

gboolean slow_ruleset_read(const char *text, SlowRuleset *rules, char **refused)
{
    gboolean given[SLOW_N_SWITCHES] = {FALSE};
    g_auto(GStrv) part = g_strsplit(text, ":", 2);
    int preset = part[0] ? preset_named(part[0]) : -1;
    *refused = NULL;
    if (preset < 0 || (part[1] && !*part[1])) {
        *refused = g_strdup(text);
        return FALSE;
    }
    *rules = ruleset_of_preset(preset);
    g_auto(GStrv) settings = g_strsplit(part[1] ? part[1] : "", ",", -1);
    for (int i = 0; settings[i]; i++)
        if (!read_setting(settings[i], rules, given, refused))
            return FALSE;
    return complete(rules, given, refused);
}

char *slow_ruleset_write(const SlowRuleset *rules)
{
    SlowRuleset preset = ruleset_of_preset(rules->preset);
    preset.value[SLOW_PIECES] = rules->value[SLOW_COLUMNS];
    g_autofree char *name = preset_name(rules->preset);
    GString *text = g_string_new(name);
    char before = ':';
    for (int key = 0; key < SLOW_N_SWITCHES; key++) {
        int value = rules->value[key];
        if (value == preset.value[key] || means_nothing(rules, key))
            continue;
        if (key == SLOW_COLUMNS || key == SLOW_PIECES)
            g_string_append_printf(text, "%c%s=%d", before, switches[key].key, value);
        else
            g_string_append_printf(text, "%c%s=%s", before, switches[key].key,
                                   switches[key].values[value]);
        before = ',';
    }
    return g_string_free(text, FALSE);
}

/* Every other switch of a preset gets any value; tried again until the switches go together. */
char *slow_ruleset_random(guint32 seed)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    for (;;) {
        SlowRuleset rules = ruleset_of_preset(g_rand_int_range(random, 0, PRESETS));
        gboolean given[SLOW_N_SWITCHES] = {FALSE};
        given[SLOW_PIECES] = TRUE;
        rules.value[SLOW_COLUMNS] = g_rand_int_range(random, 5, 10);
        rules.value[SLOW_PIECES] = g_rand_int_range(random, 1, rules.value[SLOW_COLUMNS] + 1);
        for (int key = SLOW_PIECES + 1; key < SLOW_N_SWITCHES; key++) {
            int n_values = 0;
            while (switches[key].values[n_values])
                n_values++;
            if (g_rand_boolean(random))
                rules.value[key] = g_rand_int_range(random, 0, n_values);
        }
        g_autofree char *refused = NULL;
        if (complete(&rules, given, &refused))
            return slow_ruleset_write(&rules);
    }
}

/* Casts. */

const char *slow_throw_name(int thrown)
{
    static const char *const names[SLOW_N_THROWS] = {"0", "1", "2", "3",  "4",  "5",  "6",
                                                     "7", "8", "9", "10", "11", "12", "s"};
    return names[thrown];
}

int slow_throw_named(const char *text, size_t length)
{
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++)
        if (strlen(slow_throw_name(thrown)) == length &&
            !strncmp(slow_throw_name(thrown), text, length))
            return thrown;
    return -1;
}

static gboolean has_word(const char *words, const char *word)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    return g_strv_contains((const char *const *)list, word);
}

int slow_cast_n_dice(const SlowRuleset *rules)
{
    return casts[rules->value[SLOW_CAST]].n_dice;
}

gboolean slow_cast_shows(const SlowRuleset *rules, int thrown)
{
    return has_word(casts[rules->value[SLOW_CAST]].shows, slow_throw_name(thrown));
}

gboolean slow_cast_again(const SlowRuleset *rules, int thrown)
{
    return has_word(casts[rules->value[SLOW_CAST]].again, slow_throw_name(thrown));
}

gboolean slow_cast_unlocks(const SlowRuleset *rules, int thrown, gboolean half)
{
    if (slow_ruleset_is(rules, SLOW_UNLOCK, "one"))
        return thrown == 1;
    if (slow_ruleset_is(rules, SLOW_UNLOCK, "one-six"))
        return thrown == 1 || thrown == 6;
    if (slow_ruleset_is(rules, SLOW_UNLOCK, "two"))
        return thrown == (half ? 1 : 2);
    return thrown == SLOW_SIR;
}
