// SPDX-License-Identifier: GPL-3.0-or-later
// A position being set up by hand: whatever stands on the board, and what is wrong with it.
#pragma once

#include "protocol/rules/notation.h"

/* Read freely; side and number of the position may be set, the rest through the functions only. The
 * position's counters always agree with its board, but anything may stand anywhere until it is
 * checked. */
typedef struct {
    TabRules *rules;
    TabSituation situation;
    GHashTable *others; /* board -> TabSituation: what was set up on boards of other shapes */
} TabPositionEdit;

/* Begins with `situation`, or (NULL) with the start of the rules, without throws. */
TabPositionEdit *tab_position_edit_new(const TabRules *rules, const TabSituation *situation);
void tab_position_edit_free(TabPositionEdit *edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabPositionEdit, tab_position_edit_free)

/* Goes on under other rules. On a board of the same shape all stays as it is, but a start that
 * nobody has touched becomes the start of the new rules, and a king comes or goes; on another board
 * what was last set up there comes back, at first the start. */
void tab_position_edit_set_rules(TabPositionEdit *edit, const TabRules *rules);

/* Puts a piece on `cell`: on top of that side's pile, in place of the other's. False if the pile
 * would be higher than a side has pieces, or the king stands there. */
bool tab_position_edit_put(TabPositionEdit *edit, unsigned cell, TabSide side, TabRank rank);
/* Puts the king there as this side's, in place of what stands there; false if the rules have none.
 */
bool tab_position_edit_put_king(TabPositionEdit *edit, unsigned cell, TabSide side);
/* Takes the top piece off, or lets the king go back to his first cell; false if there is none. */
bool tab_position_edit_take(TabPositionEdit *edit, unsigned cell);
/* Makes a pile loose, or firm; false if none stands there. */
bool tab_position_edit_toggle_loose(TabPositionEdit *edit, unsigned cell);
/* Takes all pieces off, but the king goes to his first cell; puts all back to the start. */
void tab_position_edit_clear(TabPositionEdit *edit);
void tab_position_edit_reset(TabPositionEdit *edit);
void tab_position_edit_set_saved(TabPositionEdit *edit, TabSide side, unsigned saved);
/* Reads throws ("-", "1,4,2", "1,4+"); false, and nothing happens, with an error that names the
 * fault. */
bool tab_position_edit_set_throws(TabPositionEdit *edit, const char *text, GError **error);
/* Takes all five fields; false, and nothing happens, with an error that names the fault. */
bool tab_position_edit_set_text(TabPositionEdit *edit, const char *text, GError **error);

/* Whether the position is legal (RULES.md 8) and the game not over in it; else an error that names
 * the fault. */
bool tab_position_edit_check(const TabPositionEdit *edit, GError **error);
/* The five fields, whatever they are worth. Free with g_free. */
char *tab_position_edit_to_string(const TabPositionEdit *edit);
