// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset in words: what each switch is called and does, and where each preset is from.
#include "gui/model/rules-text.h"

#include <glib/gi18n-lib.h>

/* By TabSwitch; the values in the order of their enumerations. */
static const struct {
    const char *title, *explanation;
    const char *values[4];
} switches[TAB_N_SWITCHES] = {
    [TAB_SWITCH_COLUMNS] = {N_("Columns"),
                            N_("How many cells each of the four rows has, from 5 to 29. Old boards "
                               "mostly have an odd number, from 7 to 15."),
                            {NULL}},
    [TAB_SWITCH_PIECES] =
        {N_("Stones a side"),
         N_("How many stones each side has, at most one for each cell of its home "
            "row. They begin on the rearmost cells."),
         {NULL}},
    [TAB_SWITCH_CHRISTIANS] = {N_("At the start"),
                               N_("Whether every stone is a Nasrani (Christian), which cannot move "
                                  "until a tâb frees it."),
                               {N_("All stones are free"), N_("All stones are Nasara")}},
    [TAB_SWITCH_THROWS] = {N_("Throws"),
                           N_("Whether all throws of a turn are made before the first stone moves, "
                              "or each is played before the next."),
                           {N_("Throw until a 2 or 3, then move"), N_("Play each throw at once")}},
    [TAB_SWITCH_OPENING] = {N_("Who begins"),
                            N_("How it is found out who has the first turn."),
                            {N_("Whoever throws tâb first, in turns"),
                             N_("White, as soon as it throws tâb"), N_("Whoever throws higher")}},
    [TAB_SWITCH_OPENING_TAB] =
        {N_("The opening tâb"),
         N_("Whether the tâb that decides who begins is also the first throw "
            "of that player’s turn."),
         {N_("Is the first throw of the turn"), N_("Only decides")}},
    [TAB_SWITCH_TAB_DUTY] = {N_("A tâb"),
                             N_("What a tâb (a throw of 1) is good for while a player still has "
                                "Nasara."),
                             {N_("Must free a Nasrani"), N_("May move any stone")}},
    [TAB_SWITCH_SAVE_TAB] = {N_("Unused tâbs"),
                             N_("Whether a tâb can be kept for a later turn; at most nine a side."),
                             {N_("Are lost"), N_("Are saved")}},
    [TAB_SWITCH_STACK_SPLIT] = {N_("Top stone of a pile"),
                                N_("Whether a tâb may move the top stone of a pile alone, by one "
                                   "cell. Loose piles come apart in any case."),
                                {N_("Never moves alone"), N_("May move alone by a tâb")}},
    [TAB_SWITCH_STACK_RETURN] = {N_("Piles that turn back"),
                                 N_("What becomes of a pile that goes back to a row behind it."),
                                 {N_("Go on whole"), N_("Lose all but the top stone"),
                                  N_("Come loose")}},
    [TAB_SWITCH_RETURN_TEST] = {N_("Turning back is"),
                                N_("Which steps from row to row count as turning back. Row 1 is "
                                   "your own home row, row 4 the enemy’s."),
                                {N_("From row 3 to 2, or from 4 to 3"),
                                 N_("Entering a row where one of them has been")}},
    [TAB_SWITCH_ROW4_ENTRY] = {N_("Entering the enemy’s home row"),
                               N_("When a stone at the end of row 3 may go on to the enemy’s home "
                                  "row instead of back to row 2."),
                               {N_("Always"), N_("Only while an enemy stands there")}},
    [TAB_SWITCH_ROW4_ONCE] = {N_("Visits to the enemy’s home row"),
                              N_("Whether a stone that has left the enemy’s home row may go there "
                                 "again."),
                              {N_("Any number"), N_("One for each stone")}},
    [TAB_SWITCH_ROW4_MOVE] = {N_("Moving on the enemy’s home row"),
                              N_("What a stone that stands on the enemy’s home row has to wait for "
                                 "before it may move on."),
                              {N_("At any time"), N_("When your home row is empty"),
                               N_("When it is empty; single stones first"),
                               N_("When all your stones are there")}},
    [TAB_SWITCH_ROW4_EXIT] =
        {N_("Leaving the enemy’s home row"),
         N_("Whether a stone has to wait for more to leave the enemy’s home row "
            "than to move on it."),
         {N_("As moving on it"), N_("With at most one pile at home")}},
    [TAB_SWITCH_ROW4_SAFE] =
        {N_("On the enemy’s home row stones"),
         N_("Whether a stone that has reached the enemy’s home row can be taken "
            "there."),
         {N_("Can be taken"), N_("Are safe")}},
    [TAB_SWITCH_JUMP_ENEMIES] = {N_("Enemies in between"),
                                 N_("Whether a move may pass over enemy stones."),
                                 {N_("Block the way"), N_("May be jumped over")}},
};

const char *tab_rules_text_switch(TabSwitch key)
{
    return _(switches[key].title);
}

const char *tab_rules_text_explain(TabSwitch key)
{
    return _(switches[key].explanation);
}

const char *tab_rules_text_value(TabSwitch key, unsigned value)
{
    return tab_ruleset_value_name(key, value) ? _(switches[key].values[value]) : NULL;
}

