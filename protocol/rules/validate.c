// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a position valid (RULES.md 8), fault by fault.
#include "protocol/rules/position.h"

#include "protocol/rules/translatable.h"

/* One pile: its ranks stand where they may, Nasara single, loose only where that is known. */
static bool check_pile(const TabRules *rules, TabSide side, unsigned cell, TabPile pile,
                       GError **error)
{
    char name[TAB_CELL_NAME];
    unsigned relative = rules->board.relative_row[side][cell], height = tab_pile_height(pile);
    for (unsigned i = 0; i < height; i++) {
        TabRank rank = tab_pile_rank(pile, i);
        char letter = "NMTF"[rank];
        if (side == TAB_BLACK)
            letter = g_ascii_tolower(letter);
        if (!(rules->board.rows_of_rank[rank] >> relative & 1))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a piece '%c' cannot stand on %s"), letter,
                                    tab_board_cell_name(&rules->board, cell, name));
        if (rank == TAB_RANK_N && !rules->set.value[TAB_SWITCH_CHRISTIANS])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("'%c' on %s, but these rules have no Nasara"), letter,
                                    tab_board_cell_name(&rules->board, cell, name));
        if (rank == TAB_RANK_N && height > 1)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a Nasrani in a pile on %s"),
                                    tab_board_cell_name(&rules->board, cell, name));
    }
    if (!(pile & TAB_PILE_LOOSE))
        return true;
    if (rules->set.value[TAB_SWITCH_STACK_RETURN] != TAB_RETURN_LOOSEN)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("a loose pile on %s, but these rules have none"),
                                tab_board_cell_name(&rules->board, cell, name));
    return height > 1 ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("a loose pile of one piece on %s"),
                            tab_board_cell_name(&rules->board, cell, name));
}

/* All piles of a side, and Nasara behind every other piece of the home row. */
static bool check_side(const TabRules *rules, const TabPosition *position, TabSide side,
                       GError **error)
{
    unsigned cell, pieces = 0, foremost_nasrani = 0, rearmost_other = TAB_MAX_CELLS,
                   nasrani_cell = 0;
    const char *who = g_dgettext("tab", side == TAB_WHITE ? N_("White") : N_("Black"));
    TAB_CELLS_FOREACH(position->occupied[side], cell)
    {
        TabPile pile = position->pile[cell];
        unsigned place = rules->board.path_index[side][cell];
        if (!check_pile(rules, side, cell, pile, error))
            return false;
        pieces += tab_pile_height(pile);
        if (pile != TAB_PILE_NASRANI)
            rearmost_other = MIN(rearmost_other, place);
        else if (place >= foremost_nasrani) {
            foremost_nasrani = place;
            nasrani_cell = cell;
        }
    }
    if (pieces > tab_ruleset_pieces(&rules->set))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("%s has %u pieces, more than %u"), who, pieces,
                                tab_ruleset_pieces(&rules->set));
    if (position->nasara[side] && rearmost_other < foremost_nasrani) {
        char name[TAB_CELL_NAME];
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the Nasrani on %s stands before another piece"),
                                tab_board_cell_name(&rules->board, nasrani_cell, name));
    }
    return true;
}

static bool check_saved(const TabRules *rules, const TabPosition *position, GError **error)
{
    for (int side = 0; side < 2; side++) {
        if (position->saved[side] > TAB_MAX_SAVED)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("%d saved tâbs are more than nine"), position->saved[side]);
        if (position->saved[side] && !rules->set.value[TAB_SWITCH_SAVE_TAB])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("saved tâbs, but these rules save none"));
    }
    return true;
}

static bool check_throws(const TabRules *rules, const TabThrows *throws, GError **error)
{
    const TabKind *kinds = rules->cast.kind;
    if (!throws->n)
        return !throws->more ||
               tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("a '+' without throws"));
    for (unsigned i = 0; i < throws->n; i++)
        if (throws->n > TAB_MAX_THROWS || throws->index[i] >= rules->cast.n_kinds)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("no such throws"));
    if (tab_ruleset_at_once(&rules->set))
        return (throws->n == 1 && !throws->more) ||
               tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("these rules have one throw at hand at a time"));
    for (unsigned i = 0; i + 1 < throws->n; i++)
        if (!kinds[throws->index[i]].again)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a throw after a %s, which ends the throwing"),
                                    kinds[throws->index[i]].name);
    int last = throws->index[throws->n - 1];
    if (throws->more && !kinds[last].again)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("more throws after a %s, which ends the throwing"),
                                kinds[last].name);
    if (!throws->more && kinds[last].again)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the throws end in a %s, which earns another"),
                                kinds[last].name);
    return true;
}

/* The counters of the value agree with its board: only our own code can get this wrong. */
static bool check_invariants(const TabRules *rules, const TabPosition *position, GError **error)
{
    if (position->cells != rules->board.cells || position->side > TAB_BLACK ||
        tab_cells_meet(&position->occupied[TAB_WHITE], &position->occupied[TAB_BLACK]))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the position is of another board"));
    for (int side = 0; side < 2; side++) {
        unsigned cell, pieces = 0, nasara = 0;
        TAB_CELLS_FOREACH(position->occupied[side], cell)
        {
            pieces += tab_pile_height(position->pile[cell]);
            nasara += position->pile[cell] == TAB_PILE_NASRANI;
        }
        if (pieces != position->pieces[side] || nasara != position->nasara[side])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("the counts of pieces do not agree with the board"));
    }
    for (unsigned cell = 0; cell < position->cells; cell++)
        if ((position->pile[cell] != 0) != (tab_position_owner(position, cell) >= 0))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("the set of cells does not agree with the piles"));
    return true;
}

bool tab_situation_validate(const TabRules *rules, const TabSituation *situation, GError **error)
{
    const TabPosition *position = &situation->position;
    if (!check_invariants(rules, position, error) ||
        !check_side(rules, position, TAB_WHITE, error) ||
        !check_side(rules, position, TAB_BLACK, error))
        return false;
    if (!position->pieces[TAB_WHITE] && !position->pieces[TAB_BLACK])
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("no pieces on the board"));
    if (!check_saved(rules, position, error) || !check_throws(rules, &situation->throws, error))
        return false;
    return (position->number >= 1 && position->number <= TAB_MAX_NUMBER) ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                            N_("the turn number is not from 1 to %u"), TAB_MAX_NUMBER);
}
