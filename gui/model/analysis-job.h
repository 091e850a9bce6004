// SPDX-License-Identifier: GPL-3.0-or-later
// A record looked at by an engine of its own, throw by throw and turn by turn, and what it found
// noted in the game.
#pragma once

#include "gui/model/protocol-log.h"
#include "gui/model/game-session.h"
#include "protocol/study/analysis.h"

/* Signals: "progress" (guint nodes, guint of); "done" (), once, whether it went well or not.
 * Neither comes after tab_analysis_job_cancel(). All the work is that of protocol/study/analysis.
 */
#define TAB_TYPE_ANALYSIS_JOB (tab_analysis_job_get_type())
G_DECLARE_FINAL_TYPE(TabAnalysisJob, tab_analysis_job, TAB, ANALYSIS_JOB, GObject)

/* Read freely; change through the functions only. */
struct _TabAnalysisJob {
    GObject parent;
    TabClient *client; /* NULL: it is done or cancelled */
    TabRecord *record;
    const TabRecordNode *next; /* that is looked at, after `n` others; NULL: all have been */
    guint n;
    guint turns_done, turns; /* of the record's line, by their numbers */
    guint ahead;
    gint64 depth, nodes; /* of each value; TAB_LIMIT_UNSET: as analysis.h has it */
    GCancellable *cancellable;
    TabAnalysis *analysis; /* once done; its nodes are those of `record`; NULL if it failed: */
    GError *error;         /* why */
};

/* Starts at once. Takes over `record`, of whose main line every throw and turn is weighed; `ahead`
 * as in analysis.h; `log` hears the engine, NULL: nobody does. */
TabAnalysisJob *tab_analysis_job_new(const TabEngineConfig *engine, TabRecord *record, guint ahead,
                                     TabProtocolLog *log);
/* Has it look so deep instead, before the main loop runs again. */
void tab_analysis_job_set_depth(TabAnalysisJob *self, gint64 depth, gint64 nodes);
/* Ends the engine; nothing is emitted any more. */
void tab_analysis_job_cancel(TabAnalysisJob *self);
/* The same to a job that `listener` has (NULL: none), which hears nothing any more and lets go. */
void tab_analysis_job_drop(TabAnalysisJob **job, gpointer listener);

/* Whether a person's turn, as it stands, is worth the tutor's look: it can end, and something else
 * could have been done. */
gboolean tab_tutor_is_needed(TabGameSession *session);
/* A job that weighs that turn alone. */
TabAnalysisJob *tab_tutor_ask(const TabEngineConfig *engine, TabGameSession *session);
/* What it has found: what the turn gives away, and the best one; NULL: nothing (yet). */
const TabTurnLoss *tab_tutor_get_loss(const TabAnalysisJob *job);

/* The game as it is now, copied as a record of its own: the line to where it stands. Free with
 * tab_record_free. */
TabRecord *tab_analysis_game_copy_line(TabGameSession *session);

/* Notes what a job on such a copy has found at the turns of the game (tab_turn_note()), as far as
 * they are still there. Returns the number of turns. */
guint tab_analysis_game_note(TabGameSession *session, TabAnalysisJob *job);

/* White's chance to win after the turn of `node`, from its note `judged`, else `eval`; FALSE if it
 * has none. */
gboolean tab_analysis_game_white(const TabRecordNode *node, double *white);
