// SPDX-License-Identifier: GPL-3.0-or-later
// A position being set up by hand: whatever stands on the board, and what is wrong with it.
#include "gui/model/position-edit.h"

#include <glib/gi18n-lib.h>
#include <string.h>

TabPositionEdit *tab_position_edit_new(const TabRules *rules, const TabSituation *situation)
{
    TabPositionEdit *edit = g_new0(TabPositionEdit, 1);
    edit->rules = tab_rules_ref(rules);
    edit->others = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    if (situation)
        edit->situation = *situation;
    else
        tab_position_edit_reset(edit);
    return edit;
}

void tab_position_edit_free(TabPositionEdit *edit)
{
    if (!edit)
        return;
    tab_rules_unref(edit->rules);
    g_hash_table_unref(edit->others);
    g_free(edit);
}

/* Among boards of any width, rows and prow; what is set up on one fits no other. */
static gpointer name_board(const TabBoard *board)
{
    return GUINT_TO_POINTER(board->columns << 8 | board->cells);
}

/* Whether all pieces stand as the rules have them at the start. */
static bool is_untouched(const TabPositionEdit *edit)
{
    TabPosition start;
    tab_position_init(edit->rules, TAB_WHITE, &start);
    const TabPosition *position = &edit->situation.position;
    return memcmp(position->pile, start.pile, start.cells * sizeof(start.pile[0])) == 0 &&
           memcmp(position->occupied, start.occupied, sizeof(start.occupied)) == 0 &&
           position->king_of == start.king_of && position->king == start.king;
}

/* The king to his first cell, where he is nobody's; false if somebody stands there. */
static bool free_king(TabPositionEdit *edit)
{
    TabPosition *position = &edit->situation.position;
    TabCell home = edit->rules->king_cell;
    if (home != TAB_NO_CELL && tab_position_owner(position, home) >= 0)
        return false;
    position->king = home;
    position->king_of = home == TAB_NO_CELL ? TAB_KING_NONE : TAB_KING_FREE;
    return true;
}

void tab_position_edit_set_rules(TabPositionEdit *edit, const TabRules *rules)
{
    gpointer old = name_board(&edit->rules->board), now = name_board(&rules->board);
    bool untouched = is_untouched(edit);
    if (old != now)
        g_hash_table_insert(edit->others, old,
                            untouched ? NULL : g_memdup2(&edit->situation, sizeof(TabSituation)));
    tab_rules_unref(edit->rules);
    edit->rules = tab_rules_ref(rules);
    const TabSituation *kept = g_hash_table_lookup(edit->others, now);
    if (old != now && kept) {
        edit->situation = *kept;
    } else if (old != now) {
        tab_position_edit_reset(edit);
    } else if (untouched) { /* the pieces alone: turn, number, throws and saved tâbs stay */
        TabPosition *position = &edit->situation.position, before = *position;
        tab_position_init(rules, (TabSide)before.side, position);
        position->number = before.number;
        memcpy(position->saved, before.saved, sizeof(before.saved));
    }
    if ((edit->situation.position.king_of != TAB_KING_NONE) != (rules->king_cell != TAB_NO_CELL))
        free_king(edit);
}

/* Puts `pile` (0: nothing) in place of what stands on a cell, and keeps the counters. */
static void set_pile(TabPosition *position, unsigned cell, TabSide side, TabPile pile)
{
    int owner = tab_position_owner(position, cell);
    TabPile old = position->pile[cell];
    if (owner >= 0) {
        position->pieces[owner] -= (uint8_t)tab_pile_height(old);
        position->nasara[owner] -= old == TAB_PILE_NASRANI;
        tab_cells_remove(&position->occupied[owner], cell);
    }
    position->pile[cell] = pile;
    if (!pile)
        return;
    position->pieces[side] += (uint8_t)tab_pile_height(pile);
    position->nasara[side] += pile == TAB_PILE_NASRANI;
    tab_cells_add(&position->occupied[side], cell);
}

