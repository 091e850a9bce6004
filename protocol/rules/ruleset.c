// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets: the table of switches, the table of presets, and rules strings between text and value.
#include "protocol/rules/ruleset.h"

#include <string.h>

#include "protocol/rules/board.h"
#include "protocol/rules/translatable.h"

/* The switches, a row each. */
static const TabSwitchRow switches[TAB_N_SWITCHES] = {
    [TAB_SWITCH_COLUMNS] =
        {
            .key = "columns",
            .title = N_("Columns"),
            .explanation = N_("How many cells each of the four rows has, from 5 to 29. Old boards "
                              "mostly have an odd number, from 7 to 15."),
            .least = TAB_MIN_COLUMNS,
            .most = TAB_MAX_COLUMNS,
        },
    [TAB_SWITCH_PIECES] =
        {
            .key = "pieces",
            .title = N_("Stones a side"),
            .explanation = N_("How many stones each side has, at most one for each cell of its "
                              "home row. They begin on the rearmost cells."),
            .least = 1,
            .most = TAB_MAX_COLUMNS,
        },
    [TAB_SWITCH_CHRISTIANS] =
        {
            .key = "christians",
            .title = N_("At the start"),
            .explanation = N_("Whether every stone is a Nasrani (Christian), which cannot move "
                              "until a tâb frees it."),
            .value = {{"no", N_("All stones are free")}, {"yes", N_("All stones are Nasara")}},
        },
    [TAB_SWITCH_THROWS] =
        {
            .key = "throws",
            .title = N_("Throws"),
            .explanation = N_("Whether all throws of a turn are made before the first stone moves, "
                              "or each is played before the next."),
            .value = {{"collect", N_("Throw until a 2 or 3, then move")},
                      {"at-once", N_("Play each throw at once")}},
        },
    [TAB_SWITCH_OPENING] =
        {
            .key = "opening",
            .title = N_("Who begins"),
            .explanation = N_("How it is found out who has the first turn."),
            .value = {{"alternate", N_("Whoever throws tâb first, in turns")},
                      {"first", N_("White, as soon as it throws tâb")},
                      {"highest", N_("Whoever throws higher")}},
        },
    [TAB_SWITCH_OPENING_TAB] =
        {
            .key = "opening-tab",
            .title = N_("The opening tâb"),
            .explanation = N_("Whether the tâb that decides who begins is also the first throw of "
                              "that player’s turn."),
            .value = {{"counts", N_("Is the first throw of the turn")},
                      {"spent", N_("Only decides")}},
            .needs = {.key = TAB_SWITCH_OPENING,
                      .values = 1u << TAB_OPENING_ALTERNATE | 1u << TAB_OPENING_FIRST,
                      .else_says = N_("Where the higher throw begins, it decides only that."),
                      .else_fixed = true,
                      .else_value = TAB_OPENING_TAB_SPENT},
        },
    [TAB_SWITCH_TAB_DUTY] =
        {
            .key = "tab-duty",
            .title = N_("A tâb"),
            .explanation =
                N_("What a tâb (a throw of 1) is good for while a player still has Nasara."),
            .value = {{"convert", N_("Must free a Nasrani")}, {"free", N_("May move any stone")}},
            .needs = {.key = TAB_SWITCH_CHRISTIANS,
                      .values = 1u << TAB_YES,
                      .else_says = N_("There are no Nasara to be freed.")},
        },
    [TAB_SWITCH_SAVE_TAB] =
        {
            .key = "save-tab",
            .title = N_("Unused tâbs"),
            .explanation = N_("Whether a tâb can be kept for a later turn; at most nine a side."),
            .value = {{"no", N_("Are lost")}, {"yes", N_("Are saved")}},
        },
    [TAB_SWITCH_STACK_SPLIT] =
        {
            .key = "stack-split",
            .title = N_("Top stone of a pile"),
            .explanation = N_("Whether a tâb may move the top stone of a pile alone, by one cell. "
                              "Loose piles come apart in any case."),
            .value = {{"none", N_("Never moves alone")}, {"top", N_("May move alone by a tâb")}},
        },
    [TAB_SWITCH_STACK_RETURN] =
        {
            .key = "stack-return",
            .title = N_("Piles that turn back"),
            .explanation = N_("What becomes of a pile that goes back to a row behind it."),
            .value = {{"keep", N_("Go on whole")},
                      {"reduce", N_("Lose all but the top stone")},
                      {"loosen", N_("Come loose")}},
        },
    [TAB_SWITCH_RETURN_TEST] =
        {
            .key = "return-test",
            .title = N_("Turning back is"),
            .explanation = N_("Which steps from row to row count as turning back. Row 1 is your "
                              "own home row, row 4 the enemy’s."),
            .value = {{"backward", N_("From row 3 to 2, or from 4 to 3")},
                      {"revisit", N_("Entering a row where one of them has been")}},
            .needs = {.key = TAB_SWITCH_STACK_RETURN,
                      .values = 1u << TAB_RETURN_REDUCE | 1u << TAB_RETURN_LOOSEN,
                      .else_says = N_("Nothing happens to piles that turn back.")},
        },
    [TAB_SWITCH_ROW4_ENTRY] =
        {
            .key = "row4-entry",
            .title = N_("Entering the enemy’s home row"),
            .explanation = N_("When a stone at the end of row 3 may go on to the enemy’s home row "
                              "instead of back to row 2."),
            .value = {{"open", N_("Always")},
                      {"enemy-present", N_("Only while an enemy stands there")}},
        },
    [TAB_SWITCH_ROW4_ONCE] =
        {
            .key = "row4-once",
            .title = N_("Visits to the enemy’s home row"),
            .explanation =
                N_("Whether a stone that has left the enemy’s home row may go there again."),
            .value = {{"no", N_("Any number")}, {"yes", N_("One for each stone")}},
        },
    [TAB_SWITCH_ROW4_MOVE] =
        {
            .key = "row4-move",
            .title = N_("Moving on the enemy’s home row"),
            .explanation = N_("What a stone that stands on the enemy’s home row has to wait for "
                              "before it may move on."),
            .value = {{"free", N_("At any time")},
                      {"home-empty", N_("When your home row is empty")},
                      {"home-empty-single", N_("When it is empty; single stones first")},
                      {"last", N_("When all your stones are there")}},
        },
    [TAB_SWITCH_ROW4_EXIT] =
        {
            .key = "row4-exit",
            .title = N_("Leaving the enemy’s home row"),
            .explanation = N_("Whether a stone has to wait for more to leave the enemy’s home row "
                              "than to move on it."),
            .value = {{"same", N_("As moving on it")},
                      {"one-home-pile", N_("With at most one pile at home")}},
            .needs = {.key = TAB_SWITCH_ROW4_MOVE,
                      .values = 1u << TAB_ROW4_FREE,
                      .else_says = N_("Stones there wait until your home row is empty anyway.")},
        },
    [TAB_SWITCH_ROW4_SAFE] =
        {
            .key = "row4-safe",
            .title = N_("On the enemy’s home row stones"),
            .explanation =
                N_("Whether a stone that has reached the enemy’s home row can be taken there."),
            .value = {{"no", N_("Can be taken")}, {"yes", N_("Are safe")}},
        },
    [TAB_SWITCH_JUMP_ENEMIES] =
        {
            .key = "jump-enemies",
            .title = N_("Enemies in between"),
            .explanation = N_("Whether a move may pass over enemy stones."),
            .value = {{"no", N_("Block the way")}, {"yes", N_("May be jumped over")}},
        },
};

