// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and games as text that people copy and paste.
#pragma once

#include "gui/model/game-session.h"

G_BEGIN_DECLS

/* The situation that the session shows: with a turn in the making that before its plays, with its
 * throws; in a review that after the turn. */
void tab_position_text_situation(TabGameSession *session, TabSituation *situation);

/* "rules …" and "position …", each on a line: what engines print and people paste. Free with
 * g_free.
 */
char *tab_position_text_write(const TabRules *rules, const TabSituation *situation);
/* The same under a drawing of the board in letters: what a screen without pictures shows. */
char *tab_position_text_draw(const TabRules *rules, const TabSituation *situation);

/* What a pasted text holds. */
typedef struct {
    GPtrArray *records; /* of TabRecord: games; NULL if it is a position */
    char *rules;        /* of the position */
    char *position;     /* five fields */
} TabPastedText;

/* Reads games (a text that begins with a tag), lines "rules …" and "position …" among others, or
 * the five fields alone, which are then of `rules`. False and an error that names the fault. Clear
 * with tab_pasted_text_clear. */
bool tab_position_text_read(const char *text, const TabRules *rules, TabPastedText *pasted,
                            GError **error);
void tab_pasted_text_clear(TabPastedText *pasted);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabPastedText, tab_pasted_text_clear)

G_END_DECLS