bool tab_rules_text_is_allowed(const TabRuleset *set, TabSwitch key, unsigned value)
{
    if (key == TAB_SWITCH_COLUMNS)
        return value >= TAB_MIN_COLUMNS && value <= TAB_MAX_COLUMNS;
    if (key == TAB_SWITCH_PIECES)
        return value >= 1 && value <= tab_ruleset_columns(set);
    return tab_ruleset_value_name(key, value) != NULL &&
           !(key == TAB_SWITCH_OPENING_TAB && value == TAB_OPENING_TAB_COUNTS &&
             set->value[TAB_SWITCH_OPENING] == TAB_OPENING_HIGHEST);
}

const char *tab_rules_text_idle(const TabRuleset *set, TabSwitch key)
{
    if (key == TAB_SWITCH_OPENING_TAB && set->value[TAB_SWITCH_OPENING] == TAB_OPENING_HIGHEST)
        return _("Where the higher throw begins, it decides only that.");
    if (key == TAB_SWITCH_TAB_DUTY && !set->value[TAB_SWITCH_CHRISTIANS])
        return _("There are no Nasara to be freed.");
    if (key == TAB_SWITCH_RETURN_TEST && set->value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_KEEP)
        return _("Nothing happens to piles that turn back.");
    if (key == TAB_SWITCH_ROW4_EXIT && set->value[TAB_SWITCH_ROW4_MOVE] != TAB_ROW4_FREE)
        return _("Stones there wait until your home row is empty anyway.");
    return NULL;
}

/* In the order of tab_ruleset_preset_name. */
static const struct {
    const char *origin, *character;
} presets[] = {
    {N_("Today’s players: “The game of Tab”, the standardised rules for a 4×11 board of the "
        "Ancient "
        "Games blog, with two-sided stones."),
     N_("White begins, as soon as it throws tâb. Otherwise it is played like walker, on a wider "
        "board: a tâb must free a Nasrani while there is one, and a pile that turns back loses all "
        "but its top stone.")},
    {N_("Damian Walker, in our time: “A Book of Historic Board Games” and his Cyningstan pages, on "
        "a "
        "4×9 board."),
     N_("The fullest account, and a good one to begin with. Both throw for the first tâb. On the "
        "enemy’s home row stones wait until your own home row is empty, and single ones go before "
        "piles.")},
    {N_("The account of the encyclopedias, which follows R. C. Bell’s books on board games, on a "
        "4×9 "
        "board."),
     N_("The only one in which tâbs are saved for later turns, stones on the enemy’s home row are "
        "safe, and piles that come back to a row come loose instead of losing stones.")},
    {N_("Edward William Lane, who saw it played in Cairo and wrote it down in 1836; on a 4×9 "
        "board, "
        "as the encyclopedias retell him."),
     N_("A tâb may move any stone, even while there are Nasara. A pile loses all but its top stone "
        "when it enters a row where one of its stones has been before.")},
    {N_("The playable “Tab (Tab Wa Dukk)” of the Ludii system, after Lane (1836) and Murray "
        "(1951), "
        "on a small 4×7 board."),
     N_("The quick one: there are no Nasara, each throw is played at once, piles never come apart, "
        "and stones on the enemy’s home row move on freely.")},
    {N_("Hassanat and others, Jordan, 2018: “On Computerizing the Ancient Game of Ṭāb”, on a 4×8 "
        "board."),
     N_("The only one in which enemies in between block the way. The higher throw begins, the "
        "enemy’s home row is always open, and nobody moves on there before all its stones have "
        "arrived.")},
};

const char *tab_rules_text_origin(unsigned preset)
{
    return preset < G_N_ELEMENTS(presets) ? _(presets[preset].origin) : NULL;
}

const char *tab_rules_text_character(unsigned preset)
{
    return preset < G_N_ELEMENTS(presets) ? _(presets[preset].character) : NULL;
}

/* "5" or a value's text. Free with g_free. */
static char *value_text(const TabRuleset *set, TabSwitch key)
{
    const char *text = tab_rules_text_value(key, set->value[key]);
    return text ? g_strdup(text) : g_strdup_printf("%u", set->value[key]);
}

/* As in rules strings, the number of pieces is a change only if it does not follow the columns. */
static bool is_changed(const TabRuleset *set, TabSwitch key)
{
    TabRuleset plain = tab_ruleset_preset(set->preset);
    unsigned usual = key == TAB_SWITCH_PIECES ? tab_ruleset_columns(set) : plain.value[key];
    return set->value[key] != usual;
}

char *tab_rules_text_changes(const TabRuleset *set)
{
    GString *text = g_string_new(NULL);
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        if (!is_changed(set, (TabSwitch)key))
            continue;
        g_autofree char *value = value_text(set, (TabSwitch)key);
        /* Translators: between changes of rules. */
        g_string_append(text, text->len ? _("; ") : "");
        /* Translators: a changed rule: what it is about, and what holds now. */
        g_string_append_printf(text, _("%s: %s"), tab_rules_text_switch((TabSwitch)key), value);
    }
    return g_string_free(text, FALSE);
}