/* The presets of RULES.md 7, a row each. */
static const TabPreset presets[] = {
    {
        .name = "standard",
        /* Translators: proper names of rules, told to people where texts say "walker" or "lane":
         * who wrote them down, or where they are played, and the year where it is known. */
        .title = NC_("preset", "Standard"),
        .origin = N_("Today’s players: “The game of Tab”, the standardised rules for a 4×11 board "
                     "of the Ancient Games blog, with two-sided stones."),
        .character = N_("White begins, as soon as it throws tâb. Otherwise it is played by Damian "
                        "Walker’s rules, on a wider board: a tâb must free a Nasrani while there "
                        "is one, and a pile that turns back loses all but its top stone."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 11,
                  [TAB_SWITCH_PIECES] = 11,
                  [TAB_SWITCH_CHRISTIANS] = TAB_YES,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_COLLECT,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_FIRST,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_COUNTS,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_CONVERT,
                  [TAB_SWITCH_SAVE_TAB] = TAB_NO,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_TOP,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_REDUCE,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_BACKWARD,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_ENEMY_PRESENT,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_YES,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_HOME_EMPTY_SINGLE,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_NO,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_YES},
    },
    {
        .name = "walker",
        .title = NC_("preset", "Walker"),
        .origin = N_("Damian Walker, in our time: “A Book of Historic Board Games” and his "
                     "Cyningstan pages, on a 4×9 board."),
        .character = N_("The fullest account, and a good one to begin with. Both throw for the "
                        "first tâb. On the enemy’s home row stones wait until your own home row is "
                        "empty, and single ones go before piles."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 9,
                  [TAB_SWITCH_PIECES] = 9,
                  [TAB_SWITCH_CHRISTIANS] = TAB_YES,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_COLLECT,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_ALTERNATE,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_COUNTS,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_CONVERT,
                  [TAB_SWITCH_SAVE_TAB] = TAB_NO,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_TOP,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_REDUCE,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_BACKWARD,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_ENEMY_PRESENT,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_YES,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_HOME_EMPTY_SINGLE,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_NO,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_YES},
    },
    {
        .name = "bell",
        .title = NC_("preset", "Bell"),
        .origin = N_("The account of the encyclopedias, which follows R. C. Bell’s books on board "
                     "games, on a 4×9 board."),
        .character = N_(
            "The only one in which tâbs are saved for later turns, stones on the enemy’s home row "
            "are safe, and piles that come back to a row come loose instead of losing stones."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 9,
                  [TAB_SWITCH_PIECES] = 9,
                  [TAB_SWITCH_CHRISTIANS] = TAB_YES,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_COLLECT,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_ALTERNATE,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_COUNTS,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_CONVERT,
                  [TAB_SWITCH_SAVE_TAB] = TAB_YES,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_TOP,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_LOOSEN,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_REVISIT,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_ENEMY_PRESENT,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_YES,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_HOME_EMPTY,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_YES,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_YES},
    },
    {
        .name = "lane",
        .title = NC_("preset", "Lane 1836"),
        .origin = N_("Edward William Lane, who saw it played in Cairo and wrote it down in 1836; "
                     "on a 4×9 board, as the encyclopedias retell him."),
        .character =
            N_("A tâb may move any stone, even while there are Nasara. A pile loses all but its "
               "top stone when it enters a row where one of its stones has been before."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 9,
                  [TAB_SWITCH_PIECES] = 9,
                  [TAB_SWITCH_CHRISTIANS] = TAB_YES,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_COLLECT,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_ALTERNATE,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_COUNTS,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_FREE,
                  [TAB_SWITCH_SAVE_TAB] = TAB_NO,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_TOP,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_REDUCE,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_REVISIT,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_ENEMY_PRESENT,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_YES,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_HOME_EMPTY,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_NO,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_YES},
    },
    {
        .name = "ludii",
        .title = NC_("preset", "Ludii"),
        .origin = N_("The playable “Tab (Tab Wa Dukk)” of the Ludii system, after Lane (1836) and "
                     "Murray (1951), on a small 4×7 board."),
        .character = N_("The quick one: there are no Nasara, each throw is played at once, piles "
                        "never come apart, and stones on the enemy’s home row move on freely."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 7,
                  [TAB_SWITCH_PIECES] = 7,
                  [TAB_SWITCH_CHRISTIANS] = TAB_NO,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_AT_ONCE,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_ALTERNATE,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_SPENT,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_FREE,
                  [TAB_SWITCH_SAVE_TAB] = TAB_NO,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_NONE,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_KEEP,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_BACKWARD,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_ENEMY_PRESENT,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_YES,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_FREE,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_NO,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_YES},
    },
    {
        .name = "jordan",
        .title = NC_("preset", "Jordan 2018"),
        .origin = N_("Hassanat and others, Jordan, 2018: “On Computerizing the Ancient Game of "
                     "Ṭāb”, on a 4×8 board."),
        .character = N_("The only one in which enemies in between block the way. The higher throw "
                        "begins, the enemy’s home row is always open, and nobody moves on there "
                        "before all its stones have arrived."),
        .board = TAB_BOARD_TAB,
        .cast = TAB_CAST_TAB,
        .value = {[TAB_SWITCH_COLUMNS] = 8,
                  [TAB_SWITCH_PIECES] = 8,
                  [TAB_SWITCH_CHRISTIANS] = TAB_YES,
                  [TAB_SWITCH_THROWS] = TAB_THROWS_COLLECT,
                  [TAB_SWITCH_OPENING] = TAB_OPENING_HIGHEST,
                  [TAB_SWITCH_OPENING_TAB] = TAB_OPENING_TAB_SPENT,
                  [TAB_SWITCH_TAB_DUTY] = TAB_DUTY_CONVERT,
                  [TAB_SWITCH_SAVE_TAB] = TAB_NO,
                  [TAB_SWITCH_STACK_SPLIT] = TAB_STACK_SPLIT_TOP,
                  [TAB_SWITCH_STACK_RETURN] = TAB_RETURN_KEEP,
                  [TAB_SWITCH_RETURN_TEST] = TAB_TEST_BACKWARD,
                  [TAB_SWITCH_ROW4_ENTRY] = TAB_ROW4_OPEN,
                  [TAB_SWITCH_ROW4_ONCE] = TAB_NO,
                  [TAB_SWITCH_ROW4_MOVE] = TAB_ROW4_LAST,
                  [TAB_SWITCH_ROW4_EXIT] = TAB_ROW4_EXIT_SAME,
                  [TAB_SWITCH_ROW4_SAFE] = TAB_NO,
                  [TAB_SWITCH_JUMP_ENEMIES] = TAB_NO},
    },
};

