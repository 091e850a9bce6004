// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset in words: how it differs from its preset, and how a game is played by it.
#include "gui/model/rules-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "protocol/rules/ending.h"

const char *tab_rules_text_preset(unsigned preset)
{
    return g_dpgettext2(GETTEXT_PACKAGE, "preset", tab_ruleset_preset_row(preset)->title);
}

const char *tab_rules_text_place(unsigned preset)
{
    return g_dpgettext2(GETTEXT_PACKAGE, "place of rules", tab_ruleset_preset_row(preset)->place);
}

const char *tab_rules_text_gist(unsigned preset)
{
    return _(tab_ruleset_preset_row(preset)->gist);
}

/* Rounded as one would say it. People have not been timed at these games: the clock rules of
 * backgammon's tournaments give twelve seconds for a throw of two dice with its moves, which are
 * 2⅓ on average, so that a throw with its move takes about five. */
char *tab_rules_text_time(unsigned preset)
{
    enum { SECONDS_A_THROW = 5, LONG = 30 /* minutes */ };
    guint minutes = tab_ruleset_preset_row(preset)->throws * SECONDS_A_THROW / 60;
    guint step = minutes < LONG ? 5 : 10, rounded = MAX((minutes + step / 2) / step * step, step);
    /* Translators: how long a game takes; a round number, 5 or more. */
    return g_strdup_printf(ngettext("about %u minute", "about %u minutes", rounded), rounded);
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

/* --- the sections --- */

static void describe_board(GPtrArray *sections, const TabRuleset *set)
{
    const TabBoardShape shape = tab_rules_shape(set);
    guint columns = tab_ruleset_columns(set), pieces = tab_ruleset_pieces(set);
    add_section(sections, _("The board"));
    g_autofree char *rows = g_strdup_printf(
        shape.n_rows == TAB_MAX_ROWS
            ? ngettext("There are four rows of %u cell. Row 1, nearest to you, is your home row; "
                       "row 4 is the enemy’s.",
                       "There are four rows of %u cells. Row 1, nearest to you, is your home row; "
                       "row 4 is the enemy’s.",
                       columns)
            : ngettext("There are three rows of %u cell: your home row, nearest to you, the "
                       "middle row, and the enemy’s home row.",
                       "There are three rows of %u cells: your home row, nearest to you, the "
                       "middle row, and the enemy’s home row.",
                       columns),
        columns);
    g_autofree char *stones = g_strdup_printf(
        ngettext("Each side begins with %u stone, on the cell of its home row that is furthest "
                 "from the way out.",
                 "Each side begins with %u stones, one to a cell of its home row, on those "
                 "furthest from the way out.",
                 pieces),
        pieces);
    add_sentence(sections, rows);
    if (shape.prow)
        add_sentence(sections, _("The middle row has one cell more, the prow, where stones on "
                                 "that row come last."));
    add_sentence(sections, stones);
    add_sentence(sections, _(shape.track->text));
    if (shape.mirrored)
        add_sentence(sections, _("Black’s way is White’s seen in a mirror: both go along the "
                                 "middle row in the same direction."));
}

const char *tab_rules_text_throw(const TabCast *cast, int kind)
{
    const char *sign = cast->kind[kind].name; /* a letter says nothing: that is the sir */
    return g_ascii_isdigit(*sign) ? sign : _(cast->kind[kind].title);
}

/* "A 1, 4 or 6" as "1, 4 or 6": the names of all kinds for which `has` says so. Free with g_free;
 * NULL if there is none. */
static char *list_kinds(const TabCast *cast, gboolean again)
{
    GString *text = NULL;
    TAB_KINDS_FOREACH(cast, t) {
        if (again ? !cast->kind[t].again : !cast->kind[t].unlocks)
            continue;
        const char *name = tab_rules_text_throw(cast, t);
        if (!text)
            text = g_string_new(name);
        else /* Translators: between throws in a list: “1, 4, 6”. */
            g_string_append_printf(text, "%s%s", _(", "), name);
    }
    return text ? g_string_free(text, FALSE) : NULL;
}

static void describe_going_on(GPtrArray *sections, const TabCast *cast)
{
    g_autofree char *again = list_kinds(cast, TRUE);
    if (cast->ones_again)
        add_sentence(sections, _("When all dice show a 1, the same player casts once more."));
    else if (cast->ones_anew)
        add_sentence(sections, _("When all dice show a 1 (X), you may cast them anew instead of "
                                 "moving."));
    else if (!again)
        add_sentence(sections, _("No throw earns another one."));
    else {
        /* Translators: %s is a list of throws: “1, 4, 6”. */
        g_autofree char *text = g_strdup_printf(_("These throws earn another one: %s."), again);
        add_sentence(sections, text);
    }
}

static void describe_throwing(GPtrArray *sections, const TabRuleset *set, const TabCast *cast)
{
    gboolean at_once = tab_ruleset_at_once(set);
    const char *using = at_once ? cast->at_once : cast->collect;
    add_section(sections, _(tab_thing_words[cast->thing].all));
    add_sentence(sections, _(cast->counting));
    if (cast->going_on)
        add_sentence(sections, _(cast->going_on));
    else
        describe_going_on(sections, cast);
    if (using)
        add_sentence(sections, _(using));
    else if (cast->n_throws > 1)
        add_sentence(sections, _("Each die is used for one move, in any order."));
    else if (at_once)
        add_sentence(sections, _("Each throw is played, if it can be, before the next is made."));
    else
        add_sentence(sections, _("You throw until a throw comes that earns no other. Then you have "
                                 "all these throws at hand, and use them in any order, each for "
                                 "one move."));
    if (set->value[TAB_SWITCH_HALVES])
        add_sentence(sections, _("An even throw may also be used as two halves, each for a move of "
                                 "its own, with other moves between them."));
}

static void describe_beginning(GPtrArray *sections, const TabRuleset *set)
{
    static const char *const who_begins[] = {
        [TAB_OPENING_ALTERNATE] =
            N_("Both throw in turn, White first, until one throws tâb: that player begins."),
        [TAB_OPENING_FIRST] = N_("White throws until it has thrown tâb, and begins."),
        [TAB_OPENING_HIGHEST] = N_("Each throws once; the higher throw begins."),
        [TAB_OPENING_NONE] = N_("White begins."),
    };
    static const char *const opening_tab[] = {
        N_("This tâb is the first throw of the first turn, and the player throws on."),
        N_("It only decides; then the first turn begins like any other."),
    };
    const uint8_t *value = set->value;
    add_section(sections, _("Beginning"));
    add_sentence(sections, _(who_begins[value[TAB_SWITCH_OPENING]]));
    if (value[TAB_SWITCH_OPENING] != TAB_OPENING_NONE)
        add_sentence(sections, _(opening_tab[value[TAB_SWITCH_OPENING_TAB]]));
}

/* The rules of Nasara where they are those of Tâb, in its words. */
static gboolean frees_like_tab(const TabRuleset *set)
{
    const uint8_t *value = set->value;
    return value[TAB_SWITCH_CAST] == TAB_CAST_TAB && value[TAB_SWITCH_UNLOCK] == TAB_UNLOCK_ONE &&
           value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_FOREMOST && !value[TAB_SWITCH_HALVES];
}

static void describe_freeing(GPtrArray *sections, const TabRuleset *set, const TabCast *cast)
{
    static const char *const duty[] = {
        [TAB_DUTY_CONVERT] = N_("As long as you have a Nasrani, such a throw serves nothing else."),
        [TAB_DUTY_FREE] = N_("But such a throw may also move any other stone."),
        [TAB_DUTY_FIRST] = N_("As long as such a throw can free a stone, it serves nothing else."),
    };
    const uint8_t *value = set->value;
    g_autofree char *kinds = list_kinds(cast, FALSE);
    add_sentence(sections, _("At the start all stones are Nasara, which cannot move until a throw "
                             "frees them."));
    if (value[TAB_SWITCH_UNLOCK] == TAB_UNLOCK_SIR) {
        add_sentence(sections, _("Only the sir frees a stone."));
    } else if (kinds) {
        /* Translators: %s is a list of throws: “1, 6”. */
        g_autofree char *text = g_strdup_printf(_("A stone is freed by a throw of: %s."), kinds);
        add_sentence(sections, text);
    }
    for (int h = cast->n_kinds; h < cast->n_uses; h++)
        if (cast->kind[h].unlocks) {
            g_autofree char *text =
                g_strdup_printf(_("So does a %s that is half of a %s."), cast->kind[h].name,
                                cast->kind[cast->kind[h].whole].name);
            add_sentence(sections, text);
        }
    add_sentence(sections, value[TAB_SWITCH_UNLOCK] == TAB_UNLOCK_ONE_SIX
                               ? _("It goes one cell, by a 6 too.")
                               : _("It goes as many cells as the throw says."));
    add_sentence(sections, value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_ANY
                               ? _("Any of them may be freed.")
                               : _("The foremost one goes first."));
    add_sentence(sections, _(duty[value[TAB_SWITCH_TAB_DUTY]]));
}

static void describe_nasara(GPtrArray *sections, const TabRuleset *set, const TabCast *cast)
{
    static const char *const tab_duty[] = {
        [TAB_DUTY_CONVERT] = N_("As long as you have a Nasrani, a tâb serves nothing else."),
        [TAB_DUTY_FREE] = N_("But a tâb may also move any other stone."),
        [TAB_DUTY_FIRST] = N_("As long as a tâb can free a Nasrani, it serves nothing else."),
    };
    const uint8_t *value = set->value;
    add_section(sections,
                value[TAB_SWITCH_CAST] == TAB_CAST_TAB ? _("Tâb and Nasara") : _("Freeing stones"));
    if (!value[TAB_SWITCH_CHRISTIANS]) {
        add_sentence(sections, _("All stones are free from the start, and move with every throw."));
    } else if (frees_like_tab(set)) {
        add_sentence(sections,
                     _("At the start all stones are Nasara, which cannot move. A tâb frees the "
                       "foremost one: it goes one cell, and from then on moves with every throw."));
        add_sentence(sections, _(tab_duty[value[TAB_SWITCH_TAB_DUTY]]));
    } else {
        describe_freeing(sections, set, cast);
    }
    if (value[TAB_SWITCH_SAVE_TAB])
        add_sentence(
            sections,
            _("A tâb need not be used: it can be saved for a later turn, up to nine of them."));
}

static const char *in_between(const uint8_t *value)
{
    gboolean own = value[TAB_SWITCH_PASS_OWN] == TAB_PASS_OWN_YES;
    if (value[TAB_SWITCH_JUMP_ENEMIES])
        return own ? _("What stands in between does not matter.")
                   : _("Enemies in between do not matter, but your own stones may not be jumped.");
    return own ? _("Your own stones in between do not matter, but enemies may not be jumped.")
               : _("No stone in between may be jumped.");
}

static const char *duty_to_move(const uint8_t *value)
{
    if (value[TAB_SWITCH_DUTY] == TAB_DUTY_MAY)
        return _("You may stop at any time; throws that are not used are lost.");
    if (value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_REDUCE)
        return _("A throw that can be used must be used, unless that would cost a pile its "
                 "stones; throws that cannot be used are lost.");
    return _("A throw that can be used must be used; throws that cannot be used are lost.");
}

static void describe_moving(GPtrArray *sections, const TabRuleset *set)
{
    const uint8_t *value = set->value;
    gboolean piles = value[TAB_SWITCH_STACKING] == TAB_STACKING_PILE;
    add_section(sections, _("Moving"));
    add_sentence(sections, piles ? _("A stone or pile goes as many cells as the throw says.")
                                 : _("A stone goes as many cells as the throw says."));
    add_sentence(sections, in_between(value));
    add_sentence(sections,
                 piles ? _("Whatever enemy stands where it lands is taken, a whole pile too.")
                       : _("An enemy that stands where it lands is taken."));
    if (value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE && value[TAB_SWITCH_CHRISTIANS])
        add_sentence(sections, _("But an enemy that has not moved yet cannot be taken, and nobody "
                                 "may land there."));
    if (!piles)
        add_sentence(sections, _("A stone may not land on one of its own side."));
    if (value[TAB_SWITCH_OUTSIDE] == TAB_OUTSIDE_ONE)
        add_sentence(sections, _("No stone may leave its home row while another of its side is "
                                 "away from it."));
    add_sentence(sections, duty_to_move(value));
}

static void describe_piles(GPtrArray *sections, const TabRuleset *set)
{
    add_section(sections, _("Piles"));
    add_sentence(sections,
                 _("Stones that land on their own make a pile (eggeh) with them, which moves as "
                   "one."));
    add_sentence(sections, apart(set));
    add_sentence(sections, turning_back(set));
}

static void describe_king(GPtrArray *sections)
{
    add_section(sections, _("The king"));
    add_sentence(sections, _("The king stands on the middle cell, and at first belongs to "
                             "nobody."));
    add_sentence(sections, _("A stone may land where a king stands who is not its own: he becomes "
                             "its side’s, and is pushed one cell further on its way. He takes an "
                             "enemy there; where a stone of the same side stands, that is not "
                             "allowed."));
    add_sentence(sections, _("His side may move him with any throw like a free stone, also over "
                             "stones of its own. He is never taken, and alone he saves nobody."));
}

static void describe_row4(GPtrArray *sections, const TabRuleset *set)
{
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
    const uint8_t *value = set->value;
    add_section(sections, _("The enemy’s home row"));
    add_sentence(sections, _(entry[value[TAB_SWITCH_ROW4_ENTRY]]));
    add_sentence(sections, _(once[value[TAB_SWITCH_ROW4_ONCE]]));
    add_sentence(sections, _(move[value[TAB_SWITCH_ROW4_MOVE]]));
    if (!tab_ruleset_idle(set, TAB_SWITCH_ROW4_EXIT) && value[TAB_SWITCH_ROW4_EXIT])
        add_sentence(sections,
                     _("It leaves that row only while you have at most one pile at home."));
    add_sentence(sections, value[TAB_SWITCH_ROW4_SAFE]
                               ? _("It is safe there: nobody takes stones on their own home row.")
                               : _("It can be taken there like anywhere else."));
}

static void describe_winning(GPtrArray *sections, const TabRuleset *set)
{
    const uint8_t *value = set->value;
    add_section(sections, _("Winning"));
    add_sentence(sections, _("Whoever has no stone left has lost."));
    if (value[TAB_SWITCH_GOAL] == TAB_GOAL_FILL)
        add_sentence(sections, _("Stones on the enemy’s home row stay where they are. When all "
                                 "stones of both sides have come there, whoever has more of them "
                                 "has won; with as many it is a draw."));
    else if (value[TAB_SWITCH_TRACK] == TAB_TRACK_ONCE)
        add_sentence(sections, _("When all stones of both sides have come to the enemy’s home "
                                 "row, the game is a draw."));
    g_autofree char *still = g_strdup_printf(
        _("When nothing has moved for %u turns, the game is a draw."), TAB_MAX_IDLE_TURNS);
    add_sentence(sections, still);
}

GPtrArray *tab_rules_text_sections(const TabRuleset *set)
{
    GPtrArray *sections = g_ptr_array_new_with_free_func(free_section);
    const TabCast cast = tab_rules_cast(set);
    gboolean piles = set->value[TAB_SWITCH_STACKING] == TAB_STACKING_PILE;
    describe_board(sections, set);
    describe_throwing(sections, set, &cast);
    describe_beginning(sections, set);
    describe_nasara(sections, set, &cast);
    describe_moving(sections, set);
    if (piles)
        describe_piles(sections, set);
    if (set->value[TAB_SWITCH_KING])
        describe_king(sections);
    if (set->value[TAB_SWITCH_TRACK] == TAB_TRACK_TAB)
        describe_row4(sections, set);
    describe_winning(sections, set);
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
