// SPDX-License-Identifier: GPL-3.0-or-later
// Text forms of throws, positions and turns, read strictly and written canonically (RULES.md
// 8).
#pragma once

#include "protocol/rules/movegen.h"

/* Appends field 1 (the board) to `text`. */
void tab_notation_append_board(const TabRules *rules, const TabPosition *position, GString *text);
/* Appends a drawing of the board in letters, as the engine's `show` has it: a line for each row,
 * the directions, and the numbers of the columns. */
void tab_notation_draw_board(const TabRules *rules, const TabPosition *position, GString *text);
/* Appends field 4 (saved tâbs). */
void tab_notation_append_saved(const TabPosition *position, GString *text);
/* Appends field 3 (the throws at hand). */
void tab_notation_append_throws(const TabRules *rules, const TabThrows *throws, GString *text);
/* The throws at hand as words with a blank between them, as the command `throw` takes them: "1 4
 * +"; NULL if there are none. Free with g_free. */
char *tab_notation_throws_to_words(const TabRules *rules, const TabThrows *throws);

/* The five fields. Free with g_free. */
char *tab_notation_situation_to_string(const TabRules *rules, const TabSituation *situation);
/* The five fields of a position with no throws at hand. */
char *tab_notation_position_to_string(const TabRules *rules, const TabPosition *position);
/* Reads and validates the five fields, separated by one space. On error: TAB_RULES_ERROR_POSITION,
 * which names the field and the fault, and `situation` is untouched. */
bool tab_notation_parse_situation(const TabRules *rules, const char *text, TabSituation *situation,
                                  GError **error);
/* Reads field 3 alone ("-", "1,4+", "1,4,2"). */
bool tab_notation_parse_throws(const TabRules *rules, const char *text, TabThrows *throws,
                               GError **error);

/* Appends one play: "1:a9b9", "1:b5b4t". */
void tab_notation_append_play(const TabRules *rules, const TabPlay *play, GString *text);
/* The text of a turn played from `before`: its plays, then what is saved and lost. Free with
 * g_free. */
char *tab_notation_turn_to_string(const TabRules *rules, const TabPosition *before,
                                  const TabTurn *turn);

/* Reads a turn of the side to move of `before` and checks that it is legal for the hand that it
 * names (saved tâbs included) and that the hand can be thrown and includes the throws that the
 * situation holds. Fills `turn` and the position `after` it. On error TAB_RULES_ERROR_TURN names
 * the offending play; `turn` and `after` are then undefined. */
bool tab_notation_parse_turn(const TabRules *rules, const TabSituation *before, const char *text,
                             TabTurn *turn, TabPosition *after, GError **error);
