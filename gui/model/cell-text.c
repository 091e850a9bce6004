// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about one cell: what stands there, what it can do, and why it cannot move.
#include "gui/model/cell-text.h"

#include <glib/gi18n-lib.h>

#include "gui/model/wording.h"
#include "protocol/rules/notation.h"

static void append_piece(GString *text, int owner, TabRank rank)
{
    static const char *const names[2][4] = {
        /* Translators: one piece as a screen reader names it. A Nasrani (Christian) has never
         * moved; the last ones have been on row 3, and on the enemy's home row. */
        {N_("white Nasrani"), N_("white stone"), N_("white stone, has been on row 3"),
         N_("white stone, turned over")},
        {N_("black Nasrani"), N_("black stone"), N_("black stone, has been on row 3"),
         N_("black stone, turned over")},
    };
    g_string_append(text, _(names[owner][rank]));
}

static void append_pile(GString *text, int owner, TabPile pile)
{
    guint height = tab_pile_height(pile);
    if (height == 1) {
        append_piece(text, owner, tab_pile_rank(pile, 0));
        return;
    }
    if (owner == TAB_WHITE)
        /* Translators: a pile as a screen reader names it. */
        g_string_append_printf(text, ngettext("white pile of %u", "white pile of %u", height),
                               height);
    else
        g_string_append_printf(text, ngettext("black pile of %u", "black pile of %u", height),
                               height);
    if (pile & TAB_PILE_LOOSE) {
        g_string_append(text, ", ");
        /* Translators: such a pile may be taken apart by any throw. */
        g_string_append(text, _("loose"));
    }
}

/* The throws that can move something from `cell`, as a set. */
static TabHand throws_from(const TabLiveTurn *turn, unsigned cell)
{
    TabHand hand = {0};
    g_autoptr(GArray) plays = tab_live_turn_list_plays(turn, cell, -1);
    for (guint i = 0; i < plays->len; i++)
        hand.n[g_array_index(plays, TabPlay, i).throw_index] = 1;
    return hand;
}

char *tab_cell_text_describe_stones(const TabRules *rules, const TabPosition *position,
                                    unsigned cell)
{
    char name[4];
    tab_notation_cell(rules, (TabCell)cell, name);
    GString *text = g_string_new(name);
    g_string_append(text, ", ");
    int owner = tab_position_owner(position, cell);
    if (owner < 0)
        /* Translators: a cell of the board without a stone, as a screen reader names it. */
        g_string_append(text, _("empty"));
    else
        append_pile(text, owner, position->pile[cell]);
    return g_string_free(text, FALSE);
}

char *tab_cell_text_describe(const TabLiveTurn *turn, unsigned cell, bool plays)
{
    g_autofree char *stones = tab_cell_text_describe_stones(
        tab_live_turn_get_rules(turn), tab_live_turn_get_position(turn), cell);
    GString *text = g_string_new(stones);
    TabHand hand = throws_from(turn, cell);
    if (plays && tab_hand_size(&hand)) {
        g_autofree char *list = tab_wording_hand(&hand);
        g_string_append(text, ", ");
        /* Translators: %s lists throws: "2, 4". */
        g_string_append_printf(text, _("can move with %s"), list);
    }
    return g_string_free(text, FALSE);
}

/* The foremost Nasrani's cell of a side, or TAB_NO_CELL. */
static unsigned foremost_nasrani(const TabRules *rules, const TabPosition *position, int side)
{
    unsigned best = TAB_NO_CELL, cell;
    int best_index = -1;
    TAB_CELLS_FOREACH(position->occupied[side], cell)
    if (position->pile[cell] == TAB_PILE_NASRANI &&
        rules->geometry.path_index[side][cell] > best_index) {
        best = cell;
        best_index = rules->geometry.path_index[side][cell];
    }
    return best;
}

static const char *why_not_row4(const TabRules *rules)
{
    switch ((TabRow4Move)rules->set.value[TAB_SWITCH_ROW4_MOVE]) {
    case TAB_ROW4_HOME_EMPTY:
        return _("A stone on the enemy’s home row waits until your own home row is empty.");
    case TAB_ROW4_HOME_EMPTY_SINGLE:
        return _(
            "A stone on the enemy’s home row waits until your own home row is empty; a pile there, "
            "until you have no single stones.");
    case TAB_ROW4_LAST:
        return _("A stone on the enemy’s home row waits until all your stones stand there; single "
                 "ones go "
                 "first.");
    case TAB_ROW4_FREE:
        break;
    }
    return NULL;
}

/* What the ways themselves run into: safe rows and enemies that may not be jumped. */
static const char *why_not_way(const TabRules *rules)
{
    if (rules->set.value[TAB_SWITCH_JUMP_ENEMIES] == TAB_NO)
        return _("No throw left can move this stone: enemies in between may not be jumped.");
    if (rules->set.value[TAB_SWITCH_ROW4_SAFE])
        return _("No throw left can move this stone: nothing is taken on your own home row.");
    return _("No throw left can move this stone.");
}

static const char *why_not_own(const TabLiveTurn *turn, unsigned cell, const TabHand *left)
{
    const TabRules *rules = tab_live_turn_get_rules(turn);
    const TabPosition *position = tab_live_turn_get_position(turn);
    int side = position->side;
    bool only_tabs = left->n[TAB_THROW_1] == tab_hand_size(left);
    if (position->pile[cell] == TAB_PILE_NASRANI) {
        if (cell != foremost_nasrani(rules, position, side))
            return _("Only the foremost Nasrani may move, one cell by a tâb (1).");
        if (!left->n[TAB_THROW_1])
            return _("A Nasrani moves only by a tâb (1).");
        return why_not_way(rules);
    }
    if (only_tabs && position->nasara[side] &&
        rules->set.value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT)
        return _("While you have a Nasrani, a tâb only frees the foremost one.");
    if (rules->geometry.relative_row[side][cell] == 4 && why_not_row4(rules))
        return why_not_row4(rules);
    return why_not_way(rules);
}

char *tab_cell_text_why_not(const TabLiveTurn *turn, unsigned cell, int throw_index)
{
    const TabPosition *position = tab_live_turn_get_position(turn);
    int owner = tab_position_owner(position, cell);
    TabHand left = tab_live_turn_get_left(turn);
    if (owner < 0)
        return g_strdup(_("No stone stands there."));
    if (owner != position->side)
        return g_strdup(owner == TAB_WHITE ? _("That stone is White’s.")
                                           : _("That stone is Black’s."));
    if (!tab_live_turn_is_thrown(turn))
        return g_strdup(_("Throw the sticks first."));
    if (!tab_hand_size(&left))
        return g_strdup(_("All throws are used."));
    if (throw_index >= 0)
        for (int t = 0; t < TAB_N_THROWS; t++)
            left.n[t] = t == throw_index ? left.n[t] : 0;
    return g_strdup(why_not_own(turn, cell, &left));
}
