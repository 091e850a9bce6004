// SPDX-License-Identifier: GPL-3.0-or-later
// A record looked at by an engine of its own, throw by throw and turn by turn: started, asked,
// ended.
#pragma once

#include "gui/model/talk-log.h"
#include "protocol/study/analysis.h"

G_BEGIN_DECLS

/* Signals: "progress" (guint turns, guint of); "done" (), once, whether it went well or not.
 * Neither comes after tab_analysis_job_cancel(). All the work is that of protocol/study/analysis.
 */
#define TAB_TYPE_ANALYSIS_JOB (tab_analysis_job_get_type())
G_DECLARE_FINAL_TYPE(TabAnalysisJob, tab_analysis_job, TAB, ANALYSIS_JOB, GObject)

/* Starts at once. Takes over `record`, of whose main line every throw and turn is weighed; `ahead`
 * as in analysis.h; `log` hears the engine, NULL: nobody does. */
TabAnalysisJob *tab_analysis_job_new(const TabEngineConfig *engine, TabRecord *record, guint ahead,
                                     TabTalkLog *log);
/* Ends the engine; nothing is emitted any more. */
void tab_analysis_job_cancel(TabAnalysisJob *self);

const TabRecord *tab_analysis_job_get_record(TabAnalysisJob *self);
/* Once done; NULL if it failed, then get_error says why. Owned by the job; its nodes are those of
 * the job's record. */
const TabAnalysis *tab_analysis_job_get_analysis(TabAnalysisJob *self);
const GError *tab_analysis_job_get_error(TabAnalysisJob *self);

/* Tells an engine of unfair sticks (`text` as in a record, NULL: fair), if it has the option. */
void tab_analysis_tell_sticks(TabClient *client, const char *text);

G_END_DECLS
