// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset in words: how it differs from its preset, and how a game is played by it.
#include "gui/model/rules-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *tab_rules_text_preset(unsigned preset)
{
    return g_dpgettext2(GETTEXT_PACKAGE, "preset", tab_ruleset_preset_row(preset)->title);
}

/* Another width is no change: it stands beside the name. */
static bool is_changed(const TabRuleset *set)
{
    TabRuleset plain = tab_ruleset_preset(set->preset);
    tab_ruleset_set_columns(&plain, tab_ruleset_columns(set));
    return memcmp(plain.value, set->value, sizeof plain.value) != 0;
}

char *tab_rules_text_name(const TabRules *rules)
{
    const TabRuleset *set = &rules->set;
    /* Translators: the name of rules, rows and columns of the board: "Lane 1836 · 4×9". */
    const char *as_written = _("%s · %u×%u"),
               /* Translators: the same where some of the rules are other than that name says. */
        *changed = _("%s, changed · %u×%u");
    return g_strdup_printf(is_changed(set) ? changed : as_written,
                           tab_rules_text_preset(set->preset), rules->board.n_rows,
                           rules->board.columns);
}

char *tab_rules_text_changes(const TabRuleset *set)
{
    TabRuleset plain = tab_ruleset_preset(set->preset);
    GString *text = g_string_new(NULL);
    for (TabSwitch key = 0; key < TAB_N_SWITCHES; key++) {
        /* as in rules strings, the number of pieces is a change if it does not follow the columns
         */
        unsigned value = set->value[key],
                 usual = key == TAB_SWITCH_PIECES ? tab_ruleset_columns(set) : plain.value[key];
        if (value == usual)
            continue;
        g_autofree char *number = g_strdup_printf("%u", value);
        const char *name = tab_ruleset_value_name(key, value)
                               ? _(tab_ruleset_switch(key)->value[value].text)
                               : number;
        /* Translators: between changes of rules. */
        g_string_append(text, text->len ? _("; ") : "");
        /* Translators: a changed rule: what it is about, and what holds now. */
        g_string_append_printf(text, _("%s: %s"), _(tab_ruleset_switch(key)->title), name);
    }
    return g_string_free(text, FALSE);
}

char *tab_rules_text_difference(const TabRuleset *set)
{
    g_autofree char *changes = tab_rules_text_changes(set);
    if (!*changes)
        return g_steal_pointer(&changes);
    /* Translators: rules that differ from a preset: its name, and the differences. */
    return g_strdup_printf(_("Other than in %s: %s"), tab_rules_text_preset(set->preset), changes);
}

static void free_section(gpointer data)
{
    TabRulesSection *section = data;
    g_ptr_array_unref(section->sentences);
    g_free(section);
}

static void add_section(GPtrArray *sections, const char *heading)
{
    TabRulesSection *section = g_new(TabRulesSection, 1);
    section->heading = heading;
    section->sentences = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(sections, section);
}

/* Of the section added last. */
static void add_sentence(GPtrArray *sections, const char *sentence)
{
    const TabRulesSection *section = sections->pdata[sections->len - 1];
    g_ptr_array_add(section->sentences, g_strdup(sentence));
}

static const char *apart(const TabRuleset *set)
{
    if (set->value[TAB_SWITCH_STACK_SPLIT] == TAB_STACK_SPLIT_NONE)
        return set->value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_LOOSEN
                   ? _("A pile comes apart only when it is loose.")
                   : _("A pile never comes apart.");
    if (set->value[TAB_SWITCH_CHRISTIANS] && set->value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT)
        return _("When no Nasrani is left, a tâb may move the top stone alone, by one cell.");
    return _("A tâb may move the top stone alone, by one cell.");
}

static const char *turning_back(const TabRuleset *set)
{
    static const char *const reduce[] = {
        N_("A pile that goes back from row 3 to row 2, or from row 4 to row 3, loses all but its "
           "top "
           "stone: only that one goes on."),
        N_("A pile that enters a row where one of its stones has been before loses all but its top "
           "stone: only that one goes on.")};
    static const char *const loosen[] = {
        N_("A pile that goes back from row 3 to row 2, or from row 4 to row 3, comes loose: its "
           "top "
           "stone may then go alone with any throw, until another joins it."),
        N_("A pile that enters a row where one of its stones has been before comes loose: its top "
           "stone may then go alone with any throw, until another joins it.")};
    unsigned test = set->value[TAB_SWITCH_RETURN_TEST];
    switch ((TabStackReturn)set->value[TAB_SWITCH_STACK_RETURN]) {
    case TAB_RETURN_REDUCE:
        return _(reduce[test]);
    case TAB_RETURN_LOOSEN:
        return _(loosen[test]);
    case TAB_RETURN_KEEP:
        break;
    }
    return _("A pile keeps all its stones wherever it goes.");
}

