// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about one cell: what stands there, and what it can do.
#include "gui/model/cell-text.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"
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
        g_string_append(text, tab_number_text_comma());
        /* Translators: such a pile may be taken apart by any throw. */
        g_string_append(text, _("loose"));
    }
}

/* The throws that can move something from `cell`, as a set. */
static TabHand throws_from(const TabGame *game, unsigned cell)
{
    TabHand hand = {0};
    g_autoptr(GArray) plays = tab_game_list_plays(game, cell, -1);
    for (guint i = 0; i < plays->len; i++)
        hand.n[g_array_index(plays, TabPlay, i).kind] = 1;
    return hand;
}

char *tab_cell_text_describe_stones(const TabRules *rules, const TabPosition *position,
                                    unsigned cell)
{
    char name[4];
    tab_board_cell_name(&rules->board, cell, name);
    GString *text = g_string_new(name);
    g_string_append(text, tab_number_text_comma());
    int owner = tab_position_owner(position, cell);
    if (owner < 0)
        /* Translators: a cell of the board without a stone, as a screen reader names it. */
        g_string_append(text, _("empty"));
    else
        append_pile(text, owner, position->pile[cell]);
    return g_string_free(text, FALSE);
}

char *tab_cell_text_describe(const TabGame *game, unsigned cell, bool plays)
{
    g_autofree char *stones = tab_cell_text_describe_stones(game->rules, &game->position, cell);
    GString *text = g_string_new(stones);
    TabHand hand = throws_from(game, cell);
    if (plays && tab_hand_size(&hand)) {
        g_autofree char *list = tab_wording_hand(&game->rules->cast, &hand);
        g_string_append(text, tab_number_text_comma());
        /* Translators: %s lists throws: "2, 4". */
        g_string_append_printf(text, _("can move with %s"), list);
    }
    return g_string_free(text, FALSE);
}
