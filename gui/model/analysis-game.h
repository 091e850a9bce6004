// SPDX-License-Identifier: GPL-3.0-or-later
// The whole game analysed: luck of the throws and loss of the turns, noted in its record.
#pragma once

#include "gui/model/analysis-job.h"
#include "gui/model/game-session.h"

G_BEGIN_DECLS

/* The game as it is now, copied as a record of its own: the line to where it stands. Free with
 * tab_record_free. */
TabRecord *tab_analysis_game_copy_line(TabGameSession *session);

/* Notes what a job on such a copy has found at the turns of the game, as far as they are still
 * there: `luck` (of the turn's throws, for the side that threw, in points), `throw-luck` (the same
 * of each throw that fell, the first 15 of them, "1:+0.020,4:-0.005"), `loss` (points), `judged`
 * (the side's chance to win after the turn, 0–1: what `eval` is in its player's own view). Returns
 * the number of turns. */
guint tab_analysis_game_note(TabGameSession *session, TabAnalysisJob *job);

/* White's chance to win after the turn of `node`, from its note `judged`, else `eval`; FALSE if it
 * has none. */
gboolean tab_analysis_game_white(const TabRecordNode *node, double *white);

/* The notes of luck and loss for people, in points of a hundred: "+4.1", "−5.2?" (a loss of 5 or
 * more), "−16.0??" (15 or more), "" without notes. Free with g_free. */
char *tab_analysis_game_luck_text(const TabRecordNode *node);
/* The luck of each throw: "1: +2.0, 4: −0.5". */
char *tab_analysis_game_throws_text(const TabRecordNode *node);
char *tab_analysis_game_loss_text(const TabRecordNode *node);

G_END_DECLS