GPtrArray *tab_rules_text_sections(const TabRuleset *set)
{
    GPtrArray *sections = g_ptr_array_new_with_free_func(free_section);
    const TabBoardShape *shape = tab_rules_shape(set);
    const TabCast *cast = tab_rules_cast(set);
    const uint8_t *value = set->value;
    guint columns = tab_ruleset_columns(set), pieces = tab_ruleset_pieces(set);

    add_section(sections, _("The board"));
    g_autofree char *rows = g_strdup_printf(
        g_dngettext(GETTEXT_PACKAGE, shape->rows[0], shape->rows[1], columns), columns);
    g_autofree char *stones = g_strdup_printf(
        ngettext("Each side begins with %u stone, on the cell of its home row that is furthest "
                 "from the way out.",
                 "Each side begins with %u stones, one to a cell of its home row, on those "
                 "furthest from the way out.",
                 pieces),
        pieces);
    add_sentence(sections, rows);
    add_sentence(sections, stones);
    add_sentence(sections, _(shape->track));

    add_section(sections, _("The sticks"));
    add_sentence(sections, _(cast->counting));
    add_sentence(sections, _(cast->going_on));
    add_sentence(sections, _(tab_ruleset_at_once(set) ? cast->at_once : cast->collect));

    static const char *const who_begins[] = {
        N_("Both throw in turn, White first, until one throws tâb: that player begins."),
        N_("White throws until it has thrown tâb, and begins."),
        N_("Each throws once; the higher throw begins."),
    };
    static const char *const opening_tab[] = {
        N_("This tâb is the first throw of the first turn, and the player throws on."),
        N_("It only decides; then the first turn begins like any other."),
    };
    add_section(sections, _("Beginning"));
    add_sentence(sections, _(who_begins[value[TAB_SWITCH_OPENING]]));
    add_sentence(sections, _(opening_tab[value[TAB_SWITCH_OPENING_TAB]]));

    static const char *const tab_duty[] = {
        N_("As long as you have a Nasrani, a tâb serves nothing else."),
        N_("But a tâb may also move any other stone."),
    };
    add_section(sections, _("Tâb and Nasara"));
    if (value[TAB_SWITCH_CHRISTIANS]) {
        add_sentence(sections,
                     _("At the start all stones are Nasara, which cannot move. A tâb frees the "
                       "foremost one: it goes one cell, and from then on moves with every throw."));
        add_sentence(sections, _(tab_duty[value[TAB_SWITCH_TAB_DUTY]]));
    } else {
        add_sentence(sections, _("All stones are free from the start, and move with every throw."));
    }
    if (value[TAB_SWITCH_SAVE_TAB])
        add_sentence(
            sections,
            _("A tâb need not be used: it can be saved for a later turn, up to nine of them."));

    add_section(sections, _("Moving"));
    add_sentence(sections, _("A stone or pile goes as many cells as the throw says."));
    add_sentence(sections,
                 value[TAB_SWITCH_JUMP_ENEMIES]
                     ? _("What stands in between does not matter.")
                     : _("Your own stones in between do not matter, but enemies may not be "
                         "jumped."));
    add_sentence(sections, _("Whatever enemy stands where it lands is taken, a whole pile too."));
    add_sentence(sections,
                 value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_REDUCE
                     ? _("A throw that can be used must be used, unless that would cost a pile "
                         "its stones; throws that cannot be used are lost.")
                     : _("A throw that can be used must be used; throws that cannot be used are "
                         "lost."));

    add_section(sections, _("Piles"));
    add_sentence(sections,
                 _("Stones that land on their own make a pile (eggeh) with them, which moves as "
                   "one."));
    add_sentence(sections, apart(set));
    add_sentence(sections, turning_back(set));

    static const char *const entry[] = {
        N_("At the end of row 3 a stone may always go on to the enemy’s home row."),
        N_("At the end of row 3 a stone may go on to the enemy’s home row while an enemy stands "
           "there."),
    };
    static const char *const once[] = {
        N_("It may go there as often as it likes."),
        N_("It goes there once: a stone that has left that row stays on rows 2 and 3."),
    };
    static const char *const move[] = {
        N_("There it moves on as anywhere else."),
        N_("There it waits until your own home row is empty."),
        N_("There it waits until your own home row is empty; a pile waits until you have no single "
           "stones as well."),
        N_("There it waits until all your stones stand on that row; single ones go before piles."),
    };
    add_section(sections, _("The enemy’s home row"));
    add_sentence(sections, _(entry[value[TAB_SWITCH_ROW4_ENTRY]]));
    add_sentence(sections, _(once[value[TAB_SWITCH_ROW4_ONCE]]));
    add_sentence(sections, _(move[value[TAB_SWITCH_ROW4_MOVE]]));
    if (!tab_ruleset_idle(set, TAB_SWITCH_ROW4_EXIT) && value[TAB_SWITCH_ROW4_EXIT])
        add_sentence(sections,
                     _("It leaves that row only while you have at most one pile at home."));
    add_sentence(sections, value[TAB_SWITCH_ROW4_SAFE]
                               ? _("It is safe there: nobody takes stones on the own home row.")
                               : _("It can be taken there like anywhere else."));

    add_section(sections, _("Winning"));
    add_sentence(sections, _("Whoever has no stone left has lost."));
    add_sentence(sections, _("When nothing has moved for 50 turns, the game is a draw."));
    return sections;
}

char *tab_rules_text_sheet(const TabRuleset *set)
{
    g_autoptr(GPtrArray) sections = tab_rules_text_sections(set);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < sections->len; i++) {
        const TabRulesSection *section = g_ptr_array_index(sections, i);
        g_string_append_printf(text, "%s%s\n", i ? "\n" : "", section->heading);
        for (guint s = 0; s < section->sentences->len; s++)
            g_string_append_printf(text, "%s\n", (char *)section->sentences->pdata[s]);
    }
    return g_string_free(text, FALSE);
}
