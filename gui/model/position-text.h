// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and games as text that people copy and paste.
#pragma once

#include "gui/model/game-session.h"

/* The situation that the session shows: with a turn in the making that before its plays, with its
 * throws; in a review that after the turn. */
void tab_position_text_situation(TabGameSession *session, TabSituation *situation);

/* "rules …" and "position …", each on a line: what engines print and people paste. Free with
 * g_free.
 */
char *tab_position_text_write(const TabRules *rules, const TabSituation *situation);
/* The same under a drawing of the board in letters: what a screen without pictures shows. */
char *tab_position_text_draw(const TabRules *rules, const TabSituation *situation);

/* Whether a text that was pasted can only hold games: it begins with a tag. */
bool tab_position_text_is_games(const char *text);
/* Reads lines "rules …" and "position …" among others, or the five fields alone, which are then of
 * `rules`: gives both for g_free. False and an error that names the fault. */
bool tab_position_text_read(const char *text, const TabRules *rules, char **name, char **position,
                            GError **error);