unsigned tab_ruleset_n_presets(void)
{
    return G_N_ELEMENTS(presets);
}

const TabPreset *tab_ruleset_preset_row(unsigned preset)
{
    return preset < G_N_ELEMENTS(presets) ? &presets[preset] : NULL;
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

void tab_ruleset_set_columns(TabRuleset *ruleset, unsigned columns)
{
    bool full = tab_ruleset_pieces(ruleset) == tab_ruleset_columns(ruleset);
    ruleset->value[TAB_SWITCH_COLUMNS] = (uint8_t)columns;
    if (full || tab_ruleset_pieces(ruleset) > columns)
        ruleset->value[TAB_SWITCH_PIECES] = (uint8_t)columns;
}

const TabSwitchRow *tab_ruleset_switch(TabSwitch key)
{
    return (unsigned)key < TAB_N_SWITCHES ? &switches[key] : NULL;
}

const char *tab_ruleset_value_name(TabSwitch key, unsigned value)
{
    return (unsigned)key < TAB_N_SWITCHES && value < TAB_MAX_VALUES
               ? switches[key].value[value].name
               : NULL;
}

/* Whether the switch that decides about `key` has a value with which `key` matters. */
static bool matters(const TabRuleset *set, TabSwitch key)
{
    const TabSwitchRow *row = &switches[key];
    return !row->needs.values || row->needs.values >> set->value[row->needs.key] & 1;
}

const char *tab_ruleset_idle(const TabRuleset *set, TabSwitch key)
{
    return matters(set, key) ? NULL : switches[key].needs.else_says;
}

bool tab_ruleset_allows(const TabRuleset *set, TabSwitch key, unsigned value)
{
    const TabSwitchRow *row = &switches[key];
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
    const TabSwitchRow *row = &switches[key];
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
    g_autoptr(GString) names = g_string_new(NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(presets); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", presets[i].name);
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
        if (switches[key].needs.else_fixed && !matters(set, (TabSwitch)key))
            set->value[key] = switches[key].needs.else_value;
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
    if (presets[a->preset].board != presets[b->preset].board ||
        presets[a->preset].cast != presets[b->preset].cast)
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
        if (switches[key].most)
            g_string_append_printf(text, "%u", value);
        else
            g_string_append(text, switches[key].value[value].name);
        separator = ',';
    }
    return g_string_free(text, FALSE);
}