static bool has_king(const TabPosition *position, unsigned cell)
{
    return position->king_of != TAB_KING_NONE && position->king == cell;
}

bool tab_position_edit_put(TabPositionEdit *edit, unsigned cell, TabSide side, TabRank rank)
{
    TabPosition *position = &edit->situation.position;
    if (has_king(position, cell))
        return false;
    TabPile pile =
        tab_position_owner(position, cell) == (int)side ? position->pile[cell] : (TabPile)0;
    if (tab_pile_height(pile) >= tab_ruleset_pieces(&edit->rules->set))
        return false;
    TabPile loose = pile & TAB_PILE_LOOSE;
    pile &= ~TAB_PILE_LOOSE;
    set_pile(position, cell, side,
             pile ? (pile << 2 | (TabPile)rank | loose) : TAB_PILE_SINGLE(rank));
    return true;
}

bool tab_position_edit_put_king(TabPositionEdit *edit, unsigned cell, TabSide side)
{
    TabPosition *position = &edit->situation.position;
    if (edit->rules->king_cell == TAB_NO_CELL)
        return false;
    set_pile(position, cell, side, 0);
    position->king = (TabCell)cell;
    position->king_of = side == TAB_WHITE ? TAB_KING_WHITE : TAB_KING_BLACK;
    return true;
}

bool tab_position_edit_take(TabPositionEdit *edit, unsigned cell)
{
    TabPosition *position = &edit->situation.position;
    if (has_king(position, cell))
        return position->king_of != TAB_KING_FREE && free_king(edit);
    int owner = tab_position_owner(position, cell);
    if (owner < 0)
        return false;
    set_pile(position, cell, (TabSide)owner, tab_pile_without_top(position->pile[cell]));
    return true;
}

bool tab_position_edit_toggle_loose(TabPositionEdit *edit, unsigned cell)
{
    TabPosition *position = &edit->situation.position;
    if (tab_position_owner(position, cell) < 0 || !tab_pile_is_stack(position->pile[cell]))
        return false;
    position->pile[cell] ^= TAB_PILE_LOOSE;
    return true;
}

void tab_position_edit_clear(TabPositionEdit *edit)
{
    TabPosition *position = &edit->situation.position;
    for (unsigned cell = 0; cell < position->cells; cell++)
        set_pile(position, cell, TAB_WHITE, 0);
    free_king(edit);
}

void tab_position_edit_reset(TabPositionEdit *edit)
{
    edit->situation = (TabSituation){0};
    tab_position_init(edit->rules, TAB_WHITE, &edit->situation.position);
}

void tab_position_edit_set_saved(TabPositionEdit *edit, TabSide side, unsigned saved)
{
    edit->situation.position.saved[side] = (uint8_t)MIN(saved, TAB_MAX_SAVED);
}

bool tab_position_edit_set_throws(TabPositionEdit *edit, const char *text, GError **error)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    g_strdelimit(plain, " ", ',');
    return tab_notation_parse_throws(edit->rules, *plain ? plain : "-", &edit->situation.throws,
                                     error);
}

bool tab_position_edit_set_text(TabPositionEdit *edit, const char *text, GError **error)
{
    g_autofree char *plain = g_strstrip(g_strdup(text));
    return tab_notation_parse_situation(edit->rules, plain, &edit->situation, error);
}

bool tab_position_edit_check(const TabPositionEdit *edit, GError **error)
{
    if (!tab_situation_validate(edit->rules, &edit->situation, error))
        return false;
    if (!tab_position_finished(edit->rules, &edit->situation.position))
        return true;
    const TabPosition *position = &edit->situation.position;
    gboolean alone = !position->pieces[TAB_WHITE] || !position->pieces[TAB_BLACK];
    g_set_error_literal(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION,
                        alone ? _("one side has no stones, so the game would be over")
                              : _("all stones have arrived, so the game would be over"));
    return false;
}

char *tab_position_edit_to_string(const TabPositionEdit *edit)
{
    return tab_notation_situation_to_string(edit->rules, &edit->situation);
}
